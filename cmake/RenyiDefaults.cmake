# Compiler settings shared by every target of the project.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")

# With paths relative to the build folder, so that builds in different folders share what they have
# in common: the tests of the release build and of the sanitized one.
find_program(RENYI_CCACHE ccache)
if(RENYI_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 "${RENYI_CCACHE}")
endif()

# What every target of ours is compiled with; never exported to users.
add_library(renyi_flags INTERFACE)
target_compile_features(renyi_flags INTERFACE cxx_std_20)
target_compile_options(renyi_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual -Wconversion
  -Wno-sign-conversion
  # Where several sources are compiled as one, names of one hide those of another, and their
  # anonymous namespaces look as if a header had them; dev and tidy compile them one by one.
  $<$<NOT:$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wshadow>
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>
  # Errors with the compilers that the project is checked with; others may warn of more.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Werror>
  $<$<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,15>>:-Werror>
  # ±inf is part of the theory and bits must not depend on the compiler's mood: no fast-math, no
  # contraction. The loop vectoriser of g++ 12 miscompiled a plain nested loop, and the kernels are
  # vectorised explicitly (docs/decisions.md).
  -ffp-contract=off
  $<$<CXX_COMPILER_ID:GNU>:-fno-tree-loop-vectorize>
  # g++ 12 sees overlap in every "text" + std::string (its bug 105651), and uninitialised matrices
  # in temporaries that hold one.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

# Programs of a sanitized build are linked with the sanitizers; the code that they check is
# instrumented. Tests are not, but for the thread sanitizer, which must see every access: that
# would take three times as long to compile and check only the tests themselves. They are compiled
# exactly as in the release build, so that ccache has them.
# So are layers that RENYI_SANITIZE_LAYERS leaves out.
add_library(renyi_instrumented INTERFACE)
if(RENYI_SANITIZE)
  target_link_options(renyi_flags INTERFACE -fsanitize=${RENYI_SANITIZE})
  target_compile_options(renyi_instrumented INTERFACE
    -O1 -g1 -UNDEBUG -fsanitize=${RENYI_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()

# renyi_is_sanitized(LAYER VARIABLE): whether the sanitizers of this build check the layer.
function(renyi_is_sanitized layer variable)
  set(${variable} OFF PARENT_SCOPE)
  if(RENYI_SANITIZE AND (NOT RENYI_SANITIZE_LAYERS OR layer IN_LIST RENYI_SANITIZE_LAYERS))
    set(${variable} ON PARENT_SCOPE)
  endif()
endfunction()

# renyi_instrument(TARGET LAYER): the flags of that for a target of the layer.
function(renyi_instrument target layer)
  renyi_is_sanitized(${layer} sanitized)
  if(sanitized)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:renyi_instrumented>)
  endif()
endfunction()
