// What services leave of their secrets, on the stack below their caller, in the
// vector registers and in the memory of wiped objects, on every curve. The
// program runs over cordon.o, where nothing may be found; and over an object
// whose wiping is compiled out, where the same search must find each kind of
// secret, which shows that it bites.
//
// 1 / k, d and k in Montgomery form, r d and e + r d are looked for, but not
// demanded of the object without wiping: the module divides by k in one step
// and multiplies plain scalars, and compilers keep some products in registers.
// What the hedge hashes is d, of which every needle is one of the input too.
// Of the vector registers all must be zero, whatever their order of words.
// Registers that a signal frame spills are out of scope: the kernel writes
// them, where and when it likes.
#include <cordon/cordon.h>
#include <gtest/gtest.h>
#include <string.h>

#include <algorithm>

#include "host.h"
#include "oracle.h"
#include "stack.h"

namespace secrets_test {
namespace {

using Kinds = std::set<std::string>;

#if defined(SECRETS_NO_WIPE)
constexpr bool kWipes = false;
#else
constexpr bool kWipes = true;
#endif

const Bytes kMessage = {'m', 'e', 's', 's', 'a', 'g', 'e'};

// Lies in the program's data, which is searched when all is wiped.
cordon_private_key key, other_key;
cordon_public_key other_public;
cordon_drbg drbg;
cordon_hmac hmac;
uint8_t workspace[CORDON_BATCH_WORKSPACE_BYTES(2)];

bool IsZero(const void *p, size_t len) {
  const uint8_t *bytes = static_cast<const uint8_t *>(p);
  return std::all_of(bytes, bytes + len, [](uint8_t b) { return b == 0; });
}

// How far down the way out of a service wipes; some have no need to.
constexpr size_t kNotWiped = 0, kShallow = SECRETS_SHALLOW_STACK,
                 kMiddle = SECRETS_MIDDLE_STACK, kDeep = SECRETS_DEEP_STACK;

// What was found in the object without wiping, over all tests of this process.
Kinds found_unwiped;
int calls_with_vectors = 0;

class Watched : public testing::Test {
 protected:
  // Self-tests that are due run before anything is watched.
  static void SetUpTestSuite() {
    ASSERT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
  }

  // Makes the call on the watched stack.
  void Watch(const char *what, size_t wiped,
             const std::function<cordon_status()> &call) {
    cordon_status st = CORDON_ERR_ARG;
    stack_.Run([&] { st = call(); });
    ASSERT_EQ(CORDON_OK, st) << what;
    last_ = what;
    wiped_ = wiped;
    depth_ = stack_.Depth();
    zeros_ = stack_.ZerosAtTheEnd();
  }

  // To be called when the needles of the last call are known. `object` is
  // memory that may hold them no more than the stack.
  void Search(const void *object = nullptr, size_t len = 0) {
    Kinds found = needles_.Find(stack_.begin(), stack_.end());
    if (object != nullptr) {
      const uint8_t *p = static_cast<const uint8_t *>(object);
      found.merge(needles_.Find(p, p + len));
    }
    const bool vectors_are_zero = IsZero(stack_.vectors(), Stack::kVectorsLen);
    if (kWipes) {
      EXPECT_TRUE(wiped_ == kNotWiped || vectors_are_zero)
          << last_ << " left something in the vector registers";
      EXPECT_TRUE(found.empty()) << last_ << " left " << Text(found);
      // What is deeper than the wipe would end in something else.
      EXPECT_TRUE(wiped_ == kNotWiped || zeros_ >= 128)
          << last_ << " reaches as deep as the wipe";
    } else {
      printf("%s, %zu bytes deep, found %s\n", last_, depth_,
             Text(found).c_str());
      EXPECT_TRUE(wiped_ == kNotWiped || depth_ + 128 <= wiped_)
          << last_ << " reaches deeper than is wiped";
      found_unwiped.insert(found.begin(), found.end());
      calls_with_vectors += wiped_ != kNotWiped && !vectors_are_zero;
    }
  }

  Stack stack_;
  Needles needles_;

 private:
  const char *last_ = "";
  size_t wiped_ = 0, depth_ = 0, zeros_ = 0;
};

class Secrets : public Watched, public testing::WithParamInterface<uint32_t> {
 protected:
  Secrets() : curve_(GetParam()) {}

  // The thread starts again, with a DRBG that is not seeded.
  void SetUp() override {
    memset(host.thread, 0, sizeof host.thread);
    SeedThread();
  }

