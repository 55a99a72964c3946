// The table of trials: one for each public call and each hash function or
// curve that it may be called with; of a call that takes both, the hashes on
// P-256 and the curves with one hash.
#include "trials.h"

#include "judged.h"

namespace module_test {
namespace {

const uint8_t kMessage[] = "a message that every service gets";
constexpr size_t kMessageLen = sizeof kMessage - 1;

// A scalar on every curve.
const uint8_t kScalar[28] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd,
                             0xef, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66,
                             0x77, 0x88, 0x99, 0x10, 0x20, 0x30, 0x40,
                             0x50, 0x60, 0x70, 0x80, 0x90, 0xa0, 0xb0};

// What calls that are tried on each curve hash with; not what the DRBG uses.
constexpr uint32_t kCurveHash = CORDON_SHA384;

cordon_ecdsa_scheme Scheme(uint32_t hash,
                           uint32_t nonce = CORDON_NONCE_HEDGED) {
  return {hash, CORDON_RAW, nonce};
}

cordon_kdf Kdf(uint32_t method, uint32_t hash) {
  return {method, hash, kMessage, kMessageLen, kMessage, 20};
}

class Table {
 public:
  Table() {
    for (uint32_t hash = 1; hash <= kNumHashes; hash++) {
      AddHash(hash);
      AddSign(hash);
      AddVerify(hash);
      AddVerifyPrepared(hash);
      AddBatches(HashName(hash), hash, CORDON_P256);
      if (HasHmac(hash)) {
        AddHmac(hash);
        AddKdf(hash);
      }
      if (HasDrbg(hash)) {
        AddDrbg(hash);
      }
    }
    for (uint32_t curve = 1; curve <= kNumCurves; curve++) {
      AddKeygen(curve);
      AddPrivate(curve);
      AddPublic(curve);
      AddSignatures(curve);
      AddPrepared(curve);
      AddBatches(CurveName(curve), kCurveHash, curve);
      AddAgreement(curve);
    }
    AddRandom();
    AddStatus();
    AddWipes();
  }
  std::vector<Trial> rows;

 private:
  using Names = std::set<std::string>;

