/* What the callers share: checks, and clang's way to start a region. Declarations are by hand, as a compiler emits them. */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);     \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

typedef struct {
  int32_t reserved_1, flags, reserved_2, length;
  const char *source;
} Ident;

/* A dependence, as compiled code lists them. */
typedef struct {
  intptr_t address;
  size_t length;
  uint8_t flags;
} Depend;

static const Ident here = {0, 2, 0, 22, ";unknown;unknown;0;0;;"};

int omp_get_num_threads(void);
int omp_get_thread_num(void);
int omp_get_max_threads(void);
void omp_set_num_threads(int);
int omp_get_level(void);
int omp_in_parallel(void);
int32_t __kmpc_global_thread_num(const Ident *);
void __kmpc_barrier(const Ident *, int32_t);
