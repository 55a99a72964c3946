# How the sealed objects and the libraries around them are made.
#
#   cordon_sealed_object(NAME [TEST_OBJECT] SOURCES file...
#                        [INCLUDES dir...] [OPTIONS flag...]
#                        [DEFINITIONS def...] [IDENTITY_FILES file...]
#                        [DEPENDS target...])
#     compiles SOURCES (in this order, relative to the source folder; the
#     public stubs are added) for the seal, links them with cordon.lds, and
#     seals the result into ${CMAKE_BINARY_DIR}/NAME.o, which the target NAME
#     builds. Its properties: CORDON_OBJECT (that file), CORDON_MAP (the map of
#     the linker), CORDON_UNSEALED. DEPENDS names targets that generate headers
#     or tables; name such files in IDENTITY_FILES too.
#
#   cordon_libraries(OBJECT name [TEST_OBJECT name] HOST file [INCLUDES dir...])
#     makes the targets cordon_static (libcordon.a) and cordon_shared
#     (libcordon.so.0) from a sealed object and the host functions, and
#     cordon_test_static (libcordon-test.a) from the test object.
#
# The object depends on the compiler and the flags below, on nothing else: not
# on the build type, the folders, the order of the jobs or the locale.

get_filename_component(CORDON_ROOT ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
if(NOT CORDON_SERVICES_LIST)
  set(CORDON_SERVICES_LIST ${CORDON_ROOT}/fipsmodule/module/services.list)
endif()

# What makes code fit for the seal is in tools/seal/README.md. Distributions
# differ in the defaults of PIE, CET and the stack protector, so all is said.
set(CORDON_SEALED_FLAGS
    -O2 -fPIC -fcf-protection=full -fno-lto -fno-sanitize=all
    -ffile-prefix-map=${CORDON_ROOT}=.
    -ffile-prefix-map=${CMAKE_BINARY_DIR}=./build)
set(CORDON_SEALED_C_FLAGS
    -std=c11 -ffreestanding -fvisibility=hidden -fno-stack-protector
    -fno-common -Wall -Wextra -Werror)
# clang makes a table of pointers, which need relocation, of a switch over the
# addresses of constants; this option forbids both kinds of tables.
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
  list(APPEND CORDON_SEALED_C_FLAGS -fno-jump-tables)
endif()
# clang writes the full path into the debug information of assembly.
set(CORDON_SEALED_ASM_FLAGS -g0)

# Deterministic archives, whatever the defaults of binutils are.
set(CMAKE_C_ARCHIVE_CREATE "<CMAKE_AR> qcD <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_C_ARCHIVE_APPEND "<CMAKE_AR> qD <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_C_ARCHIVE_FINISH "<CMAKE_RANLIB> -D <TARGET>")

find_package(Perl REQUIRED)
find_program(CORDON_LD NAMES ld.bfd ld)
find_program(CORDON_GO NAMES go PATHS /usr/local/go/bin /usr/lib/go/bin)

# GNU ld only: lld and mold read the script differently.
execute_process(COMMAND "${CORDON_LD}" --version OUTPUT_VARIABLE _cordon_ld
                ERROR_QUIET)
if(NOT _cordon_ld MATCHES "^GNU ld ")
  message(FATAL_ERROR "The sealed object needs GNU ld (package binutils); "
    "\"${CORDON_LD}\" is not it. Set CORDON_LD to its path.")
endif()
execute_process(COMMAND "${CORDON_GO}" env GOVERSION
                OUTPUT_VARIABLE _cordon_go ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT _cordon_go MATCHES "^go1\\.([0-9]+)" OR CMAKE_MATCH_1 LESS 19)
  message(FATAL_ERROR "The sealing tool needs Go 1.19 or later; install it "
    "(package golang-go) or set CORDON_GO to its path.")
endif()

# The tool: standard library only, no network, the same binary everywhere.
set(CORDON_SEAL ${CMAKE_BINARY_DIR}/bin/seal)
file(GLOB _cordon_seal_sources CONFIGURE_DEPENDS
     ${CORDON_ROOT}/tools/seal/*.go ${CORDON_ROOT}/tools/seal/sealfile/*.go)
list(FILTER _cordon_seal_sources EXCLUDE REGEX "_test\\.go$")
set(CORDON_GO_ENV ${CMAKE_COMMAND} -E env --unset=GOFLAGS --unset=GOOS
    --unset=GOARCH GOWORK=off GOPROXY=off GOTOOLCHAIN=local CGO_ENABLED=0)
add_custom_command(
  OUTPUT ${CORDON_SEAL}
  COMMAND ${CORDON_GO_ENV} ${CORDON_GO} build -trimpath -buildvcs=false
          -o ${CORDON_SEAL} ./seal
  DEPENDS ${_cordon_seal_sources} ${CORDON_ROOT}/tools/go.mod
  WORKING_DIRECTORY ${CORDON_ROOT}/tools
  COMMENT "Building the sealing tool" VERBATIM)
add_custom_target(cordon_seal_tool DEPENDS ${CORDON_SEAL})

# _cordon_stubs(OUT test_object) sets OUT to the generated file of stubs.
function(_cordon_stubs out test_object)
  set(dir ${CMAKE_BINARY_DIR}/gen)
  set(file ${dir}/stubs.S)
  set(flag)
  if(test_object)
    set(file ${dir}/stubs_test.S)
    set(flag --test-object)
  endif()
  set(${out} ${file} PARENT_SCOPE)
  get_property(done GLOBAL PROPERTY CORDON_STUBS_${test_object})
  if(done)
    return()
  endif()
  set_property(GLOBAL PROPERTY CORDON_STUBS_${test_object} TRUE)
  file(MAKE_DIRECTORY ${dir})
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${PERL_EXECUTABLE} ${CORDON_ROOT}/asm/stubs.pl ${flag}
            --list ${CORDON_SERVICES_LIST} --output ${file}
    DEPENDS ${CORDON_ROOT}/asm/stubs.pl ${CORDON_ROOT}/asm/lib/Emit.pm
            ${CORDON_ROOT}/asm/lib/Operand.pm ${CORDON_SERVICES_LIST}
    VERBATIM)
endfunction()

# _cordon_identity(name sources extra) adds the rule for NAME.identity, over
# the sources, every header of the boundary, and what else shapes the object.
function(_cordon_identity name sources extra)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS
       ${CORDON_ROOT}/fipsmodule/*.h ${CORDON_ROOT}/selftest/*.h)
  set(files ${sources} ${headers} ${extra} ${CORDON_SERVICES_LIST}
      ${CORDON_ROOT}/fipsmodule/module/cordon.lds
      ${CORDON_ROOT}/cmake/seal.cmake ${CORDON_ROOT}/cmake/boundary.cmake)
  list(REMOVE_DUPLICATES files)
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/${name}.identity
    COMMAND ${CORDON_SEAL} identity --root ${CMAKE_BINARY_DIR}
            --root ${CORDON_ROOT}
            --output ${CMAKE_BINARY_DIR}/${name}.identity ${files}
    DEPENDS ${files} ${CORDON_SEAL}
    VERBATIM)
endfunction()

# _cordon_objects(name) makes the object library NAME_objects.
function(_cordon_objects name sources includes options definitions)
  add_library(${name}_objects OBJECT ${sources})
  target_include_directories(${name}_objects PRIVATE
    ${CORDON_ROOT}/fipsmodule ${CORDON_ROOT}/fipsmodule/include ${includes})
  target_compile_definitions(${name}_objects PRIVATE
    CORDON_SEALED=1 ${definitions})
  target_compile_options(${name}_objects PRIVATE ${CORDON_SEALED_FLAGS}
    "$<$<COMPILE_LANGUAGE:C>:${CORDON_SEALED_C_FLAGS}>"
    "$<$<COMPILE_LANGUAGE:ASM>:${CORDON_SEALED_ASM_FLAGS}>" ${options})
  set_target_properties(${name}_objects PROPERTIES
    INTERPROCEDURAL_OPTIMIZATION OFF POSITION_INDEPENDENT_CODE OFF
    UNITY_BUILD OFF)
endfunction()

function(cordon_sealed_object name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TEST_OBJECT" ""
    "SOURCES;INCLUDES;OPTIONS;DEFINITIONS;IDENTITY_FILES;DEPENDS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "cordon_sealed_object(${name}): SOURCES are missing, "
      "or these arguments are unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(test_object 0)
  set(seal_flag)
  if(arg_TEST_OBJECT)
    set(test_object 1)
    set(seal_flag --test-object)
    list(APPEND arg_DEFINITIONS CORDON_TEST_OBJECT=1)
  endif()
  _cordon_stubs(stubs ${test_object})
  set(module ${CORDON_ROOT}/fipsmodule/module)
  set(files ${module}/seal_begin.S)
  foreach(file IN LISTS arg_SOURCES)
    get_filename_component(file ${file} ABSOLUTE BASE_DIR ${CORDON_ROOT})
    list(APPEND files ${file})
  endforeach()
  list(APPEND files ${stubs} ${module}/seal_end.S ${module}/tail.S)
  list(REMOVE_DUPLICATES files)
  _cordon_objects(${name} "${files}" "${arg_INCLUDES}" "${arg_OPTIONS}"
    "${arg_DEFINITIONS}")
  set(identity_files)
  foreach(file IN LISTS arg_IDENTITY_FILES)
    get_filename_component(file ${file} ABSOLUTE BASE_DIR ${CORDON_ROOT})
    list(APPEND identity_files ${file})
  endforeach()
  _cordon_identity(${name} "${files}" "${identity_files}")

  set(base ${CMAKE_BINARY_DIR}/${name})
  add_custom_command(
    OUTPUT ${base}-unsealed.o
    BYPRODUCTS ${base}.map
    COMMAND ${CORDON_LD} -r -m elf_x86_64 -T ${module}/cordon.lds
            -Map=${base}.map --build-id=none -o ${base}-unsealed.o
            $<TARGET_OBJECTS:${name}_objects>
    DEPENDS $<TARGET_OBJECTS:${name}_objects> ${module}/cordon.lds
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_command(
    OUTPUT ${base}.o
    COMMAND ${CORDON_SEAL} seal ${seal_flag} --map ${base}.map
            --identity-file ${base}.identity ${base}-unsealed.o ${base}.o
    DEPENDS ${base}-unsealed.o ${base}.identity ${CORDON_SEAL}
    COMMENT "Sealing ${name}.o" VERBATIM)
  add_custom_target(${name} ALL DEPENDS ${base}.o)
  # With make, a rule that two targets share must have one owner.
  add_dependencies(${name} cordon_seal_tool ${name}_objects)
  if(arg_DEPENDS)
    add_dependencies(${name}_objects ${arg_DEPENDS})
  endif()
  set_target_properties(${name} PROPERTIES
    CORDON_OBJECT ${base}.o CORDON_MAP ${base}.map
    CORDON_UNSEALED ${base}-unsealed.o)
endfunction()

# _cordon_version_script(OUT) writes the linker's list of what libcordon.so
# exports: the services, not the host functions, so that no program replaces
# the entropy source of the library by accident.
function(_cordon_version_script out)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
               ${CORDON_SERVICES_LIST})
  file(STRINGS ${CORDON_SERVICES_LIST} services REGEX "^(any:)?[a-z0-9_]+$")
  list(TRANSFORM services REPLACE "^any:" "")
  set(text "CORDON_0 {\n  global:\n")
  foreach(service IN LISTS services)
    string(APPEND text "    cordon_${service};\n")
  endforeach()
  string(APPEND text "  local:\n    *;\n};\n")
  set(file ${CMAKE_BINARY_DIR}/gen/cordon.version)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
  set(${out} ${file} PARENT_SCOPE)
endfunction()

function(cordon_libraries)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OBJECT;TEST_OBJECT;HOST"
                        "INCLUDES")
  get_target_property(object ${arg_OBJECT} CORDON_OBJECT)
  add_library(cordon_host OBJECT ${CORDON_ROOT}/${arg_HOST})
  target_include_directories(cordon_host PRIVATE
    ${CORDON_ROOT}/fipsmodule ${CORDON_ROOT}/fipsmodule/include
    ${arg_INCLUDES})
  target_compile_options(cordon_host PRIVATE -std=c11 -Wall -Wextra -Werror
    ${CORDON_SEALED_FLAGS})
  # The object under its plain name, which the member of the archive keeps.
  get_filename_component(base ${arg_HOST} NAME_WE)
  set(host ${CMAKE_BINARY_DIR}/${base}.o)
  add_custom_command(
    OUTPUT ${host}
    COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_OBJECTS:cordon_host> ${host}
    DEPENDS $<TARGET_OBJECTS:cordon_host> VERBATIM)
  set(parts ${object} ${host})
  add_custom_target(cordon_parts DEPENDS ${parts})
  add_dependencies(cordon_parts ${arg_OBJECT} cordon_host)
  set_source_files_properties(${parts} PROPERTIES EXTERNAL_OBJECT TRUE
                              GENERATED TRUE)
  _cordon_version_script(script)
  add_library(cordon_static STATIC ${parts})
  add_library(cordon_shared SHARED ${parts})
  target_link_options(cordon_shared PRIVATE
    -Wl,--version-script=${script} -Wl,-z,defs -Wl,-z,relro -Wl,-z,now
    # Not unloaded: the states of running threads would be freed unwiped.
    -Wl,-z,nodelete)
  set_target_properties(cordon_shared PROPERTIES VERSION 0 SOVERSION 0
                        LINK_DEPENDS ${script})
  foreach(library IN ITEMS cordon_static cordon_shared)
    add_dependencies(${library} cordon_parts)
    set_target_properties(${library} PROPERTIES LINKER_LANGUAGE C
      OUTPUT_NAME cordon ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}
      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
    target_include_directories(${library} INTERFACE
      $<BUILD_INTERFACE:${CORDON_ROOT}/fipsmodule/include>
      $<INSTALL_INTERFACE:include>)
  endforeach()
  if(arg_TEST_OBJECT)
    get_target_property(test_object ${arg_TEST_OBJECT} CORDON_OBJECT)
    set_source_files_properties(${test_object} PROPERTIES
                                EXTERNAL_OBJECT TRUE GENERATED TRUE)
    add_library(cordon_test_static STATIC ${test_object} ${host})
    add_dependencies(cordon_test_static cordon_parts ${arg_TEST_OBJECT})
    set_target_properties(cordon_test_static PROPERTIES LINKER_LANGUAGE C
      OUTPUT_NAME cordon-test ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
    target_include_directories(cordon_test_static INTERFACE
      ${CORDON_ROOT}/fipsmodule/include)
  endif()
  add_custom_command(TARGET cordon_shared POST_BUILD
    COMMAND ${CORDON_SEAL} verify --against ${object}
            $<TARGET_FILE:cordon_shared> VERBATIM)
endfunction()
