#include "table.hpp"

#include <algorithm>
#include <bit>

namespace oddtrick::general {

namespace {

constexpr std::size_t FIRST_SLOTS = 1024;
constexpr std::uint64_t ODD = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * ODD;
    return hash ^ hash >> 29;
}

bool agrees(const Key &pattern, const Forgotten &forgotten, const Key &key) {
    if (pattern.shape != key.shape || pattern.terms != key.terms) return false;
    for (int suit = 0; suit < 4; ++suit)
        if (pattern.rows[suit] != key.rows[suit] >> 4 * forgotten[suit]) return false;
    return true;
}

}  // namespace

Table::Table(std::size_t most_bytes)
    : most_slots_(std::max(std::bit_floor(most_bytes / sizeof(Slot)), ALIGNED)) {}

// From the shape and who holds the highest card of each suit: no entry forgets that one.
std::size_t Table::home(const Key &key) const {
    std::uint64_t tops = key.terms;
    for (const std::uint64_t row : key.rows) {
        const int top = row ? (63 - std::countl_zero(row)) / 4 * 4 : 0;
        tops = tops * 17 + (row >> top);
    }
    const std::uint64_t hash = mixed(mixed(mixed(0, key.shape[0]), key.shape[1]), tops);
    return static_cast<std::size_t>(hash >> 5) & (slots_.size() - 1) & ~(ALIGNED - 1);
}

const Entry *Table::find(const Key &key, int need) const {
    if (slots_.empty()) return nullptr;
    const std::size_t first = home(key), last = slots_.size() - 1, probes = reach();
    const Entry *found = nullptr;
    for (std::size_t probe = 0; probe < probes; ++probe) {
        const Slot &slot = slots_[(first + probe) & last];
        if (slot.age != age_) break;  // nothing was ever put beyond a free slot
        if (!agrees(slot.key, slot.entry.forgotten, key)) continue;
        found = &slot.entry;
        if (found->lower >= need || found->upper < need) return found;
    }
    return found;
}

void Table::store(const Key &key, const Entry &entry, int tricks) {
    if (used_ * 8 >= slots_.size() * 5 && slots_.size() < most_slots_) grow();
    if (slots_.empty()) return;
    Key pattern = key;
    for (int suit = 0; suit < 4; ++suit) pattern.rows[suit] >>= 4 * entry.forgotten[suit];
    Slot &slot = place_for(pattern, entry, tricks);
    Entry merged = entry;
    if (slot.age != age_) {
        ++used_;
    } else if (slot.key == pattern && slot.entry.forgotten == entry.forgotten) {
        merged.lower = std::max(entry.lower, slot.entry.lower);
        merged.upper = std::min(entry.upper, slot.entry.upper);
    }
    slot = {pattern, merged, static_cast<std::uint8_t>(tricks), age_};
}

Table::Slot &Table::place_for(const Key &key, const Entry &entry, int tricks) {
    const std::size_t first = home(key), last = slots_.size() - 1, probes = reach();
    Slot *cheapest = &slots_[first];
    for (std::size_t probe = 0; probe < probes; ++probe) {
        Slot &slot = slots_[(first + probe) & last];
        if (slot.age != age_) return slot;
        if (slot.key == key && slot.entry.forgotten == entry.forgotten) return slot;
        if (slot.tricks < cheapest->tricks) cheapest = &slot;
    }
    // Something recent has to find room even if all there is is dearer: the slot that goes then
    // depends on the key only, so that a search stays a function of its input.
    if (cheapest->tricks <= tricks) return *cheapest;
    const std::uint64_t any = mixed(key.rows[0], key.rows[1] ^ key.rows[2] ^ key.rows[3]);
    return slots_[(first + any % probes) & last];
}

void Table::grow() {
    const std::size_t size = std::min(std::max(slots_.size() * 2, FIRST_SLOTS), most_slots_);
    std::vector<Slot> old(size);
    old.swap(slots_);
    used_ = 0;
    for (const Slot &slot : old) {
        if (slot.age != age_) continue;
        Slot &place = place_for(slot.key, slot.entry, slot.tricks);
        if (place.age != age_) ++used_;
        place = slot;
    }
}

void Table::forget() {
    slots_ = {};
    used_ = 0;
    age_ = 1;
}

void Table::renew() {
    used_ = 0;
    if (++age_ == 0) forget();
}

}  // namespace oddtrick::general
