// A C program that has left waits before it loads C++ code, as Python does with an extension module: the exceptions that
// tasks of that code handle are their own, too.
#include <dlfcn.h>
#include <stdio.h>

#include "../free_waits.h"

static void nothing(void) {}

int main(void) {
  run_beside_a_wait(nothing);
  void* library = dlopen("libhandlers.so", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(library != NULL);
  if (library == NULL) return check_result();
  int (*wrong_handlers)(void);
  *(void**)&wrong_handlers = dlsym(library, "wrong_handlers");
  CHECK_EQUAL(wrong_handlers(), 0);
  return check_result();
}
