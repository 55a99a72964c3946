/* <hash>/LDT: a message of up to 8 GiB, a content repeated, that reaches the
 * hash as ONE update call. The memory for it is one small file in memory,
 * filled with whole repetitions and mapped again and again at contiguous
 * addresses. */
#include <cordon/hash.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "command.h"

#define LARGE_MAX_LEN ((uint64_t)8 << 30)

/* A file of at least 1 MiB keeps the mappings of 8 GiB at 8,192, below Linux's
 * default limit of 65,530, and still fits a cache; one of more than 256 MiB
 * comes only of a content whose length has next to nothing in common with the
 * page size. */
#define LARGE_MIN_FILE ((uint64_t)1 << 20)
#define LARGE_MAX_FILE ((uint64_t)256 << 20)

/* file_len returns a common multiple of the content and the page size, or 0
 * if it would be above LARGE_MAX_FILE. */
static size_t file_len(size_t content_len) {
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t common = content_len & -content_len; /* page is a power of two */
  common = common < page ? common : page;
  uint64_t multiple = content_len / common * page;
  if (multiple > LARGE_MAX_FILE) {
    return 0;
  }
  return (size_t)(multiple * ((LARGE_MIN_FILE + multiple - 1) / multiple));
}

/* write_file fills the file with repetitions. */
static bool write_file(int fd, size_t len, struct bytes content) {
  if (ftruncate(fd, (off_t)len) != 0) {
    return false;
  }
  uint8_t *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (p == MAP_FAILED) {
    return false;
  }
  for (size_t at = 0; at < len; at += content.len) {
    memcpy(p + at, content.p, content.len);
  }
  return munmap(p, len) == 0;
}

/* map_repeated maps the file over `total` bytes, a multiple of len, or returns
 * NULL. */
static uint8_t *map_repeated(int fd, size_t len, size_t total) {
  uint8_t *base = mmap(NULL, total, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) {
    return NULL;
  }
  for (size_t at = 0; at < total; at += len) {
    if (mmap(base + at, len, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) ==
        MAP_FAILED) {
      int error = errno;
      munmap(base, total);
      errno = error;
      return NULL;
    }
  }
  return base;
}

static bool digest_one_update(struct reply *reply, uint32_t hash,
                              const uint8_t *p, size_t len) {
  cordon_hash ctx;
  uint8_t out[CORDON_MAX_DIGEST_BYTES];
  size_t out_len = sizeof(out);
  return status_ok(reply, "cordon_hash_init", cordon_hash_init(&ctx, hash)) &&
         status_ok(reply, "cordon_hash_update",
                   cordon_hash_update(&ctx, p, len)) &&
         status_ok(reply, "cordon_hash_final",
                   cordon_hash_final(out, &out_len, &ctx)) &&
         reply_add(reply, out, out_len);
}

/* digest_mapped builds the message, `repeat` times the content, and hashes it.
 * Pre: content.len * repeat is 1 .. LARGE_MAX_LEN. */
static bool digest_mapped(struct reply *reply, uint32_t hash,
                          struct bytes content, uint64_t repeat) {
  size_t len = content.len * (size_t)repeat;
  size_t part = file_len(content.len);
  if (part == 0) {
    return reply_fail(reply, "no mapping for a content of %zu bytes",
                      content.len);
  }
  size_t total = (len + part - 1) / part * part;
  uint8_t *base = NULL;
  int fd = memfd_create("acvp-large", MFD_CLOEXEC);
  if (fd >= 0 && write_file(fd, part, content)) {
    base = map_repeated(fd, part, total);
  }
  int error = errno;
  if (fd >= 0) {
    close(fd);
  }
  if (base == NULL) {
    return reply_fail(reply, "cannot map %zu bytes: %s", total,
                      strerror(error));
  }
  bool ok = digest_one_update(reply, hash, base, len);
  munmap(base, total);
  return ok;
}

bool large_handle(const struct command *command, const struct request *request,
                  struct reply *reply) {
  struct bytes content = request->args[0];
  uint64_t repeat = 0;
  if (!u64_from_bytes(reply, &repeat, request->args[1])) {
    return false;
  }
  if (content.len == 0 || repeat == 0) {
    return digest_one_update(reply, command->hash, content.p, 0);
  }
  if (repeat > LARGE_MAX_LEN / content.len ||
      content.len * repeat > SIZE_MAX / 4) {
    return reply_fail(reply, "a message of %" PRIu64 " times %zu bytes", repeat,
                      content.len);
  }
  return digest_mapped(reply, command->hash, content, repeat);
}
