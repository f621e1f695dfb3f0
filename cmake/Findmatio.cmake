# matio by its header and library, since it brings no package file of CMake's. Defines matio::matio.
find_path(matio_INCLUDE_DIR matio.h)
find_library(matio_LIBRARY matio)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(matio REQUIRED_VARS matio_LIBRARY matio_INCLUDE_DIR)
if(matio_FOUND AND NOT TARGET matio::matio)
  add_library(matio::matio UNKNOWN IMPORTED)
  set_target_properties(matio::matio PROPERTIES
    IMPORTED_LOCATION "${matio_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${matio_INCLUDE_DIR}")
endif()
mark_as_advanced(matio_INCLUDE_DIR matio_LIBRARY)
