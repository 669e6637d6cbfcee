#include "oddtrick/sampler.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>

namespace oddtrick {

namespace {

// Bound on nodes plus branches: 100 MB. Four suits in nine cells need 50,000.
constexpr std::size_t MAX_NODES = std::size_t{1} << 20;

constexpr auto BINOMIALS = [] {
    std::array<std::array<std::uint64_t, CARDS + 1>, CARDS + 1> binomials{};
    for (std::size_t n = 0; n <= CARDS; ++n) {
        binomials[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k)
            binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
    }
    return binomials;
}();

// Binomial coefficient: the number of sets of k cards among n.
std::uint64_t choose(int n, int k) {
    return BINOMIALS[std::size_t(n)][std::size_t(k)];
}

// Makes each decision of a draw at random, in proportion to the number of layouts behind it.
class RandomChoice {
  public:
    explicit RandomChoice(Random &random) : random_(random) {}

    // Draws a number below the total, and takes the first branch whose cumulative count exceeds it.
    template <class Branch>
    const Branch &branch(std::span<const Branch> branches) {
        if (branches.size() == 1) return branches[0];
        const UInt256 &ways = branches.back().upto;
        const UInt256 drawn = below(random_, ways);
        std::size_t taken = 0;
        if (ways.fits_word())
            while (branches[taken].upto.low() <= drawn.low()) ++taken;
        else
            while (branches[taken].upto <= drawn) ++taken;
        return branches[taken];
    }

    Cards subset(Cards from, int size) {
        const int all = count(from);
        if (size == 0) return 0;
        // Of more than half, those left out are drawn: each card drawn costs a random number.
        if (2 * size > all) return from & ~subset(from, all - size);
        std::array<std::uint8_t, CARDS> cards;
        for (std::size_t place = 0; from; ++place)
            cards[place] = static_cast<std::uint8_t>(take_lowest(from));
        Cards chosen = 0;
        for (int remain = all; remain > all - size; --remain) {
            std::uint8_t &card = cards[random_.below(static_cast<std::uint64_t>(remain))];
            chosen |= bit(card);
            card = cards[std::size_t(remain - 1)];  // the last one fills the gap: no card twice
        }
        return chosen;
    }

  private:
    Random &random_;
};

// Makes each decision of an unranking: the number of the layout is consumed digit by digit, in a
// mixed radix whose digits are the counts of the branches.
class Unranking {
  public:
    explicit Unranking(const UInt256 &number) : rest_(number) {}

    template <class Branch>
    const Branch &branch(std::span<const Branch> branches) {
        std::size_t taken = 0;
        while (branches[taken].upto <= rest_) ++taken;
        if (taken) rest_ -= branches[taken - 1].upto;
        return branches[taken];
    }

    // Unranks a subset: the combinatorial number system, by descending card.
    Cards subset(Cards from, int size) {
        UInt256 upper = rest_;
        std::uint64_t number = upper.divide(choose(count(from), size)).low();
        rest_ = upper;
        Cards chosen = 0;
        while (size) {
            const Cards highest_bit = bit(highest(from));
            from &= ~highest_bit;
            const std::uint64_t without = choose(count(from), size);
            if (number < without) continue;
            number -= without;
            chosen |= highest_bit;
            --size;
        }
        return chosen;
    }

  private:
    UInt256 rest_;
};

}  // namespace

// Counts the layouts below each reachable node, memoised by step and remaining cards.
class Layouts::Counter {
  public:
    explicit Counter(Layouts &layouts) : of_(layouts) {
        std::uint64_t stride = 1;
        for (const Kind &kind : of_.kinds_) {
            remain_.push_back(oddtrick::count(kind.cards));
            total_ += remain_.back();
            strides_.push_back(stride);
            stride *= static_cast<std::uint64_t>(remain_.back()) + 1;
        }
        seen_.resize(of_.steps_.size() + 1);
    }

