// Prepared keys: sizes, arguments, and which tables are taken. That they give
// the verdicts of plain verification is a part of every test that verifies, see
// Verify in service_test.h.
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <set>

#include "curve.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};
constexpr size_t kAlign = 64;  // of what is in a table
constexpr size_t kHeader = 64;

size_t PublishedLen(uint32_t curve, uint32_t choice) {
  static const std::map<std::pair<uint32_t, uint32_t>, size_t> kLens = {
      {{CORDON_P224, 1}, CORDON_P224_PREPARED_SMALL_BYTES},
      {{CORDON_P224, 2}, CORDON_P224_PREPARED_LARGE_BYTES},
      {{CORDON_P256, 1}, CORDON_P256_PREPARED_SMALL_BYTES},
      {{CORDON_P256, 2}, CORDON_P256_PREPARED_LARGE_BYTES},
      {{CORDON_P384, 1}, CORDON_P384_PREPARED_SMALL_BYTES},
      {{CORDON_P384, 2}, CORDON_P384_PREPARED_LARGE_BYTES},
      {{CORDON_P521, 1}, CORDON_P521_PREPARED_SMALL_BYTES},
      {{CORDON_P521, 2}, CORDON_P521_PREPARED_LARGE_BYTES}};
  return kLens.at({curve, choice});
}

class Prepared : public PerCurve {
 protected:
  Prepared() : pair_(c_, c_.D()), scheme_(RawScheme()) {
    sig_ = SignOrDie(pair_.priv, scheme_, kMsg);
  }

  size_t Len(uint32_t choice) const { return PublishedLen(c_.id, choice); }

  cordon_status Prepare(uint8_t *table, size_t len, uint32_t choice) {
    return cordon_ecdsa_prepare(table, &len, &pair_.pub, choice);
  }

  // The three forms must agree.
  cordon_status VerifyWith(const uint8_t *table, const Bytes &sig) {
    const Bytes e = DigestOf(scheme_.hash, kMsg);
    cordon_hash h;
    EXPECT_EQ(CORDON_OK, cordon_hash_init(&h, scheme_.hash));
    EXPECT_EQ(CORDON_OK, cordon_hash_update(&h, kMsg.data(), kMsg.size()));
    const cordon_hash before = h;
    const cordon_status st = cordon_ecdsa_verify_prepared(
        table, &scheme_, kMsg.data(), kMsg.size(), sig.data(), sig.size());
    EXPECT_EQ(st, cordon_ecdsa_verify_prepared_hash(table, &scheme_, &h,
                                                    sig.data(), sig.size()));
    if (st != CORDON_OK && st != CORDON_ERR_SIGNATURE) {
      EXPECT_EQ(0, memcmp(&before, &h, sizeof h));
    }
    EXPECT_EQ(st,
              cordon_ecdsa_verify_prepared_digest(
                  table, &scheme_, e.data(), e.size(), sig.data(), sig.size()));
    return st;
  }
  cordon_status VerifyWith(const uint8_t *table) {
    return VerifyWith(table, sig_);
  }

  CurvePair pair_;
  cordon_ecdsa_scheme scheme_;
  Bytes sig_;
};
INSTANTIATE_TEST_SUITE_P(Curve, Prepared, testing::ValuesIn(Curves()),
                         CurveTestName);

constexpr uint32_t kChoices[] = {CORDON_PREPARED_SMALL, CORDON_PREPARED_LARGE};

// The code of the module tells tables apart by their lengths as well.
TEST(PreparedLen, IsAnotherForEachCurveAndChoice) {
  std::set<size_t> lens;
  for (const Curve &c : Curves()) {
    for (uint32_t choice : kChoices) {
      lens.insert(PublishedLen(c.id, choice));
    }
  }
  EXPECT_EQ(2 * Curves().size(), lens.size());
}

TEST_P(Prepared, NeedsThePublishedLength) {
  for (uint32_t choice : kChoices) {
    for (size_t capacity : {size_t{0}, size_t{1}, Len(choice) - 1}) {
      Out out(capacity);
      EXPECT_EQ(CORDON_ERR_BUFFER,
                cordon_ecdsa_prepare(capacity == 0 ? nullptr : out.data(),
                                     &out.len, &pair_.pub, choice));
      EXPECT_EQ(Len(choice), out.len);
      EXPECT_TRUE(out.IsUntouched());
    }
    Out out(Len(choice));
    EXPECT_EQ(CORDON_OK,
              cordon_ecdsa_prepare(out.data(), &out.len, &pair_.pub, choice));
    EXPECT_EQ(Len(choice), out.len);
    EXPECT_TRUE(out.GuardIsIntact());
    ExpectBest(CORDON_SERVICE_PUBLIC_KEY);
    EXPECT_EQ(CORDON_OK, VerifyWith(out.data()));
  }
}

