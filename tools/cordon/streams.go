package main

// This file owns the standard streams that are closed when the program starts. Go's runtime would put /dev/null in
// their place, from which an empty message can be read and where a key can be lost; so that it does not, a constructor,
// which runs before the runtime, fills the place with what can neither be read nor written, nor opened by /dev/stdin.

/*
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void fill_closed_streams(void) {
  for (int fd = 0; fd < 3; fd++) {
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
        open("/", O_PATH | O_DIRECTORY) != fd) {
      _exit(2);
    }
  }
}
*/
import "C"
