// taskloop: every iteration runs once, whatever the range, the clauses and what the body does: other tasks and loops in it, exceptions,
// cancellation, iterations that last very differently.
// threads: 1 2 3 8 64
// env-each: OMP_CANCELLATION=true | OMP_CANCELLATION=false
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include <climits>
#include <stdexcept>

#include "check.h"

namespace {

constexpr int kMost = 3000;
int visits[kMost];

void each_once(int n) {
  for (int i = 0; i < n; ++i) CHECK_EQUAL(visits[i], 1);
  memset(visits, 0, sizeof visits);
}

void spin(int rounds) {
  for (int i = 0; i < rounds; ++i) __asm__ volatile("" ::: "memory");
}

void clauses(int n) {
#pragma omp taskloop
  for (int i = 0; i < n; ++i) add(&visits[i], 1);
  each_once(n);
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < n; ++i) add(&visits[i], 1);
  each_once(n);
#pragma omp taskloop untied
  for (int i = n; i > 0; --i) add(&visits[i - 1], 1);
  each_once(n);
#pragma omp taskloop priority(2) num_tasks(17)
  for (int i = 0; i < 3 * n; i += 3) add(&visits[i / 3], 1);
  each_once(n);
}

void clauses_on_deferring(int n) {
#pragma omp taskloop final(1)
  for (int i = 0; i < n; ++i) {
    add(&visits[i], omp_in_final() ? 1 : 1000);
  }
  each_once(n);
#pragma omp taskloop if (0)
  for (int i = 0; i < n; ++i) add(&visits[i], 1);
  each_once(n);
#pragma omp taskgroup
  {
#pragma omp taskloop nogroup
    for (int i = 0; i < n; ++i) add(&visits[i], 1);
  }
  each_once(n);
}

// At the ends of the types, where one step more than there are iterations would leave the type.
void ends_of_types() {
  unsigned long long sum = 0, count = 0;
#pragma omp taskloop reduction(+ : sum, count)
  for (unsigned long long i = ULLONG_MAX - 999; i < ULLONG_MAX; ++i) sum += ULLONG_MAX - i, ++count;
  CHECK(count == 999 && sum == 499500);
  sum = count = 0;
#pragma omp taskloop reduction(+ : sum, count) grainsize(2)
  for (unsigned long long i = 998; i > 0; i -= 2) sum += i, ++count;
  CHECK(count == 499 && sum == 249500);
  count = 0;
#pragma omp taskloop reduction(+ : count)
  for (long i = LONG_MIN; i < LONG_MIN + 1000; ++i) count += i < 0;
  CHECK(count == 1000);
  count = 0;
#pragma omp taskloop reduction(+ : count)
  for (long i = LONG_MAX; i > LONG_MAX - 1000; i -= 7) ++count;
  CHECK(count == 143);
  count = 0;
#pragma omp taskloop reduction(+ : count)
  for (signed char i = 127; i > -128; --i) ++count;
  CHECK(count == 255);
}

// Here clang hands over a number of iterations that has wrapped.
void nothing(unsigned long long first, unsigned long long last) {
#pragma omp taskloop
  for (unsigned long long i = first; i < last; ++i) CHECK(false);
#pragma omp taskloop
  for (long i = 0; i > 5; --i) CHECK(false);
#pragma omp taskloop num_tasks(7)
  for (int i = 5; i < 0; i += 3) CHECK(false);
}

void nests() {
#pragma omp taskloop
  for (int i = 0; i < 30; ++i) {
#pragma omp taskloop
    for (int j = 0; j < 100; ++j) add(&visits[100 * i + j], 1);
  }
  each_once(3000);
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < 10; ++i) {
#pragma omp taskloop collapse(2) grainsize(3)
    for (int j = 0; j < 10; ++j)
      for (int k = 0; k < 30; ++k) {
#pragma omp task
        add(&visits[300 * i + 30 * j + k], 1);
      }
#pragma omp taskwait
  }
  each_once(3000);
}

void nested_reductions() {
  long sum = 0;
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < 50; ++i) {
    long inner = 0;
#pragma omp taskloop reduction(+ : inner) grainsize(1)
    for (int j = 0; j <= i; ++j) inner += j;
    sum += inner;
  }
  CHECK_EQUAL(sum, 20825);
}

// A body may change its own copies.
void copies() {
  int own = 7, last = -1;
#pragma omp taskloop firstprivate(own) grainsize(1)
  for (int i = 0; i < 500; ++i) {
    CHECK_EQUAL(own, 7);
    own += i + 1;
    add(&visits[i], 1);
  }
  each_once(500);
#pragma omp taskloop firstprivate(own)
  for (int i = 0; i < 500; ++i) {
    CHECK(own >= 7);
    add(&own, 1);
    add(&visits[i], 1);
  }
  each_once(500);
  CHECK_EQUAL(own, 7);
#pragma omp taskloop lastprivate(last)
  for (int i = 0; i < 777; ++i) last = i;
  CHECK_EQUAL(last, 776);
}

// The first iterations are short, the last are a thousand times as long, and the other way round.
void unequal() {
#pragma omp taskloop
  for (int i = 0; i < 1000; ++i) spin(i < 900 ? 10 : 10000), add(&visits[i], 1);
  each_once(1000);
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < 1000; ++i) spin(i < 100 ? 10000 : 10), add(&visits[i], 1);
  each_once(1000);
#pragma omp taskloop
  for (int i = 0; i < 1000; ++i) spin(i == 333 ? 1000000 : 100), add(&visits[i], 1);
  each_once(1000);
}

void exceptions() {
#pragma omp taskloop
  for (int i = 0; i < 400; ++i) {
    try {
      if (i % 3 == 0) throw std::runtime_error("caught inside");
      add(&visits[i], 1);
    } catch (const std::runtime_error&) {
      add(&visits[i], 1);
    }
  }
  each_once(400);
}

void cancels() {
  for (int round = 0; round < 20; ++round) {
    int ran = 0;
#pragma omp taskgroup
    {
#pragma omp taskloop nogroup grainsize(1) shared(ran)
      for (int i = 0; i < 1000; ++i) {
        add(&ran, 1);
        if (i == 500) {
#pragma omp cancel taskgroup
        }
      }
    }
    CHECK(ran >= 1 && ran <= 1000);
    if (!omp_get_cancellation()) CHECK_EQUAL(ran, 1000);
    // What is cancelled is over with its group.
#pragma omp taskloop
    for (int i = 0; i < 100; ++i) add(&visits[i], 1);
    each_once(100);
  }
}

void all() {
  for (int n : {0, 1, 2, 3, 5, 31, 64, 1000}) clauses(n), clauses_on_deferring(n);
  ends_of_types();
  nothing(5, 5);
  nothing(7, 3);
  nests();
  nested_reductions();
  copies();
  unequal();
  exceptions();
  cancels();
}

}  // namespace

int main() {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 3; ++round) all();
  all();
  // Each thread has a loop of its own.
  long sum = 0;
#pragma omp parallel reduction(+ : sum)
  for (int round = 0; round < 20; ++round) {
    long mine = 0;
#pragma omp taskloop reduction(+ : mine)
    for (int i = 0; i < 1000; ++i) mine += i;
    sum += mine == 499500;
  }
  CHECK_EQUAL(sum, 20L * (omp_get_max_threads()));
  return check_result();
}