    // The node before a step, for the numbers of cards that remain now.
    std::uint32_t node(std::size_t at) {
        // The remainder as one number in a mixed radix. Kinds with n, m … cards have (n+1)(m+1)…
        // remainders, at most 2^52 with 52 cards, so that the key fits a word.
        std::uint64_t key = 0;
        for (std::size_t kind = 0; kind < remain_.size(); ++kind)
            key += strides_[kind] * static_cast<std::uint64_t>(remain_[kind]);
        const auto known = seen_[at].find(key);
        if (known != seen_[at].end()) return known->second;

        std::vector<Branch> branches;
        UInt256 ways = at == of_.steps_.size() ? 1 : 0;
        if (at < of_.steps_.size()) ways = add_branches(at, branches);
        const auto place = static_cast<std::uint32_t>(of_.nodes_.size());
        of_.nodes_.push_back({ways, static_cast<std::uint32_t>(of_.branches_.size()),
                              static_cast<std::uint32_t>(branches.size())});
        of_.branches_.insert(of_.branches_.end(), branches.begin(), branches.end());
        if (of_.nodes_.size() + of_.branches_.size() > MAX_NODES)
            throw std::invalid_argument(
                "too many kinds of hidden cards to count: " + std::to_string(of_.kinds_.size()) +
                " kinds in " + std::to_string(of_.pools_.size()) + " pools of cells");
        seen_[at].emplace(key, place);
        return place;
    }

  private:
    UInt256 add_branches(std::size_t at, std::vector<Branch> &branches) {
        const Step &step = of_.steps_[at];
        int &remain = remain_[step.kind];
        // `need` cards are missing in this pool. Its last kind has no choice: it fills the pool.
        const int all = remain, total = total_, need = total - step.later;
        UInt256 ways;
        for (int taken = step.last ? need : 0; taken <= std::min(all, need); ++taken) {
            remain = all - taken;
            total_ = total - taken;
            const std::uint32_t next = node(at + 1);
            const UInt256 after = of_.nodes_[next].ways;
            if (after == 0) continue;  // so that no draw ends in a deal that can't be completed
            ways += after * choose(all, taken);
            branches.push_back({ways, next, taken});
        }
        remain = all;
        total_ = total;
        return ways;
    }

    Layouts &of_;
    std::vector<int> remain_;
    int total_ = 0;
    std::vector<std::uint64_t> strides_;
    std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> seen_;
};

Layouts::Layouts(const std::vector<int> &sizes, const std::vector<Kind> &kinds)
    : cells_(static_cast<int>(sizes.size())), sizes_(sizes) {
    if (sizes.empty() || sizes.size() > MAX_CELLS)
        throw std::invalid_argument("there are " + std::to_string(sizes.size()) +
                                    " cells: it takes 1 to " + std::to_string(MAX_CELLS));
    gather_kinds(kinds);
    gather_pools();
    gather_steps();
    count_ways();
}

// Merges the kinds that may lie in the same cells, ignoring cells of size 0.
void Layouts::gather_kinds(const std::vector<Kind> &kinds) {
    std::map<unsigned, Cards> by_cells;
    unsigned open = 0;
    for (int cell = 0; cell < cells_; ++cell)
        if (sizes_[std::size_t(cell)]) open |= 1u << cell;
    Cards seen = 0;
    for (const Kind &kind : kinds) {
        if (kind.cards & seen || kind.cards & ~PACK)
            throw std::invalid_argument("a hidden card is named twice, or is not a card");
        if (kind.cells >> cells_)
            throw std::invalid_argument("a hidden card may lie in a cell that is not there");
        seen |= kind.cards;
        by_cells[kind.cells & open] |= kind.cards;
    }
    for (const auto &[cells, cards] : by_cells)
        if (cards) kinds_.push_back({cards, cells});
}

// Orders pools by size. The largest comes last and takes what is left, which keeps nodes few.
void Layouts::gather_pools() {
    int places = 0, hidden = 0;
    for (const Kind &kind : kinds_) hidden += oddtrick::count(kind.cards);
    for (int cell = 0; cell < cells_; ++cell) {
        const int size = sizes_[std::size_t(cell)];
        if (size < 0)
            throw std::invalid_argument("cell " + std::to_string(cell) + " has a negative size");
        if (size == 0) continue;
        places += size;
        Pool pool{0, size, {cell}};
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
            if (kinds_[kind].cells >> cell & 1) pool.kinds |= std::uint64_t{1} << kind;
        const auto alike = std::find_if(pools_.begin(), pools_.end(), [&](const Pool &other) {
            return other.kinds == pool.kinds;
        });
        if (alike == pools_.end()) {
            pools_.push_back(pool);
        } else {
            alike->size += size;
            alike->cells.push_back(cell);
        }
    }
    if (places != hidden)
        throw std::invalid_argument("the cells have room for " + std::to_string(places) +
                                    " cards, but " + std::to_string(hidden) + " are hidden");
    std::stable_sort(pools_.begin(), pools_.end(),
                     [](const Pool &one, const Pool &other) { return one.size < other.size; });
}

void Layouts::gather_steps() {
    int later = 0;
    for (const Pool &pool : pools_) later += pool.size;
    for (std::size_t pool = 0; pool < pools_.size(); ++pool) {
        later -= pools_[pool].size;
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            const std::uint64_t beyond = pools_[pool].kinds >> kind;
            if (beyond & 1) steps_.push_back({pool, kind, beyond == 1, later});
        }
    }
}

