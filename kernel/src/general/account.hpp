// How the general search counts: points trick by trick, or what an objective says of the end. Each
// account tells what a trick adds, between which bounds the rest lies, and marks the table's key
// with what else the future depends on.
#pragma once

#include <algorithm>
#include <vector>

#include "deal.hpp"
#include "table.hpp"
#include "oddtrick/objective.hpp"
#include "oddtrick/position.hpp"

namespace oddtrick::general {

// At least so much of the rest for a side.
struct Sure {
    int tricks = 0;
    int worth = 0;  // of the cards in them
    Cards relevant = 0;  // the cards whose ranks make it certain
};

// What is certain before a lead, for each side: however the cards are played; and if that side
// plays for it, which it may not want to do where more tricks are not always better.
struct Outlook {
    Sure us, them;
    Sure us_at_will, them_at_will;
};

struct Range {
    int low, high;
};

// Points: the worth of tricks and of cards in them, summed.
class Points {
  public:
    static Kinds kinds(const Position &position);
    Points() = default;
    // What every card is worth at least is counted with the trick, not by card.
    static int base(const Position &position);
    Points(const Position &position, const Deal &deal, const Trick &trick);

    int worth(int kind) const { return kind; }
    int take(bool ours, const Trick &trick, const Deal &) {
        left_ -= trick.worth;
        return ours ? trick_ + trick.worth : 0;
    }
    Range range(int tricks, const Outlook &outlook, const Deal &) const {
        const Sure &us = outlook.us_at_will, &them = outlook.them_at_will;
        const int all = tricks * trick_ + left_;
        return {us.tricks * trick_ + us.worth, all - them.tricks * trick_ - them.worth};
    }
    Range everything(int tricks) const { return {0, tricks * trick_ + left_}; }
    int end() const { return 0; }
    void mark(Key &) const {}
    int trick_worth() const { return trick_; }

  private:
    int trick_ = 0;
    int left_ = 0;  // worth of the cards that are in no complete trick yet
};

// The least and the greatest utility within bounds on tricks and honours, worked out when first
// asked for.
class Utilities {
  public:
    explicit Utilities(const Objective &objective);
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

// An objective: utilities of the end, which depend on what has been won so far.
class Ends {
  public:
    static Kinds kinds(const Objective &objective);
    Ends() = default;
    Ends(const Objective &objective, const Deal &deal, const Trick &trick, Utilities &utilities);

    int worth(int kind) const { return kind & 1; }
    int take(bool ours, const Trick &trick, const Deal &deal);
    Range range(int tricks, const Outlook &outlook, const Deal &deal) const;
    Range everything(int tricks) const;
    int end() const { return utilities_->at(tricks_, honours_, caught_); }
    void mark(Key &key) const;
    int trick_worth() const { return 1; }

  private:
    Range between(int tricks, Sure us, Sure them, unsigned holders) const;

    Utilities *utilities_ = nullptr;
    int tricks_ = 0, honours_ = 0;
    int left_ = 0;  // honours that are in no complete trick yet
    Holder caught_ = Holder::nobody;
    int catcher_ = -1;
};

}  // namespace oddtrick::general
