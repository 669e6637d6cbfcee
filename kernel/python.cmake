# The Python modules: `_kernel_<level>` for each level, and `_processor`, which says what runs here.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(nanobind CONFIG REQUIRED)

# Bindings only convert, so that one compilation of them serves every level; what is worth doing
# fast belongs into src/. module.cpp alone, which names the module, is compiled for each.
file(GLOB BINDINGS CONFIGURE_DEPENDS bindings/*.cpp)
list(REMOVE_ITEM BINDINGS ${CMAKE_CURRENT_SOURCE_DIR}/bindings/module.cpp)
nanobind_build_library(nanobind-static AS_SYSINCLUDE)
add_library(oddtrick_bindings OBJECT ${BINDINGS})
target_link_libraries(oddtrick_bindings PRIVATE oddtrick_options nanobind-static)
nanobind_compile_options(oddtrick_bindings)
nanobind_opt_size(oddtrick_bindings)
nanobind_disable_stack_protector(oddtrick_bindings)
# Optimising across files is for the kernel: here it gains nothing, and doubles the time of a link.
set_target_properties(nanobind-static oddtrick_bindings PROPERTIES
  INTERPROCEDURAL_OPTIMIZATION_RELEASE OFF)

# A module shows the loader its entry and nothing else: no symbol of one level can stand in for
# that of another, or for the standard library of somebody else's module.
function(hide_all_but_the_entry module)
  if(APPLE)
    target_link_options(${module} PRIVATE LINKER:-exported_symbol,_PyInit_*)
  elseif(UNIX)
    set(map ${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
    target_link_options(${module} PRIVATE LINKER:--version-script=${map})
    set_property(TARGET ${module} APPEND PROPERTY LINK_DEPENDS ${map})
  endif()
endfunction()

foreach(level IN LISTS LEVELS)
  set(module _kernel_${level})
  # A domain for each: nanobind would warn of types bound twice where a test loads two levels.
  nanobind_add_module(${module} NB_STATIC NB_SUPPRESS_WARNINGS NB_DOMAIN oddtrick_${level}
    bindings/module.cpp)
  target_compile_definitions(${module} PRIVATE
    ODDTRICK_MODULE=${module} ODDTRICK_LEVEL="${level}")
  # The kernel before the bindings: of an inline function in both, the linker keeps the first.
  target_link_libraries(${module} PRIVATE oddtrick_kernel_${level} oddtrick_bindings)
  hide_all_but_the_entry(${module})
  install(TARGETS ${module} LIBRARY DESTINATION oddtrick/solver)
endforeach()

Python_add_library(_processor MODULE WITH_SOABI cpu/module.cpp)
target_link_libraries(_processor PRIVATE oddtrick_options)
if("v3" IN_LIST LEVELS)
  target_compile_definitions(_processor PRIVATE ODDTRICK_V3)
endif()
nanobind_strip(_processor)
hide_all_but_the_entry(_processor)
install(TARGETS _processor LIBRARY DESTINATION oddtrick/solver)
