// Graphs, OpenMP, native tasks and a BLAS in one process, on one pool: regions and tasks in an op, messages from a region's
// threads, from OpenMP's tasks and from a std::thread, a fence in a region, a child of fork().
#include "../check.h"

#include <xomp.h>

#include <dlfcn.h>
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

// Tasks of OpenMP send messages; the region's end does not wait for what they start.
static void from_openmp_tasks() {
  ttg::Edge<int, int> a("a"), b("b");
  std::atomic<long> sum{0};
  auto tt = ttg::make_tt([&](const int& k, const int& x, const int& y) { sum += k + x + y; }, ttg::edges(a, b), ttg::edges(), "pair");
  ttg::make_graph_executable(tt);
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < 200; ++k) {
#pragma omp task firstprivate(k)
    tt->in<0>()->send(k, 1);
#pragma omp task firstprivate(k)
    tt->in<1>()->send(k, 2);
  }
  ttg::fence();
  CHECK(sum == 199 * 100 + 600);
}

static long native_fib(int n) {
  if (n < 2) return n;
  auto left = xomp::spawn([n] { return native_fib(n - 1); });
  const long right = native_fib(n - 2);
  return left.sync() + right;
}
static void native_tasks() {
  ttg::Edge<int, void> e("e");
  std::atomic<int> ran{0};
  auto tt = ttg::make_tt([&](const int& k) {
    CHECK(xomp::run(2, [] { return native_fib(10); }) == 55);
    if (++ran < 100) ttg::sendk<0>(k + 1);
  }, ttg::edges(e), ttg::edges(e), "native");
  ttg::make_graph_executable(tt);
  tt->invoke(0);
  ttg::fence();
  CHECK(ran == 100);
}

// OpenBLAS for OpenMP, if it is there: its regions are this library's.
static void blas() {
  void* const library = dlopen("/usr/lib/x86_64-linux-gnu/openblas-openmp/libopenblas.so.0", RTLD_NOW);
  if (library == nullptr) return;
  using Gemm = void (*)(const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*, const double*, const int*, const double*, double*, const int*);
  const auto gemm = reinterpret_cast<Gemm>(dlsym(library, "dgemm_"));
  CHECK(gemm != nullptr);
  constexpr int n = 120;
  ttg::Edge<int, void> e("e");
  std::atomic<int> ran{0};
  auto tt = ttg::make_tt([&](const int&) {
    const std::vector<double> a(n * n, 1), b(n * n, 2);
    std::vector<double> c(n * n);
    const double one = 1, zero = 0;
    gemm("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &zero, c.data(), &n);
    for (const double x : c) CHECK(x == 2 * n);
    ++ran;
  }, ttg::edges(e), ttg::edges(), "gemm");
  ttg::make_graph_executable(tt);
  for (int k = 0; k < 20; ++k) tt->invoke(k);
  ttg::fence();
  CHECK(ran == 20);
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv, argc > 1 ? std::atoi(argv[1]) : -1);
  ttg::diagnose_off();
  ttg::execute();
  for (int i = 0; i < 20; ++i) {
    graph();
    from_openmp_tasks();
    native_tasks();
  }
  blas();
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
