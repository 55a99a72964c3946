// The table of trials: one for each public call and each hash function that it
// may be called with.
#include "trials.h"

namespace module_test {
namespace {

const uint8_t kMessage[] = "a message that every service gets";
constexpr size_t kMessageLen = sizeof kMessage - 1;

const uint8_t kScalar[32] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                             0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88,
                             0x99, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70,
                             0x80, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0};

cordon_ecdsa_scheme Scheme(uint32_t hash) {
  return {hash, CORDON_RAW, CORDON_NONCE_HEDGED};
}

struct Judged : Output {
  Outcome Judge(cordon_status st) const {
    return {st, st == CORDON_OK ? len > 0 && len <= sizeof bytes
                                : Refused() && len == 0};
  }
};

// An object that the call may change on success alone.
template <typename T>
Outcome Unchanged(cordon_status st, const T &before, const T &after) {
  return {st, st == CORDON_OK || SameBytes(before, after)};
}

// An object that the call makes: it must not be usable after an error.
template <typename T>
Outcome Made(cordon_status st, const T &object) {
  bool clean = st == CORDON_OK || IsZero(object) ||
               AllBytesAre(&object, sizeof object, kFill);
  return {st, clean};
}

template <typename T>
T Filled() {
  T object;
  memset(&object, kFill, sizeof object);
  return object;
}

class Table {
 public:
  Table() {
    for (uint32_t hash = 1; hash <= kNumHashes; hash++) {
      AddHash(hash);
      AddHmac(hash);
      AddDrbg(hash);
      AddSign(hash);
      AddVerify(hash);
    }
    AddKeys();
    AddStatus();
    AddWipes();
  }
  std::vector<Trial> rows;

 private:
  using Names = std::set<std::string>;

  static std::string TestOf(uint32_t hash) {
    static const char *const names[] = {
        "", "sha224", "sha256", "sha384", "sha512", "sha512-224", "sha512-256"};
    return names[hash];
  }
  static Names Join(Names a, const Names &b) {
    a.insert(b.begin(), b.end());
    return a;
  }
  static Names Hmac(uint32_t hash) { return {TestOf(hash), "hmac-sha256"}; }
  static Names Drbg(uint32_t hash) {
    bool short_words = hash == CORDON_SHA224 || hash == CORDON_SHA256;
    return Join(Hmac(hash), {short_words ? "drbg-sha256" : "drbg-sha512",
                             "drbg-errors", "drbg-failures", "entropy-health"});
  }
  static Names Random() { return Drbg(CORDON_SHA256); }

  void Add(const std::string &function, uint32_t hash, uint32_t service,
           const Names &needs, std::function<Outcome(Stock &)> call) {
    std::string name = function;
    if (hash != 0) {
      name += std::string("/") + HashName(hash);
    }
    rows.push_back({name, function, service, needs, std::move(call)});
  }

