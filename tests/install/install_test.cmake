# Installs the build into a temporary prefix and builds and runs the consumer against it.
# cmake -DBUILD=... -DSOURCE=... -DWORK=... -DCOMPILER=... -P install_test.cmake
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed (${result}): ${ARGN}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/prefix")
run(${CMAKE_COMMAND} -S "${SOURCE}/tests/install/consumer" -B "${WORK}/build" -G Ninja
    "-DCMAKE_PREFIX_PATH=${WORK}/prefix" "-DCMAKE_CXX_COMPILER=${COMPILER}"
    -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build "${WORK}/build")
run("${WORK}/build/consumer")
run("${WORK}/prefix/bin/renyi" --version)
if(NOT EXISTS "${WORK}/prefix/share/bash-completion/completions/renyi")
  message(FATAL_ERROR "the bash completion was not installed")
endif()
file(REMOVE_RECURSE "${WORK}")
