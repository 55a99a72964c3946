// This module as an implementation of the bench, through its public calls.
#include <cordon/cordon.h>
#include <cordon/names.h>
#include <sys/random.h>

#include <cstring>

#include "errors.h"
#include "implementation.h"
#include "unsealed.h"

namespace bench {
namespace {

const cordon_ecdsa_scheme kScheme = CORDON_ECDSA_SHA256_DER;
const cordon_ecdsa_scheme kDeterministic = {CORDON_SHA256, CORDON_DER,
                                            CORDON_NONCE_DETERMINISTIC};

void Require(cordon_status status, const char *what) {
  if (status != CORDON_OK) {
    throw ModuleError(std::string("cordon: ") + what + " returned " +
                      std::to_string(status));
  }
}

cordon_info ModuleInfo() {
  cordon_info info;
  Require(cordon_get_info(&info), "cordon_get_info");
  return info;
}

Bytes ExportPoint(const cordon_public_key &pub) {
  Bytes point(CORDON_MAX_POINT_BYTES);
  size_t len = point.size();
  Require(
      cordon_public_export(point.data(), &len, &pub, CORDON_POINT_UNCOMPRESSED),
      "cordon_public_export");
  point.resize(len);
  return point;
}

KeyPair ExportPair(const cordon_private_key &key) {
  KeyPair pair;
  pair.d.resize(CORDON_MAX_FIELD_BYTES);
  size_t len = pair.d.size();
  Require(cordon_private_export(pair.d.data(), &len, &key),
          "cordon_private_export");
  pair.d.resize(len);
  cordon_public_key pub;
  Require(cordon_private_public(&pub, &key), "cordon_private_public");
  pair.point = ExportPoint(pub);
  return pair;
}

Bytes Prepare(const cordon_public_key &key, bool large) {
  const uint32_t choice = large ? CORDON_PREPARED_LARGE : CORDON_PREPARED_SMALL;
  size_t len = 0;
  if (cordon_ecdsa_prepare(nullptr, &len, &key, choice) != CORDON_ERR_BUFFER) {
    throw ModuleError("cordon: cordon_ecdsa_prepare tells no length");
  }
  Bytes table(len);
  Require(cordon_ecdsa_prepare(table.data(), &len, &key, choice),
          "cordon_ecdsa_prepare");
  return table;
}

class CordonKeys : public Keys {
 public:
  explicit CordonKeys(const KeyPool &pool)
      : curve_(*pool.curve),
        private_(pool.entries.size()),
        public_(pool.entries.size()),
        generated_(pool.entries.size()),
        small_(pool.entries.size()),
        large_(pool.entries.size()),
        untested_(pool.entries.size()) {
    for (size_t i = 0; i < pool.entries.size(); i++) {
      const KeyPair &pair = pool.entries[i].pair;
      Require(cordon_public_import(&public_[i], curve_.cordon_id,
                                   pair.point.data(), pair.point.size()),
              "cordon_public_import");
      Require(cordon_private_import(&private_[i], curve_.cordon_id,
                                    CORDON_USE_SIGN | CORDON_USE_AGREE,
                                    &public_[i], pair.d.data(), pair.d.size()),
              "cordon_private_import");
    }
  }

  bool Sign(size_t i, const Digest &digest, Signature *out) override {
    return SignWith(kScheme, i, digest, out);
  }

  bool SignDeterministic(size_t i, const Digest &digest,
                         Signature *out) override {
    return SignWith(kDeterministic, i, digest, out);
  }

  bool Verify(size_t i, const Digest &digest, const Signature &sig) override {
    return cordon_ecdsa_verify_digest(&public_[i], &kScheme, digest.data(),
                                      digest.size(), sig.der.data(),
                                      sig.len) == CORDON_OK;
  }

  bool VerifyPrepared(size_t i, bool large, const Digest &digest,
                      const Signature &sig) override {
    std::vector<Bytes> &tables = large ? large_ : small_;
    if (tables[i].empty()) {
      tables[i] = Prepare(public_[i], large);
    }
    return cordon_ecdsa_verify_prepared_digest(
               tables[i].data(), &kScheme, digest.data(), digest.size(),
               sig.der.data(), sig.len) == CORDON_OK;
  }

  bool Keygen(size_t i) override {
    untested_[i].is_last = false;
    return cordon_keygen(&generated_[i], curve_.cordon_id,
                         CORDON_KEYGEN_REJECTION, CORDON_USE_SIGN) == CORDON_OK;
  }

  bool KeygenWithoutTest(size_t i) override {
    Untested *slot = &untested_[i];
    slot->is_last = true;
    return unsealed_module.keygen(&slot->key, curve_.cordon_id, slot->x,
                                  slot->y) == 1;
  }

  bool Agree(size_t i, size_t peer, uint8_t *out) override {
    size_t len = curve_.field_len;
    return cordon_ecdh(out, &len, &private_[i], &public_[peer]) == CORDON_OK;
  }

  bool SignBatch(const KeyPool &pool, Signature *out) override {
    cordon_ecdsa_sign_item items[kBatchLen];
    const size_t num = pool.entries.size();
    for (size_t i = 0; i < num; i++) {
      const Digest &digest = pool.entries[i].digest;
      items[i] = {digest.data(),
                  digest.size(),
                  out[i].der.data(),
                  out[i].der.size(),
                  CORDON_OK,
                  0,
                  0};
    }
    const cordon_status status = cordon_ecdsa_sign_digest_batch(
        items, num, &private_[0], &kScheme, workspace_, sizeof(workspace_));
    for (size_t i = 0; i < num; i++) out[i].len = items[i].sig_len;
    return status == CORDON_OK;
  }

