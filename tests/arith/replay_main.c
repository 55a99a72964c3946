/* Replays a file of operands and results that a 64-bit test wrote: every
 * result must come out the same here.
 *   arith_replay FILE    exit code 0: all the same; 1: one differs; 2: no file,
 *                        a broken one, or one with too few records */
#include <stdio.h>
#include <string.h>

#include "ops.h"

#define MIN_RECORDS 2000

int main(int argc, char **argv) {
  unsigned long counts[OP_NUM] = {0}, total = 0, differ = 0;
  FILE *file = (argc == 2) ? fopen(argv[1], "rb") : NULL;
  unsigned char head[3], in[256], want[256], got[256];
  if (file == NULL) {
    fprintf(stderr, "arith_replay: no file to replay\n");
    return 2;
  }
  while (fread(head, 1, sizeof head, file) == sizeof head) {
    if (head[0] >= OP_NUM || fread(in, 1, head[1], file) != head[1] ||
        fread(want, 1, head[2], file) != head[2]) {
      fprintf(stderr, "arith_replay: broken record %lu\n", total);
      fclose(file);
      return 2;
    }
    if (op_run(head[0], got, in, head[1]) != head[2] ||
        memcmp(got, want, head[2]) != 0) {
      fprintf(stderr, "arith_replay: record %lu, operation %u differs\n", total,
              (unsigned)head[0]);
      differ++;
    }
    counts[head[0]]++;
    total++;
  }
  fclose(file);
  for (unsigned i = 0; i < OP_NUM; i++) {
    if (counts[i] == 0) {
      fprintf(stderr, "arith_replay: no record of operation %u\n", i);
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
