#include "general_table.hpp"

#include <algorithm>
#include <bit>

namespace oddtrick::general {

namespace {

constexpr std::size_t FIRST_SLOTS = 1024;
constexpr std::uint64_t ODD = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio

}  // namespace

Table::Table(std::size_t most_bytes)
    : most_slots_(std::max(std::bit_floor(most_bytes / sizeof(Slot)), PROBES)) {}

std::size_t Table::home(const Key &key) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) {
        hash = (hash ^ word) * ODD;
        hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash >> 5) & (slots_.size() - 1) & ~(PROBES - 1);
}

const Bounds *Table::find(const Key &key) const {
    if (slots_.empty()) return nullptr;
    const Slot *slot = &slots_[home(key)];
    for (std::size_t probe = 0; probe < PROBES; ++probe, ++slot)
        if (slot->age == age_ && slot->key == key) return &slot->bounds;
    return nullptr;
}

void Table::store(const Key &key, const Bounds &bounds, int tricks) {
    if (used_ * 4 >= slots_.size() * 3 && slots_.size() < most_slots_) grow();
    Slot &slot = place_for(key, tricks);
    if (slot.age != age_) ++used_;
    slot = {key, bounds, static_cast<std::uint8_t>(tricks), age_};
}

Table::Slot &Table::place_for(const Key &key, int tricks) {
    Slot *const group = &slots_[home(key)];
    Slot *cheapest = group;
    for (Slot *slot = group; slot != group + PROBES; ++slot) {
        if (slot->age != age_ || slot->key == key) return *slot;
        if (slot->tricks < cheapest->tricks) cheapest = slot;
    }
    // In a full group something recent has to find room even if all of it is dearer: the slot
    // that goes then depends on the key only, so that a search stays a function of its input.
    return cheapest->tricks <= tricks ? *cheapest : group[key[0] % PROBES];
}

void Table::grow() {
    const std::size_t size = std::min(std::max(slots_.size() * 2, FIRST_SLOTS), most_slots_);
    std::vector<Slot> old(size);
    old.swap(slots_);
    used_ = 0;
    for (const Slot &slot : old) {
        if (slot.age != age_) continue;
        Slot &place = place_for(slot.key, slot.tricks);
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
