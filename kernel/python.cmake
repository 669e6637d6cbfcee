# The Python modules: `_kernel_<level>` for each level, and `_processor`, which detects the levels.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(nanobind CONFIG REQUIRED)

# Bindings only convert arguments, so that they are compiled once for all levels; hot code belongs
# in src/. Only module.cpp, which names the module, is compiled for each level.
file(GLOB BINDINGS CONFIGURE_DEPENDS bindings/*.cpp)
list(REMOVE_ITEM BINDINGS ${CMAKE_CURRENT_SOURCE_DIR}/bindings/module.cpp)
nanobind_build_library(nanobind-static AS_SYSINCLUDE)
add_library(oddtrick_bindings OBJECT ${BINDINGS})
target_link_libraries(oddtrick_bindings PRIVATE oddtrick_options nanobind-static)
nanobind_compile_options(oddtrick_bindings)
nanobind_opt_size(oddtrick_bindings)
nanobind_disable_stack_protector(oddtrick_bindings)
# No link-time optimisation here: it gains nothing and doubles the link time.
set_target_properties(nanobind-static oddtrick_bindings PROPERTIES
  INTERPROCEDURAL_OPTIMIZATION_RELEASE OFF)

# Exports the entry point of a module and nothing else, so that no symbol of one level can replace
# that of another, or of the standard library in another extension module.
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
  # A domain for each level: nanobind warns of duplicate types when a test loads two levels.
  nanobind_add_module(${module} NB_STATIC NB_SUPPRESS_WARNINGS NB_DOMAIN oddtrick_${level}
    bindings/module.cpp)
  target_compile_definitions(${module} PRIVATE
    ODDTRICK_MODULE=${module} ODDTRICK_LEVEL="${level}")
  # The kernel comes first: the linker keeps the first copy of an inline function.
  target_link_libraries(${module} PRIVATE oddtrick_kernel_${level} oddtrick_bindings)
  hide_all_but_the_entry(${module})
  install(TARGETS ${module} LIBRARY DESTINATION oddtrick/solver)
endforeach()

Python_add_library(_processor MODULE WITH_SOABI processor_check/module.cpp)
target_link_libraries(_processor PRIVATE oddtrick_options)
if("v3" IN_LIST LEVELS)
  target_compile_definitions(_processor PRIVATE ODDTRICK_V3)
endif()
nanobind_strip(_processor)
hide_all_but_the_entry(_processor)
install(TARGETS _processor LIBRARY DESTINATION oddtrick/solver)
