// Constructs of one compiler inside regions of the other, both ways: one team, one pool, one critical of a name.
#include <omp.h>

#include "check.h"
#include "other.h"

enum { kN = 500 };
static int own = 7;
#pragma omp threadprivate(own)

static void who_am_i(void) {
#pragma omp parallel
  {
    CHECK_EQUAL(other_thread_number(), omp_get_thread_num());
    CHECK_EQUAL(other_team_size(), omp_get_num_threads());
    if (omp_in_parallel()) CHECK_EQUAL(other_region(2), 1);
  }
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    CHECK_EQUAL(other_region(3), 3);
    CHECK_EQUAL(other_team_size(), omp_get_num_threads());
  }
  omp_set_max_active_levels(1);
  CHECK_EQUAL(other_region(4), 4);
}

static void worksharing(void) {
  static int visits[kN], more[kN];
  int singles = 0, sections = 0;
  for (int i = 0; i < kN; i++) visits[i] = more[i] = 0;
#pragma omp parallel
  {
    other_loop(visits, kN);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < kN; i++) add(&visits[i], 1);
    other_dynamic_loop(more, kN);
#pragma omp single
    add(&singles, 1);
    other_single(&singles);
    other_sections(&sections);
#pragma omp single nowait
    add(&singles, 1);
    other_barrier();
    CHECK_EQUAL(load(&singles), 3);
    CHECK_EQUAL(other_reduction(100), 4950);
  }
  for (int i = 0; i < kN; i++) {
    CHECK_EQUAL(visits[i], 2);
    CHECK_EQUAL(more[i], 1);
  }
  CHECK_EQUAL(sections, 3);
  int next = 0;
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 50; i++) other_ordered(i, &next);
  CHECK_EQUAL(next, 50);
}

static long mixed_tree(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = n % 3 ? mixed_tree(n - 1) : other_tasks(n - 1);
#pragma omp task shared(b)
  b = n % 2 ? other_tasks(n - 2) : mixed_tree(n - 2);
#pragma omp taskwait
  return a + b;
}

static void tasks(void) {
  int spawned = 0, value = 0;
#pragma omp parallel
#pragma omp single
  {
    CHECK_EQUAL(mixed_tree(15), 610);
    CHECK_EQUAL(other_tasks(12), 144);
    CHECK_EQUAL(other_grouped(40), 40);
    other_spawn(&spawned, 50);
#pragma omp taskwait
    CHECK_EQUAL(load(&spawned), 50);
#pragma omp taskgroup
    {
#pragma omp task shared(spawned)
      other_spawn(&spawned, 50);
    }
    CHECK_EQUAL(load(&spawned), 100);
    for (int i = 0; i < 40; i++) {
#pragma omp task depend(inout : value) shared(value)
      {
        CHECK_EQUAL(value, 2 * i);
        value++;
      }
      other_depend(&value, 2 * i + 2);
    }
#pragma omp taskwait
    CHECK_EQUAL(value, 80);
  }
}

static void one_lock_each_name(void) {
  long total = 0, unnamed = 0;
#pragma omp parallel
  for (int i = 0; i < 500; i++) {
    other_add_in_critical(&total);
#pragma omp critical(counted)
    total += 1;
    other_add_unnamed(&unnamed);
#pragma omp critical
    unnamed += 1;
  }
  CHECK_EQUAL(total, 1000L * omp_get_max_threads());
  CHECK_EQUAL(unnamed, 1000L * omp_get_max_threads());
}

static void threadprivates_apart(void) {
#pragma omp parallel
  {
    own = omp_get_thread_num();
    *other_threadprivate() = 1000 + omp_get_thread_num();
    CHECK(other_threadprivate() != &own);
  }
#pragma omp parallel
  {
    CHECK_EQUAL(own, omp_get_thread_num());
    CHECK_EQUAL(*other_threadprivate(), 1000 + omp_get_thread_num());
  }
}

int main(void) {
  for (int round = 0; round < 10; round++) {
    who_am_i();
    worksharing();
    tasks();
    one_lock_each_name();
    threadprivates_apart();
  }
  CHECK_EQUAL(other_tasks(10), 55);
  return check_result();
}
