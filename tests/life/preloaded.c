// Which runtime the program runs on, whether its own one is loaded, too, and over how many places a region spreads.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_mapped(const char* name) {
  char line[4096];
  FILE* const maps = fopen("/proc/self/maps", "r");
  int found = 0;
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) found |= strstr(line, name) != NULL;
  return found;
}

int main(void) {
  Dl_info found;
  const char* const preloaded = getenv("LD_PRELOAD");
  const int known = dladdr((void*)omp_get_num_places, &found);
  printf("runtime: %s\n", known && preloaded != NULL && strcmp(found.dli_fname, preloaded) == 0 ? "xomp" : "another");
  if (is_mapped("/libgomp.so.1.0.0")) puts("libgomp is loaded, too");
  char used[1024] = {0};
#pragma omp parallel
  used[omp_get_place_num() & 1023] = 1;
  int places = 0;
  for (int i = 0; i < 1024; ++i) places += used[i];
  printf("%d places, %d processors, %d places used\n", omp_get_num_places(), omp_get_num_procs(), places);
  return 0;
}