TEST_P(Prepared, MayLieAtAnyAddress) {
  const size_t len = Len(CORDON_PREPARED_SMALL);
  Bytes memory(len + kAlign);
  for (size_t at = 0; at < kAlign; at++) {
    std::fill(memory.begin(), memory.end(), 0xa5);
    ASSERT_EQ(CORDON_OK,
              Prepare(memory.data() + at, len, CORDON_PREPARED_SMALL));
    EXPECT_EQ(CORDON_OK, VerifyWith(memory.data() + at));
    for (size_t i = 0; i < memory.size(); i++) {
      if (i < at || i >= at + len) {
        ASSERT_EQ(0xa5, memory[i]) << at;
      }
    }
  }
}

TEST_P(Prepared, RejectsWrongArguments) {
  Out out(Len(CORDON_PREPARED_LARGE));
  size_t len = out.len;
  for (uint32_t choice : {0u, 3u, 0xffffffffu}) {
    out.len = len;
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_ecdsa_prepare(out.data(), &out.len, &pair_.pub, choice));
    EXPECT_EQ(0u, out.len);
    EXPECT_TRUE(out.IsZero());
  }
  out.len = len;
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdsa_prepare(out.data(), &out.len, nullptr, 1));
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdsa_prepare(out.data(), nullptr, &pair_.pub, 1));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_prepare(nullptr, &len, &pair_.pub, 1));
  cordon_public_key junk;
  FillJunk(&junk);
  out.len = Len(CORDON_PREPARED_LARGE);
  EXPECT_EQ(CORDON_ERR_OBJECT,
            cordon_ecdsa_prepare(out.data(), &out.len, &junk, 1));
  EXPECT_EQ(CORDON_ERR_ARG, VerifyWith(nullptr));
  ExpectReason(CORDON_SERVICE_VERIFY, CORDON_REASON_FAILED);
}

TEST_P(Prepared, MayNotOverlapItsKey) {
  const size_t len = Len(CORDON_PREPARED_SMALL);
  Bytes memory(len + sizeof(cordon_public_key) + 16);
  for (size_t at : {size_t{0}, len - 8, size_t{16}}) {
    cordon_public_key *key =
        reinterpret_cast<cordon_public_key *>(memory.data() + at);
    memcpy(key, &pair_.pub, sizeof *key);
    const Bytes before = memory;
    size_t capacity = len;
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_ecdsa_prepare(memory.data(), &capacity, key, 1));
    EXPECT_EQ(before, memory);
  }
  cordon_public_key key = pair_.pub;
  Out out(len);
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdsa_prepare(out.data(), reinterpret_cast<size_t *>(&key),
                                 &key, 1));
  EXPECT_EQ(0, memcmp(&key, &pair_.pub, sizeof key));
}

// Where a public key has its coordinates: as 64-bit words, with room for the
// widest curve.
constexpr size_t kX = 16, kY = kX + 72;

// R29: the key is validated again, each byte of both its coordinates.
TEST_P(Prepared, IsNotMadeOfADamagedKey_R29) {
  for (size_t first : {kX, kY}) {
    for (size_t at = first; at < first + c_.len; at++) {
      cordon_public_key key = pair_.pub;
      reinterpret_cast<uint8_t *>(&key)[at] ^= 1;
      Out out(Len(CORDON_PREPARED_SMALL));
      EXPECT_EQ(CORDON_ERR_POINT,
                cordon_ecdsa_prepare(out.data(), &out.len, &key, 1))
          << at;
      EXPECT_TRUE(out.IsZero());
    }
  }
}

