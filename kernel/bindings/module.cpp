#include "register.hpp"

// Compiled once for each processor level: see kernel/CMakeLists.txt.
NB_MODULE(ODDTRICK_MODULE, module) {
    // One module name for all levels, so that types print and pickle alike.
    module.attr("__name__") = "oddtrick.solver._kernel";
    // A solver that a script still holds at exit is no leak.
    nanobind::set_leak_warnings(false);
    module.doc() = "The compiled kernel: solver, sampler, playouts. Use `oddtrick.solver`.";
    module.def(
        "level", [] { return ODDTRICK_LEVEL; },
        "What this kernel was compiled for: \"baseline\" or \"v3\" (x86-64 with AVX2 and BMI2).");
    oddtrick::bindings::register_position(module);
    oddtrick::bindings::register_solver(module);
    oddtrick::bindings::register_playouts(module);
    oddtrick::bindings::register_sampler(module);
    oddtrick::bindings::register_pimc(module);
    oddtrick::bindings::register_rollout(module);
}