void Layouts::count_ways() {
    // Cells that no card may fill: the count stays 0.
    const auto shut = [](const Pool &pool) { return pool.kinds == 0; };
    if (std::any_of(pools_.begin(), pools_.end(), shut)) return;
    std::vector<std::uint64_t> factors;
    for (const Pool &pool : pools_) {
        int rest = pool.size;
        for (const int cell : pool.cells) {
            factors.push_back(choose(rest, sizes_[std::size_t(cell)]));
            rest -= sizes_[std::size_t(cell)];
        }
    }
    root_ = Counter(*this).node(0);
    count_ = nodes_[root_].ways;
    for (const std::uint64_t factor : factors) {
        count_ *= factor;
        splits_ *= factor;
    }
}

template <class Source>
void Layouts::fill(Source &path, Source &splits, std::span<Cards> into) const {
    std::array<Cards, CARDS> left;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) left[kind] = kinds_[kind].cards;
    std::array<Cards, MAX_CELLS> pooled{};
    const Node *node = &nodes_[root_];
    for (const Step &step : steps_) {
        const Branch &branch =
            path.branch(std::span(branches_).subspan(node->first, node->branches));
        const Cards taken = path.subset(left[step.kind], branch.taken);
        left[step.kind] &= ~taken;
        pooled[step.pool] |= taken;
        node = &nodes_[branch.next];
    }
    std::fill(into.begin(), into.end(), 0);
    for (std::size_t pool = 0; pool < pools_.size(); ++pool) {
        Cards rest = pooled[pool];
        for (const int cell : pools_[pool].cells) {
            const Cards taken = splits.subset(rest, sizes_[std::size_t(cell)]);
            into[std::size_t(cell)] = taken;
            rest &= ~taken;
        }
    }
}

void Layouts::draw_rows(std::uint64_t seed, std::uint64_t first, std::span<Cards> rows) const {
    const std::size_t width = sizes_.size();
    for (std::size_t row = 0; row < rows.size() / width; ++row) {
        // A generator for each row: world i of a seed does not depend on those drawn with it.
        Random random(seed, first + row);
        draw(random, rows.subspan(row * width, width));
    }
}

void Layouts::list_rows(UInt256 first, std::span<Cards> rows) const {
    const std::size_t width = sizes_.size();
    for (std::size_t row = 0; row < rows.size() / width; ++row) {
        at(first, rows.subspan(row * width, width));
        first += 1;
    }
}

void Layouts::draw(Random &random, std::span<Cards> into) const {
    RandomChoice choice(random);
    fill(choice, choice, into);
}

void Layouts::at(const UInt256 &number, std::span<Cards> into) const {
    // Two digits: how the pools are split into cells, and the path through the program.
    UInt256 path = number;
    Unranking splits(path.divide(splits_));
    Unranking subsets(path);
    fill(subsets, splits, into);
}

}  // namespace oddtrick
