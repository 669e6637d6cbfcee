// What the general search has proved, by the cards that are left. Keys are whole: two positions that
// share one are the same position, whatever the hash.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace oddtrick::general {

using Key = std::array<std::uint64_t, 4>;

struct Bounds {
    std::int16_t lower, upper;
    std::uint8_t best;  // the lead that proved the last bound; 255: none
};

class Table {
  public:
    explicit Table(std::size_t most_bytes);

    const Bounds *find(const Key &key) const;
    void store(const Key &key, const Bounds &bounds, int tricks);

    void forget();  // gives the memory back
    void renew();   // what was proved holds no longer; the memory stays
    std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

  private:
    struct Slot {
        Key key;
        Bounds bounds;
        std::uint8_t tricks;      // left to play: the more, the dearer to prove again
        std::uint16_t age;        // 0: free
    };
    static constexpr std::size_t PROBES = 4;

    std::size_t home(const Key &key) const;
    Slot &place_for(const Key &key, int tricks);
    void grow();

    std::vector<Slot> slots_;  // a power of two, once there are any
    std::size_t most_slots_;
    std::size_t used_ = 0;
    std::uint16_t age_ = 1;
};

}  // namespace oddtrick::general
