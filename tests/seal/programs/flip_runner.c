/* Runs a program once for each flipped bit of a target file, and counts.
 *
 * usage: flip_runner PROGRAM TARGET WORKERS < trials
 *
 * TARGET is PROGRAM itself, or the name of a shared library that PROGRAM loads
 * from LD_LIBRARY_PATH. A trial is a line "OFFSET BIT" (of the file), or "- -"
 * for no flip. For each trial a line comes out: OFFSET BIT OUTCOME, the status
 * of every call, the two states; see print_trial.
 *
 * Each worker has copies of its own: of the program in anonymous memory, of
 * the library in a folder. A trial runs with no descriptor but the page of
 * results, as another user when possible, without core files, unable to write
 * a file, and with 150 ms of processor time. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "flip.h"

#define MAX_WORKERS 8
#define CPU_LIMIT_US 150000
#define WALL_LIMIT_S 10
#define NOBODY 65534

struct trial {
  long offset; /* -1: no flip */
  int bit;
  int wait_status;
  struct flip_results results;
};

static struct trial *trials;
static size_t num_trials;

static void die(const char *what) {
  perror(what);
  exit(2);
}

static void read_trials(void) {
  const size_t max = 4000000;
  trials = mmap(NULL, max * sizeof *trials, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (trials == MAP_FAILED) {
    die("mmap");
  }
  char a[32];
  char b[32];
  while (num_trials < max && scanf("%31s %31s", a, b) == 2) {
    struct trial *t = &trials[num_trials++];
    t->offset = a[0] == '-' ? -1 : strtol(a, NULL, 0);
    t->bit = (int)strtol(b, NULL, 0) & 7;
  }
}

/* copy_in copies a whole file into an open descriptor. */
static void copy_in(int to, const char *from) {
  char buffer[65536];
  int in = open(from, O_RDONLY | O_CLOEXEC);
  if (in < 0) {
    die(from);
  }
  ssize_t n;
  while ((n = read(in, buffer, sizeof buffer)) > 0) {
    if (write(to, buffer, (size_t)n) != n) {
      die("write");
    }
  }
  close(in);
}

static int memory_file(const char *from) {
  int fd = memfd_create("flip", MFD_CLOEXEC);
  if (fd < 0 || fchmod(fd, 0755) != 0) {
    die("memfd_create");
  }
  copy_in(fd, from);
  return fd;
}

/* A worker's files: `exec_fd` is run, `flip_fd` is changed. */
struct worker {
  int exec_fd, flip_fd, page_fd;
  struct flip_results *page;
  char folder[64];
  char library[128];
  char environment[128];
};

static void make_library(struct worker *w, const char *target) {
  const char *base = strrchr(target, '/');
  strcpy(w->folder, "/dev/shm/flip-XXXXXX");
  if (mkdtemp(w->folder) == NULL) {
    strcpy(w->folder, "/tmp/flip-XXXXXX");
    if (mkdtemp(w->folder) == NULL) {
      die("mkdtemp");
    }
  }
  if (chmod(w->folder, 0755) != 0) {
    die("chmod");
  }
  snprintf(w->library, sizeof w->library, "%s/%s", w->folder,
           base ? base + 1 : target);
  snprintf(w->environment, sizeof w->environment, "LD_LIBRARY_PATH=%s",
           w->folder);
  w->flip_fd = open(w->library, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
  if (w->flip_fd < 0 || fchmod(w->flip_fd, 0755) != 0) {
    die(w->library);
  }
  copy_in(w->flip_fd, target);
}

static void make_worker(struct worker *w, const char *program,
                        const char *target) {
  memset(w, 0, sizeof *w);
  w->exec_fd = memory_file(program);
  w->flip_fd = w->exec_fd;
  if (strcmp(program, target) != 0) {
    make_library(w, target);
  }
  w->page_fd = memfd_create("results", MFD_CLOEXEC);
  if (w->page_fd < 0 || ftruncate(w->page_fd, FLIP_PAGE_LEN) != 0) {
    die("memfd_create");
  }
  w->page = mmap(NULL, FLIP_PAGE_LEN, PROT_READ | PROT_WRITE, MAP_SHARED,
                 w->page_fd, 0);
  if (w->page == MAP_FAILED) {
    die("mmap");
  }
}

static void drop_worker(struct worker *w) {
  if (w->folder[0] != '\0') {
    unlink(w->library);
    rmdir(w->folder);
  }
}

static void limit(int resource, rlim_t value) {
  struct rlimit r = {value, value};
  setrlimit(resource, &r);
}

/* child becomes the program; it does not return. */
static void child(struct worker *w, const char *program) {
  const struct itimerval cpu = {{0, 0}, {0, CPU_LIMIT_US}};
  const struct itimerval wall = {{0, 0}, {WALL_LIMIT_S, 0}};
  char *argv[] = {(char *)program, NULL};
  char *envp[] = {w->environment[0] ? w->environment : NULL, NULL};
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, 1);
  int high = fcntl(w->exec_fd, F_DUPFD_CLOEXEC, 10);
  if (high < 0 || dup2(w->page_fd, FLIP_FD) != FLIP_FD) {
    _exit(1);
  }
  /* close-on-exec closes what is left but the page. */
  close(0);
  close(1);
  close(2);
  if (getuid() == 0 && (setresgid(NOBODY, NOBODY, NOBODY) != 0 ||
                        setresuid(NOBODY, NOBODY, NOBODY) != 0)) {
    _exit(1);
  }
  /* Both timers live on through exec. */
  setitimer(ITIMER_PROF, &cpu, NULL);
  setitimer(ITIMER_REAL, &wall, NULL);
  fexecve(high, argv, envp);
  _exit(1);
}

static void flip(struct worker *w, const struct trial *t) {
  uint8_t byte;
  if (t->offset < 0) {
    return;
  }
  if (pread(w->flip_fd, &byte, 1, t->offset) != 1) {
    die("pread");
  }
  byte ^= (uint8_t)(1u << t->bit);
  if (pwrite(w->flip_fd, &byte, 1, t->offset) != 1) {
    die("pwrite");
  }
}

static void run_trial(struct worker *w, const char *program, struct trial *t) {
  uint32_t *words = (uint32_t *)w->page;
  for (size_t i = 0; i < sizeof *w->page / 4; i++) {
    words[i] = FLIP_UNSET;
  }
  w->page->absent = w->page->touched = w->page->right = 0;
  flip(w, t);
  pid_t pid = fork();
  if (pid < 0) {
    die("fork");
  }
  if (pid == 0) {
    child(w, program);
  }
  while (waitpid(pid, &t->wait_status, 0) < 0 && errno == EINTR) {
  }
  flip(w, t);
  t->results = *w->page;
}

static const char *outcome(const struct trial *t) {
  int s = t->wait_status;
  if (WIFSIGNALED(s)) {
    int sig = WTERMSIG(s);
    return sig == SIGPROF || sig == SIGALRM || sig == SIGXCPU || sig == SIGKILL
               ? "timeout"
               : "crash";
  }
  if (WIFEXITED(s) && WEXITSTATUS(s) == FLIP_EXIT &&
      t->results.done == FLIP_DONE) {
    return "finished";
  }
  return "exit";
}

static void print_trial(const struct trial *t) {
  const struct flip_results *r = &t->results;
  printf("%ld %d %s %x %x %x %x %x", t->offset, t->bit, outcome(t), r->absent,
         r->touched, r->right, r->state[0], r->state[1]);
  uint32_t n = r->num_calls < FLIP_MAX_CALLS ? r->num_calls : FLIP_MAX_CALLS;
  for (uint32_t i = 0; i < n; i++) {
    printf(" %d", (int)(r->status[i] ^ FLIP_KEY));
  }
  printf("\n");
}

int main(int argc, char **argv) {
  int num_workers = argc == 4 ? atoi(argv[3]) : 0;
  pid_t pids[MAX_WORKERS];
  if (num_workers < 1 || num_workers > MAX_WORKERS) {
    fprintf(stderr, "usage: flip_runner PROGRAM TARGET WORKERS < trials\n");
    return 2;
  }
  read_trials();
  for (int i = 0; i < num_workers; i++) {
    pids[i] = fork();
    if (pids[i] < 0) {
      die("fork");
    }
    if (pids[i] == 0) {
      struct worker w;
      make_worker(&w, argv[1], argv[2]);
      for (size_t j = (size_t)i; j < num_trials; j += (size_t)num_workers) {
        run_trial(&w, argv[1], &trials[j]);
      }
      drop_worker(&w);
      _exit(0);
    }
  }
  int failed = 0;
  for (int i = 0; i < num_workers; i++) {
    int s = 0;
    waitpid(pids[i], &s, 0);
    failed |= s != 0;
  }
  for (size_t j = 0; j < num_trials && !failed; j++) {
    print_trial(&trials[j]);
  }
  return failed ? 2 : 0;
}
