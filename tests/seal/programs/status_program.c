/* The program of the link matrix: prints "operational" and the digest of the
 * module it runs on, if every family of services answers rightly. */
#include <cordon/cordon.h>
#include <stdio.h>
#include <string.h>

/* Code and data that no one uses, for --gc-sections to drop. */
int unused_table[100] = {1};
int unused_function(int i);
int unused_function(int i) { return unused_table[i]; }

static const uint8_t abc_digest[32] = {
    0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
    0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
    0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};

static int digest_works(void) {
  uint8_t out[32];
  size_t len = sizeof out;
  return cordon_digest(out, &len, CORDON_SHA256, (const uint8_t *)"abc", 3) ==
             CORDON_OK &&
         len == sizeof out && memcmp(out, abc_digest, sizeof out) == 0;
}

static int random_works(void) {
  uint8_t a[32] = {0};
  uint8_t b[32] = {0};
  return cordon_random(a, sizeof a) == CORDON_OK &&
         cordon_random(b, sizeof b) == CORDON_OK && memcmp(a, b, sizeof a) != 0;
}

static int signature_works(void) {
#ifdef SEAL_WITHOUT_EC
  return 1;
#else
  static cordon_private_key key;
  static cordon_public_key pub;
  static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  uint8_t sig[CORDON_MAX_RAW_SIG_BYTES];
  size_t len = sizeof sig;
  uint8_t msg[5] = "hello";
  if (cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                    CORDON_USE_SIGN) != CORDON_OK ||
      cordon_private_public(&pub, &key) != CORDON_OK ||
      cordon_ecdsa_sign(sig, &len, &key, &scheme, msg, sizeof msg) !=
          CORDON_OK ||
      cordon_ecdsa_verify(&pub, &scheme, msg, sizeof msg, sig, len) !=
          CORDON_OK) {
    return 0;
  }
  msg[0] ^= 1;
  return cordon_ecdsa_verify(&pub, &scheme, msg, sizeof msg, sig, len) ==
         CORDON_ERR_SIGNATURE;
#endif
}

int main(void) {
  static cordon_info info;
  if (cordon_get_info(&info) != CORDON_OK ||
      info.state != CORDON_STATE_OPERATIONAL ||
      info.integrity != CORDON_INTEGRITY_VERIFIED) {
    printf("not operational, state %08x\n", (unsigned)info.state);
    return 1;
  }
  if (!digest_works() || !random_works() || !signature_works()) {
    printf("a service does not work\n");
    return 1;
  }
  printf("operational ");
  for (size_t i = 0; i < sizeof info.digest; i++) {
    printf("%02x", info.digest[i]);
  }
  printf("\n");
  return 0;
}
