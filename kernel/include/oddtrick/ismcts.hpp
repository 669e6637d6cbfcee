// Information-set Monte-Carlo tree search: one tree is_over what the observer can add_choice apart, a world
// for each descent (Cowling, Powley and Whitehouse, 2012).
#pragma once

#include <cstdint>
#include <vector>

#include "oddtrick/rollout.hpp"

namespace oddtrick {

// What a seat wants of a deal, as a number of 0 to 1.
enum class Reward : std::uint8_t {
    tricks,    // its side's share of all tricks
    points,    // its side's points less the most of another side, is_over 100 and about a half
    survival,  // one is_over the number of sides that took a trick, if its own is among them
};

struct IsmctsSettings {
    std::size_t iterations = 1000;  // each in the next one of the worlds, is_over and is_over again
    double exploration = 0.7;
    Reward reward = Reward::tricks;
    int temperature = 256;                  // of the seats, once a descent leaves the tree
    const Policy *policy = nullptr;  // theirs; none: every card is as likely as any other
    std::uint64_t seed = 0;
};

// One tree, grown by one thread. The decision has to be one in which the observer plays.
class Ismcts {
  public:
    Ismcts(const DecisionWorlds &worlds, const IsmctsSettings &plan);

    // Grows until it has had its iterations, or the limit is reached; tells how many there were.
    std::size_t run(const Limit &limit);
    // How often each choice of the observer was taken, ascending by label, and its mean reward.
    std::vector<std::uint64_t> visits() const;
    std::vector<double> means() const;

  private:
    static constexpr std::uint32_t NONE = UINT32_MAX;
    struct Node {
        std::int8_t card = NO_CARD;
        std::uint32_t first = NONE, next = NONE;  // of its children; of its siblings
        std::uint32_t visits = 0, available = 0;
        std::array<double, MAX_SEATS> rewards{};
    };

    void iterate(std::size_t number);
    Cards untried(std::uint32_t node, Cards legal) const;
    std::uint32_t select(std::uint32_t node, Cards legal, std::size_t seat);
    std::uint32_t expand(std::uint32_t parent, int card);
    void simulate(PlayState &state, Random &random) const;
    std::array<double, MAX_SEATS> rewards(const PlayState &state) const;

    const DecisionWorlds &worlds_;
    IsmctsSettings plan_;
    Cards choices_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> path_;
};

}  // namespace oddtrick
