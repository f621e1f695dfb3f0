# renyi_embed(LAYER file... FROM folder)
#
# Puts the bytes of files into a layer's library, as renyi::embedded::chart_min_js() for chart.min.js.
# The assembler includes them as they are: no compiler reads them.
function(renyi_embed layer)
  cmake_parse_arguments(ARG "" "FROM" "" ${ARGN})
  cmake_path(ABSOLUTE_PATH ARG_FROM BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  foreach(file ${ARG_UNPARSED_ARGUMENTS})
    string(MAKE_C_IDENTIFIER "${file}" name)
    set(path "${ARG_FROM}/${file}")
    set(source "${PROJECT_BINARY_DIR}/embedded/${name}.cpp")
    file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT [[
#include <string_view>

asm(".pushsection .rodata\n"
    ".global renyi_@name@_begin\n"
    ".global renyi_@name@_end\n"
    "renyi_@name@_begin:\n"
    ".incbin \"@path@\"\n"
    "renyi_@name@_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" const char renyi_@name@_begin[];
extern "C" const char renyi_@name@_end[];

namespace renyi::embedded {

std::string_view @name@();
std::string_view @name@() { return {renyi_@name@_begin, renyi_@name@_end}; }

}  // namespace renyi::embedded
]])
    set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${path}")
    target_sources(renyi_${layer} PRIVATE "${source}")
  endforeach()
endfunction()
