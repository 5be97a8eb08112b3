// taskloop: how many tasks there are and how many iterations each has, as grainsize and num_tasks say, strictly or not.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kN = 1000 };
static int size_from[kN];  // by its first iteration: how many iterations a task has
static int tasks, smallest, largest;

static void look(void) {
  tasks = largest = 0, smallest = kN;
  for (int i = 0; i < kN; i++) {
    if (!size_from[i]) continue;
    tasks++;
    if (size_from[i] > largest) largest = size_from[i];
    if (size_from[i] < smallest && i + size_from[i] < kN) smallest = size_from[i];
  }
  int total = 0;
  for (int i = 0; i < kN; i++) total += size_from[i];
  CHECK_EQUAL(total, kN);
  memset(size_from, 0, sizeof size_from);
}

static int note(int first, int i) {
  if (first < 0) first = i;
  size_from[first]++;
  return first;
}

static void at_least(void) {
  int first = -1;
#pragma omp taskloop grainsize(100) firstprivate(first)
  for (int i = 0; i < kN; i++) first = note(first, i);
  look();
  CHECK(smallest >= 100 && largest < 200);
#pragma omp taskloop grainsize(300) firstprivate(first)
  for (int i = 0; i < kN; i++) first = note(first, i);
  look();
  CHECK(smallest >= 300 && largest < 600);
#pragma omp taskloop grainsize(5000) firstprivate(first)
  for (int i = 0; i < kN; i++) first = note(first, i);
  look();
  CHECK_EQUAL(tasks, 1);
#pragma omp taskloop num_tasks(7) firstprivate(first)
  for (int i = 0; i < kN; i++) first = note(first, i);
  look();
  CHECK_EQUAL(tasks, 7);
#pragma omp taskloop num_tasks(3000) firstprivate(first)
  for (int i = 0; i < kN; i++) first = note(first, i);
  look();
  CHECK_EQUAL(tasks, kN);
#pragma omp taskloop num_tasks(1) firstprivate(first)
  for (int i = 0; i < kN; i++) first = note(first, i);
  look();
  CHECK_EQUAL(tasks, 1);
}

// clang 19 does not tell the runtime that it must be exact.
static void exactly(void) {
#ifndef __clang__
  int first = -1;
#pragma omp taskloop grainsize(strict : 300) firstprivate(first)
  for (int i = 0; i < kN; i++) first = note(first, i);
  for (int i = 0; i < kN; i += 300) CHECK_EQUAL(size_from[i], i < 900 ? 300 : 100);
  look();
  CHECK_EQUAL(tasks, 4);
#pragma omp taskloop num_tasks(strict : 13) firstprivate(first)
  for (int i = 0; i < kN; i++) first = note(first, i);
  look();
  CHECK_EQUAL(tasks, 13);
  CHECK(smallest >= kN / 13 && largest <= kN / 13 + 1);
#endif
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 5; round++) {
    at_least();
    exactly();
  }
  return check_result();
}
