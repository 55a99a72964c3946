# The tables of the curves, made at build time by tools/gentables.
#   CORDON_TABLES     the generated files
#   CORDON_INCLUDES   the include folders of the boundary
#   cordon_tables     the target that makes them
set(_cordon_gen ${CMAKE_BINARY_DIR}/gen)
set(CORDON_TABLES ${_cordon_gen}/p256_params.inc ${_cordon_gen}/p256_tables.inc)
set(CORDON_INCLUDES
    ${CORDON_ROOT} ${CORDON_ROOT}/fipsmodule ${CORDON_ROOT}/fipsmodule/include
    ${_cordon_gen})

file(GLOB _cordon_gentables_sources CONFIGURE_DEPENDS
     ${CORDON_ROOT}/tools/gentables/*.go)
list(FILTER _cordon_gentables_sources EXCLUDE REGEX "_test\\.go$")
set(_cordon_gentables ${CMAKE_BINARY_DIR}/bin/gentables)
add_custom_command(
  OUTPUT ${_cordon_gentables}
  COMMAND ${CORDON_GO_ENV} ${CORDON_GO} build -trimpath -buildvcs=false
          -o ${_cordon_gentables} ./gentables
  DEPENDS ${_cordon_gentables_sources} ${CORDON_ROOT}/tools/go.mod
  WORKING_DIRECTORY ${CORDON_ROOT}/tools
  COMMENT "Building the table generator" VERBATIM)
add_custom_command(
  OUTPUT ${CORDON_TABLES}
  COMMAND ${_cordon_gentables} -curve p256 -out ${_cordon_gen}
  DEPENDS ${_cordon_gentables}
  COMMENT "Computing the tables of P-256" VERBATIM)
add_custom_target(cordon_tables DEPENDS ${CORDON_TABLES})
