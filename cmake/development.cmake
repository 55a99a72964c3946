# The development library: the sources of the boundary without the seal, for
# unit tests of internal functions and for sanitizers. It reports
# `integrity: none (development build)` and never says approved.
#
#   cordon_development_library(NAME [TEST_OBJECT] [OPTIONS flag...]
#                              [DEFINITIONS def...])
function(cordon_development_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TEST_OBJECT" ""
                        "OPTIONS;DEFINITIONS")
  set(sources ${CORDON_BOUNDARY_SOURCES})
  # The host's own memory functions, which the sanitizers watch.
  list(REMOVE_ITEM sources fipsmodule/limbs/mem.c)
  set(test_object 0)
  if(arg_TEST_OBJECT)
    set(test_object 1)
    list(APPEND sources ${CORDON_TEST_SOURCES})
    list(APPEND arg_DEFINITIONS CORDON_TEST_OBJECT=1)
  endif()
  # What is generated has its whole path already.
  list(TRANSFORM sources PREPEND ${CORDON_ROOT}/ REGEX "^[^/]")
  _cordon_stubs(stubs ${test_object})
  add_library(${name} STATIC ${sources} ${stubs}
    ${CORDON_ROOT}/fipsmodule/module/tail.S
    ${CORDON_ROOT}/fipsmodule/module/host_linux.c)
  add_dependencies(${name} cordon_tables)
  target_include_directories(${name} PUBLIC ${CORDON_INCLUDES})
  target_compile_definitions(${name} PRIVATE CORDON_VERIFY
                             ${CORDON_MODULE_OPTIONS} ${arg_DEFINITIONS})
  target_compile_options(${name} PRIVATE
    $<$<COMPILE_LANGUAGE:C>:-std=gnu11> -Wall -Wextra -Wmissing-prototypes
    -fcf-protection=full ${arg_OPTIONS})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

cordon_development_library(cordon_dev)
cordon_development_library(cordon_dev_test TEST_OBJECT)
