// A program without OpenMP whose threads load plugins with it (the arguments), at once, use them and unload them.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

enum { kThreads = 6 };
static int bad;

static void* uses(void* path) {
  void* plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (plugin == NULL) {
    printf("%s\n", dlerror());
    bad = 1;
    return NULL;
  }
  int (*computes)(void);
  *(void**)&computes = dlsym(plugin, "plugin_computes");
  for (int i = 0; i < 5; ++i)
    if (computes() != 0) bad = 1;
  dlclose(plugin);
  return NULL;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, uses, argv[1 + i % 2]);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  return bad;
}
