/* Reading of requests and writing of replies: see frame.h. */
#include "frame.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

static uint32_t load_le32(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
         (uint32_t)p[3] << 24;
}

static void store_le32(uint8_t *p, uint32_t v) {
  for (int i = 0; i < 4; i++) {
    p[i] = (uint8_t)(v >> (8 * i));
  }
}

/* grow makes a buffer hold `want` bytes; there is no going on without. */
static void grow(uint8_t **p, size_t *cap, size_t want) {
  if (want <= *cap) {
    return;
  }
  uint8_t *bigger = realloc(*p, want);
  if (bigger == NULL) {
    fprintf(stderr, "acvp-wrapper: out of memory (%zu bytes)\n", want);
    exit(WRAPPER_EXIT_HANDLER);
  }
  *p = bigger;
  *cap = want;
}

static void wait_ready(int fd, short events) {
  struct pollfd poll_fd = {.fd = fd, .events = events};
  (void)poll(&poll_fd, 1, -1);
}

/* transient tells whether a failed read or write is to be tried again, after
 * waiting for the descriptor if it does not block. */
static bool transient(int fd, short events) {
  if (errno == EAGAIN || errno == EWOULDBLOCK) {
    wait_ready(fd, events);
    return true;
  }
  return errno == EINTR;
}

static enum frame_result bad(struct frame_reader *reader, const char *format,
                             ...) __attribute__((format(printf, 2, 3)));

static enum frame_result bad(struct frame_reader *reader, const char *format,
                             ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(reader->problem, sizeof(reader->problem), format, args);
  va_end(args);
  return FRAME_BAD;
}

void frame_reader_init(struct frame_reader *reader, int fd) {
  memset(reader, 0, sizeof(*reader));
  reader->fd = fd;
}

void frame_reader_free(struct frame_reader *reader) {
  free(reader->body);
  reader->body = NULL;
  reader->body_cap = 0;
}

/* fill reads into p until len bytes are there or the file ends. Returns how
 * many are, or -1 after a read error. */
static ptrdiff_t fill(struct frame_reader *reader, uint8_t *p, size_t len) {
  size_t done = 0;
  while (done < len) {
    size_t ready = reader->end - reader->begin;
    if (ready > 0) {
      size_t n = ready < len - done ? ready : len - done;
      memcpy(p + done, reader->chunk + reader->begin, n);
      reader->begin += n;
      done += n;
      continue;
    }
    bool direct = len - done >= sizeof(reader->chunk);
    ssize_t got = read(reader->fd, direct ? p + done : reader->chunk,
                       direct ? len - done : sizeof(reader->chunk));
    if (got < 0 && transient(reader->fd, POLLIN)) {
      continue;
    }
    if (got < 0) {
      return -1;
    }
    if (got == 0) {
      break;
    }
    if (direct) {
      done += (size_t)got;
    } else {
      reader->begin = 0;
      reader->end = (size_t)got;
    }
  }
  return (ptrdiff_t)done;
}

/* fill_whole is fill for a part of a frame that must be there. */
static enum frame_result fill_whole(struct frame_reader *reader, uint8_t *p,
                                    size_t len, const char *part) {
  ptrdiff_t got = fill(reader, p, len);
  if (got < 0) {
    return bad(reader, "cannot read %s: %s", part, strerror(errno));
  }
  if ((size_t)got < len) {
    return bad(reader, "truncated frame: %s ends after %td of %zu bytes", part,
               got, len);
  }
  return FRAME_OK;
}

/* read_lengths reads `num` lengths and checks each and the sum. */
static enum frame_result read_lengths(struct frame_reader *reader,
                                      size_t len[FRAME_MAX_STRINGS],
                                      size_t *total, size_t num) {
  uint8_t raw[4 * FRAME_MAX_STRINGS];
  enum frame_result result =
      fill_whole(reader, raw, 4 * num, "the list of lengths");
  if (result != FRAME_OK) {
    return result;
  }
  *total = 0;
  for (size_t i = 0; i < num; i++) {
    len[i] = load_le32(raw + 4 * i);
    size_t limit = i == 0 ? FRAME_MAX_NAME_LEN : FRAME_MAX_ARG_LEN;
    if (len[i] > limit) {
      return bad(reader, "oversized frame: %s %zu has %zu bytes, at most %zu",
                 i == 0 ? "name, string" : "string", i, len[i], limit);
    }
    *total += len[i]; /* <= 16 * 64 MiB: no overflow */
  }
  if (*total > FRAME_MAX_LEN) {
    return bad(reader, "oversized frame: %zu bytes, at most %zu", *total,
               (size_t)FRAME_MAX_LEN);
  }
  return FRAME_OK;
}

