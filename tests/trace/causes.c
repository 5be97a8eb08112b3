/* Programs with one known cause each, for what `xomp trace` says first: causes NAME. */
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../examples/trace/work.h"

static double sum;
static void add(double x) {
#pragma omp atomic
  sum += x;
}

static void all_sleep(void) {
#pragma omp parallel num_threads(2)
  usleep(300000);
}

static void one_sleeps(void) {
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 20; ++i) {
    if (i % 2 == 1) usleep(20000);
    add(work(1e6));
  }
}

/* Another process gives it something to read now and then. */
static void reads(void) {
  int ends[2];
  if (pipe(ends) != 0) return;
  if (fork() == 0) {
    for (int i = 0; i < 10; ++i) {
      usleep(20000);
      if (write(ends[1], "x", 1) != 1) _exit(1);
    }
    _exit(0);
  }
  for (int i = 0; i < 10; ++i) {
    char c;
    if (read(ends[0], &c, 1) != 1) return;
#pragma omp parallel for num_threads(2)
    for (int k = 0; k < 2; ++k) add(work(1e6));
  }
}

static void waits_for_lock(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 200; ++i) {
    omp_set_lock(&lock);
    sum += work(1e6);
    omp_unset_lock(&lock);
    add(work(1e4));
  }
  omp_destroy_lock(&lock);
}

static void waits_for_critical(void) {
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 200; ++i) {
#pragma omp critical(sum)
    sum += work(1e6);
    add(work(1e4));
  }
}

static void many_threads(void) {
#pragma omp parallel for num_threads(200) schedule(dynamic)
  for (int i = 0; i < 4000; ++i) add(work(5e4));
}

static void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(4)
#pragma omp parallel num_threads(4)
  add(work(2e7));
}

static void small_taskloop(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < 300000; ++i) add(i);
}

static void serial(void) {
  for (int i = 0; i < 5; ++i) {
    add(work(4e7));
#pragma omp parallel num_threads(2)
    add(work(1e7));
  }
}

static void one_works(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 5; ++i) {
#pragma omp single
    add(work(4e7));
    add(work(1e7));
  }
}

static void short_regions(void) {
  for (int i = 0; i < 30000; ++i) {
#pragma omp parallel num_threads(2)
    add(work(500));
  }
}

/* Nothing limits it. */
static void balanced(void) {
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 2000; ++i) add(work(2e5));
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } causes[] = {{"all_sleep", all_sleep},       {"one_sleeps", one_sleeps},
                {"reads", reads},               {"waits_for_lock", waits_for_lock},
                {"many_threads", many_threads}, {"waits_for_critical", waits_for_critical},
                {"nested", nested},             {"small_taskloop", small_taskloop},
                {"serial", serial},             {"one_works", one_works},
                {"balanced", balanced},         {"short_regions", short_regions}};
  for (size_t i = 0; argc == 2 && i < sizeof causes / sizeof *causes; ++i)
    if (strcmp(argv[1], causes[i].name) == 0) {
      causes[i].run();
      printf("%g\n", sum);
      return 0;
    }
  return 2;
}
