#include "bind.hpp"

NB_MODULE(_kernel, module) {
    // A solver that a script still holds when the interpreter ends is no leak.
    nanobind::set_leak_warnings(false);
    module.doc() = "The compiled kernel: solver, sampler, playouts. Use `oddtrick.solver`.";
    oddtrick::bindings::bind_cards(module);
    oddtrick::bindings::bind_position(module);
    oddtrick::bindings::bind_solver(module);
}
