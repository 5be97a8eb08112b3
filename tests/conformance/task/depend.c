// depend: in, out, inout chains and fans; readers run together, writers alone; array sections; different addresses do not order.
#include <omp.h>

#include "check.h"

static void chain(void) {
  int value = 0;
  for (int i = 0; i < 500; i++) {
#pragma omp task depend(inout : value) shared(value)
    {
      CHECK_EQUAL(value, i);
      value++;
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(value, 500);
}

static void fans(void) {
  int value = 0, readers = 0;
  for (int round = 0; round < 30; round++) {
#pragma omp task depend(out : value) shared(value, readers)
    {
      CHECK_EQUAL(load(&readers), 8 * round);
      value = round;
    }
    for (int i = 0; i < 8; i++) {
#pragma omp task depend(in : value) shared(value, readers)
      {
        CHECK_EQUAL(value, round);
        add(&readers, 1);
      }
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(readers, 240);
}

// With one thread readers cannot meet; other policies may give both to one thread.
static void readers_together(void) {
  if (omp_get_num_threads() == 1 || !is_default_policy()) return;
  int value = 0, inside = 0;
#pragma omp task depend(out : value) shared(value)
  value = 1;
  for (int i = 0; i < 2; i++) {
#pragma omp task depend(in : value) shared(inside)
    {
      add(&inside, 1);
      wait_for(&inside, 2);
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(inside, 2);
}

static void wavefront(void) {
  enum { kN = 25 };
  static long table[kN][kN];
  for (int i = 0; i < kN; i++) table[i][0] = table[0][i] = 1;
  for (int i = 1; i < kN; i++)
    for (int j = 1; j < kN; j++) {
#pragma omp task depend(in : table[i - 1][j], table[i][j - 1]) depend(out : table[i][j])
      table[i][j] = table[i - 1][j] + table[i][j - 1];
    }
#pragma omp taskwait
  CHECK_EQUAL(table[13][13], 10400600);
  CHECK_EQUAL(table[2][kN - 1], 325);
}

static void sections(void) {
  int array[100] = {0};
#pragma omp task depend(out : array[0 : 50]) shared(array)
  for (int i = 0; i < 50; i++) array[i] = 1;
#pragma omp task depend(in : array[0 : 50]) depend(out : array[50 : 50]) shared(array)
  for (int i = 0; i < 50; i++) array[50 + i] = array[i] + 1;
#pragma omp task depend(in : array[50 : 50]) shared(array)
  for (int i = 0; i < 50; i++) CHECK_EQUAL(array[50 + i], 2);
#pragma omp taskwait
}

static void undeferred(void) {
  int value = 0;
#pragma omp task depend(out : value) shared(value)
  value = 1;
#pragma omp task depend(inout : value) shared(value) if (0)
  {
    CHECK_EQUAL(value, 1);
    value = 2;
  }
  CHECK_EQUAL(value, 2);
#pragma omp task depend(in : value) shared(value) final(1)
  CHECK_EQUAL(value, 2);
#pragma omp taskwait
}

static void not_across_parents(void) {
  int value = 0, done = 0;
#pragma omp task depend(out : value) shared(value, done)
  {
#pragma omp task depend(out : value) shared(done)
    add(&done, 1);
#pragma omp taskwait
    add(&done, 1);
  }
#pragma omp taskwait
  CHECK_EQUAL(done, 2);
}

int main(void) {
#pragma omp parallel
  {
#pragma omp single
    {
      for (int round = 0; round < 10; round++) {
        chain();
        fans();
        wavefront();
        sections();
        undeferred();
        not_across_parents();
        readers_together();
      }
    }
    chain();
    fans();
  }
  chain();
  undeferred();
  return check_result();
}
