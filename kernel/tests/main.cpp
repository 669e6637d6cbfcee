// Runs all tests, or those whose name contains the argument: kernel_tests_v3 lowest
#include <cstdio>
#include <exception>
#include <vector>

#include "check.hpp"

namespace oddtrick::tests {
namespace {

struct Test {
    std::string_view sentence;
    Body body;
};

// A function-local static, since tests in other files register before main().
std::vector<Test> &all() {
    static std::vector<Test> tests;
    return tests;
}

int failures = 0;

void run(const Test &test) {
    const int before = failures;
    try {
        test.body();
    } catch (const std::exception &error) {
        ++failures;
        std::printf("    threw: %s\n", error.what());
    }
    const char *verdict = failures == before ? "ok    " : "FAILED";
    std::printf("%s %.*s\n", verdict, static_cast<int>(test.sentence.size()), test.sentence.data());
}

}  // namespace

bool add(std::string_view sentence, Body body) {
    all().push_back({sentence, body});
    return true;
}

void check(bool holds, std::string_view expression, const char *file, int line) {
    if (holds) return;
    ++failures;
    std::printf("    %s:%d: %.*s\n", file, line, static_cast<int>(expression.size()),
                expression.data());
}

}  // namespace oddtrick::tests

int main(int argc, char **argv) {
    using namespace oddtrick::tests;
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    int count = 0;
    for (const Test &test : all()) {
        if (test.sentence.find(wanted) == std::string_view::npos) continue;
        run(test);
        ++count;
    }
    std::printf("%d tests, %d checks failed\n", count, failures);
    return failures > 0 || count == 0;
}