  static std::string TestOf(uint32_t hash) {
    static const char *const names[] = {
        "",           "sha224",     "sha256",   "sha384",   "sha512",
        "sha512-224", "sha512-256", "sha3-224", "sha3-256", "sha3-384",
        "sha3-512",   "shake128",   "shake256"};
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
  static std::string OfCurve(const char *test, uint32_t curve) {
    return std::string(test) + "-" + CurveSuffix(curve);
  }

  void Add(const std::string &function, const std::string &variant,
           uint32_t service, const Names &needs,
           std::function<Outcome(Stock &)> call) {
    std::string name = variant.empty() ? function : function + "/" + variant;
    rows.push_back({name, function, service, needs, std::move(call)});
  }
  void Add(const std::string &function, uint32_t hash, uint32_t service,
           const Names &needs, std::function<Outcome(Stock &)> call) {
    Add(function, HashName(hash), service, needs, std::move(call));
  }

  void AddHash(uint32_t hash);
  void AddHmac(uint32_t hash);
  void AddDrbg(uint32_t hash);
  void AddKdf(uint32_t hash);
  void AddSign(uint32_t hash);
  void AddVerify(uint32_t hash);
  void AddBatches(const std::string &variant, uint32_t hash, uint32_t curve);
  void AddKeygen(uint32_t curve);
  void AddPrivate(uint32_t curve);
  void AddPublic(uint32_t curve);
  void AddSignatures(uint32_t curve);
  void AddPrepared(uint32_t curve);
  void AddVerifyPrepared(uint32_t hash);
  void AddAgreement(uint32_t curve);
  void AddRandom();
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
  if (!IsXof(hash)) {
    return;
  }
  Add("hash_squeeze", hash, service, needs, [hash](Stock &s) {
    cordon_hash h = s.hash[hash];
    Judged out;
    Outcome outcome = out.JudgeFixed(cordon_hash_squeeze(out.bytes, 64, &h));
    outcome.clean &= Unchanged(outcome.status, s.hash[hash], h).clean;
    return outcome;
  });
  Add("xof", hash, service, needs, [hash](Stock &) {
    Judged out;
    return out.JudgeFixed(
        cordon_xof(out.bytes, 64, hash, kMessage, kMessageLen));
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
    return out.JudgeFixed(st);
  });
}

void Table::AddSign(uint32_t hash) {
  const Names needs = Join(Join({TestOf(hash)}, Random()), {"ecdsa-sign-p256"});
  const uint32_t service = CORDON_SERVICE_SIGN;
  Add("ecdsa_sign", hash, service, needs, [hash](Stock &s) {
    Judged out;
    cordon_ecdsa_scheme scheme = Scheme(hash);
    return out.Judge(cordon_ecdsa_sign(out.bytes, &out.len, &s.key[CORDON_P256],
                                       &scheme, kMessage, kMessageLen));
  });
  Add("ecdsa_sign_hash", hash, service, needs, [hash](Stock &s) {
    Judged out;
    cordon_ecdsa_scheme scheme = Scheme(hash);
    cordon_hash h = s.hash[hash];
    Outcome outcome = out.Judge(cordon_ecdsa_sign_hash(
        out.bytes, &out.len, &s.key[CORDON_P256], &scheme, &h));
    outcome.clean &= Unchanged(outcome.status, s.hash[hash], h).clean;
    return outcome;
  });
  Add("ecdsa_sign_digest", hash, service, needs, [hash](Stock &s) {
    Judged out;
    cordon_ecdsa_scheme scheme = Scheme(hash);
    Bytes digest(DigestLen(hash), 0x77);
    return out.Judge(cordon_ecdsa_sign_digest(out.bytes, &out.len,
                                              &s.key[CORDON_P256], &scheme,
                                              digest.data(), digest.size()));
  });
}

void Table::AddBatches(const std::string &variant, uint32_t hash,
                       uint32_t curve) {
  const Names sign =
      Join(Join({TestOf(hash)}, Random()), {OfCurve("ecdsa-sign", curve)});
  const Names verify = {TestOf(hash), OfCurve("ecdsa-verify", curve)};
  for (bool given : {false, true}) {
    const std::string end = given ? "_digest_batch" : "_batch";
    Add("ecdsa_sign" + end, variant, CORDON_SERVICE_SIGN, sign, [=](Stock &s) {
      cordon_ecdsa_scheme scheme = Scheme(hash);
      SignBatch b(given ? s.digest[hash] : Bytes{1, 2, 3});
      return b.Judge((given ? cordon_ecdsa_sign_digest_batch
                            : cordon_ecdsa_sign_batch)(
          b.items, 2, &s.key[curve], &scheme, b.workspace, sizeof b.workspace));
    });
    Add("ecdsa_verify" + end, variant, CORDON_SERVICE_VERIFY, verify,
        [=](Stock &s) {
          cordon_ecdsa_scheme scheme = Scheme(hash);
          VerifyBatch b(
              &s.pub[curve], given ? s.digest[hash] : Bytes(),
              variant == HashName(hash) ? s.sig[hash] : s.curve_sig[curve]);
          return b.Judge((given ? cordon_ecdsa_verify_digest_batch
                                : cordon_ecdsa_verify_batch)(
              b.items, 2, &scheme, b.workspace, sizeof b.workspace));
        });
  }
}

void Table::AddVerify(uint32_t hash) {
  const Names needs = {TestOf(hash), "ecdsa-verify-p256"};
  const uint32_t service = CORDON_SERVICE_VERIFY;
  // The stock's signatures are of the message 0 bytes long.
  Add("ecdsa_verify", hash, service, needs, [hash](Stock &s) {
    cordon_ecdsa_scheme scheme = Scheme(hash);
    return Outcome{cordon_ecdsa_verify(&s.pub[CORDON_P256], &scheme, nullptr, 0,
                                       s.sig[hash].data(), s.sig[hash].size()),
                   true};
  });
  Add("ecdsa_verify_hash", hash, service, needs, [hash](Stock &s) {
    cordon_ecdsa_scheme scheme = Scheme(hash);
    cordon_hash h = s.hash[hash];
    cordon_status st =
        cordon_ecdsa_verify_hash(&s.pub[CORDON_P256], &scheme, &h,
                                 s.sig[hash].data(), s.sig[hash].size());
    return Unchanged(st, s.hash[hash], h);
  });
  Add("ecdsa_verify_digest", hash, service, needs, [hash](Stock &s) {
    cordon_ecdsa_scheme scheme = Scheme(hash);
    const Bytes &digest = s.digest[hash];
    return Outcome{cordon_ecdsa_verify_digest(
                       &s.pub[CORDON_P256], &scheme, digest.data(),
                       digest.size(), s.sig[hash].data(), s.sig[hash].size()),
                   true};
  });
}

void Table::AddVerifyPrepared(uint32_t hash) {
  const Names needs = {TestOf(hash), "ecdsa-verify-p256"};
  const uint32_t service = CORDON_SERVICE_VERIFY;
  Add("ecdsa_verify_prepared", hash, service, needs, [hash](Stock &s) {
    cordon_ecdsa_scheme scheme = Scheme(hash);
    return Outcome{cordon_ecdsa_verify_prepared(
                       s.table[CORDON_P256].data(), &scheme, nullptr, 0,
                       s.sig[hash].data(), s.sig[hash].size()),
                   true};
  });
  Add("ecdsa_verify_prepared_hash", hash, service, needs, [hash](Stock &s) {
    cordon_ecdsa_scheme scheme = Scheme(hash);
    cordon_hash h = s.hash[hash];
    cordon_status st = cordon_ecdsa_verify_prepared_hash(
        s.table[CORDON_P256].data(), &scheme, &h, s.sig[hash].data(),
        s.sig[hash].size());
    return Unchanged(st, s.hash[hash], h);
  });
  Add("ecdsa_verify_prepared_digest", hash, service, needs, [hash](Stock &s) {
    cordon_ecdsa_scheme scheme = Scheme(hash);
    const Bytes &digest = s.digest[hash];
    return Outcome{cordon_ecdsa_verify_prepared_digest(
                       s.table[CORDON_P256].data(), &scheme, digest.data(),
                       digest.size(), s.sig[hash].data(), s.sig[hash].size()),
                   true};
  });
}

void Table::AddKdf(uint32_t hash) {
  const Names needs = {TestOf(hash), "kdf-onestep"};
  auto derive = [hash](uint32_t method) {
    return [hash, method](Stock &) {
      Judged out;
      cordon_kdf kdf = Kdf(method, hash);
      return out.JudgeFixed(
          cordon_kdf_derive(out.bytes, 64, &kdf, kMessage, kMessageLen));
    };
  };
  Add("kdf_derive", hash, CORDON_SERVICE_KDF, needs, derive(CORDON_KDF_HASH));
  Add("ecdh_kdf", hash, CORDON_SERVICE_ECDH,
      Join(needs, {"ecdh-p256", "ecdsa-verify-p256"}), [hash](Stock &s) {
        Judged out;
        cordon_kdf kdf = Kdf(CORDON_KDF_HASH, hash);
        return out.JudgeFixed(cordon_ecdh_kdf(
            out.bytes, 64, &s.key[CORDON_P256], &s.pub[CORDON_P256], &kdf));
      });
  Add("kdf_derive", std::string("HMAC-") + HashName(hash), CORDON_SERVICE_KDF,
      Join(needs, Hmac(hash)), derive(CORDON_KDF_HMAC));
}

void Table::AddKeygen(uint32_t curve) {
  const Names sign = {OfCurve("ecdsa-verify", curve),
                      OfCurve("pairwise-sign", curve)};
  const Names agree = {OfCurve("ecdh", curve),
                       OfCurve("pairwise-agree", curve)};
  const Names base = Join(Random(), {OfCurve("ecdsa-sign", curve)});
  auto add = [&](const char *what, uint32_t method, uint32_t use,
                 const Names &needs) {
    Add("keygen", CurveName(curve) + what, CORDON_SERVICE_KEYGEN,
        Join(base, needs), [=](Stock &) {
          cordon_private_key key = Filled<cordon_private_key>();
          return Made(cordon_keygen(&key, curve, method, use), key);
        });
  };
  add("-sign", CORDON_KEYGEN_REJECTION, CORDON_USE_SIGN, sign);
  add("-agree", CORDON_KEYGEN_EXTRA_BITS, CORDON_USE_AGREE, agree);
  if (curve == CORDON_P256) {
    add("-both", CORDON_KEYGEN_EXTRA_BITS, CORDON_USE_SIGN | CORDON_USE_AGREE,
        Join(sign, agree));
  }
}

void Table::AddPrivate(uint32_t curve) {
  const uint32_t service = CORDON_SERVICE_PRIVATE_KEY;
  const Names needs = {OfCurve("ecdsa-sign", curve)};
  const std::string name = CurveName(curve);
  Add("private_import", name, service, needs, [curve](Stock &) {
    cordon_private_key key = Filled<cordon_private_key>();
    return Made(cordon_private_import(&key, curve, CORDON_USE_SIGN, nullptr,
                                      kScalar, sizeof kScalar),
                key);
  });
  Add("private_export", name, service, needs, [curve](Stock &s) {
    Judged out;
    return out.Judge(cordon_private_export(out.bytes, &out.len, &s.key[curve]));
  });
  Add("private_public", name, service, needs, [curve](Stock &s) {
    cordon_public_key pub = Filled<cordon_public_key>();
    return Made(cordon_private_public(&pub, &s.key[curve]), pub);
  });
  Add("private_checks", name, service, needs, [curve](Stock &s) {
    uint32_t checks = ~0u;
    cordon_status st = cordon_private_checks(&checks, &s.key[curve]);
    return Outcome{st, (st == CORDON_OK) == (checks != 0)};
  });
}

void Table::AddPublic(uint32_t curve) {
  const uint32_t service = CORDON_SERVICE_PUBLIC_KEY;
  const Names needs = {OfCurve("ecdsa-verify", curve)};
  const std::string name = CurveName(curve);
  Add("public_import", name, service, needs, [curve](Stock &s) {
    cordon_public_key key = Filled<cordon_public_key>();
    const Bytes &point = s.point[curve];
    return Made(cordon_public_import(&key, curve, point.data(), point.size()),
                key);
  });
  Add("public_export", name, service, needs, [curve](Stock &s) {
    Judged out;
    return out.Judge(cordon_public_export(out.bytes, &out.len, &s.pub[curve],
                                          CORDON_POINT_COMPRESSED));
  });
  Add("public_validate", name, service, needs, [curve](Stock &s) {
    return Outcome{cordon_public_validate(&s.pub[curve], CORDON_VALIDATE_FULL),
                   true};
  });
  Add("public_checks", name, service, needs, [curve](Stock &s) {
    uint32_t checks = ~0u;
    cordon_status st = cordon_public_checks(&checks, &s.pub[curve]);
    return Outcome{st, (st == CORDON_OK) == (checks != 0)};
  });
}

void Table::AddSignatures(uint32_t curve) {
  const Names base = {TestOf(kCurveHash), OfCurve("ecdsa-sign", curve)};
  auto sign = [curve](uint32_t nonce) {
    return [curve, nonce](Stock &s) {
      Judged out;
      cordon_ecdsa_scheme scheme = Scheme(kCurveHash, nonce);
      return out.Judge(cordon_ecdsa_sign(out.bytes, &out.len, &s.key[curve],
                                         &scheme, kMessage, kMessageLen));
    };
  };
  Add("ecdsa_sign", CurveName(curve), CORDON_SERVICE_SIGN, Join(base, Random()),
      sign(CORDON_NONCE_HEDGED));
  Add("ecdsa_sign", CurveName(curve) + "-deterministic", CORDON_SERVICE_SIGN,
      Join(base, {"hmac-sha256", OfCurve("ecdsa-deterministic", curve)}),
      sign(CORDON_NONCE_DETERMINISTIC));
  Add("ecdsa_verify", CurveName(curve), CORDON_SERVICE_VERIFY,
      {TestOf(kCurveHash), OfCurve("ecdsa-verify", curve)}, [curve](Stock &s) {
        cordon_ecdsa_scheme scheme = Scheme(kCurveHash);
        const Bytes &sig = s.curve_sig[curve];
        return Outcome{cordon_ecdsa_verify(&s.pub[curve], &scheme, nullptr, 0,
                                           sig.data(), sig.size()),
                       true};
      });
}

void Table::AddPrepared(uint32_t curve) {
  const std::string name = CurveName(curve);
  Add("ecdsa_prepare", name, CORDON_SERVICE_PUBLIC_KEY,
      {OfCurve("ecdsa-verify", curve)}, [curve](Stock &s) {
        Bytes table(s.table[curve].size(), kFill);
        size_t len = table.size();
        cordon_status st = cordon_ecdsa_prepare(
            table.data(), &len, &s.pub[curve], CORDON_PREPARED_SMALL);
        bool zero = AllBytesAre(table.data(), table.size(), 0);
        return Outcome{st, st == CORDON_OK ? len == table.size() && !zero
                                           : len == 0 && zero};
      });
  Add("ecdsa_verify_prepared", name, CORDON_SERVICE_VERIFY,
      {TestOf(kCurveHash), OfCurve("ecdsa-verify", curve)}, [curve](Stock &s) {
        cordon_ecdsa_scheme scheme = Scheme(kCurveHash);
        const Bytes &sig = s.curve_sig[curve];
        return Outcome{
            cordon_ecdsa_verify_prepared(s.table[curve].data(), &scheme,
                                         nullptr, 0, sig.data(), sig.size()),
            true};
      });
}

void Table::AddAgreement(uint32_t curve) {
  const uint32_t service = CORDON_SERVICE_ECDH;
  const Names needs = {OfCurve("ecdh", curve), OfCurve("ecdsa-verify", curve)};
  Add("ecdh", CurveName(curve), service, needs, [curve](Stock &s) {
    Judged out;
    return out.Judge(
        cordon_ecdh(out.bytes, &out.len, &s.key[curve], &s.pub[curve]));
  });
  Add("ecdh_kdf", CurveName(curve), service,
      Join(needs, {"kdf-onestep", TestOf(kCurveHash), "hmac-sha256"}),
      [curve](Stock &s) {
        Judged out;
        cordon_kdf kdf = Kdf(CORDON_KDF_HMAC, kCurveHash);
        return out.JudgeFixed(
            cordon_ecdh_kdf(out.bytes, 64, &s.key[curve], &s.pub[curve], &kdf));
      });
}

void Table::AddRandom() {
  Add("random", "", CORDON_SERVICE_DRBG, Random(), [](Stock &) {
    Judged out;
    return out.JudgeFixed(cordon_random(out.bytes, 64));
  });
}

void Table::AddStatus() {
  const uint32_t service = CORDON_SERVICE_NONE;
  Add("get_info", "", service, {}, [](Stock &) {
    static cordon_info info;
    return Outcome{cordon_get_info(&info), true};
  });
  Add("selftest_info", "", service, {}, [](Stock &) {
    cordon_selftest_record record;
    return Outcome{cordon_selftest_info(0, &record), true};
  });
  Add("set_callback", "", service, {}, [](Stock &) {
    return Outcome{cordon_set_callback(nullptr, nullptr), true};
  });
  Add("last_indicator", "", service, {}, [](Stock &) {
    cordon_indicator indicator;
    return Outcome{cordon_last_indicator(&indicator), true};
  });
}

// The object comes back afterwards, at its own address.
template <typename T>
void Table::AddWipe(const char *function, cordon_status (*wipe)(T *),
                    T &(*pick)(Stock &)) {
  Add(function, "", CORDON_SERVICE_WIPE, {}, [wipe, pick](Stock &s) {
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
      [](Stock &s) -> cordon_private_key & { return s.key[4]; });
  AddWipe<cordon_public_key>(
      "public_wipe", cordon_public_wipe,
      [](Stock &s) -> cordon_public_key & { return s.pub[4]; });
  Add("ecdsa_prepared_wipe", "", CORDON_SERVICE_WIPE, {}, [](Stock &) {
    Bytes table(200, kFill);
    cordon_status st = cordon_ecdsa_prepared_wipe(table.data(), table.size());
    return Outcome{st, AllBytesAre(table.data(), table.size(), 0)};
  });
}

}  // namespace

std::string Stock::FillCurve(uint32_t curve) {
  uint8_t buffer[160];
  size_t len = sizeof buffer;
  cordon_ecdsa_scheme scheme = Scheme(kCurveHash);
  if (cordon_private_import(&key[curve], curve,
                            CORDON_USE_SIGN | CORDON_USE_AGREE, nullptr,
                            kScalar, sizeof kScalar) != CORDON_OK) {
    return "private_import";
  }
  if (cordon_private_public(&pub[curve], &key[curve]) != CORDON_OK ||
      cordon_public_export(buffer, &len, &pub[curve],
                           CORDON_POINT_UNCOMPRESSED) != CORDON_OK) {
    return "private_public";
  }
  point[curve].assign(buffer, buffer + len);
  len = sizeof buffer;
  if (cordon_ecdsa_sign(buffer, &len, &key[curve], &scheme, nullptr, 0) !=
      CORDON_OK) {
    return CurveName(curve);
  }
  curve_sig[curve].assign(buffer, buffer + len);
  len = 0;
  if (cordon_ecdsa_prepare(nullptr, &len, &pub[curve], CORDON_PREPARED_SMALL) !=
      CORDON_ERR_BUFFER) {
    return "ecdsa_prepare";
  }
  table[curve].resize(len);
  if (cordon_ecdsa_prepare(table[curve].data(), &len, &pub[curve],
                           CORDON_PREPARED_SMALL) != CORDON_OK) {
    return "ecdsa_prepare";
  }
  return "";
}

std::string Stock::FillHash(uint32_t h) {
  uint8_t buffer[160];
  size_t len = sizeof buffer;
  cordon_ecdsa_scheme scheme = Scheme(h);
  cordon_drbg_params params = {h, 112, 0};
  if (cordon_hash_init(&hash[h], h) != CORDON_OK ||
      (HasHmac(h) &&
       cordon_hmac_init(&hmac[h], h, kMessage, kMessageLen) != CORDON_OK) ||
      (HasDrbg(h) &&
       cordon_drbg_instantiate(&drbg[h], &params, nullptr, 0) != CORDON_OK) ||
      cordon_ecdsa_sign(buffer, &len, &key[CORDON_P256], &scheme, nullptr, 0) !=
          CORDON_OK) {
    return HashName(h);
  }
  sig[h].assign(buffer, buffer + len);
  len = sizeof buffer;
  if (cordon_digest(buffer, &len, h, nullptr, 0) != CORDON_OK) {
    return HashName(h);
  }
  digest[h].assign(buffer, buffer + len);
  return "";
}

std::string Stock::Fill() {
  std::string refused;
  for (uint32_t curve = 1; refused.empty() && curve <= kNumCurves; curve++) {
    refused = FillCurve(curve);
  }
  for (uint32_t h = 1; refused.empty() && h <= kNumHashes; h++) {
    refused = FillHash(h);
  }
  return refused;
}

const std::vector<Trial> &Trials() {
  static const std::vector<Trial> rows = Table().rows;
  return rows;
}

}  // namespace module_test
