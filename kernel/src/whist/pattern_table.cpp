#include "pattern_table.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace oddtrick::whist {

PatternTable::PatternTable(std::size_t max_bytes) : max_bytes_(max_bytes) {
    clear();
}

template <class T>
PatternTable::Many<T> PatternTable::make(std::size_t count) {
    void *memory = ::operator new[](count * sizeof(T), std::align_val_t{alignof(T)});
    std::memset(memory, 0, count * sizeof(T));
    return Many<T>(static_cast<T *>(memory));
}

void PatternTable::clear() {
    if (++epoch_ == 0) {
        // The epoch has wrapped around: blocks of the old one may not be taken for current ones.
        for (auto &table : tables_) table.reset();
        epoch_ = 1;
    }
    bits_ = MIN_BITS;
    used_ = 0;
    pages_used_ = 0;
    if (!tables_[bits_]) tables_[bits_] = make<Block>(std::size_t{1} << bits_);
}

void PatternTable::release() {
    for (auto &table : tables_) table.reset();
    pages_.reset();
    pages_made_ = 0;
    clear();
}

std::size_t PatternTable::bytes() const {
    std::size_t sum = pages_made_ * sizeof(Page);
    for (std::size_t bits = 0; bits < tables_.size(); ++bits)
        if (tables_[bits]) sum += sizeof(Block) << bits;
    return sum;
}

void PatternTable::prefetch(std::uint64_t shape) const {
#if defined(__GNUC__)
    const Block *block = &tables_[bits_][home(shape)];
    __builtin_prefetch(block);
    __builtin_prefetch(reinterpret_cast<const char *>(block) + sizeof(Block) / 2);
#else
    static_cast<void>(shape);
#endif
}

inline PatternTable::Block *PatternTable::find(std::uint64_t shape) {
    Block *table = tables_[bits_].get();
    const std::size_t last = (std::size_t{1} << bits_) - 1;
    for (std::size_t at = home(shape);; at = (at + 1) & last) {
        if (table[at].epoch != epoch_) return nullptr;  // none was ever taken out: nothing beyond
        if (table[at].shape == shape) return &table[at];
    }
}

PatternTable::Block *PatternTable::find_or_add(std::uint64_t shape) {
    if (used_ * 8 >= (std::size_t{5} << bits_)) grow();
    Block *table = tables_[bits_].get();
    const std::size_t last = (std::size_t{1} << bits_) - 1;
    for (std::size_t at = home(shape);; at = (at + 1) & last) {
        Block &block = table[at];
        if (block.epoch != epoch_) {
            block.shape = shape;
            block.lead = 0;
            block.more = NONE;
            block.epoch = epoch_;
            block.count = 0;
            block.turn = 0;
            block.mask = {};
            ++used_;
            return &block;
        }
        if (block.shape == shape) return &block;
    }
}

bool PatternTable::room_for(std::size_t more) const {
    return bytes() + more <= max_bytes_;
}

void PatternTable::grow() {
    const std::size_t old_size = std::size_t{1} << bits_, new_size = 2 * old_size;
    if (!tables_[bits_ + 1]) {
        // Full: it starts anew, rather than weigh up what to replace.
        if (!room_for(new_size * sizeof(Block))) return clear();
        tables_[bits_ + 1] = make<Block>(new_size);
    }
    const Block *old = tables_[bits_].get();
    Block *table = tables_[++bits_].get();
    for (std::size_t i = 0; i < old_size; ++i) {
        if (old[i].epoch != epoch_) continue;
        std::size_t at = home(old[i].shape);
        while (table[at].epoch == epoch_) at = (at + 1) & (new_size - 1);
        table[at] = old[i];
    }
}

