// The shared pieces of the service tests; see service_test.h.
#include "service_test.h"

#include <stdexcept>

#include "batch.h"

namespace service_test {

Bytes Hex(const std::string &hex) {
  if (hex.size() % 2 != 0) {
    throw std::invalid_argument("odd number of digits: " + hex);
  }
  Bytes out;
  for (size_t i = 0; i < hex.size(); i += 2) {
    out.push_back(
        static_cast<uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  }
  return out;
}

std::string ToHex(const Bytes &bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string out;
  for (uint8_t b : bytes) {
    out += digits[b >> 4];
    out += digits[b & 15];
  }
  return out;
}

Bytes operator+(const Bytes &a, const Bytes &b) {
  Bytes out(a);
  out.insert(out.end(), b.begin(), b.end());
  return out;
}

Bytes Plus(const Bytes &v, int add) {
  Bytes out(v);
  int carry = add;
  for (size_t i = out.size(); i-- > 0 && carry != 0;) {
    int sum = out[i] + carry;
    out[i] = static_cast<uint8_t>(sum & 0xff);
    carry = sum >> 8;
  }
  return out;
}

Bytes Random::Of(size_t len) {
  Bytes out(len);
  for (uint8_t &b : out) {
    b = static_cast<uint8_t>(rng_());
  }
  return out;
}

static constexpr size_t kGuard = 32;
static constexpr uint8_t kJunk = 0xa5;

Out::Out(size_t capacity)
    : len(capacity), capacity_(capacity), buf_(capacity + kGuard, kJunk) {}

Bytes Out::Written() const {
  return Bytes(buf_.begin(), buf_.begin() + static_cast<long>(len));
}

bool Out::IsUntouched() const { return buf_ == Bytes(buf_.size(), kJunk); }

bool Out::GuardIsIntact() const {
  return Bytes(buf_.begin() + static_cast<long>(capacity_), buf_.end()) ==
         Bytes(kGuard, kJunk);
}

bool Out::IsZero() const {
  return GuardIsIntact() &&
         Bytes(buf_.begin(), buf_.begin() + static_cast<long>(capacity_)) ==
             Bytes(capacity_, 0);
}

const std::vector<Hash> &Hashes() {
  static const std::vector<Hash> hashes = {
      {CORDON_SHA224, "SHA-224", "SHA224", 28, false},
      {CORDON_SHA256, "SHA-256", "SHA256", 32, true},
      {CORDON_SHA384, "SHA-384", "SHA384", 48, true},
      {CORDON_SHA512, "SHA-512", "SHA512", 64, true},
      {CORDON_SHA512_224, "SHA-512/224", "SHA512-224", 28, false},
      {CORDON_SHA512_256, "SHA-512/256", "SHA512-256", 32, true},
      {CORDON_SHA3_224, "SHA3-224", "SHA3-224", 28, false},
      {CORDON_SHA3_256, "SHA3-256", "SHA3-256", 32, true},
      {CORDON_SHA3_384, "SHA3-384", "SHA3-384", 48, true},
      {CORDON_SHA3_512, "SHA3-512", "SHA3-512", 64, true},
      {CORDON_SHAKE128, "SHAKE128", "SHAKE128", 32, true},
      {CORDON_SHAKE256, "SHAKE256", "SHAKE256", 64, true},
  };
  return hashes;
}

Pair::Pair() {
  EXPECT_EQ(CORDON_OK, cordon_keygen(&priv, CORDON_P256,
                                     CORDON_KEYGEN_REJECTION, CORDON_USE_SIGN));
  EXPECT_EQ(CORDON_OK, cordon_private_public(&pub, &priv));
}

Pair::Pair(const Bytes &d) {
  EXPECT_EQ(CORDON_OK,
            cordon_private_import(&priv, CORDON_P256, CORDON_USE_SIGN, nullptr,
                                  d.data(), d.size()));
  EXPECT_EQ(CORDON_OK, cordon_private_public(&pub, &priv));
}

Pair::~Pair() { EXPECT_EQ(CORDON_OK, cordon_private_wipe(&priv)); }

Bytes ExportPublic(const cordon_public_key &pub, uint32_t form) {
  Out out(CORDON_MAX_POINT_BYTES);
  EXPECT_EQ(CORDON_OK, cordon_public_export(out.data(), &out.len, &pub, form));
  return out.Written();
}

cordon_status ImportPublic(cordon_public_key *pub, const Bytes &in) {
  return cordon_public_import(pub, CORDON_P256, in.data(), in.size());
}

Bytes DigestOf(uint32_t hash, const Bytes &msg) {
  Out out(CORDON_MAX_DIGEST_BYTES);
  EXPECT_EQ(CORDON_OK,
            cordon_digest(out.data(), &out.len, hash, msg.data(), msg.size()));
  return out.Written();
}

std::string FormName(const testing::TestParamInfo<Form> &info) {
  switch (info.param) {
    case kMessage:
      return "Message";
    case kRunningHash:
      return "RunningHash";
    default:
      return "Digest";
  }
}

static uint32_t HashOf(const cordon_ecdsa_scheme *scheme) {
  bool known = scheme != nullptr && scheme->hash >= CORDON_SHA224 &&
               scheme->hash <= CORDON_SHAKE256;
  return known ? scheme->hash : CORDON_SHA256;
}

static cordon_hash Running(uint32_t hash, const Bytes &msg) {
  cordon_hash h;
  EXPECT_EQ(CORDON_OK, cordon_hash_init(&h, hash));
  EXPECT_EQ(CORDON_OK, cordon_hash_update(&h, msg.data(), msg.size()));
  return h;
}

cordon_status Sign(Form form, uint8_t *sig, size_t *len,
                   const cordon_private_key *key,
                   const cordon_ecdsa_scheme *scheme, const Bytes &msg) {
  if (form == kMessage) {
    return cordon_ecdsa_sign(sig, len, key, scheme, msg.data(), msg.size());
  }
  if (form == kRunningHash) {
    cordon_hash h = Running(HashOf(scheme), msg);
    return cordon_ecdsa_sign_hash(sig, len, key, scheme, &h);
  }
  Bytes e = DigestOf(HashOf(scheme), msg);
  return cordon_ecdsa_sign_digest(sig, len, key, scheme, e.data(), e.size());
}

namespace {

// The case that this thread verified before, for company in the next batch.
struct Previous {
  Form form;
  cordon_ecdsa_scheme scheme;
  cordon_public_key key;
  Bytes in, sig;
  cordon_status status;
};

bool Goes(const Previous &p, Form form, const cordon_ecdsa_scheme *scheme) {
  return scheme != nullptr && p.form == form && p.scheme.hash == scheme->hash &&
         p.scheme.format == scheme->format;
}

// Verifies alone, and in a batch before and behind the previous case, which
// must not change either result.
cordon_status VerifyBothWays(Form form, const cordon_ecdsa_scheme *scheme,
                             const VerifyCase &c) {
  static thread_local Previous previous = {};
  const VerifyCase before = {&previous.key, previous.in, previous.sig};
  const bool company = Goes(previous, form, scheme);
  VerifyItems items;
  VerifyInBatch(form, scheme,
                company ? std::vector<VerifyCase>{before, c, before}
                        : std::vector<VerifyCase>{c},
                3, &items);
  const cordon_status st = VerifyAlone(form, scheme, c);
  EXPECT_EQ(st, items[company ? 1 : 0].status);
  if (company) {
    EXPECT_EQ(previous.status, items[0].status);
    EXPECT_EQ(previous.status, items[2].status);
  }
  if (scheme != nullptr && c.key != nullptr) {
    previous = {form, *scheme, *c.key, c.in, c.sig, st};
  }
  return st;
}

cordon_status PlainVerify(Form form, const cordon_public_key *key,
                          const cordon_ecdsa_scheme *scheme, const Bytes &msg,
                          const Bytes &sig) {
  if (form == kMessage) {
    return VerifyBothWays(form, scheme, {key, msg, sig});
  }
  if (form == kRunningHash) {
    cordon_hash h = Running(HashOf(scheme), msg);
    return cordon_ecdsa_verify_hash(key, scheme, &h, sig.data(), sig.size());
  }
  return VerifyBothWays(form, scheme,
                        {key, DigestOf(HashOf(scheme), msg), sig});
}

cordon_status PreparedVerify(Form form, const uint8_t *table,
                             const cordon_ecdsa_scheme *scheme,
                             const Bytes &msg, const Bytes &sig) {
  if (form == kMessage) {
    return cordon_ecdsa_verify_prepared(table, scheme, msg.data(), msg.size(),
                                        sig.data(), sig.size());
  }
  if (form == kRunningHash) {
    cordon_hash h = Running(HashOf(scheme), msg);
    return cordon_ecdsa_verify_prepared_hash(table, scheme, &h, sig.data(),
                                             sig.size());
  }
  Bytes e = DigestOf(HashOf(scheme), msg);
  return cordon_ecdsa_verify_prepared_digest(table, scheme, e.data(), e.size(),
                                             sig.data(), sig.size());
}

// The tables of the key that a thread verified with last.
class LastKey {
 public:
  const uint8_t *Table(const cordon_public_key *key, uint32_t choice) {
    if (key == nullptr) {
      return nullptr;
    }
    if (!known_ || memcmp(&key_, key, sizeof key_) != 0) {
      memcpy(&key_, key, sizeof key_);
      known_ = true;
      Make(CORDON_PREPARED_SMALL);
      Make(CORDON_PREPARED_LARGE);
    }
    return tables_[choice - 1].data();
  }

 private:
  // Zeros if the key cannot be prepared: no table.
  void Make(uint32_t choice) {
    Bytes &table = tables_[choice - 1];
    size_t len = 0;
    if (cordon_ecdsa_prepare(nullptr, &len, &key_, choice) ==
        CORDON_ERR_BUFFER) {
      table.resize(len);
      EXPECT_EQ(CORDON_OK,
                cordon_ecdsa_prepare(table.data(), &len, &key_, choice));
    } else {
      table.assign(128, 0);
    }
  }

  bool known_ = false;
  cordon_public_key key_;
  Bytes tables_[2];
};
thread_local LastKey last_key;

}  // namespace

cordon_status Verify(Form form, const cordon_public_key *key,
                     const cordon_ecdsa_scheme *scheme, const Bytes &msg,
                     const Bytes &sig) {
  const cordon_status st = PlainVerify(form, key, scheme, msg, sig);
  for (uint32_t choice : {CORDON_PREPARED_SMALL, CORDON_PREPARED_LARGE}) {
    const uint8_t *table = last_key.Table(key, choice);
    EXPECT_EQ(st, PreparedVerify(form, table, scheme, msg, sig));
  }
  return st;
}

Bytes SignOrDie(const cordon_private_key &key,
                const cordon_ecdsa_scheme &scheme, const Bytes &msg) {
  Out out(CORDON_MAX_DER_SIG_BYTES);
  EXPECT_EQ(CORDON_OK, cordon_ecdsa_sign(out.data(), &out.len, &key, &scheme,
                                         msg.data(), msg.size()));
  return out.Written();
}

cordon_status VerifyDigest(const cordon_public_key &key,
                           const cordon_ecdsa_scheme &scheme,
                           const Bytes &digest, const Bytes &sig) {
  const cordon_status st =
      VerifyBothWays(kDigest, &scheme, {&key, digest, sig});
  for (uint32_t choice : {CORDON_PREPARED_SMALL, CORDON_PREPARED_LARGE}) {
    EXPECT_EQ(st, cordon_ecdsa_verify_prepared_digest(
                      last_key.Table(&key, choice), &scheme, digest.data(),
                      digest.size(), sig.data(), sig.size()));
  }
  return st;
}

uint32_t BestReason() {
  static const uint32_t reason = [] {
    static cordon_info info;
    EXPECT_EQ(CORDON_OK, cordon_get_info(&info));
    if (info.integrity == CORDON_INTEGRITY_NONE) {
      return CORDON_REASON_NOT_VERIFIED;
    }
    return info.test_object ? CORDON_REASON_TEST_OBJECT : CORDON_REASON_NONE;
  }();
  return reason;
}

cordon_indicator LastIndicator() {
  cordon_indicator i = {};
  EXPECT_EQ(CORDON_OK, cordon_last_indicator(&i));
  return i;
}

void ExpectReason(uint32_t service, uint32_t reason) {
  cordon_indicator i = LastIndicator();
  EXPECT_EQ(service, i.service);
  EXPECT_EQ(reason, i.reason);
  EXPECT_EQ(
      reason == CORDON_REASON_NONE ? CORDON_APPROVED : CORDON_NOT_APPROVED,
      i.approved);
}

void ExpectBest(uint32_t service) { ExpectReason(service, BestReason()); }

}  // namespace service_test
