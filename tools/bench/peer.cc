// A libcrypto-compatible shared library as an implementation of the bench.
//
// The prototypes below are those that OpenSSL 1.1 and 3.x, BoringSSL and
// AWS-LC have in common. Where they differ only in the width of a length
// (int or size_t), the wider type is declared: both are passed in one
// register, of which an int callee reads the low half.
#include <dlfcn.h>

#include "errors.h"
#include "implementation.h"

namespace bench {
namespace {

struct EC_KEY;
struct EC_GROUP;
struct EC_POINT;
struct BIGNUM;
struct BN_CTX;
struct EVP_MD;
struct ENGINE;

template <typename Function>
void Resolve(void *library, Function **out, const char *name) {
  *out = reinterpret_cast<Function *>(dlsym(library, name));
}

// The functions of one library; null where it has none of that name.
struct Functions {
  const char *(*OpenSSL_version)(int);

  EC_KEY *(*EC_KEY_new_by_curve_name)(int);
  void (*EC_KEY_free)(EC_KEY *);
  const EC_GROUP *(*EC_KEY_get0_group)(const EC_KEY *);
  const BIGNUM *(*EC_KEY_get0_private_key)(const EC_KEY *);
  const EC_POINT *(*EC_KEY_get0_public_key)(const EC_KEY *);
  int (*EC_KEY_set_private_key)(EC_KEY *, const BIGNUM *);
  int (*EC_KEY_set_public_key)(EC_KEY *, const EC_POINT *);
  EC_POINT *(*EC_POINT_new)(const EC_GROUP *);
  void (*EC_POINT_free)(EC_POINT *);
  int (*EC_POINT_oct2point)(const EC_GROUP *, EC_POINT *, const uint8_t *,
                            size_t, BN_CTX *);
  BIGNUM *(*BN_new)(void);
  BIGNUM *(*BN_bin2bn)(const uint8_t *, size_t, BIGNUM *);
  size_t (*BN_bn2bin)(const BIGNUM *, uint8_t *);
  unsigned (*BN_num_bits)(const BIGNUM *);
  void (*BN_clear_free)(BIGNUM *);

  int (*EC_KEY_check_key)(const EC_KEY *);
  int (*ECDSA_sign)(int, const uint8_t *, size_t, uint8_t *, unsigned *,
                    EC_KEY *);
  int (*ECDSA_verify)(int, const uint8_t *, size_t, const uint8_t *, size_t,
                      EC_KEY *);
  int (*EC_KEY_generate_key)(EC_KEY *);
  int (*ECDH_compute_key)(void *, size_t, const EC_POINT *, const EC_KEY *,
                          void *(*)(const void *, size_t, void *, size_t *));
  int (*get_affine)(const EC_GROUP *, const EC_POINT *, BIGNUM *, BIGNUM *,
                    BN_CTX *);

