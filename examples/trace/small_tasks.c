/* Finding: tasks are too small. Each call of fib makes two tasks, and most of them do next to nothing. */
#include <stdio.h>

static long fib(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(30);
  printf("%ld\n", result);
  return result == 832040 ? 0 : 1;
}
