/* This module as an implementation of the bench, through its public calls. */
#include <cordon/cordon.h>
#include <sys/random.h>

#include <cstring>

#include "errors.h"
#include "implementation.h"

namespace bench {
namespace {

const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_DER;

void require(cordon_status status, const char *what) {
  if (status != CORDON_OK) {
    throw ModuleError(std::string("cordon: ") + what + " returned " +
                      std::to_string(status));
  }
}

cordon_info module_info() {
  cordon_info info;
  require(cordon_get_info(&info), "cordon_get_info");
  return info;
}

Bytes export_point(const cordon_public_key &pub) {
  Bytes point(CORDON_MAX_POINT_BYTES);
  size_t len = point.size();
  require(
      cordon_public_export(point.data(), &len, &pub, CORDON_POINT_UNCOMPRESSED),
      "cordon_public_export");
  point.resize(len);
  return point;
}

KeyPair export_pair(const cordon_private_key &key) {
  KeyPair pair;
  pair.d.resize(CORDON_MAX_FIELD_BYTES);
  size_t len = pair.d.size();
  require(cordon_private_export(pair.d.data(), &len, &key),
          "cordon_private_export");
  pair.d.resize(len);
  cordon_public_key pub;
  require(cordon_private_public(&pub, &key), "cordon_private_public");
  pair.point = export_point(pub);
  return pair;
}

class CordonKeys : public Keys {
 public:
  explicit CordonKeys(const KeyPool &pool)
      : curve_(*pool.curve),
        private_(pool.entries.size()),
        public_(pool.entries.size()),
        generated_(pool.entries.size()) {
    for (size_t i = 0; i < pool.entries.size(); i++) {
      const KeyPair &pair = pool.entries[i].pair;
      require(cordon_public_import(&public_[i], curve_.cordon_id,
                                   pair.point.data(), pair.point.size()),
              "cordon_public_import");
      require(
          cordon_private_import(&private_[i], curve_.cordon_id, CORDON_USE_SIGN,
                                &public_[i], pair.d.data(), pair.d.size()),
          "cordon_private_import");
    }
  }

  bool sign(size_t i, const Digest &digest, Signature *out) override {
    out->len = out->der.size();
    return cordon_ecdsa_sign_digest(out->der.data(), &out->len, &private_[i],
                                    &scheme, digest.data(),
                                    digest.size()) == CORDON_OK;
  }

  bool verify(size_t i, const Digest &digest, const Signature &sig) override {
    return cordon_ecdsa_verify_digest(&public_[i], &scheme, digest.data(),
                                      digest.size(), sig.der.data(),
                                      sig.len) == CORDON_OK;
  }

  bool keygen(size_t i) override {
    return cordon_keygen(&generated_[i], curve_.cordon_id,
                         CORDON_KEYGEN_REJECTION, CORDON_USE_SIGN) == CORDON_OK;
  }

  KeyPair generated(size_t i) override { return export_pair(generated_[i]); }

  bool matches(const KeyPair &pair) override {
    cordon_public_key pub;
    cordon_private_key key;
    return cordon_public_import(&pub, curve_.cordon_id, pair.point.data(),
                                pair.point.size()) == CORDON_OK &&
           cordon_private_import(&key, curve_.cordon_id, CORDON_USE_SIGN, &pub,
                                 pair.d.data(), pair.d.size()) == CORDON_OK;
  }

 private:
  const Curve &curve_;
  /* Private keys belong to their address: these never change size. */
  std::vector<cordon_private_key> private_;
  std::vector<cordon_public_key> public_;
  std::vector<cordon_private_key> generated_;
};

class Cordon : public Implementation {
 public:
  Cordon() {
    name_ = "cordon";
    const cordon_info info = module_info();
    if (info.state != CORDON_STATE_OPERATIONAL) {
      throw ModuleError("cordon: the module is not operational");
    }
    backend_ = info.backend == CORDON_BACKEND_PORTABLE
                   ? "portable"
                   : "backend-" + std::to_string(info.backend);
  }

  std::string backend() const override { return backend_; }
  std::string missing(const Operation &) const override { return ""; }

  std::unique_ptr<Keys> load(const KeyPool &pool) override {
    return std::make_unique<CordonKeys>(pool);
  }

  bool digest(Hash hash, uint8_t *out, const uint8_t *in, size_t len) override {
    const uint32_t id = hash == Hash::sha256 ? CORDON_SHA256 : CORDON_SHA512;
    size_t out_len = CORDON_MAX_DIGEST_BYTES;
    return cordon_digest(out, &out_len, id, in, len) == CORDON_OK;
  }

 private:
  std::string backend_;
};

PoolEntry make_entry(const Curve &curve) {
  PoolEntry entry = {};
  cordon_private_key key;
  require(cordon_keygen(&key, curve.cordon_id, CORDON_KEYGEN_REJECTION,
                        CORDON_USE_SIGN),
          "cordon_keygen");
  entry.pair = export_pair(key);
  if (getrandom(entry.digest.data(), entry.digest.size(), 0) !=
      static_cast<ssize_t>(entry.digest.size())) {
    throw ModuleError("getrandom failed");
  }
  entry.sig.len = entry.sig.der.size();
  require(cordon_ecdsa_sign_digest(entry.sig.der.data(), &entry.sig.len, &key,
                                   &scheme, entry.digest.data(),
                                   entry.digest.size()),
          "cordon_ecdsa_sign_digest");
  return entry;
}

}  // namespace

std::unique_ptr<Implementation> open_cordon() {
  return std::make_unique<Cordon>();
}

KeyPool make_pool(const Curve &curve) {
  KeyPool pool = {&curve, {}};
  for (size_t i = 0; i < num_inputs; i++) {
    pool.entries.push_back(make_entry(curve));
  }
  return pool;
}

std::string describe_cordon() {
  const cordon_info info = module_info();
  const char *seal = info.integrity == CORDON_INTEGRITY_VERIFIED
                         ? "integrity verified"
                         : "no integrity: development build";
  const std::string version(info.version,
                            strnlen(info.version, sizeof(info.version)));
  return "cordon " + version + " (" + seal +
         (info.test_object ? ", test object)" : ")");
}

}  // namespace bench
