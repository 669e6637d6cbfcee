// The double-dummy solver for partnership whist: four seats, two sides sitting alternately, all
// tricks of one worth. Much faster than the general solver on these positions.
#pragma once

#include <memory>
#include <vector>

#include "oddtrick/solver.hpp"

namespace oddtrick::whist {

// True if the position is of that kind.
bool is_whist(const Position &position);

// Values are for the seats in `us`. Positions have been checked, and are of that kind.
class WhistSolver {
  public:
    explicit WhistSolver(std::size_t table_bytes);
    ~WhistSolver();
    WhistSolver(WhistSolver &&) noexcept;
    WhistSolver &operator=(WhistSolver &&) noexcept;

    int value(const Position &position, const Limit &limit);
    CardValues cards(const Position &position, const Limit &limit);
    std::vector<std::int8_t> line(const Position &position, const Limit &limit);

    std::uint64_t nodes() const;
    std::size_t table_bytes() const;
    void clear();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace oddtrick::whist
