// Commits a fault that a sanitizer has to catch: faults overrun | overflow | leak.
#include <climits>
#include <cstdio>
#include <string_view>
#include <vector>

namespace {

// A volatile value is unknown to the compiler, which then cannot optimise the fault away.
volatile int one = 1;

int overrun() {
    const std::vector<int> few(3);
    return few.data()[2 + one];
}

int overflow() {
    return INT_MAX + one;
}

int leak() {
    int *volatile lost = new int(one);
    lost = nullptr;
    return lost == nullptr;
}

}  // namespace

int main(int argc, char **argv) {
    const std::string_view fault = argc == 2 ? argv[1] : "";
    if (fault == "overrun") return std::printf("%d\n", overrun()) < 0;
    if (fault == "overflow") return std::printf("%d\n", overflow()) < 0;
    if (fault == "leak") return std::printf("%d\n", leak()) < 0;
    std::fputs("faults overrun | overflow | leak\n", stderr);
    return 2;
}
