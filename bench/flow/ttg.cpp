// What a task of ttg.h costs: chains of tasks with 0 to 6 values each, a binary tree of empty tasks, and keys in random order
// that get three inputs each. Prints nanoseconds, the best of five; every run checks its result. docs/ttg.md has the command.
//   ttg [THREADS]
#include <ttg.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace {

constexpr int kHops = 1000000, kRounds = 5;

template <class Run>
double best_seconds(Run&& run) {
  double best = 1e9;
  for (int round = 0; round <= kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (round != 0) best = std::min(best, seconds);  // the first one warms up
  }
  return best;
}
void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "wrong result: %s\n", what);
  std::exit(1);
}

template <std::size_t>
using IntOut = ttg::Out<int, int>;
template <std::size_t>
using IntIn = int&&;

// Each task moves its values on to the next key.
template <std::size_t... i>
void chain(std::index_sequence<i...>) {
  using Outs = std::tuple<IntOut<i>...>;
  std::array<ttg::Edge<int, int>, sizeof...(i)> begin, loop;
  int last = -1, value = -1;
  auto first =
      ttg::make_tt<void>([](Outs& outs) { (ttg::send<i>(0, 0, outs), ...); }, ttg::edges(), ttg::edges(begin[i]...));
  auto next = ttg::make_tt(
      [&](const int& key, IntIn<i>... v, Outs& outs) {
        if (key < kHops) {
          (ttg::send<i>(key + 1, v + 1, outs), ...);
        } else {
          last = key;
          ((value = v), ...);
        }
      },
      ttg::edges(ttg::fuse(begin[i], loop[i])...), ttg::edges(loop[i]...));
  ttg::make_graph_executable(first);
  const double seconds = best_seconds([&] {
    last = value = -1;
    first->invoke();
    ttg::fence();
    check(last == kHops && value == kHops, "chain");
  });
  std::printf("chain, %zu values: %.1f ns a task\n", sizeof...(i), seconds / kHops * 1e9);
}

void chain_of_control() {
  ttg::Edge<int, void> e;
  int last = -1;
  auto next = ttg::make_tt(
      [&](const int& key, std::tuple<ttg::Out<int, void>>& outs) {
        if (key < kHops) ttg::sendk<0>(key + 1, outs);
        else last = key;
      },
      ttg::edges(e), ttg::edges(e));
  ttg::make_graph_executable(next);
  const double seconds = best_seconds([&] {
    last = -1;
    next->invoke(0);
    ttg::fence();
    check(last == kHops, "chain of control");
  });
  std::printf("chain, 0 values: %.1f ns a task\n", seconds / kHops * 1e9);
}

void tree() {
  constexpr int n = (1 << 20) - 1;
  ttg::Edge<int, void> e;
  std::vector<char> ran(n);
  auto node = ttg::make_tt(
      [&](const int& key, std::tuple<ttg::Out<int, void>>& outs) {
        ran[static_cast<std::size_t>(key)] = 1;
        if (2 * key + 2 >= n) return;
        ttg::sendk<0>(2 * key + 1, outs);
        ttg::sendk<0>(2 * key + 2, outs);
      },
      ttg::edges(e), ttg::edges(e));
  ttg::make_graph_executable(node);
  const double seconds = best_seconds([&] {
    std::fill(ran.begin(), ran.end(), 0);
    node->invoke(0);
    ttg::fence();
    check(std::count(ran.begin(), ran.end(), 1) == n, "tree");
  });
  std::printf("tree: %.1f ns a task\n", seconds / n * 1e9);
}

void random_keys() {
  constexpr int n = 1000000;
  ttg::Edge<int, int> a, b, c;
  std::vector<int> keys(n), sums(n);
  for (int i = 0; i < n; ++i) keys[static_cast<std::size_t>(i)] = i;
  std::shuffle(keys.begin(), keys.end(), std::mt19937(7));
  auto collect = ttg::make_tt([&](const int& key, const int& x, const int& y,
                                  const int& z) { sums[static_cast<std::size_t>(key)] = x + y + z; },
                              ttg::edges(a, b, c), ttg::edges());
  auto send = ttg::make_tt<int>(
      [&](const int& which, std::tuple<IntOut<0>, IntOut<1>, IntOut<2>>& outs) {
        for (int i = 0; i < n; ++i) {
          const int key = keys[static_cast<std::size_t>((i + which * (n / 3)) % n)];
          if (which == 0) ttg::send<0>(key, 1, outs);
          else if (which == 1) ttg::send<1>(key, 2, outs);
          else ttg::send<2>(key, 4, outs);
        }
      },
      ttg::edges(), ttg::edges(a, b, c));
  ttg::make_graph_executable(send);
  const double seconds = best_seconds([&] {
    std::fill(sums.begin(), sums.end(), 0);
    for (int which = 0; which < 3; ++which) send->invoke(which);
    ttg::fence();
    check(std::count(sums.begin(), sums.end(), 7) == n, "random keys");
  });
  std::printf("random keys: %.1f ns an input\n", seconds / (3.0 * n) * 1e9);
}

void invoke() {
  constexpr int n = 1000000;
  ttg::Edge<int, int> e;
  std::atomic<int> ran{0};
  auto tt = ttg::make_tt([&](const int&, const int&) { ran.fetch_add(1, std::memory_order_relaxed); }, ttg::edges(e),
                         ttg::edges());
  ttg::make_graph_executable(tt);
  const double seconds = best_seconds([&] {
    ran = 0;
    for (int i = 0; i < n; ++i) tt->invoke(i, i);
    ttg::fence();
    check(ran == n, "invoke");
  });
  std::printf("invoke: %.1f ns a task, %.1f million a second\n", seconds / n * 1e9, n / seconds * 1e-6);
}

}  // namespace

int main(int argc, char** argv) {
  ttg::diagnose_off();
  ttg::initialize(argc, argv, argc > 1 ? std::atoi(argv[1]) : -1);
  ttg::execute();
  chain_of_control();
  chain(std::make_index_sequence<1>{});
  chain(std::make_index_sequence<2>{});
  chain(std::make_index_sequence<4>{});
  chain(std::make_index_sequence<6>{});
  tree();
  random_keys();
  invoke();
  ttg::finalize();
}
