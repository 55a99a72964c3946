/* The module's own sources, not sealed, as one object inside bench: compiled
 * from the list of the boundary with the flags of the seal, with two files
 * replaced by those of this folder. It measures what the sealed object has no
 * call for. All of its symbols but unsealed_module are local. */
#ifndef CORDON_BENCH_UNSEALED_H_
#define CORDON_BENCH_UNSEALED_H_

#include <cordon/key.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the arithmetic of P-256 is done. */
enum unsealed_variant {
  UNSEALED_SHIPPED,
  /* Division modulo n, of signing and verifying, by Fermat's little theorem
   * with the multiplication for any modulus. */
  UNSEALED_FERMAT,
  /* As above in verifying, and the affine x of the sum, with 1 / Z by Fermat's
   * little theorem, is compared with r. */
  UNSEALED_FERMAT_AFFINE,
  /* Inversion of s modulo n by binary extended Euclid, bit by bit. */
  UNSEALED_BEEU_BITS
};

/* The calls return 1 on success, else 0. */
struct unsealed_module {
  /* cordon_keygen for signing, without the pairwise test and the two events
   * that report it; then the affine coordinates, big-endian, at field width. */
  int (*keygen)(cordon_private_key *key, uint32_t curve, uint8_t *x,
                uint8_t *y);
  /* cordon_private_export. */
  int (*export_scalar)(uint8_t *out, size_t *len,
                       const cordon_private_key *key);

  /* choose sets the variant of all calls from now on; count is how many calls
   * of the arithmetic variants have replaced since the start. */
  void (*choose)(enum unsealed_variant variant);
  uint64_t (*count)(void);

  /* What follows is on P-256, with digests of 32 bytes: the import of a key of
   * 32 bytes and of one of 65, cordon_ecdsa_sign_digest and
   * cordon_ecdsa_verify_digest for SHA-256 and DER. */
  int (*import_scalar)(cordon_private_key *key, const uint8_t *d);
  int (*import_point)(cordon_public_key *key, const uint8_t *point);
  int (*sign)(uint8_t *sig, size_t *len, const cordon_private_key *key,
              const uint8_t *digest);
  int (*verify)(const cordon_public_key *key, const uint8_t *digest,
                const uint8_t *sig, size_t len);
  /* num times x = 1 / x + 1 mod n, by the inversion of verification, on 32
   * bytes; 0 for an x that is not invertible. */
  int (*invert)(uint8_t *x, size_t num);
};

extern const struct unsealed_module unsealed_module;

#ifdef __cplusplus
}
#endif

#endif
