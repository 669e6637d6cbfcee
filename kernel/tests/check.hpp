// Tests of the kernel without Python. A test is a sentence and a body, in any file of this folder:
//
//     TEST("the lowest card goes first") { CHECK(lowest(bit(3) | bit(7)) == 3); }
//     TEST("a card too many is rejected") { CHECK_THROWS(std::invalid_argument, check(position)); }
//
// A failed check is reported and the test goes on, since later checks are often the better clue.
#pragma once

#include <string_view>

namespace oddtrick::tests {

using Body = void (*)();

// Registers a test with main(). The return value only allows the call before main().
bool add(std::string_view sentence, Body body);
void check(bool holds, std::string_view expression, const char *file, int line);

}  // namespace oddtrick::tests

#define ODDTRICK_JOIN_(a, b) a##b
#define ODDTRICK_JOIN(a, b) ODDTRICK_JOIN_(a, b)
#define ODDTRICK_TEST_(body, sentence)                               \
    static void body();                                              \
    [[maybe_unused]] static const bool ODDTRICK_JOIN(body, _added) = \
        oddtrick::tests::add(sentence, body);                        \
    static void body()

#define TEST(sentence) ODDTRICK_TEST_(ODDTRICK_JOIN(test_, __LINE__), sentence)

#define CHECK(...) \
    oddtrick::tests::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

#define CHECK_THROWS(type, ...)                                                             \
    do {                                                                                    \
        bool thrown_ = false;                                                               \
        try {                                                                               \
            static_cast<void>(__VA_ARGS__);                                                 \
        } catch (const type &) {                                                            \
            thrown_ = true;                                                                 \
        }                                                                                   \
        oddtrick::tests::check(thrown_, #__VA_ARGS__ " throws " #type, __FILE__, __LINE__); \
    } while (false)
