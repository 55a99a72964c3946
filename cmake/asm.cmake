# The assembly of the module, made at build time by the generators in asm/. It
# joins CORDON_BOUNDARY_SOURCES, and cordon_tables makes it as well.
#   CORDON_ASM_SOURCES   the generated sources, in the order of their layout
#   cordon_asm           the target that makes them
#   asm-listing          writes every routine, as source and as assembled bytes
set(CORDON_ASM_GENERATORS p256_field p256_point p256_select
    p256_inverse p256_order p256_beeu divsteps sha256 sha512)

set(_cordon_asm_gen ${CMAKE_BINARY_DIR}/gen/asm)
file(MAKE_DIRECTORY ${_cordon_asm_gen})
file(GLOB _cordon_asm_library CONFIGURE_DEPENDS ${CORDON_ROOT}/asm/lib/*.pm)
set(CORDON_ASM_SOURCES)
foreach(name ${CORDON_ASM_GENERATORS})
  set(base ${_cordon_asm_gen}/${name})
  add_custom_command(
    OUTPUT ${base}.S ${base}.h ${base}.list
    COMMAND ${PERL_EXECUTABLE} ${CORDON_ROOT}/asm/${name}.pl
            --output ${_cordon_asm_gen}
    DEPENDS ${CORDON_ROOT}/asm/${name}.pl ${_cordon_asm_library}
    COMMENT "Generating ${name}.S" VERBATIM)
  list(APPEND CORDON_ASM_SOURCES ${base}.S)
endforeach()
add_custom_target(cordon_asm DEPENDS ${CORDON_ASM_SOURCES})
add_dependencies(cordon_tables cordon_asm)
list(APPEND CORDON_BOUNDARY_SOURCES ${CORDON_ASM_SOURCES})

find_program(CORDON_OBJDUMP objdump)
set(_cordon_listing ${CMAKE_BINARY_DIR}/asm-listing)
set(_cordon_listing_commands)
foreach(name ${CORDON_ASM_GENERATORS})
  list(APPEND _cordon_listing_commands
    COMMAND ${CMAKE_COMMAND} -E copy ${_cordon_asm_gen}/${name}.S
            ${_cordon_listing}/${name}.S
    COMMAND ${CMAKE_C_COMPILER} -g0 -c ${_cordon_asm_gen}/${name}.S
            -o ${_cordon_listing}/${name}.o
    COMMAND ${CORDON_OBJDUMP} -d --no-show-raw-insn ${_cordon_listing}/${name}.o
            > ${_cordon_listing}/${name}.txt)
endforeach()
add_custom_target(asm-listing
  COMMAND ${CMAKE_COMMAND} -E make_directory ${_cordon_listing}
  ${_cordon_listing_commands}
  DEPENDS cordon_asm
  COMMENT "Writing the assembly to ${_cordon_listing}" VERBATIM)
