// The transposition table of the general search, by partition search (M. L. Ginsberg, "Partition
// search", AAAI 1996). An entry covers all positions of one shape (the number of cards of each suit
// in each hand) with the same holders of the high cards: in each suit it ignores the low cards
// whose ranks did not matter to the proof. Keys are compared in full, so that hash collisions
// cannot give wrong values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace oddtrick::general {

struct TableKey {
    std::array<std::uint64_t, 2> shape{};
    std::uint64_t terms = 0;              // leader, trumps held back, and what the scoring adds
    std::array<std::uint64_t, 4> rows{};  // four bits a card, lowest first
    bool operator==(const TableKey &) const = default;
};

using IgnoredRanks =
    std::array<std::uint8_t, 4>;  // number of low cards; never the highest of a suit

struct TableEntry {
    std::int16_t lower, upper;
    IgnoredRanks ignored;
    std::uint8_t best;  // the lead that proved the last bound; 255: none
};

class TranspositionTable {
  public:
    explicit TranspositionTable(std::size_t max_bytes);

    // Returns an entry that decides whether `need` can be reached; failing that, any entry that
    // covers the position, for its best card; else null.
    const TableEntry *find(const TableKey &key, int need) const;
    void store(const TableKey &key, const TableEntry &entry, int tricks);

    void clear();       // and frees its memory
    void invalidate();  // the entries; the memory stays
    std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

  private:
    struct Slot {
        TableKey key;  // rows without the ignored cards
        TableEntry entry;
        std::uint8_t tricks;       // left to play: entries with more are dearer to prove again
        std::uint16_t generation;  // 0: free
    };
    static constexpr std::size_t ALIGNED = 8;  // home slots are a multiple of this,
    static constexpr std::size_t PROBES =
        128;  // and entries lie within so many slots after them, cyclically

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
