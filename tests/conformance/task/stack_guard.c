// A task deep in a recursion needs more stack than is left on the stack that the runtime made for it: SIGSEGV, as on any
// other thread's stack. What is mapped below stays as it is.
// runtimes: xomp
// threads: 1 2
// exit: SIGSEGV
#include <alloca.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "check.h"

enum { kFrame = 16384, kBeyond = 32768, kNeighbour = 1 << 20 };

static uintptr_t first_stack_low;  // no ordinary stack of this process reaches so far down

static __attribute__((noinline)) void use_stack(size_t bytes) {
  volatile char* const frame = alloca(bytes);
  for (size_t i = bytes; i >= 4096; i -= 4096) frame[i - 4096] = 0x5a;
}

// The lowest address of the mapping that holds `here`.
static uintptr_t lowest_of(uintptr_t here) {
  FILE* const f = fopen("/proc/self/maps", "r");
  char line[512];
  unsigned long low = 0, high = 0;
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "%lx-%lx", &low, &high) == 2 && here >= low && here < high) break;
  if (f) fclose(f);
  return low;
}

static void smash(uintptr_t here) {
  const uintptr_t low = lowest_of(here);
  // Were nothing below the stack, the signal would come by luck.
  char* const neighbour = mmap((void*)(low - kNeighbour), kNeighbour, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  use_stack(here - low + kBeyond);
  fprintf(stderr, "no signal; the neighbour is mapped at %p\n", (void*)neighbour);
  exit(1);
}

static void deep(int n) {
  volatile char frame[kFrame];
  frame[0] = 1;
  if ((uintptr_t)frame < first_stack_low) smash((uintptr_t)frame);
  if (n == 0) return;
#pragma omp task
  deep(n - 1);
#pragma omp taskwait
}

int main(void) {
  char here;
  first_stack_low = (uintptr_t)&here - (9u << 20);
#pragma omp parallel
#pragma omp single
  deep(100000);
  fputs("no task got a stack of its own\n", stderr);
  return 1;
}
