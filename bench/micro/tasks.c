// What an explicit task costs: recursion without a cut-off, one producer, all producers, taskloop. The tasks do next to nothing.
#include "micro.h"

static long fib_serial(long n) { return n < 2 ? n : fib_serial(n - 1) + fib_serial(n - 2); }

static long fib_two_tasks(long n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a)
  a = fib_two_tasks(n - 1);
#pragma omp task shared(b)
  b = fib_two_tasks(n - 2);
#pragma omp taskwait
  return a + b;
}

static long fib_one_task(long n) {
  if (n < 2) return n;
  long a;
#pragma omp task shared(a)
  a = fib_one_task(n - 1);
  long b = fib_one_task(n - 2);
#pragma omp taskwait
  return a + b;
}

// Fibonacci's number by addition, to check with.
static long fib_value(long n) {
  long a = 0, b = 1;
  for (long i = 0; i < n; ++i) {
    long next = a + b;
    a = b;
    b = next;
  }
  return a;
}

// Calls of fib(n) that split, each of which makes the same number of tasks.
static long fib_splits(long n) { return fib_value(n + 1) - 1; }

static long run_fib(const Setting *s, long repetitions, long (*fib)(long), long tasks_per_split) {
  bool right = true;
  for (long r = 0; r < repetitions; ++r) {
    long result = 0;
#pragma omp parallel
#pragma omp single
    result = fib(s->size);
    right = right && result == fib_value(s->size);
  }
  return right ? repetitions * fib_splits(s->size) * tasks_per_split : -1;
}

static long fib(const Setting *s, long repetitions) { return run_fib(s, repetitions, fib_two_tasks, 2); }
static long fib_one(const Setting *s, long repetitions) { return run_fib(s, repetitions, fib_one_task, 1); }

static long fib_calls(const Setting *s, long repetitions) {
  bool right = true;
  for (long r = 0; r < repetitions; ++r) right = right && fib_serial(s->size) == fib_value(s->size);
  return right ? repetitions * fib_splits(s->size) * 2 : -1;
}

static long producer(const Setting *s, long repetitions) {
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel
#pragma omp single
    for (long i = 0; i < s->size; ++i) {
#pragma omp task
      count_here();
    }
  }
  return sum_of_slots() == repetitions * s->size ? repetitions * s->size : -1;
}

static long all_produce(const Setting *s, long repetitions) {
  clear_slots();
  long each = s->size / s->threads;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel
    for (long i = 0; i < each; ++i) {
#pragma omp task
      count_here();
    }
  }
  long tasks = repetitions * each * s->threads;
  return sum_of_slots() == tasks ? tasks : -1;
}

static long taskloop(const Setting *s, long repetitions) {
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
    for (long i = 0; i < s->size; ++i) count_here();
  }
  return sum_of_slots() == repetitions * s->size ? repetitions * s->size : -1;
}

// Tasks of a millisecond, then as much work by the producer itself: the tasks must not wait for it, nor it do them first.
static long busy_producer(const Setting *s, long repetitions) {
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel
#pragma omp single
    {
      for (long i = 0; i < s->size; ++i) {
#pragma omp task
        {
          work_us(1000);
          count_here();
        }
      }
      work_us(1000.0 * (double)s->size);
    }
  }
  return sum_of_slots() == repetitions * s->size ? 2 * repetitions * s->size : -1;
}

static long busy_producer_serial(const Setting *s, long repetitions) {
  for (long r = 0; r < repetitions; ++r) work_us(2000.0 * (double)s->size);
  return 2 * repetitions * s->size;
}

const Program task_programs[] = {
    {"fib", "a task; two tasks and a taskwait a call", fib, fib_calls, 27, false},
    {"fib_one", "a task; one task and a taskwait a call", fib_one, fib_calls, 27, false},
    {"producer", "an empty task; one thread makes all", producer, NULL, 1000000, false},
    {"all_produce", "an empty task; every thread makes its share", all_produce, NULL, 1000000, false},
    {"taskloop", "a task of a taskloop with grainsize(1)", taskloop, NULL, 100000, false},
    {"busy_producer", "a millisecond, half in tasks, half by their producer", busy_producer, busy_producer_serial, 64, true},
    {0},
};
