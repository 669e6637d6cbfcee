// Exceptions for a module without them. The kernel throws only to refuse a request, so a throw calls
// the page, which throws an error of its own: it ends the call, and with it this instance of the module.
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

extern "C" {

__attribute__((import_module("page"), import_name("refuse"))) void refuse(const char *message,
                                                                          std::size_t length);

void *__cxa_allocate_exception(std::size_t size) noexcept {
    return std::malloc(size);
}

// Everything that the kernel throws derives from std::exception alone, which lies at its start.
[[noreturn]] void __cxa_throw(void *thrown, std::type_info *, void (*)(void *)) {
    const char *message = static_cast<std::exception *>(thrown)->what();
    refuse(message, std::strlen(message));
    std::abort();
}
}