/* read_count reads the number of strings, where a file may end. */
static enum frame_result read_count(struct frame_reader *reader, size_t *num) {
  uint8_t raw[4];
  ptrdiff_t got = fill(reader, raw, sizeof(raw));
  if (got == 0) {
    return FRAME_END;
  }
  if (got < 0) {
    return bad(reader, "cannot read a request: %s", strerror(errno));
  }
  if ((size_t)got < sizeof(raw)) {
    return bad(reader, "truncated frame: the count ends after %td of 4 bytes",
               got);
  }
  *num = load_le32(raw);
  if (*num < 1 || *num > FRAME_MAX_STRINGS) {
    return bad(reader, "bad frame: %zu strings, 1 to %u are allowed", *num,
               FRAME_MAX_STRINGS);
  }
  return FRAME_OK;
}

enum frame_result frame_read(struct frame_reader *reader, struct request *out) {
  size_t num = 0, total = 0, len[FRAME_MAX_STRINGS];
  enum frame_result result = read_count(reader, &num);
  if (result == FRAME_OK) {
    result = read_lengths(reader, len, &total, num);
  }
  if (result != FRAME_OK) {
    return result;
  }
  grow(&reader->body, &reader->body_cap, total + 1); /* never NULL */
  result = fill_whole(reader, reader->body, total, "the content");
  if (result != FRAME_OK) {
    return result;
  }
  const uint8_t *p = reader->body;
  out->name = (struct bytes){p, len[0]};
  out->num_args = num - 1;
  for (size_t i = 1; i < num; i++) {
    p += len[i - 1];
    out->args[i - 1] = (struct bytes){p, len[i]};
  }
  return FRAME_OK;
}

void reply_reset(struct reply *reply) {
  reply->num = 0;
  reply->used = 0;
  reply->begin = 0;
  reply->error[0] = 0;
}

void reply_free(struct reply *reply) {
  free(reply->bytes);
  memset(reply, 0, sizeof(*reply));
}

bool reply_append(struct reply *reply, const void *p, size_t len) {
  if (reply->cap - reply->used < len) {
    grow(&reply->bytes, &reply->cap, 2 * (reply->used + len));
  }
  if (len > 0) {
    memcpy(reply->bytes + reply->used, p, len);
  }
  reply->used += len;
  return true;
}

bool reply_printf(struct reply *reply, const char *format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  int len = vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  if (len < 0 || (size_t)len >= sizeof(text)) {
    fputs("acvp-wrapper: a piece of a reply is too long\n", stderr);
    exit(WRAPPER_EXIT_HANDLER);
  }
  return reply_append(reply, text, (size_t)len);
}

bool reply_close(struct reply *reply) {
  if (reply->num == REPLY_MAX_STRINGS) {
    fputs("acvp-wrapper: too many strings in a reply\n", stderr);
    exit(WRAPPER_EXIT_HANDLER);
  }
  reply->len[reply->num++] = reply->used - reply->begin;
  reply->begin = reply->used;
  return true;
}

bool reply_add(struct reply *reply, const void *p, size_t len) {
  return reply_append(reply, p, len) && reply_close(reply);
}

bool reply_fail(struct reply *reply, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(reply->error, sizeof(reply->error), format, args);
  va_end(args);
  return false;
}

static bool write_all(int fd, const uint8_t *p, size_t len) {
  while (len > 0) {
    ssize_t done = write(fd, p, len);
    if (done < 0 && transient(fd, POLLOUT)) {
      continue;
    }
    if (done < 0) {
      return false;
    }
    p += done;
    len -= (size_t)done;
  }
  return true;
}

bool frame_write(int fd, const struct reply *reply) {
  size_t header_len = 4 + 4 * reply->num;
  size_t total = header_len + reply->used;
  uint8_t small[4096];
  uint8_t *frame = total <= sizeof(small) ? small : malloc(total);
  if (frame == NULL) {
    errno = ENOMEM;
    return false;
  }
  store_le32(frame, (uint32_t)reply->num);
  for (size_t i = 0; i < reply->num; i++) {
    store_le32(frame + 4 + 4 * i, (uint32_t)reply->len[i]);
  }
  if (reply->used > 0) {
    memcpy(frame + header_len, reply->bytes, reply->used);
  }
  bool ok = write_all(fd, frame, total);
  if (frame != small) {
    free(frame);
  }
  return ok;
}
