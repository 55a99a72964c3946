/* The default host functions for Linux. This file lies outside the boundary:
 * it is the only one with libc, thread-local storage or a constructor, and a
 * separate member of libcordon.a. */
#define _GNU_SOURCE
#include <cordon/host.h>
#include <cordon/module.h>
#include <cordon/names.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

uint32_t cordon_host_entropy(uint8_t *out, size_t len) {
  size_t done = 0;
  while (done < len) {
    ssize_t n = getrandom(out + done, len - done, 0);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return 0;
    }
    done += (size_t)n;
  }
  return CORDON_HOST_ENTROPY_OK;
}

/* The block of each thread, wiped when the thread ends. */
static _Thread_local struct {
  _Alignas(16) uint8_t bytes[CORDON_THREAD_STATE_BYTES];
} thread_block;
static _Thread_local int thread_registered;

static pthread_key_t exit_key;
static int exit_key_made;
static pthread_once_t exit_once = PTHREAD_ONCE_INIT;
static atomic_int exit_key_gone;

/* A later destructor of the same thread may use the module again: then the
 * block is registered anew, and wiped again. */
static void wipe_thread_block(void *block) {
  explicit_bzero(block, CORDON_THREAD_STATE_BYTES);
  thread_registered = 0;
}

static void make_exit_key(void) {
  exit_key_made = pthread_key_create(&exit_key, wipe_thread_block) == 0;
}

/* A plug-in that holds the module may be unloaded before its threads end: the
 * C library must not call into it then. (At the end of the process this runs
 * too, and threads that go on stay served.) */
__attribute__((destructor)) static void drop_exit_key(void) {
  if (exit_key_made && !atomic_exchange(&exit_key_gone, 1)) {
    pthread_key_delete(exit_key);
  }
}

void *cordon_host_thread_state(void) {
  if (!thread_registered && !atomic_load(&exit_key_gone)) {
    pthread_once(&exit_once, make_exit_key);
    if (!exit_key_made ||
        pthread_setspecific(exit_key, thread_block.bytes) != 0) {
      return NULL;
    }
    thread_registered = 1;
  }
  return thread_block.bytes;
}

/* A page that the kernel zeroes in a child, also in one of the bare system
 * call. The process that finds its word zero is a new generation; the counter
 * lies in ordinary memory, which the child has a copy of. */
static _Atomic uint64_t *fork_page;
static _Atomic uint64_t generations;
static pthread_once_t page_once = PTHREAD_ONCE_INIT;

static void make_fork_page(void) {
  size_t size = (size_t)sysconf(_SC_PAGESIZE);
  void *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) {
    return;
  }
  if (madvise(page, size, MADV_WIPEONFORK) != 0) {
    munmap(page, size);
    return;
  }
  fork_page = (_Atomic uint64_t *)page;
}

static uint64_t memory_generation(void) {
  if (fork_page == NULL) {
    return atomic_load(&generations);
  }
  uint64_t here = atomic_load(fork_page);
  if (here == 0) {
    uint64_t next = atomic_fetch_add(&generations, 1) + 1;
    if (atomic_compare_exchange_strong(fork_page, &here, next)) {
      here = next;
    }
  }
  return here;
}

/* Where the kernel has this driver, a page of it holds a 32-bit number that
 * changes whenever the virtual machine goes on from a snapshot. Mainline
 * kernels have no such interface: see the README for what is not detected. */
#if !defined(CORDON_VM_GENERATION_FILE)
#define CORDON_VM_GENERATION_FILE "/dev/sysgenid"
#endif

static const _Atomic uint32_t *vm_page;

static void map_vm_page(void) {
  int fd = open(CORDON_VM_GENERATION_FILE, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return;
  }
  void *page =
      mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);
  if (page != MAP_FAILED) {
    vm_page = (const _Atomic uint32_t *)page;
  }
  close(fd);
}

/* Without such a page (Linux before 4.14) the C library's fork still tells
 * whose locks are whose. It does not see all children, and says nothing of
 * seeds. */
static void count_fork(void) { atomic_fetch_add(&generations, 1); }

static void make_pages(void) {
  make_fork_page();
  map_vm_page();
  if (fork_page == NULL && pthread_atfork(NULL, NULL, count_fork) == 0) {
    atomic_store(&generations, 1);
  }
}

/* The sum of three odd multiples: if one of the three numbers changes, so does
 * the sum. A child that shares the memory of its parent, of vfork say, has
 * another process id, and the parent its old one afterwards. */
static uint64_t seeds_generation(uint64_t memory) {
  uint64_t pid = (uint64_t)getpid();
  uint64_t vm = vm_page == NULL ? 0 : atomic_load(vm_page);
  uint64_t sum = memory * 0x9e3779b97f4a7c15u + pid * 0xd1342543de82ef95u +
                 vm * 0xaf251af3b0f025b5u;
  return sum == 0 ? 1 : sum;
}

uint64_t cordon_host_generation(uint32_t scope) {
  pthread_once(&page_once, make_pages);
  uint64_t memory = memory_generation();
  if (scope != CORDON_GENERATION_SEEDS) {
    return memory;
  }
  return fork_page == NULL ? 0 : seeds_generation(memory);
}

uint64_t cordon_host_ticks(void) {
  struct timespec t;
  if (clock_gettime(CLOCK_MONOTONIC, &t) != 0) {
    return 0;
  }
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* CORDON_BACKEND names the highest back end; a name that is not known allows
 * only the lowest one. */
uint32_t cordon_host_backend_limit(void) {
  const char *name = getauxval(AT_SECURE) ? NULL : getenv("CORDON_BACKEND");
  if (name == NULL) {
    return 0;
  }
  for (uint32_t id = CORDON_BACKEND_SHA; id > CORDON_BACKEND_PORTABLE; id--) {
    if (strcmp(name, cordon_backend_name(id)) == 0) {
      return id;
    }
  }
  return CORDON_BACKEND_PORTABLE;
}

void cordon_host_declassify(const void *p, size_t len) {
  (void)p;
  (void)len;
}

void cordon_host_yield(void) { sched_yield(); }

/* Power-on at load. A failure is not reported here: every service refuses, and
 * cordon_get_info says why. */
__attribute__((constructor)) static void power_on(void) {
  static cordon_info info;
  cordon_status ignored = cordon_get_info(&info);
  (void)ignored;
}
