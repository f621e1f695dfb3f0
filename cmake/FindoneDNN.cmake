# oneDNN by its header and library: the distribution's own package file also wants OpenCL, which
# the matrix multiply does not need. Defines oneDNN::dnnl.
find_path(oneDNN_INCLUDE_DIR dnnl.h)
find_library(oneDNN_LIBRARY dnnl)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(oneDNN REQUIRED_VARS oneDNN_LIBRARY oneDNN_INCLUDE_DIR)
if(oneDNN_FOUND AND NOT TARGET oneDNN::dnnl)
  add_library(oneDNN::dnnl UNKNOWN IMPORTED)
  set_target_properties(oneDNN::dnnl PROPERTIES
    IMPORTED_LOCATION "${oneDNN_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${oneDNN_INCLUDE_DIR}")
endif()
mark_as_advanced(oneDNN_INCLUDE_DIR oneDNN_LIBRARY)