  void AddHash(uint32_t hash);
  void AddHmac(uint32_t hash);
  void AddDrbg(uint32_t hash);
  void AddSign(uint32_t hash);
  void AddVerify(uint32_t hash);
  void AddKeys();
  void AddStatus();
  void AddWipes();
  template <typename T>
  void AddWipe(const char *function, cordon_status (*wipe)(T *),
               T &(*pick)(Stock &));
};

void Table::AddHash(uint32_t hash) {
  const Names needs = {TestOf(hash)};
  const uint32_t service = CORDON_SERVICE_HASH;
  Add("digest", hash, service, needs, [hash](Stock &) {
    Judged out;
    return out.Judge(
        cordon_digest(out.bytes, &out.len, hash, kMessage, kMessageLen));
  });
  Add("hash_init", hash, service, needs, [hash](Stock &) {
    cordon_hash h = {};
    return Made(cordon_hash_init(&h, hash), h);
  });
  Add("hash_update", hash, service, needs, [hash](Stock &s) {
    cordon_hash h = s.hash[hash];
    return Unchanged(cordon_hash_update(&h, kMessage, kMessageLen),
                     s.hash[hash], h);
  });
  Add("hash_update_bits", hash, service, needs, [hash](Stock &s) {
    cordon_hash h = s.hash[hash];
    return Unchanged(cordon_hash_update_bits(&h, kMessage, 13), s.hash[hash],
                     h);
  });
  Add("hash_final", hash, service, needs, [hash](Stock &s) {
    cordon_hash h = s.hash[hash];
    Judged out;
    return out.Judge(cordon_hash_final(out.bytes, &out.len, &h));
  });
  Add("hash_copy", hash, service, needs, [hash](Stock &s) {
    cordon_hash h = Filled<cordon_hash>();
    return Made(cordon_hash_copy(&h, &s.hash[hash]), h);
  });
}

void Table::AddHmac(uint32_t hash) {
  const Names needs = Hmac(hash);
  const uint32_t service = CORDON_SERVICE_HMAC;
  Add("hmac_init", hash, service, needs, [hash](Stock &) {
    cordon_hmac h = {};
    return Made(cordon_hmac_init(&h, hash, kMessage, kMessageLen), h);
  });
  Add("hmac_update", hash, service, needs, [hash](Stock &s) {
    cordon_hmac h = s.hmac[hash];
    return Unchanged(cordon_hmac_update(&h, kMessage, kMessageLen),
                     s.hmac[hash], h);
  });
  Add("hmac_update_bits", hash, service, needs, [hash](Stock &s) {
    cordon_hmac h = s.hmac[hash];
    return Unchanged(cordon_hmac_update_bits(&h, kMessage, 13), s.hmac[hash],
                     h);
  });
  Add("hmac_final", hash, service, needs, [hash](Stock &s) {
    cordon_hmac h = s.hmac[hash];
    Judged out;
    return out.Judge(cordon_hmac_final(out.bytes, &out.len, &h));
  });
  Add("hmac_digest", hash, service, needs, [hash](Stock &s) {
    Judged out;
    return out.Judge(cordon_hmac_digest(out.bytes, &out.len, &s.hmac[hash],
                                        kMessage, kMessageLen));
  });
  Add("hmac_copy", hash, service, needs, [hash](Stock &s) {
    cordon_hmac h = Filled<cordon_hmac>();
    return Made(cordon_hmac_copy(&h, &s.hmac[hash]), h);
  });
}

void Table::AddDrbg(uint32_t hash) {
  const Names needs = Drbg(hash);
  const uint32_t service = CORDON_SERVICE_DRBG;
  Add("drbg_instantiate", hash, service, needs, [hash](Stock &) {
    cordon_drbg d = {};
    cordon_drbg_params params = {hash, 112, 0};
    return Made(cordon_drbg_instantiate(&d, &params, kMessage, kMessageLen), d);
  });
  Add("drbg_reseed", hash, service, needs, [hash](Stock &s) {
    cordon_drbg before = s.drbg[hash];
    cordon_status st = cordon_drbg_reseed(&s.drbg[hash], kMessage, kMessageLen);
    return Unchanged(st, before, s.drbg[hash]);
  });
  Add("drbg_generate", hash, service, needs, [hash](Stock &s) {
    Judged out;
    cordon_status st =
        cordon_drbg_generate(out.bytes, 64, &s.drbg[hash], 0, nullptr, 0);
    bool zero = AllBytesAre(out.bytes, 64, 0);
    return Outcome{st, (st != CORDON_OK) == zero &&
                           AllBytesAre(out.bytes + 64, 96, kFill)};
  });
}

void Table::AddSign(uint32_t hash) {
  const Names needs = Join(Join({TestOf(hash)}, Random()), {"ecdsa-sign-p256"});
  const uint32_t service = CORDON_SERVICE_SIGN;
  Add("ecdsa_sign", hash, service, needs, [hash](Stock &s) {
    Judged out;
    cordon_ecdsa_scheme scheme = Scheme(hash);
    return out.Judge(cordon_ecdsa_sign(out.bytes, &out.len, &s.key, &scheme,
                                       kMessage, kMessageLen));
  });
  Add("ecdsa_sign_hash", hash, service, needs, [hash](Stock &s) {
    Judged out;
    cordon_ecdsa_scheme scheme = Scheme(hash);
    cordon_hash h = s.hash[hash];
    Outcome outcome = out.Judge(
        cordon_ecdsa_sign_hash(out.bytes, &out.len, &s.key, &scheme, &h));
    outcome.clean &= Unchanged(outcome.status, s.hash[hash], h).clean;
    return outcome;
  });
  Add("ecdsa_sign_digest", hash, service, needs, [hash](Stock &s) {
    Judged out;
    cordon_ecdsa_scheme scheme = Scheme(hash);
    Bytes digest(DigestLen(hash), 0x77);
    return out.Judge(cordon_ecdsa_sign_digest(
        out.bytes, &out.len, &s.key, &scheme, digest.data(), digest.size()));
  });
}

void Table::AddVerify(uint32_t hash) {
  const Names needs = {TestOf(hash), "ecdsa-verify-p256"};
  const uint32_t service = CORDON_SERVICE_VERIFY;
  // The stock's signatures are of the message 0 bytes long.
  Add("ecdsa_verify", hash, service, needs, [hash](Stock &s) {
    cordon_ecdsa_scheme scheme = Scheme(hash);
    return Outcome{cordon_ecdsa_verify(&s.pub, &scheme, nullptr, 0,
                                       s.sig[hash].data(), s.sig[hash].size()),
                   true};
  });
  Add("ecdsa_verify_hash", hash, service, needs, [hash](Stock &s) {
    cordon_ecdsa_scheme scheme = Scheme(hash);
    cordon_hash h = s.hash[hash];
    cordon_status st = cordon_ecdsa_verify_hash(
        &s.pub, &scheme, &h, s.sig[hash].data(), s.sig[hash].size());
    return Unchanged(st, s.hash[hash], h);
  });
  Add("ecdsa_verify_digest", hash, service, needs, [hash](Stock &s) {
    cordon_ecdsa_scheme scheme = Scheme(hash);
    const Bytes &digest = s.digest[hash];
    return Outcome{cordon_ecdsa_verify_digest(&s.pub, &scheme, digest.data(),
                                              digest.size(), s.sig[hash].data(),
                                              s.sig[hash].size()),
                   true};
  });
}

void Table::AddKeys() {
  const Names sign = {"ecdsa-sign-p256"};
  const Names verify = {"ecdsa-verify-p256"};
  const Names keygen =
      Join(Random(), {"ecdsa-sign-p256", "ecdsa-verify-p256", "pairwise-p256"});
  Add("random", 0, CORDON_SERVICE_DRBG, Random(), [](Stock &) {
    Judged out;
    cordon_status st = cordon_random(out.bytes, 64);
    bool zero = AllBytesAre(out.bytes, 64, 0);
    return Outcome{st, (st != CORDON_OK) == zero &&
                           AllBytesAre(out.bytes + 64, 96, kFill)};
  });
  Add("keygen", 0, CORDON_SERVICE_KEYGEN, keygen, [](Stock &) {
    cordon_private_key key = Filled<cordon_private_key>();
    return Made(cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                              CORDON_USE_SIGN),
                key);
  });
  const uint32_t priv = CORDON_SERVICE_PRIVATE_KEY;
  Add("private_import", 0, priv, sign, [](Stock &) {
    cordon_private_key key = Filled<cordon_private_key>();
    return Made(cordon_private_import(&key, CORDON_P256, CORDON_USE_SIGN,
                                      nullptr, kScalar, sizeof kScalar),
                key);
  });
  Add("private_export", 0, priv, sign, [](Stock &s) {
    Judged out;
    return out.Judge(cordon_private_export(out.bytes, &out.len, &s.key));
  });
  Add("private_public", 0, priv, sign, [](Stock &s) {
    cordon_public_key pub = Filled<cordon_public_key>();
    return Made(cordon_private_public(&pub, &s.key), pub);
  });
  Add("private_checks", 0, priv, sign, [](Stock &s) {
    uint32_t checks = ~0u;
    cordon_status st = cordon_private_checks(&checks, &s.key);
    return Outcome{st, (st == CORDON_OK) == (checks != 0)};
  });
  const uint32_t pub = CORDON_SERVICE_PUBLIC_KEY;
  Add("public_import", 0, pub, verify, [](Stock &s) {
    cordon_public_key key = Filled<cordon_public_key>();
    return Made(
        cordon_public_import(&key, CORDON_P256, s.point.data(), s.point.size()),
        key);
  });
  Add("public_export", 0, pub, verify, [](Stock &s) {
    Judged out;
    return out.Judge(cordon_public_export(out.bytes, &out.len, &s.pub,
                                          CORDON_POINT_COMPRESSED));
  });
  Add("public_validate", 0, pub, verify, [](Stock &s) {
    return Outcome{cordon_public_validate(&s.pub, CORDON_VALIDATE_FULL), true};
  });
  Add("public_checks", 0, pub, verify, [](Stock &s) {
    uint32_t checks = ~0u;
    cordon_status st = cordon_public_checks(&checks, &s.pub);
    return Outcome{st, (st == CORDON_OK) == (checks != 0)};
  });
}

