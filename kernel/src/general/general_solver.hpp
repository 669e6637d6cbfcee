// A double-dummy solver for every game of the family: two to eight seats on two sides, points for
// tricks and cards, or an objective.
#pragma once

#include <memory>
#include <vector>

#include "oddtrick/solver.hpp"

namespace oddtrick::general {

// Values are for "us". Positions have been checked. Without an objective the points of tricks and
// cards count.
class GeneralSolver {
  public:
    explicit GeneralSolver(std::size_t table_bytes);
    ~GeneralSolver();
    GeneralSolver(GeneralSolver &&) noexcept;
    GeneralSolver &operator=(GeneralSolver &&) noexcept;

    int value(const Position &position, const Objective *objective, const Limit &limit);
    CardValues cards(const Position &position, const Objective *objective, const Limit &limit);
    std::vector<std::int8_t> line(const Position &position, const Objective *objective,
                                  const Limit &limit);

    std::uint64_t nodes() const;
    std::size_t table_bytes() const;
    void clear();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace oddtrick::general
