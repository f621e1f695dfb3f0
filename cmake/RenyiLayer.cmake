# renyi_layer(NAME [DEPENDS layer...] [PUBLIC lib...] [PRIVATE lib...])
#
# One library for one folder of renyi/. Its sources are the folder's .cpp files, so that a new
# file needs no entry anywhere; the layering test checks that includes follow DEPENDS.
function(renyi_layer name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;PUBLIC;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.hpp")
  set(target renyi_${name})
  add_library(${target} STATIC ${sources} ${headers})
  renyi_unity(${sources})
  add_library(renyi::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM ARG_DEPENDS PREPEND renyi_)
  target_link_libraries(${target}
    PUBLIC ${ARG_DEPENDS} ${ARG_PUBLIC}
    PRIVATE ${ARG_PRIVATE} $<BUILD_INTERFACE:renyi_flags>)
  renyi_instrument(${target} ${name})
endfunction()

# Several sources are compiled as one where CMAKE_UNITY_BUILD is on, which the presets for users and
# checks have: it halves the time of a first build. Kernels are compiled once a target by including
# themselves, so each stays alone.
function(renyi_unity)
  foreach(source ${ARGN})
    file(STRINGS "${source}" kernels REGEX "hwy/foreach_target.h" LIMIT_COUNT 1)
    if(kernels)
      set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
