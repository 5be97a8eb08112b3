// fib without a cut-off: xomp.h. usage: fib N [THREADS [RUNS]]
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <xomp.h>

static long fib(int n) {
  if (n < 2) return n;
  auto a = xomp::spawn([n] { return fib(n - 1); });
  const long b = fib(n - 2);
  return a.sync() + b;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 35, threads = argc > 2 ? std::atoi(argv[2]) : 0,
            runs = argc > 3 ? std::atoi(argv[3]) : 1;
  for (int i = 0; i < runs; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const long result = xomp::run(threads, [n] { return fib(n); });
    const std::chrono::duration<double> s = std::chrono::steady_clock::now() - start;
    long a = 0, b = 1;
    for (int k = 0; k < n; ++k) {
      const long c = a + b;
      a = b;
      b = c;
    }
    const double spawns = static_cast<double>(b) - 1;
    std::printf("fib(%d) = %ld: %.3f s, %.2f ns a spawned task, %.2f ns a call\n", n, result, s.count(),
                s.count() * 1e9 / spawns, s.count() * 1e9 / (2 * spawns + 1));
  }
}
