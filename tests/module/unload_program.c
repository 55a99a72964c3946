/* Loads the shared library on a thread, uses it, unloads it, and lets the
 * thread end, which has a state to be wiped by then. Prints what the calls
 * said. usage: unload_program LIBRARY */
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef int32_t (*random_fn)(uint8_t *, size_t);

static void *use(void *name) {
  uint8_t out[16];
  void *library = dlopen((const char *)name, RTLD_NOW | RTLD_LOCAL);
  random_fn call =
      library == NULL ? NULL : (random_fn)dlsym(library, "cordon_random");
  if (call == NULL) {
    printf("cannot load %s\n", dlerror());
    return NULL;
  }
  printf("random %d\n", (int)call(out, sizeof out));
  printf("unload %d\n", dlclose(library));
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    if (argc != 2 || pthread_create(&thread, NULL, use, argv[1]) != 0 ||
        pthread_join(thread, NULL) != 0) {
      return 2;
    }
  }
  printf("end\n");
  return 0;
}
