// Each file of bindings registers its part; module.cpp calls them all. nanobind is used nowhere
// else.
#pragma once

#include <nanobind/nanobind.h>

namespace oddtrick::bindings {

void register_position(nanobind::module_ &module);
void register_solver(nanobind::module_ &module);
void register_playouts(nanobind::module_ &module);
void register_sampler(nanobind::module_ &module);
void register_pimc(nanobind::module_ &module);
void register_rollout(nanobind::module_ &module);

}  // namespace oddtrick::bindings
