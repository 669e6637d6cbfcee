// What the general search maximises: points trick by trick, or the utility of an objective at the
// end. A scoring says what a trick adds, bounds the rest, and adds to the table's key whatever else
// the future depends on.
#pragma once

#include <algorithm>
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

// The lowest and highest utility within bounds on tricks and honours, memoised.
class UtilityBounds {
  public:
    explicit UtilityBounds(const Objective &objective);
    Range between(int tricks_low, int tricks_high, int honours_low, int honours_high,
                  unsigned holders);
    int at(int tricks, int honours, Holder by) const {
        return objective_.utility[objective_.at(tricks, honours, by)];
    }

  private:
    Range scan(int tricks_low, int tricks_high, int honours_low, int honours_high,
               unsigned holders) const;

    Objective objective_;
    std::vector<Range> known_;
};

// An objective: its utility is known at the end only, so that the search bounds it on the way.
class ObjectiveScoring {
  public:
    static CardKinds kinds(const Objective &objective);
    ObjectiveScoring() = default;
    ObjectiveScoring(const Objective &objective, const SearchState &state, const Trick &trick,
                     UtilityBounds &utility_bounds);

    int worth(int kind) const { return kind & 1; }
    int take(bool ours, const Trick &trick, const SearchState &state);
    Range range(int tricks, const QuickTricksBySide &quick_tricks, const SearchState &state) const;
    Range everything(int tricks) const;
    int end() const { return utility_bounds_->at(tricks_, honours_, caught_); }
    void add_to_key(TableKey &key) const;
    int trick_worth() const { return 1; }

  private:
    Range between(int tricks, QuickTricks us, QuickTricks them, unsigned holders) const;

    UtilityBounds *utility_bounds_ = nullptr;
    int tricks_ = 0, honours_ = 0;
    int left_ = 0;  // honours that are in no complete trick yet
    Holder caught_ = Holder::nobody;
    int catcher_ = -1;
};

}  // namespace oddtrick::general
