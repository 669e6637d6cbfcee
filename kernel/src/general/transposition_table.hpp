// What the general search has proved. An entry speaks of all positions of one shape (how many cards
// of each suit every seat holds) that agree in who holds the high cards: in each suit it has
// ignored as many low cards as did not matter (M. Ginsberg, "Partition search", AAAI 1996).
// Entries are compared whole: what a hash mixes up is never taken for the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace oddtrick::general {

struct TableKey {
    std::array<std::uint64_t, 2> shape{};
    std::uint64_t terms = 0;              // leader, trumps held back, what an scoring adds
    std::array<std::uint64_t, 4> rows{};  // four bits a card, the lowest first
    bool operator==(const TableKey &) const = default;
};

using IgnoredRanks = std::array<std::uint8_t, 4>;  // low cards of each suit, never its highest

struct TableEntry {
    std::int16_t lower, upper;
    IgnoredRanks ignored;
    std::uint8_t best;  // the lead that proved the last bound; 255: none
};

class TranspositionTable {
  public:
    explicit TranspositionTable(std::size_t max_bytes);

    // An entry that answers whether `need` can be reached, or at least one that speaks of the
    // position, or null.
    const TableEntry *find(const TableKey &key, int need) const;
    void store(const TableKey &key, const TableEntry &entry, int tricks);

    void clear();  // gives the memory back
    void invalidate();   // what was proved holds no longer; the memory stays
    std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

  private:
    struct Slot {
        TableKey key;  // rows without what is ignored
        TableEntry entry;
        std::uint8_t tricks;  // left to play: the more, the dearer to prove again
        std::uint16_t generation;    // 0: free
    };
    static constexpr std::size_t ALIGNED = 8;   // entries begin at a multiple of this,
    static constexpr std::size_t PROBES = 128;  // and stand within so many; the table is round

    std::size_t home_slot(const TableKey &key) const;
    std::size_t reach() const { return slots_.size() < PROBES ? slots_.size() : PROBES; }
    Slot &place_for(const TableKey &key, const TableEntry &entry, int tricks);
    void grow();

    std::vector<Slot> slots_;  // a power of two, once there are any
    std::size_t max_slots_;
    std::size_t used_ = 0;
    std::uint16_t generation_ = 1;
};

}  // namespace oddtrick::general
