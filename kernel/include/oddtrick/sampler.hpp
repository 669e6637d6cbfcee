// All the ways in which hidden cards can lie: how many there are, and any of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "oddtrick/cards.hpp"
#include "oddtrick/random.hpp"
#include "oddtrick/uint256.hpp"

namespace oddtrick {

inline constexpr int MAX_CELLS = 16;

// Cards that may lie in the same cells.
struct Kind {
    Cards cards = 0;
    unsigned cells = 0;  // a bit for each cell
};

// A *cell* is a place for so many cards: a seat's hand, a hand that comes later, what was not
// dealt. A *layout* puts every hidden card into a cell where it may lie and fills each cell
// exactly; all layouts are equally likely. They are counted once, when this is made; it never
// changes after, and serves any number of threads.
class Layouts {
  public:
    // Throws std::invalid_argument if a card is named twice, if the sizes do not sum up to the
    // cards, or if the kinds are so many that the exact count would take too much memory. That no
    // layout fits is no error: the count is 0.
    Layouts(const std::vector<int> &sizes, const std::vector<Kind> &kinds);

    int cells() const { return cells_; }
    const UInt256 &count() const { return count_; }

    // A layout drawn uniformly, exactly so; `into` has the cards of each cell. The count is not 0.
    void draw(Random &random, std::span<Cards> into) const;
    // The layout with this number, of 0 … count - 1: each number another layout.
    void at(const UInt256 &number, std::span<Cards> into) const;

    // One layout after another, each in a row of as many masks as there are cells: drawn, row i by
    // Random(seed, first + i); or those with the numbers from `first` on.
    void draw_rows(std::uint64_t seed, std::uint64_t first, std::span<Cards> rows) const;
    void list_rows(UInt256 first, std::span<Cards> rows) const;

  private:
    // Cells that may hold the same kinds are filled as one *pool*, whose cards are then split.
    struct Pool {
        std::uint64_t kinds = 0;  // a bit for each kind
        int size = 0;
        std::vector<int> cells;
    };
    // The pools take their cards one after another, each from one kind after another. All that
    // counts on the way is how many cards of each kind remain: that is a node.
    struct Step {
        std::size_t pool, kind;
        bool last;      // of its pool: takes all that the pool still needs
        int later = 0;  // cards for the pools after this one
    };
    struct Branch {
        UInt256 upto;  // the ways of this branch and those before it
        std::uint32_t next;
        int taken;
    };
    struct Node {
        UInt256 ways;  // to fill this pool's rest and the pools after it
        std::uint32_t first, branches;
    };
    class Counting;

    void gather_kinds(const std::vector<Kind> &kinds);
    void gather_pools();
    void gather_steps();
    void count_ways();
    template <class Source>
    void fill(Source &path, Source &splits, std::span<Cards> into) const;

    int cells_;
    std::vector<int> sizes_;
    std::vector<Kind> kinds_;
    std::vector<Pool> pools_;
    std::vector<Step> steps_;
    std::vector<Node> nodes_;
    std::vector<Branch> branches_;
    std::uint32_t root_ = 0;
    UInt256 splits_ = 1;  // ways to split all pools, once they are filled
    UInt256 count_;
};

}  // namespace oddtrick
