// What the general search maximises: points trick by trick, or the utility of an objective at the
// end. A scoring says what a trick adds, bounds the rest, and adds to the table's key whatever else
// the future depends on.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "oddtrick/objective.hpp"
#include "oddtrick/position.hpp"
#include "search_state.hpp"
#include "transposition_table.hpp"

namespace oddtrick::general {

// A lower bound on the rest for one side.
struct QuickTricks {
    int tricks = 0;
    int worth = 0;       // of the cards in those tricks
    Cards relevant = 0;  // the cards whose ranks make the bound certain
};

// Quick tricks before a lead, for each side: however the cards are played, and if the side plays
// for them. The two differ for an objective, where more tricks are not always better.
struct QuickTricksBySide {
    QuickTricks us, them;
    QuickTricks us_at_will, them_at_will;
};

struct Range {
    int low, high;
};

// Points: the summed worth of tricks and of the cards in them.
class PointScoring {
  public:
    static CardKinds kinds(const Position &position);
    PointScoring() = default;
    // The worth that all cards have in common is counted with the trick: that makes more cards
    // equivalent.
    static int base(const Position &position);
    PointScoring(const Position &position, const SearchState &state, const Trick &trick);

    int worth(int kind) const { return kind; }
    int take(bool ours, const Trick &trick, const SearchState &) {
        left_ -= trick.worth;
        return ours ? trick_ + trick.worth : 0;
    }
    Range range(int tricks, const QuickTricksBySide &quick_tricks, const SearchState &) const {
        const QuickTricks &us = quick_tricks.us_at_will, &them = quick_tricks.them_at_will;
        const int all = tricks * trick_ + left_;
        return {us.tricks * trick_ + us.worth, all - them.tricks * trick_ - them.worth};
    }
    Range everything(int tricks) const { return {0, tricks * trick_ + left_}; }
    int end() const { return 0; }
    void add_to_key(TableKey &) const {}
    int trick_worth() const { return trick_; }

  private:
    int trick_ = 0;
    int left_ = 0;  // worth of the cards that are in no complete trick yet
};

// The same for sides that want as few points as they can get. Values are the points of the other
// side, so that "us" maximises them, too.
class FewestScoring {
  public:
    FewestScoring() = default;
    explicit FewestScoring(const PointScoring &points) : points_(points) {}

    int worth(int kind) const { return points_.worth(kind); }
    int take(bool ours, const Trick &trick, const SearchState &state) {
        return points_.take(!ours, trick, state);
    }
    // Only the tricks that a side cannot avoid are certain.
    Range range(int tricks, const QuickTricksBySide &quick_tricks, const SearchState &state) const {
        const QuickTricks &us = quick_tricks.us, &them = quick_tricks.them;
        return points_.range(tricks, {us, them, them, us}, state);
    }
    Range everything(int tricks) const { return points_.everything(tricks); }
    int end() const { return 0; }
    void add_to_key(TableKey &) const {}
    int trick_worth() const { return points_.trick_worth(); }

  private:
    PointScoring points_;
};

// True for a scoring by which a side would rather lose a trick.
template <class Scoring>
inline constexpr bool AVOIDS_TRICKS = std::is_same_v<Scoring, FewestScoring>;

// What an objective counts, packed into one number that adds up over disjoint cards: the number of
// honours, and above it a bit for each captured card.
inline constexpr int HONOUR_BITS = 6;
inline constexpr int HONOUR_MASK = (1 << HONOUR_BITS) - 1;

// Which side holds each catcher, two bits each: a `Holder`, or OPEN.
using HolderCode = unsigned;
inline constexpr HolderCode OPEN = 3;

// The lowest and highest utility within bounds on tricks and cards, memoised.
class UtilityBounds {
  public:
    explicit UtilityBounds(const Objective &objective);
    Range between(int tricks_low, int tricks_high, int cards_low, int cards_high,
                  HolderCode holders);
    int at(int tricks, int cards, HolderCode holders) const {
        return objective_.utility[index(tricks, cards, holding_[holders])];
    }
    const Objective &objective() const { return objective_; }
    // What a card of this kind counts when taken, and which catcher it is: 0, or 1 + its number.
    int worth(int kind) const { return worth_[static_cast<std::size_t>(kind)]; }
    int catcher(int kind) const { return catcher_[static_cast<std::size_t>(kind)]; }
    const CardKinds &kinds() const { return kinds_; }

  private:
    struct Memo {
        std::uint32_t tag = 0;  // 1 + the number of the question; 0: free
        std::int16_t low = 0, high = 0;
    };

    std::size_t index(int tricks, int cards, int holding) const {
        const int row = tricks * honours_ + (cards & HONOUR_MASK);
        const int set = row * sets_ + (cards >> HONOUR_BITS);
        return static_cast<std::size_t>(set * holdings_ + holding);
    }
    Range scan(int tricks_low, int tricks_high, int cards_low, int cards_high,
               HolderCode holders) const;
    void make_kinds();

    Objective objective_;
    int tricks_, honours_, sets_, holdings_, codes_;  // the dimensions
    CardKinds kinds_{};
    std::array<std::uint16_t, 2 + MAX_CAPTURED + MAX_CATCHERS> worth_{};
    std::array<std::uint8_t, 2 + MAX_CAPTURED + MAX_CATCHERS> catcher_{};
    std::vector<std::int16_t> holding_;  // of each code: the last index of a utility; -1: open
    std::vector<Memo> known_;
};

// An objective: its utility is known at the end only, so that the search bounds it on the way.
class ObjectiveScoring {
  public:
    ObjectiveScoring() = default;
    ObjectiveScoring(const Objective &objective, const SearchState &state, const Trick &trick,
                     UtilityBounds &utility_bounds);

    int worth(int kind) const { return utility_bounds_->worth(kind); }
    int take(bool ours, const Trick &trick, const SearchState &state);
    Range range(int tricks, const QuickTricksBySide &quick_tricks, const SearchState &state) const;
    Range everything(int tricks) const;
    int end() const { return utility_bounds_->at(tricks_, cards_, caught_); }
    void add_to_key(TableKey &key) const;
    int trick_worth() const { return 1; }

  private:
    Range between(int tricks, QuickTricks us, QuickTricks them, HolderCode holders) const;

    UtilityBounds *utility_bounds_ = nullptr;
    int tricks_ = 0, cards_ = 0;  // ours
    int left_ = 0;                // cards that are in no complete trick yet
    HolderCode caught_ = 0;
    int catchers_ = 0;
    std::array<std::int8_t, MAX_CATCHERS> catcher_{};
};

}  // namespace oddtrick::general
