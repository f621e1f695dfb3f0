# `cmake --install`: the tool, the libraries with their headers, the CMake package, the completion.
include(CMakePackageConfigHelpers)

set(RENYI_LAYERS core autodiff bound nn families models inference data report)
set(targets renyi_renyi)
set(RENYI_MPI_DEPENDENCY "")
if(TARGET renyi_mpi)
  list(APPEND RENYI_LAYERS mpi)
  set(RENYI_MPI_DEPENDENCY "find_dependency(MPI COMPONENTS CXX)")
endif()
foreach(layer ${RENYI_LAYERS})
  list(APPEND targets renyi_${layer})
endforeach()
install(TARGETS ${targets} EXPORT renyiTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS renyi_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY renyi/ "${PROJECT_BINARY_DIR}/generated/renyi/"
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/renyi
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*-inl.hpp" EXCLUDE PATTERN simd EXCLUDE)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/renyi)
install(EXPORT renyiTargets NAMESPACE renyi:: DESTINATION ${package_dir})
configure_package_config_file(cmake/renyiConfig.cmake.in "${PROJECT_BINARY_DIR}/renyiConfig.cmake"
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/renyiConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/renyiConfig.cmake"
              "${PROJECT_BINARY_DIR}/renyiConfigVersion.cmake" cmake/FindoneDNN.cmake
              cmake/Findmatio.cmake
        DESTINATION ${package_dir})

install(FILES "${PROJECT_BINARY_DIR}/completion/renyi"
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
