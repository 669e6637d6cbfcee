#include "transposition_table.hpp"

#include <algorithm>
#include <bit>

namespace oddtrick::general {

namespace {

constexpr std::size_t FIRST_SLOTS = 1024;
constexpr std::uint64_t GOLDEN =
    0x9E3779B97F4A7C15;  // 2^64 over the golden ratio: Fibonacci hashing

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * GOLDEN;
    return hash ^ hash >> 29;
}

bool matches(const TableKey &pattern, const IgnoredRanks &ignored, const TableKey &key) {
    if (pattern.shape != key.shape || pattern.terms != key.terms) return false;
    for (int suit = 0; suit < 4; ++suit)
        if (pattern.rows[suit] != key.rows[suit] >> 4 * ignored[suit]) return false;
    return true;
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t max_bytes)
    : max_slots_(std::max(std::bit_floor(max_bytes / sizeof(Slot)), ALIGNED)) {}

// The home slot. It hashes only what no entry ignores, the shape and the holder of the highest card
// of each suit, so that a position and every pattern that covers it have the same home.
std::size_t TranspositionTable::home_slot(const TableKey &key) const {
    std::uint64_t tops = key.terms;
    for (const std::uint64_t row : key.rows) {
        const int top = row ? (63 - std::countl_zero(row)) / 4 * 4 : 0;
        tops = tops * 17 + (row >> top);
    }
    const std::uint64_t hash = mix(mix(mix(0, key.shape[0]), key.shape[1]), tops);
    return static_cast<std::size_t>(hash >> 5) & (slots_.size() - 1) & ~(ALIGNED - 1);
}

const TableEntry *TranspositionTable::find(const TableKey &key, int need) const {
    if (slots_.empty()) return nullptr;
    const std::size_t first = home_slot(key), last = slots_.size() - 1, probes = reach();
    const TableEntry *found = nullptr;
    for (std::size_t probe = 0; probe < probes; ++probe) {
        const Slot &slot = slots_[(first + probe) & last];
        if (slot.generation != generation_)
            break;  // slots fill in probe order: nothing lies beyond a free one
        if (!matches(slot.key, slot.entry.ignored, key)) continue;
        found = &slot.entry;
        if (found->lower >= need || found->upper < need) return found;
    }
    return found;
}

void TranspositionTable::store(const TableKey &key, const TableEntry &entry, int tricks) {
    if (used_ * 8 >= slots_.size() * 5 && slots_.size() < max_slots_) grow();
    if (slots_.empty()) return;
    TableKey pattern = key;
    for (int suit = 0; suit < 4; ++suit) pattern.rows[suit] >>= 4 * entry.ignored[suit];
    Slot &slot = place_for(pattern, entry, tricks);
    TableEntry merged = entry;
    if (slot.generation != generation_) {
        ++used_;
    } else if (slot.key == pattern && slot.entry.ignored == entry.ignored) {
        merged.lower = std::max(entry.lower, slot.entry.lower);
        merged.upper = std::min(entry.upper, slot.entry.upper);
    }
    slot = {pattern, merged, static_cast<std::uint8_t>(tricks), generation_};
}

TranspositionTable::Slot &TranspositionTable::place_for(const TableKey &key,
                                                        const TableEntry &entry, int tricks) {
    const std::size_t first = home_slot(key), last = slots_.size() - 1, probes = reach();
    Slot *cheapest = &slots_[first];
    for (std::size_t probe = 0; probe < probes; ++probe) {
        Slot &slot = slots_[(first + probe) & last];
        if (slot.generation != generation_) return slot;
        if (slot.key == key && slot.entry.ignored == entry.ignored) return slot;
        if (slot.tricks < cheapest->tricks) cheapest = &slot;
    }
    // A recent entry has to find room even if all slots hold deeper ones. The slot to replace
    // depends on the key only, so that node counts are reproducible.
    if (cheapest->tricks <= tricks) return *cheapest;
    const std::uint64_t any = mix(key.rows[0], key.rows[1] ^ key.rows[2] ^ key.rows[3]);
    return slots_[(first + any % probes) & last];
}

void TranspositionTable::grow() {
    const std::size_t size = std::min(std::max(slots_.size() * 2, FIRST_SLOTS), max_slots_);
    std::vector<Slot> old(size);
    old.swap(slots_);
    used_ = 0;
    for (const Slot &slot : old) {
        if (slot.generation != generation_) continue;
        Slot &place = place_for(slot.key, slot.entry, slot.tricks);
        if (place.generation != generation_) ++used_;
        place = slot;
    }
}

void TranspositionTable::clear() {
    slots_ = {};
    used_ = 0;
    generation_ = 1;
}

void TranspositionTable::invalidate() {
    used_ = 0;
    if (++generation_ == 0) clear();
}

}  // namespace oddtrick::general
