#include "scoring.hpp"

#include <bit>
#include <limits>

namespace oddtrick::general {

namespace {

constexpr Range UNKNOWN{1, 0};

int card_worth_left(const SearchState &state, const Trick &trick, auto worth) {
    int left = trick.worth;
    for (Cards cards = state.live; cards;) left += worth(state.kind[take_lowest(cards)]);
    return left;
}

}  // namespace

int PointScoring::base(const Position &position) {
    return *std::min_element(position.card_worth.begin(), position.card_worth.end());
}

CardKinds PointScoring::kinds(const Position &position) {
    CardKinds kinds = position.card_worth;
    for (std::uint8_t &worth : kinds) worth = static_cast<std::uint8_t>(worth - base(position));
    return kinds;
}

PointScoring::PointScoring(const Position &position, const SearchState &state, const Trick &trick)
    : trick_(position.trick_worth + base(position) * state.players),
      left_(card_worth_left(state, trick, [](int kind) { return kind; })) {}

UtilityBounds::UtilityBounds(const Objective &objective)
    : objective_(objective),
      tricks_(objective.tricks + 1),
      honours_(count(objective.honours) + 1),
      sets_(static_cast<int>(objective.sets())),
      holdings_(static_cast<int>(objective.holdings())),
      codes_(1 << 2 * objective.catchers.size()),
      holding_(static_cast<std::size_t>(codes_)) {
    make_kinds();
    for (int code = 0; code < codes_; ++code) {
        int holding = 0, open = 0;
        for (int at = static_cast<int>(objective.catchers.size()) - 1; at >= 0; --at) {
            const int holder = code >> 2 * at & 3;
            holding = 3 * holding + holder;
            open |= holder == static_cast<int>(OPEN);
        }
        holding_[static_cast<std::size_t>(code)] = static_cast<std::int16_t>(open ? -1 : holding);
    }
    const auto cards = static_cast<std::size_t>(tricks_ * honours_ * sets_);
    constexpr std::size_t most = 1 << 16;  // of more questions, each shares its place with others
    known_.resize(std::min(std::bit_ceil(cards * cards * static_cast<std::size_t>(codes_)), most));
}

// Only cards of one kind can be equivalent: plain cards, honours that are nothing else, and each
// other card by itself.
void UtilityBounds::make_kinds() {
    std::uint8_t kinds = 2;
    const auto kind_of = [&](int card) {
        if (kinds_[card] < 2) {
            worth_[kinds] = worth_[kinds_[card]];
            kinds_[card] = kinds++;
        }
        return kinds_[card];
    };
    worth_[1] = 1;
    for (Cards honours = objective_.honours; honours;) kinds_[take_lowest(honours)] = 1;
    for (std::size_t at = 0; at < objective_.captured.size(); ++at)
        worth_[kind_of(objective_.captured[at])] |=
            static_cast<std::uint16_t>(1 << (HONOUR_BITS + at));
    for (std::size_t at = 0; at < objective_.catchers.size(); ++at)
        catcher_[kind_of(objective_.catchers[at])] = static_cast<std::uint8_t>(at + 1);
}

Range UtilityBounds::between(int tricks_low, int tricks_high, int cards_low, int cards_high,
                             HolderCode holders) {
    const auto packed = [&](int cards) {
        return (cards & HONOUR_MASK) * sets_ + (cards >> HONOUR_BITS);
    };
    const int cards = honours_ * sets_;
    const int tricks = tricks_low * tricks_ + tricks_high;
    const auto row = static_cast<std::uint32_t>(tricks * cards + packed(cards_low));
    const std::uint32_t column = static_cast<std::uint32_t>(packed(cards_high) * codes_) + holders;
    const std::uint32_t question = row * static_cast<std::uint32_t>(cards * codes_) + column;
    Memo &memo = known_[question & (known_.size() - 1)];
    if (memo.tag != question + 1) {
        const Range range = scan(tricks_low, tricks_high, cards_low, cards_high, holders);
        memo = {question + 1, static_cast<std::int16_t>(range.low),
                static_cast<std::int16_t>(range.high)};
    }
    return {memo.low, memo.high};
}

Range UtilityBounds::scan(int tricks_low, int tricks_high, int cards_low, int cards_high,
                          HolderCode holders) const {
    Range range{std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
    const int low = cards_low >> HONOUR_BITS, open = (cards_high >> HONOUR_BITS) & ~low;
    const auto fits = [&](HolderCode code) {
        for (HolderCode asked = holders, given = code; asked | given; asked >>= 2, given >>= 2)
            if ((asked & 3) != OPEN && (asked & 3) != (given & 3)) return false;
        return true;
    };
    for (HolderCode code = 0; code < static_cast<HolderCode>(codes_); ++code) {
        if (holding_[code] < 0 || !fits(code)) continue;
        for (int tricks = tricks_low; tricks <= tricks_high; ++tricks)
            for (int honours = cards_low & HONOUR_MASK; honours <= (cards_high & HONOUR_MASK);
                 ++honours)
                for (int more = open;; more = (more - 1) & open) {
                    const int utility = at(tricks, (low | more) << HONOUR_BITS | honours, code);
                    range = {std::min(range.low, utility), std::max(range.high, utility)};
                    if (!more) break;
                }
    }
    return range;
}

ObjectiveScoring::ObjectiveScoring(const Objective &objective, const SearchState &state,
                                   const Trick &trick, UtilityBounds &utility_bounds)
    : utility_bounds_(&utility_bounds),
      tricks_(objective.tricks_won),
      cards_(objective.honours_won | static_cast<int>(objective.captured_won) << HONOUR_BITS),
      left_(card_worth_left(state, trick, [&](int kind) { return utility_bounds.worth(kind); })),
      catchers_(static_cast<int>(objective.catchers.size())) {
    for (int at = 0; at < catchers_; ++at) {
        const auto place = static_cast<std::size_t>(at);
        caught_ |= static_cast<HolderCode>(objective.caught[place]) << 2 * at;
        catcher_[place] = static_cast<std::int8_t>(state.to_label[objective.catchers[place]]);
    }
}

int ObjectiveScoring::take(bool ours, const Trick &trick, const SearchState &state) {
    left_ -= trick.worth;
    if (ours) ++tricks_, cards_ += trick.worth;
    if (const int catcher = utility_bounds_->catcher(state.kind[trick.best]))
        caught_ |= static_cast<HolderCode>(ours ? Holder::us : Holder::them) << 2 * (catcher - 1);
    return 0;
}

Range ObjectiveScoring::between(int tricks, QuickTricks us, QuickTricks them,
                                HolderCode holders) const {
    return utility_bounds_->between(tricks_ + us.tricks, tricks_ + tricks - them.tricks,
                                    cards_ + us.worth, cards_ + left_ - them.worth, holders);
}

Range ObjectiveScoring::range(int tricks, const QuickTricksBySide &quick_tricks,
                              const SearchState &state) const {
    HolderCode holders = caught_;
    for (int at = 0; at < catchers_; ++at)
        if (!(caught_ >> 2 * at & 3) && state.live & bit(catcher_[static_cast<std::size_t>(at)]))
            holders |= OPEN << 2 * at;
    return {between(tricks, quick_tricks.us_at_will, quick_tricks.them, holders).low,
            between(tricks, quick_tricks.us, quick_tricks.them_at_will, holders).high};
}

Range ObjectiveScoring::everything(int tricks) const {
    HolderCode holders = caught_;
    for (int at = 0; at < catchers_; ++at)
        if (!(caught_ >> 2 * at & 3)) holders |= OPEN << 2 * at;
    return between(tricks, {}, {}, holders);
}

void ObjectiveScoring::add_to_key(TableKey &key) const {
    key.terms |= static_cast<std::uint64_t>(tricks_) << 8;
    key.terms |= static_cast<std::uint64_t>(cards_ & HONOUR_MASK) << 16;
    key.terms |= static_cast<std::uint64_t>(caught_) << 24;
    key.terms |= static_cast<std::uint64_t>(cards_ >> HONOUR_BITS) << 32;
}

}  // namespace oddtrick::general