void Table::AddStatus() {
  const uint32_t service = CORDON_SERVICE_NONE;
  Add("get_info", 0, service, {}, [](Stock &) {
    static cordon_info info;
    return Outcome{cordon_get_info(&info), true};
  });
  Add("selftest_info", 0, service, {}, [](Stock &) {
    cordon_selftest_record record;
    return Outcome{cordon_selftest_info(0, &record), true};
  });
  Add("set_callback", 0, service, {}, [](Stock &) {
    return Outcome{cordon_set_callback(nullptr, nullptr), true};
  });
  Add("last_indicator", 0, service, {}, [](Stock &) {
    cordon_indicator indicator;
    return Outcome{cordon_last_indicator(&indicator), true};
  });
}

// The object comes back afterwards, at its own address.
template <typename T>
void Table::AddWipe(const char *function, cordon_status (*wipe)(T *),
                    T &(*pick)(Stock &)) {
  Add(function, 0, CORDON_SERVICE_WIPE, {}, [wipe, pick](Stock &s) {
    T &object = pick(s);
    T before = object;
    cordon_status st = wipe(&object);
    bool zero = IsZero(object);
    object = before;
    return Outcome{st, zero};
  });
}

void Table::AddWipes() {
  AddWipe<cordon_hash>("hash_wipe", cordon_hash_wipe,
                       [](Stock &s) -> cordon_hash & { return s.hash[1]; });
  AddWipe<cordon_hmac>("hmac_wipe", cordon_hmac_wipe,
                       [](Stock &s) -> cordon_hmac & { return s.hmac[1]; });
  AddWipe<cordon_drbg>("drbg_uninstantiate", cordon_drbg_uninstantiate,
                       [](Stock &s) -> cordon_drbg & { return s.drbg[2]; });
  AddWipe<cordon_private_key>(
      "private_wipe", cordon_private_wipe,
      [](Stock &s) -> cordon_private_key & { return s.key; });
  AddWipe<cordon_public_key>(
      "public_wipe", cordon_public_wipe,
      [](Stock &s) -> cordon_public_key & { return s.pub; });
}

}  // namespace

