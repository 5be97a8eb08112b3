// What the test programs say wrong results with: CHECK, CHECK_EQUAL, check_result(). Called from any thread; the first
// ten wrong results are printed, all are counted.
#ifndef CHECK_H
#define CHECK_H

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

static int check_failures;

static inline int check_is_shown(void) { return __atomic_add_fetch(&check_failures, 1, __ATOMIC_SEQ_CST) <= 10; }

static inline void check_that(int holds, const char* text, const char* file, int line) {
  if (!holds && check_is_shown()) fprintf(stderr, "%s:%d: not true: %s\n", file, line, text);
}

static inline void check_equal(long long got, long long want, const char* text, const char* file, int line) {
  if (got != want && check_is_shown()) fprintf(stderr, "%s:%d: %s is %lld, not %lld\n", file, line, text, got, want);
}

static inline void check_near(double got, double want, const char* text, const char* file, int line) {
  double error = got > want ? got - want : want - got;
  double size = want < 0 ? -want : want;
  if (!(error <= 1e-6 * (size + 1)) && check_is_shown())
    fprintf(stderr, "%s:%d: %s is %.17g, not %.17g\n", file, line, text, got, want);
}

#define CHECK(condition) check_that(!!(condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(got, want) check_equal((long long)(got), (long long)(want), #got, __FILE__, __LINE__)
#define CHECK_NEAR(got, want) check_near((double)(got), (double)(want), #got, __FILE__, __LINE__)

// What main returns.
static inline int check_result(void) { return __atomic_load_n(&check_failures, __ATOMIC_SEQ_CST) ? 1 : 0; }

// Whether the default policy is in use: what only that one promises, is looked for then.
static inline int is_default_policy(void) { return getenv("XOMP_SCHEDULE_POLICY") == NULL && getenv("XOMP_AS") == NULL; }

static inline int load(const int* word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline void store(int* word, int value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }
static inline int add(int* word, int value) { return __atomic_add_fetch(word, value, __ATOMIC_ACQ_REL); }

// Waits until another thread has stored at least `value`; the runner ends a program that waits for ever.
static inline void wait_for(const int* word, int value) {
  while (load(word) < value) sched_yield();
}

#endif
