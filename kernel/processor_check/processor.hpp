// Detection of x86-64-v3 in the processor and the operating system, by CPUID and XGETBV: the
// built-ins for it differ between compilers and are missing in older ones.
#pragma once

#include <array>
#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#define ODDTRICK_HAS_CPUID 1
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace oddtrick {

#if defined(ODDTRICK_HAS_CPUID)

enum Register { EAX, EBX, ECX, EDX };
using Registers = std::array<std::uint32_t, 4>;

// The registers of a CPUID leaf; zeros if the processor has no such leaf.
inline Registers cpuid(std::uint32_t leaf) {
    Registers said{};
#if defined(_MSC_VER)
    std::array<int, 4> raw{};
    __cpuid(raw.data(), static_cast<int>(leaf & 0x8000'0000U));
    if (static_cast<std::uint32_t>(raw[EAX]) >= leaf) {
        __cpuidex(raw.data(), static_cast<int>(leaf), 0);
        for (std::size_t i = 0; i < said.size(); ++i) said[i] = static_cast<std::uint32_t>(raw[i]);
    }
#else
    __get_cpuid_count(leaf, 0, &said[EAX], &said[EBX], &said[ECX], &said[EDX]);
#endif
    return said;
}

// The register state that the operating system saves on a context switch (XCR0).
inline std::uint64_t kept_by_the_system() {
#if defined(_MSC_VER)
    return _xgetbv(0);
#else
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
#endif
}

constexpr bool has_all(std::uint64_t said, std::uint64_t wanted) {
    return (said & wanted) == wanted;
}

inline bool runs_v3() {
    constexpr std::uint32_t FMA = 1U << 12, MOVBE = 1U << 22, POPCNT = 1U << 23, OSXSAVE = 1U << 27,
                            AVX = 1U << 28, F16C = 1U << 29;                 // leaf 1, ECX
    constexpr std::uint32_t BMI1 = 1U << 3, AVX2 = 1U << 5, BMI2 = 1U << 8;  // leaf 7, EBX
    constexpr std::uint32_t LZCNT = 1U << 5;                                 // leaf 8000'0001, ECX
    constexpr std::uint64_t XMM_AND_YMM = 0b110;
    return has_all(cpuid(1)[ECX], FMA | MOVBE | POPCNT | OSXSAVE | AVX | F16C) &&
           has_all(cpuid(7)[EBX], BMI1 | AVX2 | BMI2) && has_all(cpuid(0x8000'0001U)[ECX], LZCNT) &&
           has_all(kept_by_the_system(), XMM_AND_YMM);
}

#else

inline bool runs_v3() {
    return false;
}

#endif

}  // namespace oddtrick
