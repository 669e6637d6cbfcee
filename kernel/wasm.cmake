# Parts of the kernel as WebAssembly modules for the page: the solver, and the player of matches without the
# server. They are compiled by zig's clang, because a single
# package (`ziglang` on PyPI) brings compiler, linker and C++ library for WebAssembly to every platform.
# Without zig everything else is built, and the page says that its solver is missing.
set(ODDTRICK_ZIG "")
if(NOT ODDTRICK_WASM STREQUAL "OFF")
  execute_process(COMMAND ${Python_EXECUTABLE} -m ziglang version
    RESULT_VARIABLE ZIG_FAILED OUTPUT_QUIET ERROR_QUIET)
  find_program(ODDTRICK_ZIG_PROGRAM zig)
  if(ZIG_FAILED EQUAL 0)
    set(ODDTRICK_ZIG ${Python_EXECUTABLE} -m ziglang)
  elseif(ODDTRICK_ZIG_PROGRAM)
    set(ODDTRICK_ZIG ${ODDTRICK_ZIG_PROGRAM})
  elseif(ODDTRICK_WASM STREQUAL "AUTO")
    message(STATUS "The page is built without its solver: zig is not installed (pip install ziglang)")
  else()
    message(FATAL_ERROR "ODDTRICK_WASM is on, and zig is not installed: pip install ziglang")
  endif()
endif()

# Compiles a module. -fignore-exceptions: a throw ends the call (wasm/exceptions.cpp); nothing is caught.
function(oddtrick_add_wasm name)
  set(module ${CMAKE_CURRENT_BINARY_DIR}/${name}.wasm)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS wasm/*.hpp include/*.hpp src/*.hpp)
  add_custom_command(
    OUTPUT ${module}
    COMMAND ${ODDTRICK_ZIG} c++ -target wasm32-wasi -mexec-model=reactor -std=c++20 -O3 -DNDEBUG
      -flto -fignore-exceptions -Iinclude -Isrc -s -o ${module} ${ARGN}
    DEPENDS ${ARGN} ${headers}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Compiling the ${name} for the page"
    VERBATIM)
  add_custom_target(oddtrick_wasm_${name} ALL DEPENDS ${module})
  install(FILES ${module} DESTINATION oddtrick/solver)
endfunction()

if(ODDTRICK_ZIG)
  file(GLOB SOLVER_SOURCES CONFIGURE_DEPENDS
    wasm/*.cpp src/cards.cpp src/node_limit.cpp src/position.cpp src/solver.cpp
    src/general/*.cpp src/whist/*.cpp)
  file(GLOB PLAYER_SOURCES CONFIGURE_DEPENDS
    wasm/player/*.cpp wasm/exceptions.cpp src/cards.cpp src/deal.cpp src/deal_plan.cpp src/sampler.cpp
    src/policy/likelihood.cpp src/policy/policy.cpp src/policy/relabelled_deal.cpp src/policy/rollout.cpp)
  oddtrick_add_wasm(solver ${SOLVER_SOURCES})
  oddtrick_add_wasm(player ${PLAYER_SOURCES})
endif()
