#include "bind.hpp"

NB_MODULE(_kernel, module) {
    module.doc() = "The compiled kernel: solver, sampler, playouts. Use `oddtrick.solver`.";
    oddtrick::bindings::bind_cards(module);
    oddtrick::bindings::bind_sampler(module);
}
