// The oracles of the digest tests: libcrypto's digests and HMAC, and a padding
// of bit strings that is written without a byte shortcut.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/sha.h>
#include <string.h>

#include "digest_test.h"

namespace digest_test {
namespace {

// Initial values as FIPS 180-4 5.3.6 derives them, not as constants.
void InitTruncated(SHA512_CTX *ctx, const char *name) {
  uint8_t digest[64];
  SHA512_Init(ctx);
  for (size_t i = 0; i < 8; i++) {
    ctx->h[i] ^= 0xa5a5a5a5a5a5a5a5;
  }
  SHA512_Update(ctx, name, strlen(name));
  SHA512_Final(digest, ctx);
  SHA512_Init(ctx);
  for (size_t i = 0; i < 8; i++) {
    ctx->h[i] = 0;
    for (size_t j = 0; j < 8; j++) {
      ctx->h[i] = ctx->h[i] << 8 | digest[8 * i + j];
    }
  }
}

Bytes Truncated(const SHA256_CTX &ctx, size_t len) {
  Bytes out;
  for (size_t i = 0; i < len; i++) {
    out.push_back(static_cast<uint8_t>(ctx.h[i / 4] >> (24 - 8 * (i % 4))));
  }
  return out;
}

Bytes Truncated(const SHA512_CTX &ctx, size_t len) {
  Bytes out;
  for (size_t i = 0; i < len; i++) {
    out.push_back(static_cast<uint8_t>(ctx.h[i / 8] >> (56 - 8 * (i % 8))));
  }
  return out;
}

Bytes Padded(const Bytes &msg, size_t num_bits, size_t block_len) {
  std::vector<bool> bits;
  for (size_t i = 0; i < num_bits; i++) {
    bits.push_back(((msg[i / 8] >> (7 - i % 8)) & 1) != 0);
  }
  bits.push_back(true);
  // The length takes an eighth of a block.
  while ((bits.size() + block_len) % (8 * block_len) != 0) {
    bits.push_back(false);
  }
  for (size_t i = block_len; i-- > 0;) {
    bits.push_back(i < 64 && ((static_cast<uint64_t>(num_bits) >> i) & 1) != 0);
  }
  Bytes out(bits.size() / 8);
  for (size_t i = 0; i < bits.size(); i++) {
    out[i / 8] = static_cast<uint8_t>(out[i / 8] | (bits[i] << (7 - i % 8)));
  }
  return out;
}

// What EVP_DigestFinalXOF or, for what is no SHAKE, EVP_DigestFinal gives.
Bytes Evp(const Alg &alg, const Bytes &msg, size_t out_len) {
  Bytes out(out_len);
  EVP_MD *md = EVP_MD_fetch(nullptr, alg.evp, nullptr);
  EVP_MD_CTX *ctx = EVP_MD_CTX_new();
  EXPECT_EQ(1, EVP_DigestInit_ex2(ctx, md, nullptr));
  EXPECT_EQ(1, EVP_DigestUpdate(ctx, msg.data(), msg.size()));
  if (IsShake(alg)) {
    EXPECT_EQ(1, EVP_DigestFinalXOF(ctx, out.data(), out.size()));
  } else {
    unsigned len = 0;
    EXPECT_EQ(1, EVP_DigestFinal_ex(ctx, out.data(), &len));
    EXPECT_EQ(out_len, len);
  }
  EVP_MD_CTX_free(ctx);
  EVP_MD_free(md);
  return out;
}

}  // namespace

Bytes OracleDigest(const Alg &alg, const Bytes &msg) {
  return Evp(alg, msg, alg.digest_len);
}

Bytes OracleXof(const Alg &alg, const Bytes &msg, size_t out_len) {
  return out_len == 0 ? Bytes() : Evp(alg, msg, out_len);
}

Bytes OracleBits(const Alg &alg, const Bytes &msg, size_t num_bits) {
  if (IsSponge(alg)) {
    return OracleSponge(alg, msg, num_bits, alg.digest_len);
  }
  Bytes padded = Padded(msg, num_bits, alg.block_len);
  if (alg.block_len == 64) {
    SHA256_CTX ctx;
    alg.id == CORDON_SHA224 ? SHA224_Init(&ctx) : SHA256_Init(&ctx);
    for (size_t i = 0; i < padded.size(); i += 64) {
      SHA256_Transform(&ctx, padded.data() + i);
    }
    return Truncated(ctx, alg.digest_len);
  }
  SHA512_CTX ctx;
  switch (alg.id) {
    case CORDON_SHA384:
      SHA384_Init(&ctx);
      break;
    case CORDON_SHA512:
      SHA512_Init(&ctx);
      break;
    default:
      InitTruncated(&ctx, alg.name);
  }
  for (size_t i = 0; i < padded.size(); i += 128) {
    SHA512_Transform(&ctx, padded.data() + i);
  }
  return Truncated(ctx, alg.digest_len);
}

Bytes OracleLastBlock(const Alg &alg, const union hash_words &h,
                      const Bytes &block) {
  if (alg.block_len == 64) {
    SHA256_CTX ctx;
    SHA256_Init(&ctx);
    for (size_t i = 0; i < 8; i++) {
      ctx.h[i] = h.w32[i];
    }
    SHA256_Transform(&ctx, block.data());
    return Truncated(ctx, alg.digest_len);
  }
  SHA512_CTX ctx;
  SHA512_Init(&ctx);
  for (size_t i = 0; i < 8; i++) {
    ctx.h[i] = h.w64[i];
  }
  SHA512_Transform(&ctx, block.data());
  return Truncated(ctx, alg.digest_len);
}

Bytes OracleHmac(const Alg &alg, const Bytes &key, const Bytes &msg) {
  Bytes out(EVP_MAX_MD_SIZE);
  size_t len = 0;
  std::string digest = alg.evp;
  EVP_MAC *mac = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
  EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
  const OSSL_PARAM params[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_end()};
  // A NULL key would mean "the key of before": an empty one needs an address.
  uint8_t none = 0;
  EXPECT_EQ(1, EVP_MAC_init(ctx, key.empty() ? &none : key.data(), key.size(),
                            params));
  EXPECT_EQ(1, EVP_MAC_update(ctx, msg.data(), msg.size()));
  EXPECT_EQ(1, EVP_MAC_final(ctx, out.data(), &len, out.size()));
  EVP_MAC_CTX_free(ctx);
  EVP_MAC_free(mac);
  out.resize(len);
  return out;
}

}  // namespace digest_test