// R26: every bit of r and s counts, whichever table.
TEST_P(Prepared, RejectsEverySingleFlippedBit_R26) {
  for (uint32_t choice : kChoices) {
    Bytes table(Len(choice));
    ASSERT_EQ(CORDON_OK, Prepare(table.data(), table.size(), choice));
    for (size_t bit = 0; bit < 8 * sig_.size(); bit++) {
      Bytes bad(sig_);
      bad[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
      ASSERT_EQ(CORDON_ERR_SIGNATURE, VerifyWith(table.data(), bad)) << bit;
    }
    ExpectReason(CORDON_SERVICE_VERIFY, CORDON_REASON_FAILED);
  }
}

TEST_P(Prepared, OutlivesItsKeyButNotItsWipe) {
  Bytes table(Len(CORDON_PREPARED_SMALL));
  ASSERT_EQ(CORDON_OK,
            Prepare(table.data(), table.size(), CORDON_PREPARED_SMALL));
  ASSERT_EQ(CORDON_OK, cordon_public_wipe(&pair_.pub));
  EXPECT_EQ(CORDON_OK, VerifyWith(table.data()));
  ASSERT_EQ(CORDON_OK, cordon_ecdsa_prepared_wipe(table.data(), table.size()));
  EXPECT_EQ(Bytes(table.size(), 0), table);
  EXPECT_EQ(CORDON_ERR_OBJECT, VerifyWith(table.data()));
  EXPECT_EQ(CORDON_OK, cordon_ecdsa_prepared_wipe(nullptr, 0));
}

// Each byte of what is in front of the points has one right value.
TEST_P(Prepared, IsRefusedForEachChangedByteOfItsHeader) {
  for (uint32_t choice : kChoices) {
    Bytes table(Len(choice));
    ASSERT_EQ(CORDON_OK, Prepare(table.data(), table.size(), choice));
    const size_t skip =
        (kAlign - reinterpret_cast<uintptr_t>(table.data()) % kAlign) % kAlign;
    for (size_t at = skip; at < skip + kHeader; at++) {
      const uint8_t right = table[at];
      for (int value = 0; value < 256; value++) {
        table[at] = static_cast<uint8_t>(value);
        if (value != right) {
          ASSERT_EQ(CORDON_ERR_OBJECT, VerifyWith(table.data()))
              << at - skip << " " << value;
        }
      }
      table[at] = right;
    }
    EXPECT_EQ(CORDON_OK, VerifyWith(table.data()));
  }
}

TEST_P(Prepared, IsRefusedAtAnotherAddress) {
  const size_t len = Len(CORDON_PREPARED_LARGE);
  Bytes memory(len + kAlign), other(len + kAlign);
  ASSERT_EQ(CORDON_OK, Prepare(memory.data(), len, CORDON_PREPARED_LARGE));
  memcpy(other.data(), memory.data(), len);
  EXPECT_EQ(CORDON_ERR_OBJECT, VerifyWith(other.data()));
  // So far that the header is where the module looks for it.
  memmove(memory.data() + kAlign, memory.data(), len);
  EXPECT_EQ(CORDON_ERR_OBJECT, VerifyWith(memory.data() + kAlign));
}

// A fork has a copy of the memory, of the module's as well.
TEST_P(Prepared, GoesOnInAForkedChild) {
  Bytes table(Len(CORDON_PREPARED_SMALL));
  ASSERT_EQ(CORDON_OK,
            Prepare(table.data(), table.size(), CORDON_PREPARED_SMALL));
  const pid_t pid = fork();
  if (pid == 0) {
    _exit(VerifyWith(table.data()) == CORDON_OK ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(pid, waitpid(pid, &status, 0));
  EXPECT_EQ(0, status);
}

// In a development build, which traps on coordinates that are not below p, the
// highest 64 bits of each coordinate are made 0.
void ReduceForADevelopmentBuild(uint32_t curve, uint8_t *points, size_t len) {
  cordon_info info;
  ASSERT_EQ(CORDON_OK, cordon_get_info(&info));
  if (info.integrity == CORDON_INTEGRITY_VERIFIED) {
    return;
  }
  const size_t coordinate = curve == CORDON_P384   ? 48
                            : curve == CORDON_P521 ? 72
                                                   : 32;
  for (size_t at = coordinate - 8; at + 8 <= len; at += coordinate) {
    memset(points + at, 0, 8);
  }
}

// Points are not looked at, so any bytes may stand there: the verdict is then
// whatever it is, and no other memory is touched.
TEST_P(Prepared, ReadsNothingElseWhateverItsPointsAre) {
  Random random(7);
  for (uint32_t choice : kChoices) {
    Bytes table(Len(choice));
    ASSERT_EQ(CORDON_OK, Prepare(table.data(), table.size(), choice));
    const Bytes right = table;
    const size_t skip =
        (kAlign - reinterpret_cast<uintptr_t>(table.data()) % kAlign) % kAlign;
    auto points = table.begin() + static_cast<long>(skip + kHeader);
    for (int i = 0; i < 20; i++) {
      if (i < 3) {
        std::fill(points, table.end(), i == 0 ? 0 : i == 1 ? 0xff : 0x01);
      } else {
        const Bytes junk = random.Of(static_cast<size_t>(table.end() - points));
        std::copy(junk.begin(), junk.end(), points);
      }
      ReduceForADevelopmentBuild(c_.id, &*points,
                                 static_cast<size_t>(table.end() - points));
      EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyWith(table.data())) << i;
    }
    std::copy(right.begin(), right.end(), table.begin());
    EXPECT_EQ(CORDON_OK, VerifyWith(table.data()));
  }
}

}  // namespace
}  // namespace service_test