// Allocates a page in front of `next`; returns `next` itself if there is no memory for one.
std::uint32_t PatternTable::allocate_page(std::uint32_t next) {
    if (pages_used_ == pages_made_) {
        const std::size_t more = std::max<std::size_t>(64, pages_made_ * 2);
        if (!room_for((more - pages_made_) * sizeof(Page))) return next;
        Many<Page> pages = make<Page>(more);
        if (pages_made_) std::memcpy(pages.get(), pages_.get(), pages_made_ * sizeof(Page));
        pages_ = std::move(pages);
        pages_made_ = more;
    }
    Page &page = pages_[pages_used_];
    page.count = 0;
    page.next = next;
    // Bounds that decide nothing, for places that are still free: a search of all sixteen at once
    // then needs no count.
    page.lower.fill(-1);
    page.upper.fill(127);
    return static_cast<std::uint32_t>(pages_used_++);
}

inline std::uint16_t PatternTable::digest_of(Lanes low, Lanes high) {
    constexpr Lanes TWO = 0x0003'0003'0003'0003;
    return static_cast<std::uint16_t>(pack(low, TWO) | pack(high, TWO) << 8);
}

inline unsigned PatternTable::matches(const Block &block, const Owners &owners) {
#if defined(__AVX2__)
    const __m256i low = _mm256_set1_epi64x(static_cast<long long>(owners.low));
    const __m256i high = _mm256_set1_epi64x(static_cast<long long>(owners.high));
    const auto load = [](const std::array<Lanes, BLOCK_PATTERNS> &a) {
        return _mm256_load_si256(reinterpret_cast<const __m256i *>(a.data()));
    };
    const __m256i differ = _mm256_or_si256(_mm256_xor_si256(load(block.low), low),
                                           _mm256_xor_si256(load(block.high), high));
    const __m256i miss = _mm256_and_si256(differ, load(block.mask));
    const __m256i equal = _mm256_cmpeq_epi64(miss, _mm256_setzero_si256());
    const unsigned all = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(equal)));
#else
    unsigned all = 0;
    for (int i = 0; i < BLOCK_PATTERNS; ++i) {
        const Lanes differ = (block.low[i] ^ owners.low) | (block.high[i] ^ owners.high);
        all |= static_cast<unsigned>((differ & block.mask[i]) == 0) << i;
    }
#endif
    return all & ((1U << block.count) - 1);
}

// The patterns of a page that may match and would decide. The digest covers the two top cards of
// each suit only, so that matches are checked in full afterwards.
inline unsigned PatternTable::candidates(const Page &page, std::uint16_t digest, int need) {
#if defined(__AVX2__)
    const auto load = [](const auto &a) {
        return _mm256_load_si256(reinterpret_cast<const __m256i *>(a.data()));
    };
    const __m256i differ =
        _mm256_xor_si256(load(page.digest), _mm256_set1_epi16(static_cast<short>(digest)));
    const __m256i miss = _mm256_and_si256(differ, load(page.digest_mask));
    const __m256i equal = _mm256_cmpeq_epi16(miss, _mm256_setzero_si256());
    const __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(equal), _mm256_extracti128_si256(equal, 1));
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(need));
    const auto less = [wanted](const std::array<std::int8_t, PAGE_PATTERNS> &bounds) {
        const auto *at = reinterpret_cast<const __m128i *>(bounds.data());
        return _mm_movemask_epi8(_mm_cmpgt_epi8(wanted, _mm_load_si128(at)));
    };
    const int decides = ~less(page.lower) | less(page.upper);
    return static_cast<unsigned>(_mm_movemask_epi8(bytes) & decides);
#else
    unsigned all = 0;
    for (int i = 0; i < PAGE_PATTERNS; ++i) {
        const bool equal = ((page.digest[i] ^ digest) & page.digest_mask[i]) == 0;
        const bool decides = page.lower[i] >= need || page.upper[i] < need;
        all |= static_cast<unsigned>(equal && decides) << i;
    }
    return all;
#endif
}

