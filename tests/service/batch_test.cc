// Batches: each item as its own call would be, at every size of the workspace;
// bad items at every position; what is refused as a whole.
#include "batch.h"

#include <set>

#include "curve.h"

namespace service_test {
namespace {

using SignItems = std::vector<cordon_ecdsa_sign_item>;

// Inputs and outputs of a batch of signatures.
struct SignBatch {
  SignBatch(Form f, const cordon_ecdsa_scheme &s, size_t num, size_t capacity)
      : form(f), scheme(s) {
    Random random(static_cast<uint32_t>(num));
    for (size_t i = 0; i < num; i++) {
      in.push_back(form == kDigest ? DigestOf(scheme.hash, random.Of(9))
                                   : random.Of(i == 0 ? 0 : random.Below(200)));
      out.emplace_back(capacity);
    }
    for (size_t i = 0; i < num; i++) {
      items.push_back({in[i].empty() ? nullptr : in[i].data(), in[i].size(),
                       out[i].data(), capacity, CORDON_OK, CORDON_APPROVED,
                       CORDON_REASON_NONE});
    }
  }

  cordon_status Run(const cordon_private_key *key, Workspace *workspace) {
    return form == kDigest
               ? cordon_ecdsa_sign_digest_batch(items.data(), items.size(), key,
                                                &scheme, workspace->data(),
                                                workspace->size())
               : cordon_ecdsa_sign_batch(items.data(), items.size(), key,
                                         &scheme, workspace->data(),
                                         workspace->size());
  }

  Bytes Signature(size_t i) const {
    return Bytes(items[i].sig, items[i].sig + items[i].sig_len);
  }

  // Item i was signed, and the signature is good.
  void ExpectGood(size_t i, const cordon_public_key &pub) const {
    EXPECT_EQ(CORDON_OK, items[i].status) << i;
    EXPECT_EQ(CORDON_OK,
              VerifyAlone(form, &scheme, {&pub, in[i], Signature(i)}))
        << i;
  }

  // Item i was refused, as a call of its own is.
  void ExpectBad(size_t i, cordon_status st) const {
    EXPECT_EQ(st, items[i].status) << i;
    EXPECT_EQ(CORDON_NOT_APPROVED, items[i].approved);
    EXPECT_EQ(CORDON_REASON_FAILED, items[i].reason);
  }

