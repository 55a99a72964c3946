/* Replays a file of operands and results that a 64-bit test wrote: every
 * result must come out the same here.
 *   arith_replay FILE    exit code 0: all the same; 1: one differs; 2: no file,
 *                        a broken one, or one with too few records */
#include <stdio.h>
#include <string.h>

#include "ops.h"

#define MIN_RECORDS 2000

int main(int argc, char **argv) {
  unsigned long counts[5][OP_NUM] = {{0}}, total = 0, differ = 0;
  FILE *file = (argc == 2) ? fopen(argv[1], "rb") : NULL;
  unsigned char head[6], in[OP_MAX_LEN], want[OP_MAX_LEN], got[OP_MAX_LEN];
  if (file == NULL) {
    fprintf(stderr, "arith_replay: no file to replay\n");
    return 2;
  }
  while (fread(head, 1, sizeof head, file) == sizeof head) {
    unsigned curve = head[0], op = head[1];
    size_t in_len = (size_t)head[2] << 8 | head[3];
    size_t out_len = (size_t)head[4] << 8 | head[5];
    if (curve < 1 || curve > 4 || op >= OP_NUM || in_len > sizeof in ||
        out_len > sizeof want || fread(in, 1, in_len, file) != in_len ||
        fread(want, 1, out_len, file) != out_len) {
      fprintf(stderr, "arith_replay: broken record %lu\n", total);
      fclose(file);
      return 2;
    }
    if (op_run(curve, op, got, in, in_len) != out_len ||
        memcmp(got, want, out_len) != 0) {
      fprintf(stderr,
              "arith_replay: record %lu, curve %u, operation %u differs\n",
              total, curve, op);
      differ++;
    }
    counts[curve][op]++;
    total++;
  }
  fclose(file);
  for (unsigned i = 0; i < 4 * OP_NUM; i++) {
    if (counts[1 + i / OP_NUM][i % OP_NUM] == 0) {
      fprintf(stderr, "arith_replay: no record of curve %u, operation %u\n",
              1 + i / OP_NUM, i % OP_NUM);
      return 2;
    }
  }
  printf("replayed %lu records, %u-bit pointers, %u-bit limbs: %lu differ\n",
         total, (unsigned)(8 * sizeof(void *)), op_limb_bits(), differ);
  if (total < MIN_RECORDS) {
    return 2;
  }
  return differ != 0;
}
