// Each part of the kernel binds itself; `module.cpp` calls them. nanobind appears only here.
#pragma once

#include <nanobind/nanobind.h>

namespace oddtrick::bindings {

void bind_cards(nanobind::module_ &module);
void bind_position(nanobind::module_ &module);
void bind_solver(nanobind::module_ &module);
void bind_playouts(nanobind::module_ &module);
void bind_sampler(nanobind::module_ &module);
void bind_evaluate(nanobind::module_ &module);
void bind_imagine(nanobind::module_ &module);

}  // namespace oddtrick::bindings
