#include "whist/pattern_table.hpp"

#include <vector>

#include "check.hpp"
#include "oddtrick/random.hpp"

using namespace oddtrick;
using namespace oddtrick::whist;

namespace {

constexpr std::size_t MEGABYTE = std::size_t{1} << 20;
constexpr std::size_t LEAST = std::size_t{64} << 10;  // memory of an empty table
constexpr Lanes PLACES = 0x1FFF'1FFF'1FFF'1FFF;

struct Entry {
    std::uint64_t shape;
    Owners owners;
    Lanes mask;
    Bounds bounds;

    bool matches(std::uint64_t other, const Owners &held) const {
        const Lanes differ = (owners.low ^ held.low) | (owners.high ^ held.high);
        return shape == other && (differ & mask) == 0;
    }
    bool decides(int need) const { return bounds.lower >= need || bounds.upper < need; }
};

Owners some_owners(Random &random) {
    return {random.next() & PLACES, random.next() & PLACES};
}

// Owners that differ below the top cards of two suits only, so that many patterns match.
Owners much_alike(Random &random) {
    constexpr Lanes FEW = 0x0007'0001'0000'0003;
    return {random.next() & FEW, random.next() & FEW};
}

Entry some_entry(Random &random, std::uint64_t shapes, bool alike) {
    const Lanes relevant = random.next() & random.next() & (alike ? 0x0007'0001'0000'0003 : PLACES);
    const int lower = static_cast<int>(random.below(14));
    const int upper = lower + static_cast<int>(random.below(std::uint64_t(14 - lower)));
    const Owners owners = alike ? much_alike(random) : some_owners(random);
    return {random.below(shapes) * 0x0123'4567'89AB'CDEF,
            owners,
            down_to_lowest(relevant),
            {lower, upper}};
}

void put(PatternTable &table, const Entry &entry, Lanes lead = 0) {
    table.store(entry.shape, entry.owners, entry.mask, entry.bounds, lead);
}

// Checks that a hit was stored, and, if nothing was evicted, that whatever was stored is found.
void compare(PatternTable &table, const std::vector<Entry> &entries, const Entry &asked, int need,
             bool kept_all) {
    Proof proof{};
    Lanes lead = 0;
    const bool found = table.lookup(asked.shape, asked.owners, need, proof, lead);
    bool known = false, told = false;
    for (const Entry &entry : entries) {
        if (!entry.matches(asked.shape, asked.owners) || !entry.decides(need)) continue;
        known = true;
        told |= entry.mask == proof.relevant && (entry.bounds.lower >= need) == proof.holds;
    }
    if (kept_all) CHECK(found == known);
    if (found) CHECK(told);
}

}  // namespace

TEST("a lookup finds exactly the patterns that match and decide") {
    Random random(1);
    int decided = 0;
    for (const std::uint64_t shapes : {1U, 5U, 40U}) {
        PatternTable table(64 * MEGABYTE);
        std::vector<Entry> entries;
        for (int number = 0; number < 1200; ++number) {
            entries.push_back(some_entry(random, shapes, true));
            put(table, entries.back());
            const Entry asked = some_entry(random, shapes, true);
            const int need = 1 + static_cast<int>(random.below(13));
            compare(table, entries, asked, need, true);
            Proof proof{};
            Lanes lead = 0;
            decided += table.lookup(asked.shape, asked.owners, need, proof, lead);
        }
    }
    CHECK(decided > 300 && decided < 3600);
}

TEST("a table keeps its entries when it grows") {
    Random random(2);
    PatternTable table(64 * MEGABYTE);
    const std::size_t before = table.bytes();
    std::vector<Entry> entries;
    for (int number = 0; number < 6000; ++number) {
        entries.push_back(some_entry(random, 1ULL << 40, false));
        put(table, entries.back(), Lanes{1} << number % 13);
    }
    CHECK(table.bytes() > before);
    for (std::size_t at = 0; at < entries.size(); ++at) {
        Proof proof{};
        Lanes lead = 0;
        const Entry &entry = entries[at];
        const int need = entry.bounds.upper + 1;
        CHECK(table.lookup(entry.shape, entry.owners, need, proof, lead) && !proof.holds);
        CHECK(proof.relevant == entry.mask);
        CHECK(lead == Lanes{1} << at % 13);
    }
}

TEST("a full table stays within its memory limit and correct") {
    Random random(3);
    for (const std::size_t most : {std::size_t{0}, LEAST, MEGABYTE / 3, MEGABYTE}) {
        PatternTable table(most);
        std::vector<Entry> entries;
        std::size_t largest = 0;
        for (int number = 0; number < 8000; ++number) {
            const Entry entry = some_entry(random, number % 3 ? 3 : 1ULL << 40, number % 3);
            if (number % 3 && number < 1500) entries.push_back(entry);
            if (number % 3 == 0 || number < 1500) put(table, entry);
            largest = std::max(largest, table.bytes());
            if (number % 16 == 0) compare(table, entries, some_entry(random, 3, true), 7, false);
        }
        CHECK(largest <= std::max(most, LEAST));
    }
}

TEST("a shape keeps its lead until another one is stored") {
    Random random(4);
    PatternTable table(MEGABYTE);
    const Entry entry = some_entry(random, 1, false);
    Proof proof{};
    Lanes lead = 77;
    CHECK(!table.lookup(entry.shape, entry.owners, 1, proof, lead) && lead == 77);
    put(table, entry, 4);
    table.lookup(entry.shape + 1, entry.owners, 1, proof, lead);
    CHECK(lead == 77);
    table.lookup(entry.shape, entry.owners, 1, proof, lead);
    CHECK(lead == 4);
    put(table, entry, 0);
    table.lookup(entry.shape, entry.owners, 1, proof, lead);
    CHECK(lead == 4);
}

TEST("a cleared table finds nothing, however often it is cleared") {
    Random random(5);
    PatternTable table(MEGABYTE);
    std::vector<Entry> entries;
    for (int number = 0; number < 900; ++number) {
        entries.push_back(some_entry(random, number % 2 ? 1 : 1ULL << 40, number % 2));
        put(table, entries.back());
    }
    Proof proof{};
    Lanes lead = 0;
    // Twice as often as the epoch counter of a block can count.
    for (int time = 0; time < 140'000; ++time) {
        table.clear();
        const Entry &entry = entries[std::size_t(time) % entries.size()];
        CHECK(!table.lookup(entry.shape, entry.owners, entry.bounds.upper + 1, proof, lead));
        if (time % 1000 == 0) put(table, entry);
    }
    put(table, entries[0]);
    CHECK(table.lookup(entries[0].shape, entries[0].owners, 14, proof, lead));
}
