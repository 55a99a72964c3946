/* A shared library that is libcrypto, on which it depends, but for one
 * function that is wrong. */
#include <stddef.h>
#include <stdint.h>

#ifdef PEER_WRONG_SIGN
/* The well formed signature r = s = 1. */
int ECDSA_sign(int type, const uint8_t *digest, int digest_len, uint8_t *sig,
               unsigned *sig_len, void *key) {
  static const uint8_t ones[8] = {0x30, 6, 2, 1, 1, 2, 1, 1};
  (void)type, (void)digest, (void)digest_len, (void)key;
  for (unsigned i = 0; i < sizeof(ones); i++) sig[i] = ones[i];
  *sig_len = sizeof(ones);
  return 1;
}
#endif

#ifdef PEER_WRONG_VERIFY
/* Everything is valid. */
int ECDSA_verify(int type, const uint8_t *digest, int digest_len,
                 const uint8_t *sig, int sig_len, void *key) {
  (void)type, (void)digest, (void)digest_len;
  (void)sig, (void)sig_len, (void)key;
  return 1;
}
#endif

#ifdef PEER_WRONG_ECDH
/* Every secret is all ones. */
int ECDH_compute_key(void *out, size_t out_len, const void *point,
                     const void *key, void *kdf) {
  uint8_t *bytes = out;
  (void)point, (void)key, (void)kdf;
  for (size_t i = 0; i < out_len; i++) bytes[i] = 0xff;
  return (int)out_len;
}
#endif

#ifdef PEER_WRONG_KEYGEN
/* y = x. */
int EC_POINT_get_affine_coordinates(const void *group, const void *point,
                                    void *x, void *y, void *ctx);
void *BN_copy(void *to, const void *from);
int EC_POINT_get_affine_coordinates_GFp(const void *group, const void *point,
                                        void *x, void *y, void *ctx) {
  return EC_POINT_get_affine_coordinates(group, point, x, y, ctx) &&
         BN_copy(y, x);
}
#endif
