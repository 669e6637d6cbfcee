// Information-set Monte-Carlo tree search with a single observer (SO-ISMCTS): one tree over the
// observer's information sets, one sampled world for each iteration (P. I. Cowling, E. J. Powley
// and D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012).
#pragma once

#include <cstdint>
#include <vector>

#include "oddtrick/rollout.hpp"

namespace oddtrick {

// The reward of a seat at the end of the deal, 0 to 1.
enum class Reward : std::uint8_t {
    tricks,    // its side's share of all tricks
    points,    // 1/2 plus its side's lead over the best other side in points, over 200
    survival,  // 1 over the number of sides that took a trick, if its own is among them; else 0
};

struct IsmctsSettings {
    std::size_t iterations = 1000;  // the worlds are used in turn, and again from the first
    double exploration = 0.7;       // the constant of UCB1
    Reward reward = Reward::tricks;
    int temperature = 256;           // of the rollout policy
    const Policy *policy = nullptr;  // the rollout policy of all seats; null: uniformly random
    std::uint64_t seed = 0;
};

// One tree, grown by one thread. It has to be the observer's turn to play.
class Ismcts {
  public:
    Ismcts(const DecisionWorlds &worlds, const IsmctsSettings &settings);

    // Runs its iterations, or as many as the limit allows. Returns their number.
    std::size_t run(const Limit &limit);
    // The visits and the mean reward of each choice of the observer, ascending by label.
    std::vector<std::uint64_t> visits() const;
    std::vector<double> means() const;

  private:
    static constexpr std::uint32_t NONE = UINT32_MAX;
    struct Node {
        std::int8_t card = NO_CARD;
        std::uint32_t first = NONE, next = NONE;  // of its children; of its siblings
        // A card is legal in some worlds only, so that UCB1 counts the iterations in which the node
        // was available instead of the visits of its parent.
        std::uint32_t visits = 0, available = 0;
        std::array<double, MAX_SEATS> rewards{};  // summed
    };

    void iterate(std::size_t number);
    Cards untried(std::uint32_t node, Cards legal) const;
    std::uint32_t select(std::uint32_t node, Cards legal, std::size_t seat);
    std::uint32_t expand(std::uint32_t parent, int card);
    void simulate(PlayState &state, Random &random) const;
    std::array<double, MAX_SEATS> rewards(const PlayState &state) const;

    const DecisionWorlds &worlds_;
    IsmctsSettings settings_;
    Cards choices_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> path_;
};

}  // namespace oddtrick
