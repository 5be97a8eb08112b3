// Tasks' firstprivate copies: what a memory checker must report, by the first argument, and what it must not.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Copy {
  int values[40];
};

static int* volatile seen;  // a task's own copy

static void use(int* values) {
  values[1] += 1;
  seen = values;
}

static int after_taskwait(struct Copy copy) {
#pragma omp task firstprivate(copy)
  use(copy.values);
#pragma omp taskwait
  return seen[1];
}

static int in_a_successor(struct Copy copy) {
  int order = 0, found = 0;
#pragma omp task firstprivate(copy) depend(out : order)
  use(copy.values);
#pragma omp task shared(found) depend(in : order)
  found = seen[1];
#pragma omp taskwait
  return found;
}

static int after_taskloop(struct Copy copy) {
#pragma omp taskloop firstprivate(copy) grainsize(1)
  for (int i = 0; i < 4; ++i) use(copy.values);
  return seen[1];
}

static int of_a_large_copy(struct Copy copy) {
  struct {
    struct Copy copy;
    char more[600000];
  } large;
  memset(&large, 0, sizeof large);
  large.copy = copy;
#pragma omp task firstprivate(large)
  {
    large.more[5000] = 1;
    seen = (int*)(void*)(large.more + 5000);
  }
#pragma omp taskwait
  return seen[1];
}

static int nothing_wrong(struct Copy copy) {
  enum { tasks = 2000 };
  int order = 0, sum = 0;
  for (int i = 0; i < tasks; ++i) {
#pragma omp task firstprivate(copy) shared(sum)
    {
#pragma omp task firstprivate(copy) shared(sum)
#pragma omp atomic
      sum += copy.values[2];
#pragma omp atomic
      sum += copy.values[1];
#pragma omp taskwait
    }
#pragma omp task firstprivate(copy) shared(order) depend(inout : order)
    order += copy.values[1];
#pragma omp task firstprivate(copy) shared(order) if (i % 2 == 0) untied depend(in : order)
    {
#pragma omp taskyield
      if (copy.values[39] != 39) abort();
    }
  }
#pragma omp taskwait
#pragma omp taskgroup
  {
#pragma omp taskloop firstprivate(copy) shared(sum) nogroup grainsize(3)
    for (int i = 0; i < tasks; ++i) {
#pragma omp atomic
      sum += copy.values[3];
    }
  }
  return sum + order == 7 * tasks ? 0 : 1;
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    int (*run)(struct Copy);
  } cases[] = {{"after_taskwait", after_taskwait},
               {"in_a_successor", in_a_successor},
               {"after_taskloop", after_taskloop},
               {"of_a_large_copy", of_a_large_copy},
               {"nothing_wrong", nothing_wrong}};
  const char* const name = argc == 2 ? argv[1] : "";
  struct Copy copy;
  for (int i = 0; i < 40; ++i) copy.values[i] = i;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    if (strcmp(name, cases[i].name) != 0) continue;
    int result = 0;
#pragma omp parallel
#pragma omp single
    result = cases[i].run(copy);
    printf("%s: %d\n", name, result);
    return cases[i].run == nothing_wrong ? result : 0;
  }
  fprintf(stderr, "task_memory: no case is named \"%s\"\n", name);
  return 2;
}
