/* Strict DER of an ECDSA signature, both ways. */
#include "ecdsa/der.h"

#include "limbs/mem.h"

#define TAG_INTEGER 0x02
#define TAG_SEQUENCE 0x30

/* Header of two bytes; three from 128 bytes of contents on. The contents stay
 * below 256 bytes for every order of up to 992 bits. */
static size_t header_len(size_t contents) { return contents < 128 ? 2 : 3; }

/* An integer has a leading zero byte only where its first bit is set. */
size_t der_max_len(unsigned order_bits) {
  size_t width = (order_bits + 7) / 8;
  size_t integer = 2 + width + (order_bits % 8 == 0 ? 1 : 0);
  return header_len(2 * integer) + 2 * integer;
}

static size_t integer_len(const uint8_t *x, size_t width) {
  size_t skip = 0;
  while (skip + 1 < width && x[skip] == 0) {
    skip++;
  }
  return width - skip + (x[skip] >> 7);
}

static size_t put_integer(uint8_t *out, const uint8_t *x, size_t width) {
  size_t n = integer_len(x, width);
  out[0] = TAG_INTEGER;
  out[1] = (uint8_t)n;
  out[2] = 0;
  if (n > width) {
    memcpy(out + 3, x, width);
  } else {
    memcpy(out + 2, x + width - n, n);
  }
  return 2 + n;
}

size_t der_encode(uint8_t *out, const uint8_t *r, const uint8_t *s,
                  size_t width) {
  size_t contents = 4 + integer_len(r, width) + integer_len(s, width);
  size_t at = header_len(contents);
  out[0] = TAG_SEQUENCE;
  out[1] = 0x81;
  out[at - 1] = (uint8_t)contents;
  at += put_integer(out + at, r, width);
  at += put_integer(out + at, s, width);
  return at;
}

/* What is left of the input. */
struct reader {
  const uint8_t *p;
  size_t len;
};

/* get_length reads a definite length in its shortest form, of at most two
 * bytes: a signature of 64 KiB is no signature. */
static int get_length(struct reader *in, size_t *out) {
  if (in->len < 1) {
    return 0;
  }
  size_t first = in->p[0];
  size_t more = first < 0x80 ? 0 : first - 0x80;
  if (first == 0x80 || more > 2 || in->len < 1 + more) {
    return 0;
  }
  size_t n = more == 0 ? first : 0;
  for (size_t i = 0; i < more; i++) {
    n = n << 8 | in->p[1 + i];
  }
  if ((more == 1 && n < 0x80) || (more == 2 && n < 0x100)) {
    return 0;
  }
  in->p += 1 + more;
  in->len -= 1 + more;
  *out = n;
  return n <= in->len;
}

static int get_header(struct reader *in, uint8_t tag, size_t *len) {
  if (in->len < 1 || in->p[0] != tag) {
    return 0;
  }
  in->p++;
  in->len--;
  return get_length(in, len);
}

/* get_integer reads a non-negative INTEGER in its shortest form. */
static enum der_result get_integer(struct reader *in, uint8_t *out,
                                   size_t width) {
  size_t n;
  if (!get_header(in, TAG_INTEGER, &n) || n == 0 || in->p[0] >= 0x80) {
    return DER_MALFORMED;
  }
  const uint8_t *x = in->p;
  in->p += n;
  in->len -= n;
  if (n > 1 && x[0] == 0) {
    if (x[1] < 0x80) {
      return DER_MALFORMED;
    }
    x++;
    n--;
  }
  if (n > width) {
    return DER_OUT_OF_RANGE;
  }
  memset(out, 0, width - n);
  memcpy(out + width - n, x, n);
  return DER_OK;
}

enum der_result der_decode_vartime(uint8_t *r, uint8_t *s, size_t width,
                                   const uint8_t *in, size_t len) {
  struct reader rd = {in, len};
  size_t contents;
  if (!get_header(&rd, TAG_SEQUENCE, &contents) || contents != rd.len) {
    return DER_MALFORMED;
  }
  enum der_result a = get_integer(&rd, r, width);
  if (a == DER_MALFORMED) {
    return a;
  }
  enum der_result b = get_integer(&rd, s, width);
  if (b == DER_MALFORMED || rd.len != 0) {
    return DER_MALFORMED;
  }
  return a == DER_OK ? b : a;
}
