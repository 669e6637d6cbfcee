#include "scoring.hpp"

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

UtilityBounds::UtilityBounds(const Objective &objective) : objective_(objective) {
    const auto tricks = static_cast<std::size_t>(objective.tricks) + 1;
    const auto honours = static_cast<std::size_t>(count(objective.honours)) + 1;
    known_.assign(tricks * tricks * honours * honours * 8, UNKNOWN);
}

Range UtilityBounds::between(int tricks_low, int tricks_high, int honours_low, int honours_high,
                             unsigned holders) {
    const int tricks = objective_.tricks + 1, honours = count(objective_.honours) + 1;
    const int row = (tricks_low * tricks + tricks_high) * honours + honours_low;
    Range &range = known_[static_cast<std::size_t>(row * honours + honours_high) * 8 + holders];
    if (range.low > range.high)
        range = scan(tricks_low, tricks_high, honours_low, honours_high, holders);
    return range;
}

Range UtilityBounds::scan(int tricks_low, int tricks_high, int honours_low, int honours_high,
                          unsigned holders) const {
    Range range{std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
    for (int tricks = tricks_low; tricks <= tricks_high; ++tricks)
        for (int honours = honours_low; honours <= honours_high; ++honours)
            for (int by = 0; by < 3; ++by) {
                if (!(holders >> by & 1)) continue;
                const int utility = at(tricks, honours, static_cast<Holder>(by));
                range = {std::min(range.low, utility), std::max(range.high, utility)};
            }
    return range;
}

CardKinds ObjectiveScoring::kinds(const Objective &objective) {
    CardKinds kinds{};
    for (Cards honours = objective.honours; honours;) kinds[take_lowest(honours)] |= 1;
    if (objective.catcher >= 0) kinds[objective.catcher] |= 2;
    return kinds;
}

ObjectiveScoring::ObjectiveScoring(const Objective &objective, const SearchState &state,
                                   const Trick &trick, UtilityBounds &utility_bounds)
    : utility_bounds_(&utility_bounds),
      tricks_(objective.tricks_won),
      honours_(objective.honours_won),
      left_(card_worth_left(state, trick, [](int kind) { return kind & 1; })),
      caught_(objective.caught),
      catcher_(objective.catcher < 0 ? -1 : state.to_label[objective.catcher]) {}

int ObjectiveScoring::take(bool ours, const Trick &trick, const SearchState &) {
    left_ -= trick.worth;
    if (ours) ++tricks_, honours_ += trick.worth;
    if (trick.best == catcher_) caught_ = ours ? Holder::us : Holder::them;
    return 0;
}

Range ObjectiveScoring::between(int tricks, QuickTricks us, QuickTricks them,
                                unsigned holders) const {
    return utility_bounds_->between(tricks_ + us.tricks, tricks_ + tricks - them.tricks,
                                    honours_ + us.worth, honours_ + left_ - them.worth, holders);
}

Range ObjectiveScoring::range(int tricks, const QuickTricksBySide &quick_tricks,
                              const SearchState &state) const {
    const bool open = caught_ == Holder::nobody && catcher_ >= 0 && (state.live & bit(catcher_));
    const unsigned holders = open ? 0b111 : 1U << static_cast<int>(caught_);
    return {between(tricks, quick_tricks.us_at_will, quick_tricks.them, holders).low,
            between(tricks, quick_tricks.us, quick_tricks.them_at_will, holders).high};
}

Range ObjectiveScoring::everything(int tricks) const {
    const unsigned holders = caught_ == Holder::nobody ? 0b111 : 1U << static_cast<int>(caught_);
    return between(tricks, {}, {}, holders);
}

void ObjectiveScoring::add_to_key(TableKey &key) const {
    key.terms |= static_cast<std::uint64_t>(tricks_) << 8;
    key.terms |= static_cast<std::uint64_t>(honours_) << 16;
    key.terms |= static_cast<std::uint64_t>(caught_) << 24;
}

}  // namespace oddtrick::general
