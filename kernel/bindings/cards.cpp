#include "oddtrick/cards.hpp"
#include "register.hpp"

namespace oddtrick::bindings {

void register_cards(nanobind::module_ &module) {
    module.attr("CARDS") = CARDS;
}

}  // namespace oddtrick::bindings