bool PatternTable::lookup(std::uint64_t shape, const Owners &owners, int need, Proof &proof,
                          Lanes &lead) {
    Block *first = find(shape);
    if (!first) return false;
    lead = first->lead;
    for (unsigned left = matches(*first, owners); left; left &= left - 1) {
        const int i = std::countr_zero(left);
        const bool holds = first->lower[i] >= need;
        if (!holds && first->upper[i] >= need) continue;
        proof = {first->mask[i], holds};
        return true;
    }
    return first->more != NONE && lookup_pages(*first, owners, need, proof);
}

bool PatternTable::lookup_pages(Block &first, const Owners &owners, int need, Proof &proof) {
    const std::uint16_t digest = digest_of(owners.low, owners.high);
    for (std::uint32_t at = first.more; at != NONE; at = pages_[at].next) {
        Page &page = pages_[at];
        for (unsigned left = candidates(page, digest, need); left; left &= left - 1) {
            const int i = std::countr_zero(left);
            if (!page.patterns[i].fits(owners)) continue;
            proof = {page.patterns[i].mask, page.lower[i] >= need};
            swap_in(first, page, i);
            return true;
        }
    }
    return false;
}

// Moves a pattern that was hit to the block, in exchange for another one: it is likely to hit
// again.
void PatternTable::swap_in(Block &first, Page &page, int i) {
    const int to = first.turn++ % BLOCK_PATTERNS;
    Pattern &pattern = page.patterns[i];
    std::swap(pattern.low, first.low[to]);
    std::swap(pattern.high, first.high[to]);
    std::swap(pattern.mask, first.mask[to]);
    std::swap(page.lower[i], first.lower[to]);
    std::swap(page.upper[i], first.upper[to]);
    page.digest[i] = digest_of(pattern.low, pattern.high);
    page.digest_mask[i] = digest_of(pattern.mask, pattern.mask);
}

// The slot of a pattern that the new one subsumes, or a free one.
int PatternTable::place_for(Block &first, const Owners &owners, Lanes mask, Bounds bounds) {
    for (int i = 0; i < first.count; ++i) {
        const Pattern old{first.low[i], first.high[i], first.mask[i] & mask};
        if (old.mask == mask && old.fits(owners) && bounds.lower >= first.lower[i] &&
            bounds.upper <= first.upper[i])
            return i;
    }
    return first.count < BLOCK_PATTERNS ? first.count++ : evict_to_page(first);
}

void PatternTable::store(std::uint64_t shape, const Owners &owners, Lanes relevant, Bounds bounds,
                         Lanes lead) {
    const Lanes mask = down_to_lowest(relevant);
    Block &first = *find_or_add(shape);
    if (lead) first.lead = lead;
    const int at = place_for(first, owners, mask, bounds);
    first.low[at] = owners.low & mask;
    first.high[at] = owners.high & mask;
    first.mask[at] = mask;
    first.lower[at] = static_cast<std::int8_t>(bounds.lower);
    first.upper[at] = static_cast<std::int8_t>(bounds.upper);
}

// Moves one of the block's patterns to a page, since the newest is the likeliest to hit. If memory
// has run out, that pattern is lost.
int PatternTable::evict_to_page(Block &first) {
    const int at = first.turn++ % BLOCK_PATTERNS;
    if (first.more == NONE || pages_[first.more].count == PAGE_PATTERNS) {
        const std::uint32_t page = allocate_page(first.more);
        if (page == first.more) return at;
        first.more = page;
    }
    Page &page = pages_[first.more];
    const int to = static_cast<int>(page.count++);
    page.patterns[to] = {first.low[at], first.high[at], first.mask[at]};
    page.lower[to] = first.lower[at];
    page.upper[to] = first.upper[at];
    page.digest[to] = digest_of(first.low[at], first.high[at]);
    page.digest_mask[to] = digest_of(first.mask[at], first.mask[at]);
    return at;
}

}  // namespace oddtrick::whist
