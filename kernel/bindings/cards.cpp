#include "bind.hpp"
#include "oddtrick/cards.hpp"

namespace oddtrick::bindings {

void bind_cards(nanobind::module_ &module) { module.attr("CARDS") = CARDS; }

}  // namespace oddtrick::bindings