  bool VerifyBatch(const KeyPool &pool) override {
    cordon_ecdsa_verify_item items[kBatchLen];
    const size_t num = pool.entries.size();
    for (size_t i = 0; i < num; i++) {
      const PoolEntry &entry = pool.entries[i];
      items[i] = {&public_[i],
                  entry.digest.data(),
                  entry.digest.size(),
                  entry.sig.der.data(),
                  entry.sig.len,
                  CORDON_OK,
                  0,
                  0};
    }
    return cordon_ecdsa_verify_digest_batch(items, num, &kScheme, workspace_,
                                            sizeof(workspace_)) == CORDON_OK;
  }

  KeyPair Generated(size_t i) override {
    const Untested &slot = untested_[i];
    if (!slot.is_last) return ExportPair(generated_[i]);
    KeyPair pair;
    pair.d.resize(CORDON_MAX_FIELD_BYTES);
    size_t len = pair.d.size();
    if (unsealed_module.export_scalar(pair.d.data(), &len, &slot.key) != 1) {
      throw ModuleError("the unsealed sources do not export a key");
    }
    pair.d.resize(len);
    pair.point.push_back(4);
    pair.point.insert(pair.point.end(), slot.x, slot.x + curve_.field_len);
    pair.point.insert(pair.point.end(), slot.y, slot.y + curve_.field_len);
    return pair;
  }

  bool Matches(const KeyPair &pair) override {
    cordon_public_key pub;
    cordon_private_key key;
    return cordon_public_import(&pub, curve_.cordon_id, pair.point.data(),
                                pair.point.size()) == CORDON_OK &&
           cordon_private_import(&key, curve_.cordon_id, CORDON_USE_SIGN, &pub,
                                 pair.d.data(), pair.d.size()) == CORDON_OK;
  }

 private:
  // A key of the unsealed sources.
  struct Untested {
    cordon_private_key key;
    uint8_t x[CORDON_MAX_FIELD_BYTES], y[CORDON_MAX_FIELD_BYTES];
    bool is_last;  // of the two kinds of keys in the slot
  };

  bool SignWith(const cordon_ecdsa_scheme &scheme, size_t i,
                const Digest &digest, Signature *out) {
    out->len = out->der.size();
    return cordon_ecdsa_sign_digest(out->der.data(), &out->len, &private_[i],
                                    &scheme, digest.data(),
                                    digest.size()) == CORDON_OK;
  }

  const Curve &curve_;
  uint8_t workspace_[CORDON_BATCH_WORKSPACE_BYTES(kBatchLen)];
  // Private keys belong to their address: these never change size.
  std::vector<cordon_private_key> private_;
  std::vector<cordon_public_key> public_;
  std::vector<cordon_private_key> generated_;
  // So do tables of prepared keys; these are never filled again.
  std::vector<Bytes> small_;
  std::vector<Bytes> large_;
  std::vector<Untested> untested_;
};

uint32_t IdOf(Hash hash) {
  switch (hash) {
    case Hash::sha256:
      return CORDON_SHA256;
    case Hash::sha512:
      return CORDON_SHA512;
    default:
      return CORDON_SHA3_256;
  }
}

class Cordon : public Implementation {
 public:
  Cordon() {
    name_ = "cordon";
    const cordon_info info = ModuleInfo();
    if (info.state != CORDON_STATE_OPERATIONAL) {
      throw ModuleError("cordon: the module is not operational");
    }
    backend_ = cordon_backend_name(info.backend);
  }

  std::string backend() const override { return backend_; }
  std::string Missing(const Operation &) const override { return ""; }

  std::unique_ptr<Keys> Load(const KeyPool &pool) override {
    return std::make_unique<CordonKeys>(pool);
  }

  bool Digest(Hash hash, uint8_t *out, const uint8_t *in, size_t len) override {
    size_t out_len = CORDON_MAX_DIGEST_BYTES;
    return cordon_digest(out, &out_len, IdOf(hash), in, len) == CORDON_OK;
  }

 private:
  std::string backend_;
};

PoolEntry MakeEntry(const Curve &curve) {
  PoolEntry entry = {};
  cordon_private_key key;
  Require(cordon_keygen(&key, curve.cordon_id, CORDON_KEYGEN_REJECTION,
                        CORDON_USE_SIGN),
          "cordon_keygen");
  entry.pair = ExportPair(key);
  if (getrandom(entry.digest.data(), entry.digest.size(), 0) !=
      static_cast<ssize_t>(entry.digest.size())) {
    throw ModuleError("getrandom failed");
  }
  entry.sig.len = entry.sig.der.size();
  Require(cordon_ecdsa_sign_digest(entry.sig.der.data(), &entry.sig.len, &key,
                                   &kScheme, entry.digest.data(),
                                   entry.digest.size()),
          "cordon_ecdsa_sign_digest");
  return entry;
}

}  // namespace

std::unique_ptr<Implementation> OpenCordon() {
  return std::make_unique<Cordon>();
}

KeyPool MakePool(const Curve &curve, size_t num_entries) {
  KeyPool pool = {&curve, {}};
  for (size_t i = 0; i < num_entries; i++) {
    pool.entries.push_back(MakeEntry(curve));
  }
  return pool;
}

std::string DescribeCordon() {
  const cordon_info info = ModuleInfo();
  const char *seal = info.integrity == CORDON_INTEGRITY_VERIFIED
                         ? "integrity verified"
                         : "no integrity: development build";
  const std::string version(info.version,
                            strnlen(info.version, sizeof(info.version)));
  return "cordon " + version + " (" + seal +
         (info.test_object ? ", test object)" : ")");
}

}  // namespace bench
