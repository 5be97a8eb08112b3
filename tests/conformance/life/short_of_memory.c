// Programs whose address space is nearly used up. Tasks that cannot be put off run at once, a region gets the threads
// that can be had, and the results are right.
// runtimes: xomp
// threads: 1 2 8
// output: any
// flags: -O1
#include <stdint.h>
#include <sys/resource.h>

#include "life.h"

enum { kLarge = 20000 };
struct large {
  char bytes[kLarge];
};

// Tasks with much data: the queue's length does not bound their memory.
static int large_tasks(void) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4000; ++i) {
    struct large data;
    memset(&data, i % 100, sizeof data);
#pragma omp task firstprivate(data, i)
    {
      if (data.bytes[0] != i % 100 || data.bytes[kLarge - 1] != i % 100) abort();
#pragma omp atomic
      sum += i;
    }
  }
  return sum != 4000L * 3999 / 2;
}

// All threads make such tasks, and larger ones: a thread that has much memory leaves some to the others.
static int large_tasks_of_all(void) {
  long sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 4000; ++i) {
    struct large data;
    memset(&data, i % 100, sizeof data);
#pragma omp task firstprivate(data, i)
    {
      if (data.bytes[0] != i % 100 || data.bytes[kLarge - 1] != i % 100) abort();
#pragma omp atomic
      sum += i;
    }
  }
  return sum != 4000L * 3999 / 2;
}

enum { kHuge = 300000 };
struct huge {
  char bytes[kHuge];
};

static int huge_tasks_of_all(void) {
  long sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 200; ++i) {
    struct huge data;
    memset(&data, i % 100, sizeof data);
#pragma omp task firstprivate(data, i)
    {
      if (data.bytes[0] != i % 100 || data.bytes[kHuge - 1] != i % 100) abort();
#pragma omp atomic
      sum += i;
    }
  }
  return sum != 200L * 199 / 2;
}

// A chain on each of many addresses: each is a new entry in the table.
static int dependent_tasks(void) {
  enum { kChains = 20000 };
  static int chain[kChains];
  memset(chain, 0, sizeof chain);
  int wrong = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < kChains; ++i) {
#pragma omp task depend(inout : chain[i]) shared(wrong)
      {
        if (chain[i] != round) {
#pragma omp atomic
          ++wrong;
        }
        chain[i] = round + 1;
      }
    }
  for (int i = 0; i < kChains; ++i) wrong += chain[i] != 3;
  return wrong;
}

// Readers of one address, and a writer that waits for all of them.
static int many_readers(void) {
  int value = 0, read = 0, wrong = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 3000; ++i) {
#pragma omp task depend(in : value) shared(value, read, wrong)
      {
        if (value != round) {
#pragma omp atomic
          ++wrong;
        }
#pragma omp atomic
        ++read;
      }
    }
#pragma omp task depend(out : value) shared(value, read, wrong)
    {
      wrong += read != 3000 * (round + 1);
      ++value;
    }
  }
  return wrong + (value != 3);
}

static int groups(void) {
  int leaves = 0;
#pragma omp parallel
#pragma omp single
  leaves = tree_of_groups(14);
  return leaves != 1 << 14;
}

static long mapped_bytes(void) {
  FILE* f = fopen("/proc/self/statm", "r");
  long pages = 0;
  if (f == NULL || fscanf(f, "%ld", &pages) != 1) abort();
  fclose(f);
  return pages * sysconf(_SC_PAGESIZE);
}

// So much more than is mapped now.
static void limit_address_space(long more_bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = (rlim_t)(mapped_bytes() + more_bytes);
  if (setrlimit(RLIMIT_AS, &limit) != 0) abort();
}

// What the child did; it dies by SIGALRM if it hangs.
static int runs_within(int (*work)(void), long more_bytes) {
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(kAlarm);
    limit_address_space(more_bytes);
    const int wrong = work();
    _exit(wrong != 0);
  }
  return child_was_well(pid);
}

int main(void) {
  static int (*const works[])(void) = {large_tasks,     large_tasks_of_all, huge_tasks_of_all, dependent_tasks,
                                       many_readers, groups,          compute};
  static const long most_kib[] = {512, 1024, 2048, 9 * 1024, 20 * 1024, 100 * 1024};
  for (unsigned w = 0; w < sizeof works / sizeof *works; ++w)
    for (unsigned m = 0; m < sizeof most_kib / sizeof *most_kib; ++m) {
      if (works[w] == huge_tasks_of_all && most_kib[m] < 20 * 1024) continue;  // less than two stacks
      const int is_well = runs_within(works[w], most_kib[m] * 1024);
      if (!is_well) fprintf(stderr, "work %u with %ld KiB\n", w, most_kib[m]);
      CHECK(is_well);
    }
  return check_result();
}