  uint8_t *(*SHA256)(const uint8_t *, size_t, uint8_t *);
  uint8_t *(*SHA512)(const uint8_t *, size_t, uint8_t *);
  int (*EVP_Digest)(const void *, size_t, uint8_t *, unsigned *, const EVP_MD *,
                    ENGINE *);
  const EVP_MD *(*EVP_sha256)(void);
  const EVP_MD *(*EVP_sha512)(void);
  const EVP_MD *(*EVP_sha3_256)(void);
};

#define RESOLVE(name) Resolve(library, &f.name, #name)

Functions ResolveAll(void *library) {
  Functions f = {};
  RESOLVE(OpenSSL_version);
  RESOLVE(EC_KEY_new_by_curve_name);
  RESOLVE(EC_KEY_free);
  RESOLVE(EC_KEY_get0_group);
  RESOLVE(EC_KEY_get0_private_key);
  RESOLVE(EC_KEY_get0_public_key);
  RESOLVE(EC_KEY_set_private_key);
  RESOLVE(EC_KEY_set_public_key);
  RESOLVE(EC_POINT_new);
  RESOLVE(EC_POINT_free);
  RESOLVE(EC_POINT_oct2point);
  RESOLVE(BN_new);
  RESOLVE(BN_bin2bn);
  RESOLVE(BN_bn2bin);
  RESOLVE(BN_num_bits);
  RESOLVE(BN_clear_free);
  RESOLVE(EC_KEY_check_key);
  RESOLVE(ECDSA_sign);
  RESOLVE(ECDSA_verify);
  RESOLVE(EC_KEY_generate_key);
  RESOLVE(ECDH_compute_key);
  Resolve(library, &f.get_affine, "EC_POINT_get_affine_coordinates_GFp");
  if (!f.get_affine) {
    Resolve(library, &f.get_affine, "EC_POINT_get_affine_coordinates");
  }
  RESOLVE(SHA256);
  RESOLVE(SHA512);
  RESOLVE(EVP_Digest);
  RESOLVE(EVP_sha256);
  RESOLVE(EVP_sha512);
  RESOLVE(EVP_sha3_256);
  return f;
}

struct Need {
  bool present;
  const char *name;
};

std::string FirstMissing(std::initializer_list<Need> needs) {
  for (const Need &need : needs) {
    if (!need.present) {
      return std::string("the library has no ") + need.name;
    }
  }
  return "";
}

#define NEED(name) \
  { f.name != nullptr, #name }

std::string MissingKeys(const Functions &f) {
  return FirstMissing(
      {NEED(EC_KEY_new_by_curve_name), NEED(EC_KEY_free),
       NEED(EC_KEY_get0_group), NEED(EC_KEY_get0_private_key),
       NEED(EC_KEY_get0_public_key), NEED(EC_KEY_set_private_key),
       NEED(EC_KEY_set_public_key), NEED(EC_POINT_new), NEED(EC_POINT_free),
       NEED(EC_POINT_oct2point), NEED(BN_new), NEED(BN_bin2bn), NEED(BN_bn2bin),
       NEED(BN_num_bits), NEED(BN_clear_free), NEED(EC_KEY_check_key)});
}

std::string MissingHash(const Functions &f, Hash hash) {
  if (hash == Hash::sha3_256) {
    return FirstMissing({NEED(EVP_Digest), NEED(EVP_sha3_256)});
  }
  const bool one_shot = hash == Hash::sha256 ? f.SHA256 : f.SHA512;
  const bool evp_md = hash == Hash::sha256 ? f.EVP_sha256 : f.EVP_sha512;
  if (one_shot || (f.EVP_Digest && evp_md)) return "";
  return hash == Hash::sha256 ? "the library has neither SHA256 nor EVP_sha256"
                              : "the library has neither SHA512 nor EVP_sha512";
}

std::string MissingFunction(const Functions &f, const Operation &op) {
  if (op.kind == Kind::hash) return MissingHash(f, op.hash);
  const std::string missing = MissingKeys(f);
  if (!missing.empty()) return missing;
  switch (op.kind) {
    case Kind::sign:
    case Kind::sign_batch:
      return FirstMissing({NEED(ECDSA_sign)});
    case Kind::sign_deterministic:
      return "no deterministic ECDSA that all libcryptos have in common";
    case Kind::ecdh:
      return FirstMissing({NEED(ECDH_compute_key)});
    case Kind::verify:
    case Kind::verify_batch:
    case Kind::verify_prepared_small:
    case Kind::verify_prepared_large:
      return FirstMissing({NEED(ECDSA_verify)});
    case Kind::keygen:
    case Kind::keygen_no_pct:
      return FirstMissing(
          {NEED(EC_KEY_generate_key),
           {f.get_affine != nullptr, "EC_POINT_get_affine_coordinates"}});
    default:
      return "peers have no power-on tests";
  }
}

Bytes ToBytes(const Functions &f, const BIGNUM *bn, size_t len) {
  Bytes out(len, 0);
  const size_t used = (f.BN_num_bits(bn) + 7) / 8;
  if (used > len) throw WrongAnswer("a peer's number is too long");
  f.BN_bn2bin(bn, out.data() + (len - used));
  return out;
}

class PeerKeys : public Keys {
 public:
  PeerKeys(const Functions &f, std::string name, const KeyPool &pool)
      : f_(f), name_(std::move(name)), curve_(*pool.curve) {
    x_ = f_.BN_new();
    y_ = f_.BN_new();
    for (const PoolEntry &entry : pool.entries) {
      keys_.push_back(Import(entry.pair));
      generated_.push_back(f_.EC_KEY_new_by_curve_name(curve_.nid));
      if (!keys_.back()) throw Refused("a key of the pool");
      if (!generated_.back()) throw Refused("the curve");
    }
  }

  ~PeerKeys() override {
    for (EC_KEY *key : keys_) f_.EC_KEY_free(key);
    for (EC_KEY *key : generated_) f_.EC_KEY_free(key);
    f_.BN_clear_free(x_);
    f_.BN_clear_free(y_);
  }

  bool Sign(size_t i, const Digest &digest, Signature *out) override {
    unsigned len = out->der.size();
    const int ok = f_.ECDSA_sign(0, digest.data(), digest.size(),
                                 out->der.data(), &len, keys_[i]);
    out->len = len;
    return ok == 1;
  }

  bool SignDeterministic(size_t, const Digest &, Signature *) override {
    return false;
  }

  bool Verify(size_t i, const Digest &digest, const Signature &sig) override {
    return f_.ECDSA_verify(0, digest.data(), digest.size(), sig.der.data(),
                           sig.len, keys_[i]) == 1;
  }

  // The affine coordinates are part of the operation: this module's keys are
  // affine when its call returns.
  bool Keygen(size_t i) override {
    EC_KEY *key = generated_[i];
    return f_.EC_KEY_generate_key(key) == 1 && ReadAffine(key);
  }

  bool KeygenWithoutTest(size_t i) override { return Keygen(i); }

  bool Agree(size_t i, size_t peer, uint8_t *out) override {
    const EC_POINT *point = f_.EC_KEY_get0_public_key(keys_[peer]);
    return f_.ECDH_compute_key(out, curve_.field_len, point, keys_[i],
                               nullptr) == static_cast<int>(curve_.field_len);
  }

  KeyPair Generated(size_t i) override {
    EC_KEY *key = generated_[i];
    if (!ReadAffine(key)) throw Refused("to read out its own key");
    KeyPair pair;
    pair.d = ToBytes(f_, f_.EC_KEY_get0_private_key(key), curve_.field_len);
    const Bytes x = ToBytes(f_, x_, curve_.field_len);
    const Bytes y = ToBytes(f_, y_, curve_.field_len);
    pair.point.push_back(4);
    pair.point.insert(pair.point.end(), x.begin(), x.end());
    pair.point.insert(pair.point.end(), y.begin(), y.end());
    return pair;
  }

  bool Matches(const KeyPair &pair) override {
    EC_KEY *key = Import(pair);
    const bool ok = key && f_.EC_KEY_check_key(key) == 1;
    f_.EC_KEY_free(key);
    return ok;
  }

 private:
  WrongAnswer Refused(const std::string &what) const {
    return WrongAnswer(name_ + " refuses " + what);
  }

  bool ReadAffine(const EC_KEY *key) {
    return f_.get_affine(f_.EC_KEY_get0_group(key),
                         f_.EC_KEY_get0_public_key(key), x_, y_, nullptr) == 1;
  }

  // Null if the library refuses the pair.
  EC_KEY *Import(const KeyPair &pair) {
    EC_KEY *key = f_.EC_KEY_new_by_curve_name(curve_.nid);
    if (!key) return nullptr;
    const EC_GROUP *group = f_.EC_KEY_get0_group(key);
    EC_POINT *point = f_.EC_POINT_new(group);
    BIGNUM *d = f_.BN_bin2bn(pair.d.data(), pair.d.size(), nullptr);
    const bool ok = point && d &&
                    f_.EC_POINT_oct2point(group, point, pair.point.data(),
                                          pair.point.size(), nullptr) == 1 &&
                    f_.EC_KEY_set_private_key(key, d) == 1 &&
                    f_.EC_KEY_set_public_key(key, point) == 1;
    f_.EC_POINT_free(point);
    f_.BN_clear_free(d);
    if (ok) return key;
    f_.EC_KEY_free(key);
    return nullptr;
  }

  const Functions &f_;
  const std::string name_;
  const Curve &curve_;
  BIGNUM *x_;
  BIGNUM *y_;
  std::vector<EC_KEY *> keys_;
  std::vector<EC_KEY *> generated_;
};

// "OpenSSL 3.0.19 27 Jan 2026" -> "OpenSSL 3.0.19"; forks that answer with a
// compatible version in front of their own are called by their own.
std::string ShortName(const std::string &version) {
  for (const char *fork : {"AWS-LC", "BoringSSL", "LibreSSL", "OpenSSL"}) {
    const size_t start = version.find(fork);
    if (start == std::string::npos) continue;
    const size_t space = version.find(' ', start);
    if (space == std::string::npos) return version.substr(start);
    const size_t end = version.find_first_of(" ;,)", space + 1);
    return version.substr(start, end - start);
  }
  return version.empty() ? "libcrypto" : version;
}

class Peer : public Implementation {
 public:
  explicit Peer(void *library) : f_(ResolveAll(library)) {
    const char *version = f_.OpenSSL_version ? f_.OpenSSL_version(0) : nullptr;
    name_ = ShortName(version ? version : "");
  }

  std::string backend() const override { return "default"; }

  std::string Missing(const Operation &op) const override {
    const std::string missing = MissingFunction(f_, op);
    if (!missing.empty() || !op.curve) return missing;
    EC_KEY *key = f_.EC_KEY_new_by_curve_name(op.curve->nid);
    if (!key) return "the library does not know the curve";
    f_.EC_KEY_free(key);
    return "";
  }

  std::unique_ptr<Keys> Load(const KeyPool &pool) override {
    return std::make_unique<PeerKeys>(f_, name_, pool);
  }

  bool Digest(Hash hash, uint8_t *out, const uint8_t *in, size_t len) override {
    if (hash == Hash::sha256 && f_.SHA256) return f_.SHA256(in, len, out);
    if (hash == Hash::sha512 && f_.SHA512) return f_.SHA512(in, len, out);
    unsigned out_len = 0;
    return f_.EVP_Digest(in, len, out, &out_len, MdOf(hash), nullptr) == 1;
  }

 private:
  const EVP_MD *MdOf(Hash hash) const {
    switch (hash) {
      case Hash::sha256:
        return f_.EVP_sha256();
      case Hash::sha512:
        return f_.EVP_sha512();
      default:
        return f_.EVP_sha3_256();
    }
  }

  const Functions f_;
};

}  // namespace

std::unique_ptr<Implementation> OpenPeer(const std::string &path) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *why = dlerror();
    throw UsageError("--peer " + path +
                     " cannot be loaded: " + (why ? why : "unknown reason"));
  }
  auto peer = std::make_unique<Peer>(library);
  std::string reason;
  for (const Operation &op : AllOperations()) {
    if (!op.PeersHaveIt()) continue;
    const std::string missing = peer->Missing(op);
    if (missing.empty()) return peer;
    if (reason.empty()) reason = missing;
  }
  throw UsageError("--peer " + path +
                   " is not a libcrypto-compatible library: " + reason);
}

}  // namespace bench
