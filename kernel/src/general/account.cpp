#include "account.hpp"

#include <limits>

namespace oddtrick::general {

namespace {

constexpr Range UNKNOWN{1, 0};

int worth_left(const Deal &deal, const Trick &trick, auto worth) {
    int left = trick.worth;
    for (Cards cards = deal.live; cards;) left += worth(deal.kind[take_lowest(cards)]);
    return left;
}

}  // namespace

int Points::base(const Position &position) {
    return *std::min_element(position.card_worth.begin(), position.card_worth.end());
}

Kinds Points::kinds(const Position &position) {
    Kinds kinds = position.card_worth;
    for (std::uint8_t &worth : kinds) worth = static_cast<std::uint8_t>(worth - base(position));
    return kinds;
}

Points::Points(const Position &position, const Deal &deal, const Trick &trick)
    : trick_(position.trick_worth + base(position) * deal.players),
      left_(worth_left(deal, trick, [](int kind) { return kind; })) {}

Utilities::Utilities(const Objective &objective) : objective_(objective) {
    const auto tricks = static_cast<std::size_t>(objective.tricks) + 1;
    const auto honours = static_cast<std::size_t>(count(objective.honours)) + 1;
    known_.assign(tricks * tricks * honours * honours * 8, UNKNOWN);
}

Range Utilities::between(int tricks_low, int tricks_high, int honours_low, int honours_high,
                         unsigned holders) {
    const int tricks = objective_.tricks + 1, honours = count(objective_.honours) + 1;
    const int row = (tricks_low * tricks + tricks_high) * honours + honours_low;
    Range &range = known_[static_cast<std::size_t>(row * honours + honours_high) * 8 + holders];
    if (range.low > range.high)
        range = scan(tricks_low, tricks_high, honours_low, honours_high, holders);
    return range;
}

Range Utilities::scan(int tricks_low, int tricks_high, int honours_low, int honours_high,
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

Kinds Ends::kinds(const Objective &objective) {
    Kinds kinds{};
    for (Cards honours = objective.honours; honours;) kinds[take_lowest(honours)] |= 1;
    if (objective.catcher >= 0) kinds[objective.catcher] |= 2;
    return kinds;
}

Ends::Ends(const Objective &objective, const Deal &deal, const Trick &trick, Utilities &utilities)
    : utilities_(&utilities),
      tricks_(objective.tricks_won),
      honours_(objective.honours_won),
      left_(worth_left(deal, trick, [](int kind) { return kind & 1; })),
      caught_(objective.caught),
      catcher_(objective.catcher < 0 ? -1 : deal.inner[objective.catcher]) {}

int Ends::take(bool ours, const Trick &trick, const Deal &) {
    left_ -= trick.worth;
    if (ours) ++tricks_, honours_ += trick.worth;
    if (trick.best == catcher_) caught_ = ours ? Holder::us : Holder::them;
    return 0;
}

Range Ends::between(int tricks, Sure us, Sure them, unsigned holders) const {
    return utilities_->between(tricks_ + us.tricks, tricks_ + tricks - them.tricks,
                               honours_ + us.worth, honours_ + left_ - them.worth, holders);
}

Range Ends::range(int tricks, const Outlook &outlook, const Deal &deal) const {
    const bool open = caught_ == Holder::nobody && catcher_ >= 0 && (deal.live & bit(catcher_));
    const unsigned holders = open ? 0b111 : 1U << static_cast<int>(caught_);
    return {between(tricks, outlook.us_at_will, outlook.them, holders).low,
            between(tricks, outlook.us, outlook.them_at_will, holders).high};
}

Range Ends::everything(int tricks) const {
    const unsigned holders = caught_ == Holder::nobody ? 0b111 : 1U << static_cast<int>(caught_);
    return between(tricks, {}, {}, holders);
}

void Ends::mark(Key &key) const {
    key.terms |= static_cast<std::uint64_t>(tricks_) << 8;
    key.terms |= static_cast<std::uint64_t>(honours_) << 16;
    key.terms |= static_cast<std::uint64_t>(caught_) << 24;
}

}  // namespace oddtrick::general
