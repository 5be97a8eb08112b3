// usage: cases CASE: what has to end in time, and how much memory is used on the way. Each case says what it does.
#include "check.h"

#include <csignal>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

namespace {

auto counter(ttg::Edge<int, void>& edge, std::atomic<int>& count) {
  return ttg::make_tt([&count](const int&) { ++count; }, ttg::edges(edge), ttg::edges(), "count");
}

// Process 1 makes its TTs in another order.
void other_order() {
  ttg::Edge<int, void> a("a"), b("b");
  std::atomic<int> n{0};
  auto first = ttg::make_tt([&n](const int&) { ++n; }, ttg::edges(a), ttg::edges(b), ttg::rank() == 1 ? "two" : "one");
  auto second = ttg::make_tt([&n](const int&) { ++n; }, ttg::edges(b), ttg::edges(a), ttg::rank() == 1 ? "one" : "two");
  ttg::make_graph_executable(first);
}
// Process 1 does not make its graph executable.
void other_call() {
  ttg::Edge<int, void> a("a");
  std::atomic<int> n{0};
  auto tt = counter(a, n);
  if (ttg::rank() != 1) ttg::make_graph_executable(tt);
  ttg::fence();
}
// The key map says a process that is not there.
void wrong_map() {
  ttg::Edge<int, void> a("a");
  std::atomic<int> n{0};
  auto tt = counter(a, n);
  tt->set_keymap([](const int&) { return 77; });
  ttg::make_graph_executable(tt);
  tt->invoke(5);
  ttg::fence();
}
// A value that cannot be written.
void unwritable() {
  struct Hidden {
    std::shared_ptr<int> p;
  };
  ttg::Edge<int, Hidden> a("a");
  auto tt = ttg::make_tt([](const int&, const Hidden&) {}, ttg::edges(a), ttg::edges(), "takes hidden");
  tt->set_keymap([](const int&) { return 1; });
  ttg::make_graph_executable(tt);
  if (ttg::rank() == 0) tt->invoke(5, Hidden{});
  ttg::fence();
}
// Process 1 is killed inside a task, while the others are in a fence.
void killed() {
  ttg::Edge<int, void> a("a");
  auto tt = ttg::make_tt([](const int&) { std::raise(SIGKILL); }, ttg::edges(a), ttg::edges(), "dies");
  tt->set_keymap([](const int&) { return 1; });
  ttg::make_graph_executable(tt);
  if (ttg::rank() == 0) tt->invoke(5);
  ttg::fence();
}
// A task of process 1 ends all.
void aborts() {
  ttg::Edge<int, void> a("a");
  auto tt = ttg::make_tt([](const int&) { ttg::abort(); }, ttg::edges(a), ttg::edges(), "aborts");
  tt->set_keymap([](const int&) { return 1; });
  ttg::make_graph_executable(tt);
  if (ttg::rank() == 0) tt->invoke(5);
  ttg::fence();
}
// Millions of messages to a process whose tasks are slow. It says how much memory the processes took.
void flood() {
  constexpr int messages = 2'000'000;
  ttg::Edge<int, long> a("a");
  std::atomic<long> sum{0};
  auto make = ttg::make_tt<void>(
      [](std::tuple<ttg::Out<int, long>>& outs) {
        for (int i = 0; i < messages; ++i) ttg::send<0>(i, static_cast<long>(i), outs);
      },
      ttg::edges(), ttg::edges(a), "make");
  auto slow = ttg::make_tt([&](const int&, const long& v) {
    sum += v;
    const auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(500);
    while (std::chrono::steady_clock::now() < end) {
    }
  }, ttg::edges(a), ttg::edges(), "slow");
  slow->set_keymap([](const int&) { return 1; });
  ttg::make_graph_executable(make);
  rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  ttg::invoke_once(*make);
  ttg::fence();
  getrusage(RUSAGE_SELF, &after);
  CHECK(sum_of(sum) == static_cast<long>(messages) * (messages - 1) / 2);
  std::printf("process %d grew by %ld KiB\n", ttg::rank(), after.ru_maxrss - before.ru_maxrss);
  CHECK(after.ru_maxrss - before.ru_maxrss < 150 * 1024);
}
// More values at a time for one process than there are tags for messages of their own. Some lie in records that do, too.
template <class V>
void many_values(int count, std::size_t bytes) {
  ttg::Edge<int, V> a("a");
  std::atomic<int> good{0};
  auto make = ttg::make_tt<void>(
      [count, bytes](std::tuple<ttg::Out<int, V>>& outs) {
        for (int i = 0; i < count; ++i) ttg::send<0>(i, V(bytes, static_cast<char>(i)), outs);
      },
      ttg::edges(), ttg::edges(a), "make");
  auto take = ttg::make_tt([&, bytes](const int& k, const V& v) { good += v.size() == bytes && v.back() == static_cast<char>(k); },
                           ttg::edges(a), ttg::edges(), "take");
  take->set_keymap([](const int&) { return 1; });
  ttg::make_graph_executable(make);
  ttg::invoke_once(*make);
  ttg::fence();
  CHECK(sum_of(good) == count);
}
void many_open() {
  many_values<std::vector<char>>(33'000, 20);       // XOMP_TTG_EAGER_BYTES=0: each goes by itself
  many_values<std::basic_string<char>>(33'000, 20);
  many_values<std::vector<char>>(33'000, 1);
}
// Far more than may wait for a process, in values of a MiB that go by themselves, alone or as a record.
void large_flood() {
  rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  many_values<std::vector<char>>(400, 1 << 20);
  many_values<std::string>(400, 1 << 20);
  getrusage(RUSAGE_SELF, &after);
  std::printf("process %d grew by %ld KiB\n", ttg::rank(), after.ru_maxrss - before.ru_maxrss);
  if (ttg::rank() == 0) CHECK(after.ru_maxrss - before.ru_maxrss < 64 * 1024);  // 400 MiB without a bound
}
// Tasks of two processes send each other far more than may wait. Each goes on only if both take in what comes meanwhile.
void mutual_flood() {
  using Value = std::array<char, 4000>;
  constexpr int tasks = 3000, each = 8;
  ttg::Edge<int, void> go("go");
  ttg::Edge<int, Value> a("a");
  std::atomic<int> taken{0};
  auto make = ttg::make_tt(
      [](const int& k, std::tuple<ttg::Out<int, Value>>& outs) {
        for (int i = 0; i < each; ++i) ttg::send<0>(each * k + i, Value{}, outs);
      },
      ttg::edges(go), ttg::edges(a), "make");
  auto take = ttg::make_tt([&](const int&, const Value&) { ++taken; }, ttg::edges(a), ttg::edges(), "take");
  make->set_keymap([](const int& k) { return k % ttg::size(); });
  take->set_keymap([](const int& k) { return (k / each + 1) % ttg::size(); });
  ttg::make_graph_executable(make);
  for (int k = ttg::rank(); k < tasks * ttg::size(); k += ttg::size()) make->invoke(k);
  ttg::fence();
  CHECK(sum_of(taken) == tasks * ttg::size() * each);
}
// One value of 1 MiB for keys of three terminals, in all processes.
void broadcast_once() {
  using Value = std::vector<char>;
  ttg::Edge<int, Value> a("a"), b("b"), c("c");
  std::atomic<int> taken{0};
  const auto take = [&](const int&, const Value& v) { taken += v.back(); };
  auto take_a = ttg::make_tt(take, ttg::edges(a), ttg::edges(), "take a");
  auto take_b = ttg::make_tt(take, ttg::edges(b), ttg::edges(), "take b");
  auto take_c = ttg::make_tt(take, ttg::edges(c), ttg::edges(), "take c");
  auto begin = ttg::make_tt<void>(
      [](std::tuple<ttg::Out<int, Value>, ttg::Out<int, Value>, ttg::Out<int, Value>>& outs) {
        const std::vector<int> keys{0, 1, 2, 3, 4, 5, 6, 7};
        ttg::broadcast<0, 1, 2>(std::make_tuple(keys, keys, keys), Value(1 << 20, 1), outs);
      },
      ttg::edges(), ttg::edges(a, b, c), "begin");
  ttg::make_graph_executable(begin);
  ttg::invoke_once(*begin);
  ttg::fence();
  CHECK(sum_of(taken) == 24);
}
// A thousand fences with some messages between them.
void epochs() {
  ttg::Edge<int, void> a("a");
  std::atomic<int> n{0};
  auto tt = counter(a, n);
  tt->set_keymap([](const int& k) { return k % ttg::size(); });
  ttg::make_graph_executable(tt);
  for (int epoch = 0; epoch < 1000; ++epoch) {
    if (epoch % 3 != 2)
      for (int k = 0; k < epoch % 5; ++k) tt->invoke(ttg::rank() + k + 1);
    const int before = n;
    ttg::fence();
    CHECK(n >= before);
  }
  int wanted = 0;
  for (int epoch = 0; epoch < 1000; ++epoch) wanted += epoch % 3 != 2 ? epoch % 5 : 0;
  CHECK(sum_of(n) == wanted * ttg::size());
}
// Process 1 sleeps before it builds its graph, in a task, and between fences.
void slow_rank() {
  const auto late = [] {
    if (ttg::rank() == 1) usleep(200'000);
  };
  late();
  ttg::Edge<int, std::vector<int>> a("a");
  std::atomic<int> n{0};
  auto tt = ttg::make_tt([&](const int& k, std::vector<int>&& v, std::tuple<ttg::Out<int, std::vector<int>>>& outs) {
    ++n;
    if (k == 1) late();
    if (k < 100) ttg::send<0>(k + 1, std::move(v), outs);
  }, ttg::edges(a), ttg::edges(a), "pass");
  late();
  ttg::make_graph_executable(tt);
  for (int i = 0; i < 3; ++i) {
    if (ttg::rank() == 0) tt->invoke(0, std::vector<int>(20000, 1));
    late();
    ttg::fence();
  }
  CHECK(sum_of(n) == 303);
}

// All wait for a task that takes a while: the watchdog says so.
void waits() {
  ttg::Edge<int, void> a("a");
  auto tt = ttg::make_tt([](const int&) { usleep(2'500'000); }, ttg::edges(a), ttg::edges(), "long");
  tt->set_keymap([](const int&) { return 1; });
  ttg::make_graph_executable(tt);
  if (ttg::rank() == 0) tt->invoke(5);
  ttg::fence();
}

constexpr struct {
  const char* name;
  void (*run)();
} cases[] = {{"other_order", other_order}, {"other_call", other_call}, {"wrong_map", wrong_map}, {"unwritable", unwritable},
             {"killed", killed},           {"aborts", aborts},         {"flood", flood},         {"epochs", epochs},
             {"mutual_flood", mutual_flood}, {"broadcast_once", broadcast_once}, {"slow_rank", slow_rank},     {"waits", waits},
             {"many_open", many_open},       {"large_flood", large_flood}};

}  // namespace

int main(int argc, char** argv) {
  ttg::diagnose_off();
  ttg::initialize(argc, argv);
  for (const auto& c : cases)
    if (argc > 1 && std::strcmp(argv[1], c.name) == 0) c.run();
  ttg::finalize();
}
