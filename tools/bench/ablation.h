/* Limb layouts of the P-256 field that the module does not use, kept here to
 * show what they would cost: Montgomery multiplication in portable C with
 * 4 x 64, 8 x 32, 9 x 29 and 10 x 26 bits. Nothing else may use this. */
#ifndef CORDON_BENCH_ABLATION_H_
#define CORDON_BENCH_ABLATION_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ablation_variant {
  ABLATION_4X64, /* only where the compiler has 128-bit integers */
  ABLATION_8X32,
  ABLATION_9X29,
  ABLATION_10X26,
  ABLATION_NUM_VARIANTS
};

/* Elements that ablation_streams multiplies at once. */
#define ABLATION_NUM_STREAMS 4

/* A field element in Montgomery form, in one variant's limbs. */
typedef struct {
  union {
    uint64_t w64[4];
    uint32_t w32[10];
  } limbs;
} ablation_element;

/* ablation_available tells whether this compiler can build the variant. */
int ablation_available(enum ablation_variant variant);

/* ablation_from_bytes converts 32 big-endian bytes. Pre: below p. */
void ablation_from_bytes(enum ablation_variant variant, ablation_element *out,
                         const uint8_t *in);

/* ablation_to_bytes writes the value, reduced. */
void ablation_to_bytes(enum ablation_variant variant, uint8_t *out,
                       const ablation_element *in);

/* ablation_chain multiplies x by y, num times: the latency. */
void ablation_chain(enum ablation_variant variant, ablation_element *x,
                    const ablation_element *y, size_t num);

/* ablation_streams multiplies each of ABLATION_NUM_STREAMS elements by y, num
 * times: the throughput. */
void ablation_streams(enum ablation_variant variant, ablation_element *x,
                      const ablation_element *y, size_t num);

/* ablation_reference computes a * b mod p bit by bit, as the judge of the
 * variants. Pre: a, b below p. */
void ablation_reference(uint8_t *out, const uint8_t *a, const uint8_t *b);

#ifdef __cplusplus
}
#endif

#endif
