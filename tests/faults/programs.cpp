// usage: programs openmp|native|taskflow|ttg
// Small programs that use much of the library: they print "right" and end with 0, print "wrong" and end with 3, or end by a sentence.
#include <omp.h>
#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/taskflow.hpp>
#include <ttg.h>
#include <xomp.h>

#include <cstdio>
#include <cstring>

namespace {

int fib_of_tasks(int n) {
  if (n < 2) return n;
  int a = 0, b = 0;
#pragma omp task shared(a)
  a = fib_of_tasks(n - 1);
#pragma omp task shared(b)
  b = fib_of_tasks(n - 2);
#pragma omp taskwait
  return a + b;
}

bool openmp() {
  long sum = 0, ordered = 0;
  int fib = 0, chain = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < 1000; ++i) sum += i;
#pragma omp single
    fib = fib_of_tasks(14);
#pragma omp for ordered
    for (int i = 0; i < 50; ++i) {
#pragma omp ordered
      ordered = 3 * ordered % 1009 + i;
    }
    omp_set_lock(&lock);
#pragma omp critical
    ++chain;
    omp_unset_lock(&lock);
  }
  const int team = chain;
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task depend(inout : chain)
    chain = chain % 7 + i;
  }
  int expected = team;
  long in_order = 0;
  for (int i = 0; i < 100; ++i) expected = expected % 7 + i;
  for (int i = 0; i < 50; ++i) in_order = 3 * in_order % 1009 + i;
  omp_destroy_lock(&lock);
  return sum == 499500 && fib == 377 && ordered == in_order && chain == expected && team >= 1 && team <= 4;
}

long fib_native(int n) {
  if (n < 2) return n;
  auto left = xomp::spawn([n] { return fib_native(n - 1); });
  const long right = fib_native(n - 2);
  return left.sync() + right;
}
bool native() {
  long fib = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  fib = fib_native(18);
  return fib == 2584 && fib_native(12) == 144;
}

bool taskflow() {
  tf::Executor executor(3);
  std::atomic<int> ran{0};
  tf::Taskflow flow;
  std::vector<int> values(1000, 1);
  auto a = flow.emplace([&] { ++ran; });
  auto b = flow.emplace([&](tf::Subflow& s) {
    for (int i = 0; i < 20; ++i) s.emplace([&] { ++ran; });
  });
  auto c = flow.for_each(values.begin(), values.end(), [](int& v) { ++v; });
  a.precede(b, c);
  executor.run_n(flow, 3).wait();
  for (int i = 0; i < 50; ++i) executor.silent_async([&] { ++ran; });
  const int answer = executor.async([] { return 42; }).get();
  executor.wait_for_all();
  {
    tf::Executor other(2);
    other.async([&] { executor.async([&] { ++ran; }).get(); }).get();
  }
  return ran == 3 * 21 + 50 + 1 && answer == 42 && values[7] == 4 && values[999] == 4;
}

bool ttg_graph(int argc, char** argv) {
  ttg::initialize(argc, argv, 3);
  std::atomic<int> ran{0};
  std::atomic<long> sum{0};
  {
    ttg::Edge<int, long> chain("chain"), wide("wide");
    auto links = ttg::make_tt(
        [&](const int& k, const long& v, std::tuple<ttg::Out<int, long>, ttg::Out<int, long>>& outs) {
          ++ran;
          if (k < 100) ttg::send<0>(k + 1, v + 1, outs);
          ttg::send<1>(k, v, outs);
        },
        ttg::edges(chain), ttg::edges(chain, wide), "links");
    auto leaves = ttg::make_tt([&](const int&, const long& v) { sum += v; }, ttg::edges(wide), ttg::edges(), "leaves");
    ttg::make_graph_executable(links);
    ttg::make_graph_executable(leaves);
    ttg::execute();
    links->invoke(0, 0L);
    ttg::fence();
  }
  ttg::finalize();
  return ran == 101 && sum == 5050;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const char* const which = argv[1];
  bool is_right = false;
  if (std::strcmp(which, "openmp") == 0) is_right = openmp();
  else if (std::strcmp(which, "native") == 0) is_right = native();
  else if (std::strcmp(which, "taskflow") == 0) is_right = taskflow();
  else if (std::strcmp(which, "ttg") == 0) is_right = ttg_graph(argc, argv);
  else return 2;
  std::puts(is_right ? "right" : "wrong");
  return is_right ? 0 : 3;
}