  void SeedThread();
  void ImportKey();
  void AddKey(const Bytes &d);
  void AddSigning(const Bytes &digest, const Bytes &k, const Bytes &sig);
  void Sign(uint32_t nonce, uint32_t hash);
  void SignBatch(uint32_t nonce);
  void Keygen(uint32_t method, uint32_t use);
  void MakePeer(Bytes *point);

  const Curve curve_;
  std::unique_ptr<Drbg> thread_;
  Bytes d_;
};

Bytes LittleEndian(uint64_t x) {
  Bytes out(8);
  memcpy(out.data(), &x, sizeof x);
  return out;
}

// The personalisation string holds the address of the instance, which lies
// somewhere in the thread's block: the first output tells where.
void Secrets::SeedThread() {
  Bytes out(40);
  host.draws.clear();
  Watch("random, seeding", kMiddle,
        [&] { return cordon_random(out.data(), 40); });
  ASSERT_GE(host.draws.size(), 2u);
  const Bytes entropy = *(host.draws.end() - 2), nonce = host.draws.back();
  for (size_t i = 0; i < sizeof host.thread && thread_ == nullptr; i += 8) {
    const uint64_t address = reinterpret_cast<uintptr_t>(host.thread + i);
    auto candidate = std::make_unique<Drbg>(
        CORDON_SHA256, Join({entropy, nonce, LittleEndian(address),
                             LittleEndian(kGeneration), LittleEndian(kTicks)}));
    if (candidate->Generate(40, {}) == out) {
      thread_ = std::move(candidate);
    }
  }
  ASSERT_NE(nullptr, thread_) << "the thread's DRBG is not what is expected";
  needles_.Add("entropy", entropy);
  needles_.Add("entropy", nonce);
  needles_.Add("output", out);
  thread_->AddTo(&needles_);
  Search();
}

void Secrets::AddKey(const Bytes &d) {
  d_ = d;
  needles_.Add("d", d);
  needles_.Add("d in Montgomery form", curve_.MontgomeryOrder(d));
}

void Secrets::ImportKey() {
  Bytes d(curve_.len());
  for (size_t i = 0; i < d.size(); i++) {
    d[i] = static_cast<uint8_t>(37 * i + 19 * GetParam());
  }
  d[0] &= static_cast<uint8_t>(0x7f >> (8 * curve_.len() - curve_.bits()));
  AddKey(d);
  Watch("import", kMiddle, [&] {
    return cordon_private_import(&key, GetParam(),
                                 CORDON_USE_SIGN | CORDON_USE_AGREE, nullptr,
                                 d.data(), d.size());
  });
  Search();
}

void Secrets::AddSigning(const Bytes &digest, const Bytes &k,
                         const Bytes &sig) {
  const size_t len = curve_.len();
  const Bytes r(sig.begin(), sig.begin() + static_cast<long>(len));
  const Bytes s(sig.begin() + static_cast<long>(len), sig.end());
  const Bytes rd = curve_.Mul(r, d_);
  const Bytes sum = curve_.Add(curve_.FromDigest(digest), rd);
  // s = (e + r d) / k
  ASSERT_EQ(k, curve_.Mul(sum, curve_.Inverse(s)));
  needles_.Add("k", k);
  needles_.Add("k in Montgomery form", curve_.MontgomeryOrder(k));
  needles_.Add("1 / k", curve_.Inverse(k));
  needles_.Add("1 / k in Montgomery form",
               curve_.MontgomeryOrder(curve_.Inverse(k)));
  needles_.Add("r d", rd);
  needles_.Add("e + r d", sum);
}

// The module's hedge: SHA-256(d || digest), the DRBG's additional input.
void Secrets::Sign(uint32_t nonce, uint32_t hash) {
  const cordon_ecdsa_scheme scheme = {hash, CORDON_RAW, nonce};
  Bytes digest(64), sig(2 * curve_.len());
  size_t digest_len = digest.size(), len = sig.size();
  ASSERT_EQ(CORDON_OK, cordon_digest(digest.data(), &digest_len, hash,
                                     kMessage.data(), kMessage.size()));
  digest.resize(digest_len);
  const bool hedged = nonce == CORDON_NONCE_HEDGED;
  Watch(hedged ? "sign, hedged" : "sign, deterministic", kMiddle, [&] {
    return cordon_ecdsa_sign(sig.data(), &len, &key, &scheme, kMessage.data(),
                             kMessage.size());
  });
  Bytes k;
  if (hedged) {
    const Bytes hedge = Sha256(Join({d_, digest}));
    const Bytes candidate = thread_->Generate(curve_.len(), hedge);
    thread_->AddTo(&needles_);
    k = curve_.FromCandidate(candidate);
    needles_.Add("hedge", hedge);
  } else {
    const Bytes h1 = curve_.FromDigest(digest);
    Drbg own(hash, Join({d_, h1}));
    k = curve_.FromDigest(own.Generate(curve_.len(), {}));
    own.AddTo(&needles_);
  }
  AddSigning(digest, k, sig);
  Search();
}

// Four items, of which one has no message: what it leaves is looked for on the
// way out of a call that failed. Two are worked on at a time.
void Secrets::SignBatch(uint32_t nonce) {
  const cordon_ecdsa_scheme scheme = {CORDON_SHA256, CORDON_RAW, nonce};
  const size_t len = curve_.len();
  const bool hedged = nonce == CORDON_NONCE_HEDGED;
  std::vector<Bytes> messages, digests, sigs(4, Bytes(2 * len));
  std::vector<cordon_ecdsa_sign_item> items;
  for (uint8_t i = 0; i < 4; i++) {
    messages.push_back({i, 1, 2});
    digests.push_back(Sha256(messages[i]));
    items.push_back(
        {messages[i].data(), 3, sigs[i].data(), 2 * len, CORDON_OK, 0, 0});
  }
  items[1].in = nullptr;
  memset(workspace, 0xa5, sizeof workspace);
  cordon_status st = CORDON_OK;
  Watch(hedged ? "sign a batch, hedged" : "sign a batch, deterministic",
        kMiddle, [&] {
          st = cordon_ecdsa_sign_batch(items.data(), items.size(), &key,
                                       &scheme, workspace, sizeof workspace);
          return CORDON_OK;
        });
  ASSERT_EQ(CORDON_ERR_ARG, st);
  for (std::vector<size_t> chunk : {std::vector<size_t>{0}, {2, 3}}) {
    Bytes hashed = d_, candidates;
    for (size_t i : chunk) {
      hashed.insert(hashed.end(), digests[i].begin(), digests[i].end());
    }
    if (hedged) {
      const Bytes hedge = Sha256(hashed);
      candidates = thread_->Generate(chunk.size() * len, hedge);
      thread_->AddTo(&needles_);
      needles_.Add("hedge", hedge);
    }
    for (size_t j = 0; j < chunk.size(); j++) {
      const Bytes &digest = digests[chunk[j]];
      ASSERT_EQ(CORDON_OK, items[chunk[j]].status);
      if (hedged) {
        const auto at = candidates.begin() + static_cast<long>(j * len);
        const Bytes k =
            curve_.FromCandidate(Bytes(at, at + static_cast<long>(len)));
        AddSigning(digest, k, sigs[chunk[j]]);
      } else {
        Drbg own(CORDON_SHA256, Join({d_, curve_.FromDigest(digest)}));
        const Bytes k = curve_.FromDigest(own.Generate(len, {}));
        own.AddTo(&needles_);
        AddSigning(digest, k, sigs[chunk[j]]);
      }
    }
  }
  Search(workspace, sizeof workspace);
}

void Secrets::Keygen(uint32_t method, uint32_t use) {
  Bytes exported(curve_.len());
  size_t len = exported.size();
  Watch(method == CORDON_KEYGEN_REJECTION ? "keygen" : "keygen, extra bits",
        kDeep, [&] { return cordon_keygen(&key, GetParam(), method, use); });
  const bool wide = method == CORDON_KEYGEN_EXTRA_BITS;
  const Bytes c = thread_->Generate(curve_.len() + (wide ? 8 : 0), {});
  AddKey(wide ? curve_.FromWide(c) : curve_.FromCandidate(c));
  if (wide) {
    needles_.Add("wide candidate", c);
  }
  if (use & CORDON_USE_SIGN) {
    const Bytes k = curve_.FromCandidate(thread_->Generate(curve_.len(), {}));
    needles_.Add("k", k);
  }
  thread_->AddTo(&needles_);
  Search();
  ASSERT_EQ(CORDON_OK, cordon_private_export(exported.data(), &len, &key));
  ASSERT_EQ(d_, exported) << "the key is not what was looked for";
}

void Secrets::MakePeer(Bytes *point) {
  Bytes d(curve_.len(), 7);
  d[0] = 0;
  size_t len = CORDON_MAX_POINT_BYTES;
  point->resize(len);
  ASSERT_EQ(CORDON_OK,
            cordon_private_import(&other_key, GetParam(), CORDON_USE_AGREE,
                                  nullptr, d.data(), d.size()));
  ASSERT_EQ(CORDON_OK, cordon_private_public(&other_public, &other_key));
  ASSERT_EQ(CORDON_OK, cordon_public_export(point->data(), &len, &other_public,
                                            CORDON_POINT_UNCOMPRESSED));
  point->resize(len);
}

// R22, R9: entropy, V and Key.
TEST_P(Secrets, OfRandomBytesAreWiped) {
  Bytes out(100);
  Watch("random", kMiddle,
        [&] { return cordon_random(out.data(), out.size()); });
  needles_.Add("output", out);
  ASSERT_EQ(out, thread_->Generate(100, {}));
  thread_->AddTo(&needles_);
  Search();
}

// R22: d, when it comes in, goes out, and is wiped.
TEST_P(Secrets, OfImportAndExportAreWiped) {
  ImportKey();
  Bytes out(curve_.len());
  size_t len = out.size();
  Watch("export", kMiddle,
        [&] { return cordon_private_export(out.data(), &len, &key); });
  Search();
  Watch("wipe", kNotWiped, [&] { return cordon_private_wipe(&key); });
  Search(&key, sizeof key);
  EXPECT_EQ(kWipes, IsZero(&key, sizeof key));
}

// R22: d, k, what is computed from them, V and Key, the hedge and its input.
TEST_P(Secrets, OfHedgedSignaturesAreWiped) {
  ImportKey();
  Sign(CORDON_NONCE_HEDGED, CORDON_SHA256);
}

TEST_P(Secrets, OfDeterministicSignaturesAreWiped) {
  ImportKey();
  Sign(CORDON_NONCE_DETERMINISTIC, CORDON_SHA256);
  Sign(CORDON_NONCE_DETERMINISTIC, CORDON_SHA512);
}

// R22: the same of a batch, in the caller's workspace too.
TEST_P(Secrets, OfBatchesOfSignaturesAreWiped) {
  ImportKey();
  SignBatch(CORDON_NONCE_HEDGED);
  SignBatch(CORDON_NONCE_DETERMINISTIC);
}

// R22: d by either method, and the nonce of the pairwise test.
TEST_P(Secrets, OfKeyGenerationAreWiped) {
  Keygen(CORDON_KEYGEN_REJECTION, CORDON_USE_SIGN);
  Keygen(CORDON_KEYGEN_REJECTION, CORDON_USE_AGREE);
  Keygen(CORDON_KEYGEN_EXTRA_BITS, CORDON_USE_SIGN | CORDON_USE_AGREE);
}

// R22: Z, what it is in the field's form, and what the KDF makes of it.
TEST_P(Secrets, OfKeyAgreementAreWiped) {
  // Short enough that one block of the hash takes it all on most curves.
  const Bytes info = {'k', 'e', 'y', ' ', 'f', 'o', 'r', ' '}, salt(40, 0x5c);
  Bytes z(curve_.len()), out(48), point;
  size_t len = z.size();
  ASSERT_NO_FATAL_FAILURE(MakePeer(&point));
  ImportKey();
  const Bytes expected = curve_.SharedX(d_, point);
  needles_.Add("Z", expected);
  needles_.Add("Z in Montgomery form", curve_.MontgomeryField(expected));
  // The border between Z and what follows it.
  const Bytes input = Join({expected, info});
  for (size_t before : {2, 4}) {
    const auto start = input.begin() + static_cast<long>(z.size() - before);
    needles_.Add("KDF input", Bytes(start, start + 8));
  }
  Watch("ecdh", kDeep,
        [&] { return cordon_ecdh(z.data(), &len, &key, &other_public); });
  ASSERT_EQ(expected, z);
  Search();
  for (uint32_t method : {CORDON_KDF_HASH, CORDON_KDF_HMAC}) {
    for (uint32_t hash : {CORDON_SHA256, CORDON_SHA512, CORDON_SHA3_256}) {
      const cordon_kdf kdf = {method,      hash,        info.data(),
                              info.size(), salt.data(), salt.size()};
      Watch("ecdh_kdf", kDeep, [&] {
        return cordon_ecdh_kdf(out.data(), out.size(), &key, &other_public,
                               &kdf);
      });
      needles_.Add("derived key", out);
      Search();
      Watch("kdf_derive", kMiddle, [&] {
        return cordon_kdf_derive(out.data(), out.size(), &kdf, z.data(),
                                 z.size());
      });
      Search();
    }
  }
}

// R22, R38: a caller's own DRBG, and its memory when it is over.
TEST_P(Secrets, OfAnInstanceAreWiped) {
  const uint32_t hash = GetParam() % 2 == 0 ? CORDON_SHA256 : CORDON_SHA512;
  const cordon_drbg_params params = {hash, 256, 0};
  Bytes out(100);
  host.draws.clear();
  Watch("instantiate", kMiddle, [&] {
    return cordon_drbg_instantiate(&drbg, &params, kMessage.data(),
                                   kMessage.size());
  });
  ASSERT_EQ(2u, host.draws.size());
  needles_.Add("entropy", host.draws[0]);
  needles_.Add("entropy", host.draws[1]);
  Drbg oracle(hash, Join({host.draws[0], host.draws[1], kMessage}));
  oracle.AddTo(&needles_);
  Search();
  Watch("generate", kMiddle, [&] {
    return cordon_drbg_generate(out.data(), out.size(), &drbg, 0, nullptr, 0);
  });
  ASSERT_EQ(oracle.Generate(out.size(), {}), out);
  oracle.AddTo(&needles_);
  Search();
  Watch("uninstantiate", kNotWiped,
        [&] { return cordon_drbg_uninstantiate(&drbg); });
  Search(&drbg, sizeof drbg);
  EXPECT_TRUE(!kWipes || IsZero(&drbg, sizeof drbg));
}

// R22: keys, messages and digests, of every hash function.
TEST_F(Watched, SecretsOfHashesAndMacsAreWiped) {
  Bytes message(200), secret(40);
  for (size_t i = 0; i < message.size(); i++) {
    message[i] = static_cast<uint8_t>(29 * i + 7);
  }
  for (size_t i = 0; i < secret.size(); i++) {
    secret[i] = static_cast<uint8_t>(31 * i + 3);
  }
  needles_.Add("message", message);
  needles_.Add("MAC key", secret);
  for (uint32_t hash = 1; hash <= CORDON_SHAKE256; hash++) {
    Bytes out(64);
    size_t len = out.size();
    Watch("digest", kShallow, [&] {
      return cordon_digest(out.data(), &len, hash, message.data(),
                           message.size());
    });
    out.resize(len);
    needles_.Add("digest", out);
    Search();
    if (hash >= CORDON_SHAKE128) {
      continue;
    }
    Watch("hmac_init", kShallow, [&] {
      return cordon_hmac_init(&hmac, hash, secret.data(), secret.size());
    });
    Search();
    Watch("hmac_update", kShallow, [&] {
      return cordon_hmac_update(&hmac, message.data(), message.size());
    });
    Search();
    Watch("hmac_final", kShallow,
          [&] { return cordon_hmac_final(out.data(), &len, &hmac); });
    needles_.Add("MAC", out);
    Search();
    Watch("hmac_wipe", kNotWiped, [&] { return cordon_hmac_wipe(&hmac); });
    Search(&hmac, sizeof hmac);
  }
}

// R9: the MAC that the integrity test computes is one of its temporary values.
TEST_F(Watched, TemporariesOfTheIntegrityTestAreWiped) {
  static cordon_info info;
  cordon_selftest_record record = {};
  ASSERT_EQ(CORDON_OK, cordon_get_info(&info));
  for (uint32_t i = 0; strcmp(record.name, "integrity") != 0; i++) {
    ASSERT_EQ(CORDON_OK, cordon_selftest_info(i, &record));
  }
  needles_.Add("MAC of the module", Bytes(info.digest, info.digest + 32));
  Watch("integrity test", kDeep, [&] { return cordon_selftest(record.id); });
  Search();
}

#if defined(SECRETS_NO_WIPE)
class EachKind : public testing::Environment {
 public:
  // The tests above have run by then, all of them in this process.
  void TearDown() override {
    for (const char *kind :
         {"d", "k", "V", "Key", "entropy", "output", "hedge", "Z",
          "Z in Montgomery form", "KDF input", "derived key", "digest", "MAC",
          "MAC of the module"}) {
      EXPECT_EQ(1u, found_unwiped.count(kind))
          << "the search does not find a " << kind;
    }
    EXPECT_NE(0, calls_with_vectors) << "the vector registers are not seen";
  }
};
const auto *const each_kind = testing::AddGlobalTestEnvironment(new EachKind);
#endif

std::string CurveName(const testing::TestParamInfo<uint32_t> &info) {
  const char *names[] = {"", "P224", "P256", "P384", "P521"};
  return names[info.param];
}

INSTANTIATE_TEST_SUITE_P(Curves, Secrets,
                         testing::Values(CORDON_P224, CORDON_P256, CORDON_P384,
                                         CORDON_P521),
                         CurveName);

}  // namespace
}  // namespace secrets_test
