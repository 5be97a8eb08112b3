// Many variables, most of them never named again after a few tasks: their order holds, and what has ended is let go of.
#include <sys/resource.h>

#include "check.h"

enum { kRounds = 20, kVariables = 10000, kReaders = 3 };

static char storage[kRounds][kVariables];
static int written[kVariables], read[kVariables];

// Each variable of the round in its own chain: a writer, readers, a writer that waits for the readers.
static void make_round(char* variables) {
  for (int v = 0; v < kVariables; v++) {
#pragma omp task depend(out : variables[v])
    written[v] = 1;
    for (int i = 0; i < kReaders; i++) {
#pragma omp task depend(in : variables[v])
      {
        CHECK_EQUAL(written[v], 1);
        add(&read[v], 1);
      }
    }
    if (v % 2 == 0) {
#pragma omp task depend(inout : variables[v])
      {
        CHECK_EQUAL(load(&read[v]), kReaders);
        written[v] = 2;
      }
    }
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; round++) {
    make_round(storage[round]);
#pragma omp taskwait
    for (int v = 0; v < kVariables; v++) {
      CHECK_EQUAL(written[v], v % 2 == 0 ? 2 : 1);
      CHECK_EQUAL(read[v], kReaders);
      read[v] = written[v] = 0;
    }
  }
  // What a round leaves does not add up: 900 000 tasks would be 250 MB.
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  CHECK(usage.ru_maxrss < 120000);
  return check_result();
}
