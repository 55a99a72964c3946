// A program of a user in C++11: random bytes, a digest, and threads that sign.
#include <cordon/cordon.h>

#include <cstdio>
#include <thread>
#include <vector>

static cordon_info info;

static bool SignAndVerify() {
  const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_DER;
  const uint8_t msg[] = {1, 2, 3};
  cordon_private_key key;
  cordon_public_key pub;
  std::vector<uint8_t> sig(CORDON_P256_DER_SIG_BYTES);
  size_t len = sig.size();
  return cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                       CORDON_USE_SIGN) == CORDON_OK &&
         cordon_private_public(&pub, &key) == CORDON_OK &&
         cordon_ecdsa_sign(sig.data(), &len, &key, &scheme, msg, sizeof msg) ==
             CORDON_OK &&
         cordon_ecdsa_verify(&pub, &scheme, msg, sizeof msg, sig.data(), len) ==
             CORDON_OK &&
         cordon_private_wipe(&key) == CORDON_OK;
}

int main() {
  if (cordon_get_info(&info) != CORDON_OK ||
      info.state != CORDON_STATE_OPERATIONAL) {
    return 1;
  }
  uint8_t random[32], digest[CORDON_MAX_DIGEST_BYTES];
  size_t len = sizeof digest;
  if (cordon_random(random, sizeof random) != CORDON_OK ||
      cordon_digest(digest, &len, CORDON_SHA512, random, sizeof random) !=
          CORDON_OK ||
      len != 64) {
    return 2;
  }
  bool ok = false;
  std::thread([&ok] { ok = SignAndVerify(); }).join();
  if (!ok || !SignAndVerify()) {
    return 3;
  }
  std::printf("%s %s, in C++\n", info.name, info.version);
  return 0;
}
