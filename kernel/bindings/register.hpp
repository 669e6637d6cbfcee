// Each part of the kernel binds itself; `module.cpp` calls them. nanobind appears only here.
#pragma once

#include <nanobind/nanobind.h>

namespace oddtrick::bindings {

void register_cards(nanobind::module_ &module);
void register_position(nanobind::module_ &module);
void register_solver(nanobind::module_ &module);
void register_playouts(nanobind::module_ &module);
void register_sampler(nanobind::module_ &module);
void register_pimc(nanobind::module_ &module);
void register_rollout(nanobind::module_ &module);

}  // namespace oddtrick::bindings
