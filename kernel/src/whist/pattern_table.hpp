// The transposition table of the whist search, by shape and pattern.
//
// A *shape* is the length of each suit in each hand. Under a shape stand *patterns*: the holders of
// the top cards of each suit, as far down as the proof needed, with bounds on the tricks of the
// leader's side. The holders of lower cards are left open, so that one proof serves many positions
// (partition search: M. L. Ginsberg, 1996).
//
// Hands are turned so that the leader's comes first: one table serves every leader.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "suit_lanes.hpp"

namespace oddtrick::whist {

// The holder of each card, as two bits of the seat in two planes.
struct Owners {
    Lanes low;
    Lanes high;
};

struct Proof {
    Lanes relevant;  // the cards that the pattern names
    bool holds;      // the leader's side takes what was asked
};

// Bounds on the tricks of the leader's side.
struct Bounds {
    int lower;
    int upper;
};

class PatternTable {
  public:
    explicit PatternTable(std::size_t max_bytes);

    // Empties the table and keeps its memory.
    void clear();
    // Empties the table and frees its memory.
    void release();
    void prefetch(std::uint64_t shape) const;

    // True if the table knows whether the leader's side can take `need` tricks; `proof` has the
    // answer. `lead` receives the last lead that decided for the shape in any case.
    bool lookup(std::uint64_t shape, const Owners &owners, int need, Proof &proof, Lanes &lead);
    void store(std::uint64_t shape, const Owners &owners, Lanes relevant, Bounds bounds,
               Lanes lead);

    std::size_t bytes() const;

  private:
    static constexpr int BLOCK_PATTERNS = 4;
    static constexpr int PAGE_PATTERNS = 16;
    static constexpr int MIN_BITS = 6;
    static constexpr std::uint32_t NONE = UINT32_MAX;

    // A shape with its first patterns: two cache lines.
    struct alignas(128) Block {
        std::uint64_t shape;
        Lanes lead;
        std::uint32_t more;  // the page of its other patterns
        std::uint16_t epoch;
        std::uint8_t count;
        std::uint8_t turn;
        std::array<std::int8_t, BLOCK_PATTERNS> lower, upper;
        std::array<Lanes, BLOCK_PATTERNS> low, high, mask;
    };
    static_assert(sizeof(Block) == 128);

    struct Pattern {
        Lanes low, high, mask;

        bool fits(const Owners &owners) const {
            return !(((low ^ owners.low) | (high ^ owners.high)) & mask);
        }
    };

    // Patterns beyond the first ones. A *digest*, the holders of the two top cards of each suit,
    // rules out most that do not match, sixteen at a time.
    struct alignas(64) Page {
        std::array<std::uint16_t, PAGE_PATTERNS> digest, digest_mask;
        std::array<std::int8_t, PAGE_PATTERNS> lower, upper;
        std::uint32_t next;
        std::uint32_t count;
        std::array<Pattern, PAGE_PATTERNS> patterns;
    };
    static_assert(sizeof(Page) == 512);

    template <class T>
    struct Free {
        void operator()(T *blocks) const {
            ::operator delete[](blocks, std::align_val_t{alignof(T)});
        }
    };
    template <class T>
    using Many = std::unique_ptr<T[], Free<T>>;
    template <class T>
    static Many<T> make(std::size_t count);

    static std::uint64_t scatter(std::uint64_t shape) { return shape * 0x9E37'79B9'7F4A'7C15; }
    std::size_t home(std::uint64_t shape) const { return scatter(shape) >> (64 - bits_); }
    static std::uint16_t digest_of(Lanes low, Lanes high);
    static unsigned matches(const Block &block, const Owners &owners);
    static unsigned candidates(const Page &page, std::uint16_t digest, int need);
    bool lookup_pages(Block &first, const Owners &owners, int need, Proof &proof);
    void swap_in(Block &first, Page &page, int i);
    Block *find(std::uint64_t shape);
    Block *find_or_add(std::uint64_t shape);
    int place_for(Block &first, const Owners &owners, Lanes mask, Bounds bounds);
    std::uint32_t allocate_page(std::uint32_t next);
    int evict_to_page(Block &first);
    bool room_for(std::size_t more) const;
    void grow();

    std::size_t max_bytes_;
    int bits_ = MIN_BITS;
    std::size_t used_ = 0;
    std::uint16_t epoch_ = 0;
    std::array<Many<Block>, 40> tables_;  // one of each size, made when first needed
    Many<Page> pages_;
    std::size_t pages_made_ = 0, pages_used_ = 0;
};

}  // namespace oddtrick::whist
