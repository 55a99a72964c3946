/* Frames of the wrapper protocol (acvp/README.md): a count, as many lengths,
 * then the bytes; all u32 little-endian. A request's first string is its name.
 *
 * Bounds of a request: 16 strings, a name of 64 bytes, an argument of 64 MiB,
 * 128 MiB in all. Nothing is allocated before its length was checked. */
#ifndef CORDON_ACVP_WRAPPER_FRAME_H_
#define CORDON_ACVP_WRAPPER_FRAME_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_MAX_STRINGS 16u
#define FRAME_MAX_NAME_LEN 64u
#define FRAME_MAX_ARG_LEN ((size_t)64 << 20)
#define FRAME_MAX_LEN ((size_t)128 << 20)

/* Strings of a reply: d, x, y are the most. */
#define REPLY_MAX_STRINGS 3u

struct bytes {
  const uint8_t *p; /* never NULL in a request, even if len is 0 */
  size_t len;
};

/* A request lives in its reader and is valid until the next read. */
struct request {
  struct bytes name;
  size_t num_args;
  struct bytes args[FRAME_MAX_STRINGS - 1];
};

struct frame_reader {
  int fd;
  size_t begin, end; /* unread bytes of `chunk` */
  uint8_t *body;     /* name and arguments of the current request */
  size_t body_cap;
  char problem[160]; /* why the last read was FRAME_BAD */
  uint8_t chunk[65536];
};

enum frame_result {
  FRAME_OK,
  FRAME_END, /* end of file before the first byte of a frame */
  FRAME_BAD  /* truncated, out of bounds, or a read error */
};

/* A reply is collected here and written whole, or not at all. */
struct reply {
  size_t num;
  size_t len[REPLY_MAX_STRINGS];
  uint8_t *bytes;
  size_t used, cap;
  size_t begin;    /* where the string that is being appended to begins */
  char error[200]; /* why the handler failed */
};

/* frame_reader_init starts reading at a file descriptor. */
void frame_reader_init(struct frame_reader *reader, int fd);

void frame_reader_free(struct frame_reader *reader);

/* frame_read reads one request; short reads and EINTR are handled. */
enum frame_result frame_read(struct frame_reader *reader, struct request *out);

/* reply_reset empties a reply; its memory is kept. */
void reply_reset(struct reply *reply);

void reply_free(struct reply *reply);

/* reply_append adds bytes to the string that is being built, reply_printf adds
 * text to it, and reply_close ends it. All return true. */
bool reply_append(struct reply *reply, const void *p, size_t len);
bool reply_printf(struct reply *reply, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool reply_close(struct reply *reply);

/* reply_add is reply_append and reply_close. */
bool reply_add(struct reply *reply, const void *p, size_t len);

/* reply_fail records why there is no answer, and returns false. */
bool reply_fail(struct reply *reply, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* frame_write writes the whole reply; short writes, EINTR and a descriptor that
 * does not block are handled. Returns false with errno set if it cannot. */
bool frame_write(int fd, const struct reply *reply);

#endif
