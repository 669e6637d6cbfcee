#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

#include "oddtrick/solver.hpp"

namespace oddtrick {

namespace {

using Hands = std::array<Cards, MAX_SEATS>;

int size_of(const Position &position) {
    int cards = 0;
    for (const Cards hand : position.hands) cards += count(hand);
    return cards;
}

// Deals by the cards that each seat holds. Sets of deals are bits in words, so that a search among
// thousands of deals looks at a few cards only: each leaves a fraction of the deals.
class Deals {
  public:
    // The deal of which these cards are left, or a new one.
    std::size_t find_or_add(const Hands &hands) {
        for (std::size_t word = 0; word * 64 < size_; ++word) {
            std::uint64_t left = size_ - word * 64 < 64 ? (1ULL << (size_ - word * 64)) - 1 : ~0ULL;
            for (std::size_t seat = 0; seat < hands.size() && left; ++seat)
                for (Cards cards = hands[seat] & PACK; cards && left;)
                    left &= holders_[seat][take_lowest(cards)][word];
            if (left) return word * 64 + static_cast<std::size_t>(std::countr_zero(left));
        }
        add(hands);
        return size_ - 1;
    }

  private:
    void add(const Hands &hands) {
        if (size_ % 64 == 0)
            for (auto &cards : holders_)
                for (auto &words : cards) words.push_back(0);
        for (std::size_t seat = 0; seat < hands.size(); ++seat)
            for (Cards cards = hands[seat] & PACK; cards;)
                holders_[seat][take_lowest(cards)].back() |= 1ULL << size_ % 64;
        ++size_;
    }

    std::array<std::array<std::vector<std::uint64_t>, CARDS>, MAX_SEATS> holders_;
    std::size_t size_ = 0;
};

}  // namespace

std::vector<std::vector<std::size_t>> deal_runs(const std::vector<const Position *> &positions,
                                                std::size_t most) {
    std::vector<int> sizes;
    for (const Position *position : positions) sizes.push_back(size_of(*position));
    std::vector<std::size_t> order(positions.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    // Proofs hold for one trump suit and one order of the cards.
    using Terms = std::pair<int, std::array<std::uint8_t, CARDS>>;
    std::map<Terms, std::pair<Deals, std::vector<std::size_t>>> by_terms;
    std::vector<std::vector<std::size_t>> runs;
    for (const std::size_t at : order) {
        auto &[deals, latest] = by_terms[{positions[at]->trump, positions[at]->strength}];
        const std::size_t deal = deals.find_or_add(positions[at]->hands);
        if (deal == latest.size() || runs[latest[deal]].size() == most) {
            latest.resize(std::max(latest.size(), deal + 1));
            latest[deal] = runs.size();
            runs.emplace_back();
        }
        runs[latest[deal]].push_back(at);
    }
    std::stable_sort(runs.begin(), runs.end(), [&](const auto &a, const auto &b) {
        return std::pair(sizes[a[0]], a.size()) > std::pair(sizes[b[0]], b.size());
    });
    return runs;
}

}  // namespace oddtrick
