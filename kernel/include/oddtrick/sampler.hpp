// The layouts of hidden cards: their exact number, uniform draws, and access by number.
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

// Cards that may lie in the same cells, and so need not be told apart when layouts are counted.
struct Kind {
    Cards cards = 0;
    unsigned cells = 0;  // a bit for each cell
};

// A *cell* holds a given number of cards: a seat's hand, a hand dealt later, the undealt rest. A
// *layout* puts every hidden card into a cell where it may lie and fills each cell exactly. Layouts
// are counted once, by the constructor, with a dynamic program over the numbers of cards of each
// kind that remain. A draw then walks down that program, choosing branches in proportion to their
// counts: exactly uniform, and without rejection. Immutable, and shared by threads.
class Layouts {
  public:
    // Throws std::invalid_argument if a card is named twice, if the sizes do not sum to the number
    // of cards, or if there are too many kinds to count within the memory limit. If no layout fits,
    // the count is 0.
    Layouts(const std::vector<int> &sizes, const std::vector<Kind> &kinds);

    int cells() const { return cells_; }
    const UInt256 &count() const { return count_; }

    // Draws a layout uniformly; `into` receives the cards of each cell. The count may not be 0.
    void draw(Random &random, std::span<Cards> into) const;
    // The layout of a number, a bijection from 0 … count - 1.
    void at(const UInt256 &number, std::span<Cards> into) const;

    // Fills rows of as many masks as there are cells: row i is drawn with Random(seed, first + i),
    // or has the layout number first + i.
    void draw_rows(std::uint64_t seed, std::uint64_t first, std::span<Cards> rows) const;
    void list_rows(UInt256 first, std::span<Cards> rows) const;

  private:
    // Cells that may hold the same kinds are filled as one *pool*, whose cards are split
    // afterwards: the number of splits does not depend on the cards, which keeps the program small.
    struct Pool {
        std::uint64_t kinds = 0;  // a bit for each kind
        int size = 0;
        std::vector<int> cells;
    };
    // A step lets one pool take cards of one kind. The state before a step is the number of cards
    // of each kind that remain: that is a node.
    struct Step {
        std::size_t pool, kind;
        bool last;      // of its pool: takes as many as the pool still needs
        int later = 0;  // cards for the pools after this one
    };
    struct Branch {
        UInt256 upto;  // ways of this branch and those before it: a cumulative sum, for drawing
        std::uint32_t next;
        int taken;
    };
    struct Node {
        UInt256 ways;  // to fill the rest of this pool and the pools after it
        std::uint32_t first, branches;
    };
    class Counter;

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
    UInt256 splits_ = 1;  // ways to split the filled pools into cells
    UInt256 count_;
};

}  // namespace oddtrick