  const Form form;
  const cordon_ecdsa_scheme scheme;
  std::vector<Bytes> in;
  std::vector<Out> out;
  SignItems items;
};

class BatchSign : public PerCurve {
 protected:
  BatchSign() : pair_(c_, c_.D()) {}
  CurvePair pair_;
};
INSTANTIATE_TEST_SUITE_P(Curve, BatchSign, testing::ValuesIn(Curves()),
                         CurveTestName);

// R3, R4, R22
TEST_P(BatchSign, MakesValidSignaturesInAnyWorkspaceAndWipesIt_R3_R4_R22) {
  for (Form form : {kMessage, kDigest}) {
    for (uint32_t format : {CORDON_RAW, CORDON_DER}) {
      for (size_t chunk : {1, 2, 3, 7, 40}) {
        const cordon_ecdsa_scheme scheme = {CORDON_SHA512, format,
                                            CORDON_NONCE_HEDGED};
        SignBatch batch(form, scheme, 7, c_.der_len);
        Workspace workspace(chunk);
        ASSERT_EQ(CORDON_OK, batch.Run(&pair_.priv, &workspace));
        const uint32_t reason =
            form == kDigest ? CORDON_REASON_CALLER_DIGEST : BestReason();
        ExpectReason(CORDON_SERVICE_SIGN, reason);
        std::set<Bytes> halves;
        for (size_t i = 0; i < batch.items.size(); i++) {
          batch.ExpectGood(i, pair_.pub);
          EXPECT_EQ(reason, batch.items[i].reason);
          EXPECT_EQ(reason == CORDON_REASON_NONE ? CORDON_APPROVED
                                                 : CORDON_NOT_APPROVED,
                    batch.items[i].approved);
          EXPECT_TRUE(batch.out[i].GuardIsIntact());
          const Bytes sig = batch.Signature(i);
          halves.insert(Bytes(sig.begin() + 8, sig.begin() + 24));
        }
        EXPECT_EQ(7u, halves.size()) << "a nonce was used twice";
        EXPECT_TRUE(workspace.IsWiped());
      }
    }
  }
}

TEST_P(BatchSign, IsThatOfSingleCallsWithADeterministicNonce_R24) {
  for (const Hash &hash : Hashes()) {
    const cordon_ecdsa_scheme scheme = {hash.id, CORDON_RAW,
                                        CORDON_NONCE_DETERMINISTIC};
    for (Form form : {kMessage, kDigest}) {
      SignBatch batch(form, scheme, 3, 2 * c_.len);
      Workspace workspace(2);
      const cordon_status st = batch.Run(&pair_.priv, &workspace);
      for (size_t i = 0; i < 3; i++) {
        Out out(2 * c_.len);
        const Bytes &in = batch.in[i];
        const cordon_status alone =
            form == kDigest
                ? cordon_ecdsa_sign_digest(out.data(), &out.len, &pair_.priv,
                                           &scheme, in.data(), in.size())
                : cordon_ecdsa_sign(out.data(), &out.len, &pair_.priv, &scheme,
                                    in.data(), in.size());
        EXPECT_EQ(alone, st) << hash.name;
        EXPECT_EQ(alone, batch.items[i].status) << hash.name;
        EXPECT_EQ(out.Written(), batch.Signature(i)) << hash.name;
        EXPECT_EQ(out.IsZero(), batch.out[i].IsZero()) << hash.name;
      }
    }
  }
}

TEST_P(BatchSign, HidesNoItemBehindABadOne) {
  const cordon_ecdsa_scheme scheme = {CORDON_SHA256, CORDON_DER,
                                      CORDON_NONCE_HEDGED};
  Workspace workspace(3);
  uint8_t *inside = workspace.data() + 70;
  struct Bad {
    cordon_status status;
    std::function<void(SignBatch *, cordon_ecdsa_sign_item *)> make;
  };
  using Item = cordon_ecdsa_sign_item;
  const std::vector<Bad> kinds = {
      {CORDON_ERR_ARG, [](SignBatch *, Item *i) { i->in = nullptr; }},
      {CORDON_ERR_ARG, [](SignBatch *, Item *i) { i->sig = nullptr; }},
      {CORDON_ERR_LENGTH, [](SignBatch *, Item *i) { i->in_len--; }},
      {CORDON_ERR_BUFFER, [](SignBatch *, Item *i) { i->sig_len--; }},
      {CORDON_ERR_ARG,
       [&](SignBatch *, Item *i) {
         i->sig = reinterpret_cast<uint8_t *>(&pair_.priv) + 8;
       }},
      {CORDON_ERR_ARG,
       [](SignBatch *b, Item *i) {
         i->sig = const_cast<uint8_t *>(
                      reinterpret_cast<const uint8_t *>(&b->scheme)) +
                  1;
       }},
      {CORDON_ERR_ARG, [](SignBatch *, Item *i) { i->in = i->sig + 3; }},
      {CORDON_ERR_ARG, [&](SignBatch *, Item *i) { i->in = inside; }},
      {CORDON_ERR_ARG, [&](SignBatch *, Item *i) { i->sig = inside; }},
      {CORDON_ERR_ARG,
       [](SignBatch *b, Item *i) {
         i->in = reinterpret_cast<uint8_t *>(b->items.data()) + 5;
       }},
      {CORDON_ERR_ARG,
       [](SignBatch *b, Item *i) {
         i->sig = reinterpret_cast<uint8_t *>(&b->items[4].sig_len);
       }},
  };
  for (size_t kind = 0; kind < kinds.size(); kind++) {
    for (size_t at = 0; at < 5; at++) {
      SCOPED_TRACE(kind);
      SignBatch batch(kDigest, scheme, 5, c_.der_len);
      kinds[kind].make(&batch, &batch.items[at]);
      EXPECT_EQ(kinds[kind].status, batch.Run(&pair_.priv, &workspace));
      ExpectReason(CORDON_SERVICE_SIGN, CORDON_REASON_FAILED);
      for (size_t i = 0; i < 5; i++) {
        if (i != at) {
          batch.ExpectGood(i, pair_.pub);
          EXPECT_EQ(CORDON_REASON_CALLER_DIGEST, batch.items[i].reason);
          continue;
        }
        batch.ExpectBad(i, kinds[kind].status);
        const bool is_short = kinds[kind].status == CORDON_ERR_BUFFER;
        EXPECT_EQ(is_short ? c_.der_len : 0, batch.items[i].sig_len);
        EXPECT_TRUE(batch.out[i].IsZero() || batch.out[i].IsUntouched());
      }
    }
  }
  // The first bad one is what the call says, in any chunk.
  for (size_t at = 0; at + 1 < 5; at++) {
    SignBatch batch(kDigest, scheme, 5, c_.der_len);
    batch.items[at].in_len--;
    batch.items[at + 1].in = nullptr;
    EXPECT_EQ(CORDON_ERR_LENGTH, batch.Run(&pair_.priv, &workspace));
    batch.ExpectBad(at + 1, CORDON_ERR_ARG);
  }
}

// What the call is given as a whole, and how it is refused.
struct Whole {
  cordon_status status;
  std::function<cordon_status(SignBatch *)> call;
};

TEST(Batch, RefusesTheWholeAndSaysSoInEachItem) {
  Pair pair(Hex(kPrivate));
  Workspace space(2);
  cordon_private_key wiped = {}, agree, copy;
  memcpy(&copy, &pair.priv, sizeof copy);
  ASSERT_EQ(CORDON_OK,
            cordon_private_import(&agree, CORDON_P256, CORDON_USE_AGREE,
                                  nullptr, Hex(kPrivate).data(), 32));
  const cordon_ecdsa_scheme shake = {CORDON_SHAKE128, CORDON_RAW,
                                     CORDON_NONCE_DETERMINISTIC};
  const cordon_ecdsa_scheme no_nonce = {CORDON_SHA256, CORDON_RAW, 3};
  auto sign = [](SignBatch *b, const cordon_private_key *key,
                 const cordon_ecdsa_scheme *scheme, void *at, size_t len) {
    return cordon_ecdsa_sign_batch(b->items.data(), b->items.size(), key,
                                   scheme, at, len);
  };
  auto with_key = [&](const cordon_private_key *key) {
    return [&, key](SignBatch *b) {
      return sign(b, key, &b->scheme, space.data(), space.size());
    };
  };
  auto with_scheme = [&](const cordon_ecdsa_scheme *scheme) {
    return [&, scheme](SignBatch *b) {
      return sign(b, &pair.priv, scheme, space.data(), space.size());
    };
  };
  const std::vector<Whole> wholes = {
      {CORDON_ERR_ARG, with_key(nullptr)},
      {CORDON_ERR_OBJECT, with_key(&wiped)},
      {CORDON_ERR_OBJECT, with_key(&copy)},
      {CORDON_ERR_KEY_USE, with_key(&agree)},
      {CORDON_ERR_ARG, with_scheme(nullptr)},
      {CORDON_ERR_ARG, with_scheme(&no_nonce)},
      {CORDON_ERR_UNSUPPORTED, with_scheme(&shake)},
      {CORDON_ERR_ARG,
       [&](SignBatch *b) {
         return sign(b, &pair.priv, &b->scheme, nullptr, 512);
       }},
      {CORDON_ERR_LENGTH,
       [&](SignBatch *b) {
         return sign(b, &pair.priv, &b->scheme, space.data(),
                     CORDON_BATCH_WORKSPACE_BYTES(1) - 1);
       }},
      {CORDON_ERR_ARG,
       [&](SignBatch *b) {
         return sign(b, &pair.priv, &b->scheme, &pair.priv, 600);
       }},
      {CORDON_ERR_ARG,
       [&](SignBatch *b) {
         return sign(b, &pair.priv, &b->scheme, b->items.data(), 600);
       }},
  };
  for (size_t i = 0; i < wholes.size(); i++) {
    SCOPED_TRACE(i);
    SignBatch batch(kMessage, kRaw, 3, 64);
    EXPECT_EQ(wholes[i].status, wholes[i].call(&batch));
    ExpectReason(CORDON_SERVICE_SIGN, CORDON_REASON_FAILED);
    for (size_t j = 0; j < 3; j++) {
      batch.ExpectBad(j, wholes[i].status);
      EXPECT_TRUE(batch.out[j].IsZero());
      EXPECT_EQ(0u, batch.items[j].sig_len);
    }
  }
  SignOrDie(pair.priv, kRaw, Bytes());
}

// Nothing is written where there are no items, or none that may be.
TEST(Batch, RefusesNoItemsAndItemsThatMayNotBeWritten) {
  Pair pair(Hex(kPrivate));
  Workspace space(1);
  SignBatch batch(kMessage, kRaw, 1, 64);
  cordon_ecdsa_verify_item verify = {};
  cordon_ecdsa_sign_item *in_key =
      reinterpret_cast<cordon_ecdsa_sign_item *>(&pair.priv);
  auto sign = [&](cordon_ecdsa_sign_item *items, size_t num) {
    return cordon_ecdsa_sign_batch(items, num, &pair.priv, &kRaw, space.data(),
                                   space.size());
  };
  auto check = [&](cordon_ecdsa_verify_item *items, size_t num) {
    return cordon_ecdsa_verify_batch(items, num, &kRaw, space.data(),
                                     space.size());
  };
  EXPECT_EQ(CORDON_ERR_ARG, sign(nullptr, 1));
  EXPECT_EQ(CORDON_ERR_ARG, sign(nullptr, 0));
  EXPECT_EQ(CORDON_ERR_ARG, sign(batch.items.data(), 0));
  EXPECT_EQ(CORDON_ERR_ARG, sign(batch.items.data(), SIZE_MAX));
  EXPECT_EQ(CORDON_ERR_ARG, sign(batch.items.data(), SIZE_MAX / 32));
  EXPECT_EQ(CORDON_ERR_ARG, sign(in_key, 1));
  EXPECT_EQ(CORDON_ERR_ARG, check(nullptr, 1));
  EXPECT_EQ(CORDON_ERR_ARG, check(&verify, 0));
  EXPECT_EQ(CORDON_ERR_ARG, check(&verify, SIZE_MAX));
  ExpectReason(CORDON_SERVICE_VERIFY, CORDON_REASON_FAILED);
  EXPECT_TRUE(batch.out[0].IsUntouched());
  EXPECT_EQ(CORDON_OK, batch.items[0].status);
  EXPECT_EQ(64u, batch.items[0].sig_len);
  EXPECT_TRUE(IsAllZero(verify));
  SignOrDie(pair.priv, kRaw, Bytes());
}

// Ways to spoil a case, by number; 0 leaves it good.
constexpr int kNumSpoils = 10;
void Spoil(const Curve &c, const cordon_public_key *other, int how,
           VerifyCase *v) {
  const auto at = [&](size_t i) {
    return v->sig.begin() + static_cast<long>(i);
  };
  const Bytes n = Order().AsBytes(c.len);
  switch (how) {
    case 1:
      v->sig[c.len - 1] ^= 1;
      break;
    case 2:
      v->sig[2 * c.len - 1] ^= 1;
      break;
    case 3:
      std::fill(at(0), at(c.len), 0);
      break;
    case 4:
      std::fill(at(c.len), at(2 * c.len), 0);
      break;
    case 5:
      std::copy(n.begin(), n.end(), at(0));
      break;
    case 6:
      std::copy(n.begin(), n.end(), at(c.len));
      break;
    case 7:
      v->sig.pop_back();
      break;
    case 8:
      v->in[0] ^= 1;
      break;
    case 9:
      v->key = other;
      break;
    default:
      break;
  }
}

class BatchVerify : public PerCurve {};
INSTANTIATE_TEST_SUITE_P(Curve, BatchVerify, testing::ValuesIn(Curves()),
                         CurveTestName);

// Each set of bad positions, with the kinds of badness taking turns.
TEST_P(BatchVerify, SaysOfEachWhatItsOwnCallSays_R26) {
  const size_t num = 5;
  CurvePair pair(c_, c_.D()), other(c_, Bytes(1, 9));
  const cordon_ecdsa_scheme scheme = {CORDON_SHA256, CORDON_RAW, 0};
  std::vector<VerifyCase> good, bad;
  std::vector<cordon_status> bad_status;
  for (size_t i = 0; i < num; i++) {
    const Bytes msg = {static_cast<uint8_t>(i), 77};
    const CurvePair &own = i % 2 ? other : pair;
    good.push_back({&own.pub, msg,
                    SignOrDie(own.priv, {CORDON_SHA256, CORDON_RAW, 1}, msg)});
  }
  int how = 1;
  for (unsigned set = 0; set < 1u << num; set++) {
    std::vector<VerifyCase> cases = good;
    for (size_t i = 0; i < num; i++) {
      if (set >> i & 1) {
        Spoil(c_, i % 2 ? &pair.pub : &other.pub, how, &cases[i]);
        how = how % (kNumSpoils - 1) + 1;
      }
    }
    VerifyItems items;
    VerifyInBatch(kMessage, &scheme, cases, 1 + set % (num + 1), &items);
    for (size_t i = 0; i < num; i++) {
      EXPECT_EQ(VerifyAlone(kMessage, &scheme, cases[i]), items[i].status);
      EXPECT_EQ((set >> i & 1) == 0, items[i].status == CORDON_OK)
          << set << " " << i;
    }
  }
}

TEST(Batch, VerifiesKeysOfAllCurvesInAnyOrder_R3) {
  std::vector<std::unique_ptr<CurvePair>> pairs;
  std::vector<VerifyCase> cases;
  const Bytes msg = {1, 2, 3};
  for (size_t i = 0; i < 30; i++) {
    const Curve &c = Curves()[i * 7 % 4];
    pairs.push_back(
        std::make_unique<CurvePair>(c, Bytes(2, static_cast<uint8_t>(i + 1))));
    cases.push_back(
        {&pairs[i]->pub, msg, SignOrDie(pairs[i]->priv, kDer, msg)});
  }
  for (size_t chunk : {1, 4, 13, 64}) {
    VerifyItems items;
    EXPECT_EQ(CORDON_OK, VerifyInBatch(kMessage, &kDer, cases, chunk, &items));
    ExpectReason(CORDON_SERVICE_VERIFY, CORDON_REASON_WEAK_HASH);
    for (size_t i = 0; i < items.size(); i++) {
      const bool weak = Curves()[i * 7 % 4].strength > 128;
      EXPECT_EQ(weak ? CORDON_REASON_WEAK_HASH : BestReason(), items[i].reason);
    }
  }
  // One that is bad changes what is said of the call, and of no other item.
  cases[11].in.push_back(0);
  VerifyItems items;
  EXPECT_EQ(CORDON_ERR_SIGNATURE,
            VerifyInBatch(kMessage, &kDer, cases, 30, &items));
  ExpectReason(CORDON_SERVICE_VERIFY, CORDON_REASON_FAILED);
  EXPECT_EQ(CORDON_REASON_WEAK_HASH, items[10].reason);
  EXPECT_EQ(BestReason(), items[8].reason);
}

TEST(Batch, VerifyRefusesBadKeysAndOverlaps) {
  Pair pair(Hex(kPrivate));
  const Bytes e = DigestOf(CORDON_SHA256, Bytes());
  const Bytes sig = SignOrDie(pair.priv, kRaw, Bytes());
  const cordon_public_key wiped = {};
  Workspace space(2);
  VerifyItems items(6, {&pair.pub, e.data(), 32, sig.data(), 64, 0, 0, 0});
  items[0].key = nullptr;
  items[1].key = &wiped;
  items[2].in = space.data() + space.size() - 1;
  items[3].sig = reinterpret_cast<const uint8_t *>(&items[5].status);
  items[4].key = reinterpret_cast<const cordon_public_key *>(space.data());
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdsa_verify_digest_batch(items.data(), items.size(), &kRaw,
                                             space.data(), space.size()));
  const cordon_status expected[] = {CORDON_ERR_ARG, CORDON_ERR_OBJECT,
                                    CORDON_ERR_ARG, CORDON_ERR_ARG,
                                    CORDON_ERR_ARG, CORDON_OK};
  for (size_t i = 0; i < items.size(); i++) {
    EXPECT_EQ(expected[i], items[i].status) << i;
  }
  const cordon_ecdsa_scheme bad = {CORDON_SHA256, 3, 1};
  items.assign(2, {&pair.pub, e.data(), 32, sig.data(), 64, 0, 0, 0});
  auto run = [&](const cordon_ecdsa_scheme *scheme, void *at, size_t len) {
    cordon_status st =
        cordon_ecdsa_verify_digest_batch(items.data(), 2, scheme, at, len);
    EXPECT_EQ(st, items[0].status);
    EXPECT_EQ(st, items[1].status);
    return st;
  };
  EXPECT_EQ(CORDON_OK, run(&kRaw, space.data(), space.size()));
  EXPECT_EQ(CORDON_ERR_ARG, run(nullptr, space.data(), space.size()));
  EXPECT_EQ(CORDON_ERR_ARG, run(&bad, space.data(), space.size()));
  EXPECT_EQ(CORDON_ERR_ARG, run(&kRaw, nullptr, space.size()));
  EXPECT_EQ(CORDON_ERR_ARG, run(&kRaw, &items[1], 512));
  EXPECT_EQ(CORDON_ERR_LENGTH, run(&kRaw, space.data(), 511));
}

}  // namespace
}  // namespace service_test
