// Graphs and OpenMP in one process: regions and tasks in an op, messages from a region's threads and from a std::thread,
// a fence in a region, a child of fork().
#include "../check.h"

#include <sys/wait.h>
#include <unistd.h>

#include <thread>

static int sum_by_region() {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i) sum += i;
  return sum;
}
static int fib(int n) {
  if (n < 2) return n;
  int a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static void graph() {
  ttg::Edge<int, int> e("e");
  std::atomic<int> ran{0};
  auto tt = ttg::make_tt(
      [&](const int& k, const int& v, std::tuple<ttg::Out<int, int>>& outs) {
        CHECK(v == k);
        CHECK(sum_by_region() == 4950);
        CHECK(fib(8) == 21);
        ++ran;
        if (k % 10 != 0) ttg::send<0>(k + 1, v + 1, outs);
      },
      ttg::edges(e), ttg::edges(e), "mixed");
  CHECK(ttg::make_graph_executable(tt));
  tt->invoke(1, 1);
#pragma omp parallel for
  for (int i = 0; i < 10; ++i) tt->invoke(10 * i + 11, 10 * i + 11);
  std::thread other([&] {
    for (int i = 0; i < 10; ++i) tt->invoke(10 * i + 1001, 10 * i + 1001);
  });
  other.join();
  CHECK(sum_by_region() == 4950);
  ttg::fence();
  CHECK(ran == 210);
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv, argc > 1 ? std::atoi(argv[1]) : -1);
  ttg::diagnose_off();
  ttg::execute();
  for (int i = 0; i < 20; ++i) graph();
#pragma omp parallel num_threads(2)
#pragma omp single
  graph();
  const pid_t child = fork();
  if (child == 0) {
    graph();
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  graph();
  ttg::finalize();
}
