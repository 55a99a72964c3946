/* The module's own sources, not sealed, as one object inside bench: compiled
 * from the list of the boundary with the flags of the seal, and with three
 * files replaced by those of this folder. It measures what the sealed object
 * offers no call for. All of its symbols but unsealed_module are local. */
#ifndef CORDON_BENCH_UNSEALED_H_
#define CORDON_BENCH_UNSEALED_H_

#include <cordon/key.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The calls return 1 on success, else 0. */
struct unsealed_module {
  /* cordon_keygen for signing, without the pairwise test and the two events
   * that report it; then the affine coordinates, big-endian, at field width. */
  int (*keygen)(cordon_private_key *key, uint32_t curve, uint8_t *x,
                uint8_t *y);
  /* cordon_private_export. */
  int (*export_scalar)(uint8_t *out, size_t *len,
                       const cordon_private_key *key);
};

extern const struct unsealed_module unsealed_module;

#ifdef __cplusplus
}
#endif

#endif
