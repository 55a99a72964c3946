# The target `sizes` prints how large the sealed module and its tables are, and
# fails above the limits; a test of the same name does so too.
get_target_property(_cordon_sized cordon CORDON_OBJECT)
set(CORDON_SIZES ${CORDON_ROOT}/tools/sizes ${_cordon_sized})
add_custom_target(sizes COMMAND ${CORDON_SIZES} DEPENDS cordon VERBATIM)
