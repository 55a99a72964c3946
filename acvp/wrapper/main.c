/* The module wrapper of the ACVP driver: reads requests from standard input,
 * executes them on the module that it is linked with, and writes replies to
 * standard output (acvp/README.md). */
#include <cordon/module.h>
#include <cordon/names.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "frame.h"

#if defined(CORDON_WRAPPER_TEST)
#define WRAPPER_IS_TEST 1u
#else
#define WRAPPER_IS_TEST 0u
#endif

static const char kUsage[] =
    "usage: acvp-wrapper [--version | --help]\n"
    "\n"
    "Without arguments: answers requests of an ACVP driver on standard input\n"
    "until its end. Messages go to standard error.\n"
    "\n"
    "  --version  the module and its state as lines `key: value`\n"
    "  --help     this text\n"
    "\n"
    "Environment: ACVP_WRAPPER_ERRORS=1 says that the driver takes a reply\n"
    "`error: ...` for a request that the module refuses.\n"
    "\n"
    "Exit codes: 0 end of input, 1 a bad frame or a broken pipe, 2 unknown\n"
    "command or wrong number of arguments, 3 a request or the module failed,\n"
    "4 usage.\n";

static const char *architecture(void) {
#if defined(__x86_64__)
  return "x86_64";
#elif defined(__i386__)
  return "i386";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "unknown";
#endif
}

static void print_hex(const char *key, const uint8_t *p, size_t len) {
  printf("%s: ", key);
  for (size_t i = 0; i < len; i++) {
    printf("%02x", p[i]);
  }
  printf("\n");
}

/* print_version prints the lines that the driver's contract names, in its
 * order, and four more. The test object is never in FIPS mode. */
static void print_version(const cordon_info *info) {
  bool fips = info->state == CORDON_STATE_OPERATIONAL &&
              info->integrity == CORDON_INTEGRITY_VERIFIED &&
              info->test_object == 0;
  bool is_portable = info->backend == CORDON_BACKEND_PORTABLE;
  printf("module: %.*s\n", (int)sizeof(info->name), info->name);
  printf("object: %s\n", info->test_object ? "cordon-test.o" : "cordon.o");
  printf("version: %.*s\n", (int)sizeof(info->version), info->version);
  printf("architecture: %s\n", architecture());
  printf("fips-mode: %s\n", fips ? "yes" : "no");
  print_hex("digest", info->digest, sizeof(info->digest));
  printf("asm: %s\n", is_portable ? "no" : "yes");
  printf("back-end: %s\n", cordon_backend_name(info->backend));
  printf("state: %s\n", cordon_state_name(info->state));
  printf("integrity: %s\n", cordon_integrity_name(info->integrity));
  print_hex("build-identity", info->build_identity,
            sizeof(info->build_identity));
}

/* check_module complains unless the module can be tested. */
static bool check_module(const cordon_info *info) {
  if (info->state != CORDON_STATE_OPERATIONAL) {
    fprintf(stderr,
            "acvp-wrapper: the module is not operational: state %s, "
            "integrity %s\n",
            cordon_state_name(info->state),
            cordon_integrity_name(info->integrity));
    return false;
  }
  if (info->test_object != WRAPPER_IS_TEST) {
    fputs("acvp-wrapper: linked with the wrong object\n", stderr);
    return false;
  }
  return true;
}

/* complain_command says which request was refused; a name is not trusted. */
static void complain_command(const struct request *request,
                             const struct command *command) {
  char name[FRAME_MAX_NAME_LEN + 1] = {0};
  for (size_t i = 0; i < request->name.len; i++) {
    uint8_t c = request->name.p[i];
    name[i] = c < 0x80 && isprint(c) ? (char)c : '?';
  }
  if (command == NULL) {
    fprintf(stderr, "acvp-wrapper: unknown command '%s'\n", name);
  } else {
    fprintf(stderr, "acvp-wrapper: %s has %zu arguments, it takes %zu\n", name,
            request->num_args, command->num_args);
  }
}

/* execute answers one request; returns 0 or an exit code. */
static int execute(struct reply *reply, const struct request *request,
                   bool errors) {
  const struct command *command = command_find(request->name);
  if (command == NULL || command->num_args != request->num_args) {
    complain_command(request, command);
    return WRAPPER_EXIT_COMMAND;
  }
  reply_reset(reply);
  if (!command->handler(command, request, reply)) {
    if (!errors) {
      fprintf(stderr, "acvp-wrapper: %s: %s\n", command->name, reply->error);
      return WRAPPER_EXIT_HANDLER;
    }
    char message[sizeof(reply->error)];
    memcpy(message, reply->error, sizeof(message));
    reply_reset(reply);
    reply_printf(reply, "error: %s", message);
    reply_close(reply);
  }
  if (!frame_write(STDOUT_FILENO, reply)) {
    fprintf(stderr, "acvp-wrapper: cannot write a reply: %s\n",
            strerror(errno));
    return WRAPPER_EXIT_FRAME;
  }
  return 0;
}

/* serve is the loop of requests; returns the exit code. */
static int serve(void) {
  static struct frame_reader reader;
  struct reply reply = {0};
  struct request request;
  bool errors = errors_negotiated();
  int code = 0;
  frame_reader_init(&reader, STDIN_FILENO);
  while (code == 0) {
    enum frame_result result = frame_read(&reader, &request);
    if (result == FRAME_END) {
      break;
    }
    if (result == FRAME_BAD) {
      fprintf(stderr, "acvp-wrapper: %s\n", reader.problem);
      code = WRAPPER_EXIT_FRAME;
    } else {
      code = execute(&reply, &request, errors);
    }
  }
  reply_free(&reply);
  frame_reader_free(&reader);
  return code;
}

/* check_descriptors refuses closed standard streams: the next file that is
 * opened would take their place. */
static bool check_descriptors(void) {
  if (fcntl(STDERR_FILENO, F_GETFD) < 0 &&
      open("/dev/null", O_WRONLY) != STDERR_FILENO) {
    return false;
  }
  if (fcntl(STDIN_FILENO, F_GETFD) < 0 || fcntl(STDOUT_FILENO, F_GETFD) < 0) {
    fputs("acvp-wrapper: standard input or output is closed\n", stderr);
    return false;
  }
  return true;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--help") == 0) {
    fputs(kUsage, stdout);
    return fflush(stdout) == 0 ? 0 : WRAPPER_EXIT_FRAME;
  }
  bool version = argc == 2 && strcmp(argv[1], "--version") == 0;
  if (argc > 1 && !version) {
    fputs(kUsage, stderr);
    return WRAPPER_EXIT_USAGE;
  }
  if (!check_descriptors()) {
    return WRAPPER_EXIT_FRAME;
  }
  signal(SIGPIPE, SIG_IGN);
  static cordon_info info;
  cordon_status status = cordon_get_info(&info);
  if (status != CORDON_OK) {
    fprintf(stderr, "acvp-wrapper: cordon_get_info: %d\n", (int)status);
    return WRAPPER_EXIT_HANDLER;
  }
  if (version) {
    print_version(&info);
    if (fflush(stdout) != 0) {
      return WRAPPER_EXIT_FRAME;
    }
  }
  if (!check_module(&info)) {
    return WRAPPER_EXIT_HANDLER;
  }
  return version ? 0 : serve();
}
