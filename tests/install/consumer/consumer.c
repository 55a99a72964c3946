/* A program of a user: a signature, and whether all of it was approved. */
#include <cordon/cordon.h>
#include <stdio.h>

static cordon_info info;

static int is_approved(uint32_t service) {
  cordon_indicator i;
  return cordon_last_indicator(&i) == CORDON_OK && i.service == service &&
         i.approved == CORDON_APPROVED && i.reason == CORDON_REASON_NONE;
}

int main(void) {
  static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  static const uint8_t msg[] = {'c'};
  cordon_private_key key;
  cordon_public_key pub;
  uint8_t sig[CORDON_P256_RAW_SIG_BYTES];
  size_t len = sizeof sig;
  if (cordon_get_info(&info) != CORDON_OK ||
      info.state != CORDON_STATE_OPERATIONAL ||
      info.integrity != CORDON_INTEGRITY_VERIFIED || info.test_object != 0) {
    return 1;
  }
  if (cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                    CORDON_USE_SIGN) != CORDON_OK ||
      !is_approved(CORDON_SERVICE_KEYGEN)) {
    return 2;
  }
  if (cordon_private_public(&pub, &key) != CORDON_OK ||
      cordon_ecdsa_sign(sig, &len, &key, &scheme, msg, sizeof msg) !=
          CORDON_OK ||
      !is_approved(CORDON_SERVICE_SIGN)) {
    return 3;
  }
  if (cordon_ecdsa_verify(&pub, &scheme, msg, sizeof msg, sig, len) !=
          CORDON_OK ||
      !is_approved(CORDON_SERVICE_VERIFY)) {
    return 4;
  }
  sig[5] ^= 1;
  if (cordon_ecdsa_verify(&pub, &scheme, msg, sizeof msg, sig, len) !=
      CORDON_ERR_SIGNATURE) {
    return 5;
  }
  if (cordon_private_wipe(&key) != CORDON_OK) {
    return 6;
  }
  printf("%s %s, approved\n", info.name, info.version);
  return 0;
}
