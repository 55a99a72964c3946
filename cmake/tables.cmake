# The tables of the curves, made at build time by tools/gentables.
#   CORDON_CURVES     the curves
#   CORDON_TABLES     the generated files
#   CORDON_INCLUDES   the include folders of the boundary
#   cordon_tables     the target that makes them
set(CORDON_CURVES p224 p256 p384 p521)
set(_cordon_gen ${CMAKE_BINARY_DIR}/gen)
set(CORDON_TABLES)
foreach(curve ${CORDON_CURVES})
  list(APPEND CORDON_TABLES ${_cordon_gen}/${curve}_params.inc
                            ${_cordon_gen}/${curve}_tables.inc)
endforeach()
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
foreach(curve ${CORDON_CURVES})
  add_custom_command(
    OUTPUT ${_cordon_gen}/${curve}_params.inc ${_cordon_gen}/${curve}_tables.inc
    COMMAND ${_cordon_gentables} -curve ${curve} -out ${_cordon_gen}
    DEPENDS ${_cordon_gentables}
    COMMENT "Computing the tables of ${curve}" VERBATIM)
endforeach()
add_custom_target(cordon_tables DEPENDS ${CORDON_TABLES})