std::string Stock::Fill() {
  uint8_t buffer[160];
  size_t len = sizeof buffer;
  if (cordon_private_import(&key, CORDON_P256, CORDON_USE_SIGN, nullptr,
                            kScalar, sizeof kScalar) != CORDON_OK) {
    return "private_import";
  }
  if (cordon_private_public(&pub, &key) != CORDON_OK ||
      cordon_public_export(buffer, &len, &pub, CORDON_POINT_UNCOMPRESSED) !=
          CORDON_OK) {
    return "private_public";
  }
  point.assign(buffer, buffer + len);
  for (uint32_t h = 1; h <= kNumHashes; h++) {
    cordon_ecdsa_scheme scheme = Scheme(h);
    cordon_drbg_params params = {h, 112, 0};
    len = sizeof buffer;
    if (cordon_hash_init(&hash[h], h) != CORDON_OK ||
        cordon_hmac_init(&hmac[h], h, kMessage, kMessageLen) != CORDON_OK ||
        cordon_drbg_instantiate(&drbg[h], &params, nullptr, 0) != CORDON_OK ||
        cordon_ecdsa_sign(buffer, &len, &key, &scheme, nullptr, 0) !=
            CORDON_OK) {
      return HashName(h);
    }
    sig[h].assign(buffer, buffer + len);
    len = sizeof buffer;
    if (cordon_digest(buffer, &len, h, nullptr, 0) != CORDON_OK) {
      return HashName(h);
    }
    digest[h].assign(buffer, buffer + len);
  }
  return "";
}

const std::vector<Trial> &Trials() {
  static const std::vector<Trial> rows = Table().rows;
  return rows;
}

}  // namespace module_test
