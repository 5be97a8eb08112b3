// dlopen, use and dlclose of a plugin that uses OpenMP, again and again, from several threads; at last while none is
// loaded the process ends.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "check.h"

static void* uses_plugin(void* unused) {
  (void)unused;
  for (int i = 0; i < 5; ++i) {
    void* plugin = dlopen("libplugin.so", RTLD_NOW | RTLD_LOCAL);
    if (plugin == NULL) fprintf(stderr, "%s\n", dlerror());
    CHECK(plugin != NULL);
    if (plugin == NULL) return NULL;
    int (*computes)(void);
    *(void**)&computes = dlsym(plugin, "plugin_computes");
    CHECK_EQUAL(computes(), 0);
    CHECK_EQUAL(dlclose(plugin), 0);
  }
  return NULL;
}

int main(void) {
  uses_plugin(NULL);
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) CHECK_EQUAL(pthread_create(&t[i], NULL, uses_plugin, NULL), 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], NULL);
  uses_plugin(NULL);
  return check_result();
}
