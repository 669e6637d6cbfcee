// Tunes the weights of lead ordering (src/whist/lead_ordering_weights.hpp) by hill climbing:
//
//     cmake -S . -B build/tune -DODDTRICK_PYTHON=OFF -DODDTRICK_TUNE=ON && cmake --build build/tune
//     build/tune/kernel/bench/tune trumps|none [seed [cards [deals]]]
//
// It changes a few weights at random, solves the same random deals again, and keeps the change if
// the search took fewer nodes (with an exponent of 0.75, so that hard deals do not dominate). It
// prints each improvement in the order of `LeadWeights` and never stops: interrupt it once it
// stagnates.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <string_view>
#include <vector>

#include "whist/lead_ordering_weights.hpp"
#include "whist/search.hpp"
#include "whist/value_estimate.hpp"

namespace oddtrick::whist {

namespace {

constexpr std::size_t WEIGHTS = sizeof(LeadWeights) / sizeof(int);

SearchNode random_deal(std::mt19937 &random, int cards) {
    std::array<int, CARDS> whole;
    std::iota(whole.begin(), whole.end(), 0);
    std::shuffle(whole.begin(), whole.end(), random);
    std::array<Lanes, 4> hands{};
    for (int i = 0; i < 4 * cards; ++i)
        hands[i % 4] |= Lanes{1} << (WIDTH * suit_of(whole[i]) + rank_of(whole[i]));
    const Lanes all = hands[0] | hands[1] | hands[2] | hands[3];
    Lanes closed = 0;
    for (int suit = 0; suit < SUITS; ++suit)
        closed |= ((Lanes{1} << size(all & lane(suit))) - 1) << (WIDTH * suit);
    for (Lanes &hand : hands) hand = unpack(pack(hand, all), closed);
    return node_of(hands);
}

template <bool TRUMPS>
class Climb {
  public:
    Climb(unsigned seed, int cards, int deals) : random_(seed) {
        for (int i = 0; i < deals; ++i) deals_.push_back(random_deal(random_, cards));
        // The hardest first, so that a bad change is rejected early.
        std::vector<std::pair<double, std::size_t>> order;
        for (std::size_t i = 0; i < deals_.size(); ++i) order.emplace_back(-cost(deals_[i]), i);
        std::sort(order.begin(), order.end());
        std::vector<SearchNode> sorted;
        for (const auto &[hardness, i] : order) sorted.push_back(deals_[i]);
        deals_ = sorted;
        best_ = first_ = total();
    }

    [[noreturn]] void run() {
        for (;;) {
            LeadWeights &weights = lead_weights[TRUMPS];
            const LeadWeights before = weights;
            change(weights);
            const double now = total();
            if (now < best_) show(now / first_);
            if (now > best_)
                weights = before;
            else
                best_ = now;
        }
    }

  private:
    double cost(const SearchNode &deal) {
        table_.clear();
        *killers_ = {};
        NodeLimit node_limit;
        Search<TRUMPS> search(table_, *killers_, node_limit);
        int low = 0, high = deal.tricks;
        for (int at = std::clamp(estimate_value(deal, TRUMPS), 1, high); low < high;
             at = std::clamp(at, low + (low < high), high)) {
            if (search.leader_takes(deal, at).holds)
                low = at++;
            else
                high = --at;
        }
        return std::pow(static_cast<double>(node_limit.nodes()), 0.75);
    }

    double total() {
        double sum = 0;
        for (const SearchNode &deal : deals_)
            if ((sum += cost(deal)) > best_) break;
        return sum;
    }

    void change(LeadWeights &weights) {
        int *const numbers = reinterpret_cast<int *>(&weights);
        for (int left = 1 + static_cast<int>(random_() % 3); left > 0; --left) {
            const double step = std::exp(std::uniform_real_distribution<>(0, 3.6)(random_));
            numbers[random_() % WEIGHTS] += static_cast<int>(random_() & 1 ? step : -step);
        }
    }

    void show(double share) const {
        std::printf("%.4f of the cards:", share);
        const int *const numbers = reinterpret_cast<const int *>(&lead_weights[TRUMPS]);
        for (std::size_t i = 0; i < WEIGHTS; ++i) std::printf(" %d", numbers[i]);
        std::puts("");
        std::fflush(stdout);
    }

    std::mt19937 random_;
    std::vector<SearchNode> deals_;
    PatternTable table_{std::size_t{1} << 30};
    std::unique_ptr<KillerTable> killers_ = std::make_unique<KillerTable>();
    double first_ = 0, best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

}  // namespace oddtrick::whist

int main(int count, char **arguments) {
    using oddtrick::whist::Climb;
    const auto number = [&](int i, int otherwise) {
        return count > i ? std::atoi(arguments[i]) : otherwise;
    };
    const bool trumps = count > 1 && std::string_view(arguments[1]) == "trumps";
    const int seed = number(2, 1), cards = number(3, 12), deals = number(4, 150);
    if (count < 2 || (!trumps && std::string_view(arguments[1]) != "none") || cards < 2 ||
        cards > 13 || deals < 1) {
        std::fprintf(stderr, "tune trumps|none [seed [cards, 2 to 13 [deals]]]\n");
        return 1;
    }
    if (trumps) Climb<true>(seed, cards, deals).run();
    Climb<false>(seed, cards, deals).run();
}
