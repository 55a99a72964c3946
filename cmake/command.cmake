# The operator's command, bin/cordon: Go with cgo over libcordon.a. It alone
# needs more than the Go standard library and a newer Go than the rest, so it is
# off unless asked for (the preset fips asks).
#   CORDON_BUILD_COMMAND  builds, tests and installs it
#   CORDON_GO_HARNESS     a Go from 1.24 on; CORDON_GO if not set
option(CORDON_BUILD_COMMAND "Build the operator's command, cordon" OFF)
if(NOT CORDON_BUILD_COMMAND)
  return()
endif()
set(CORDON_GO_HARNESS "${CORDON_GO}" CACHE FILEPATH
    "Go for the operator's command, 1.24 or later")
execute_process(COMMAND "${CORDON_GO_HARNESS}" env GOVERSION
                OUTPUT_VARIABLE _cordon_go_harness ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT _cordon_go_harness MATCHES "^go1\\.([0-9]+)" OR CMAKE_MATCH_1 LESS 24)
  message(FATAL_ERROR "The operator's command needs Go 1.24 or later: set "
    "CORDON_GO_HARNESS to its path, or leave the command out with "
    "-DCORDON_BUILD_COMMAND=OFF.")
endif()

set(CORDON_COMMAND ${CMAKE_BINARY_DIR}/bin/cordon)
# What `go` is told, in builds and in tests.
set(CORDON_COMMAND_ENV CGO_ENABLED=1 CC=${CMAKE_C_COMPILER} GOFLAGS=
    GOWORK=off GOTOOLCHAIN=local CGO_LDFLAGS=-L${CMAKE_BINARY_DIR})
file(GLOB_RECURSE _cordon_command_sources CONFIGURE_DEPENDS
     ${CORDON_ROOT}/tools/cordon/*.go ${CORDON_ROOT}/tools/seal/sealfile/*.go
     ${CORDON_ROOT}/fipsmodule/include/cordon/*.h)
list(FILTER _cordon_command_sources EXCLUDE REGEX "_test\\.go$")
# Go does not see that the library changed, so the program is removed first.
add_custom_command(
  OUTPUT ${CORDON_COMMAND}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${CORDON_COMMAND}
  COMMAND ${CMAKE_COMMAND} -E env --unset=GOOS --unset=GOARCH
          ${CORDON_COMMAND_ENV} ${CORDON_GO_HARNESS} build -trimpath
          -buildvcs=false -ldflags=-X=main.toolVersion=${PROJECT_VERSION}
          -o ${CORDON_COMMAND} .
  DEPENDS ${_cordon_command_sources} ${CORDON_ROOT}/tools/go.mod
          ${CORDON_ROOT}/tools/cordon/go.mod ${CORDON_ROOT}/tools/cordon/go.sum
          cordon_static
  WORKING_DIRECTORY ${CORDON_ROOT}/tools/cordon
  COMMENT "Building the operator's command" VERBATIM)
add_custom_target(cordon_command ALL DEPENDS ${CORDON_COMMAND})
install(PROGRAMS ${CORDON_COMMAND} DESTINATION ${CMAKE_INSTALL_BINDIR})
