// Aggregators, streams, pull terminals, priorities, tasks of several inputs in every order, their memory.
#include "../check.h"

static void aggregators() {
  ttg::Edge<int, int> in("in"), few("few");
  ttg::Edge<int, std::string> words("words");
  std::atomic<int> ran{0};
  auto gather = ttg::make_tt(
      [&](const int& k, const ttg::Aggregator<int>& all, const ttg::Aggregator<std::string>& texts) {
        int sum = 0;
        for (const int x : all) sum += x;
        CHECK(static_cast<int>(all.size()) == k && sum == k * (k - 1) / 2);
        CHECK(texts.size() == 2 && texts[0].size() + texts.at(1).size() == 5);
        ++ran;
      },
      ttg::edges(ttg::make_aggregator(in, [](const int& k) { return static_cast<std::size_t>(k); }), ttg::make_aggregator(words, 2)),
      ttg::edges(), "gather");
  auto send = ttg::make_tt<int>(
      [](const int& k, std::tuple<ttg::Out<int, int>, ttg::Out<int, std::string>>& outs) {
        for (int i = 0; i < k; ++i) ttg::send<0>(k, i, outs);
        ttg::send<1>(k, std::string("ab"), outs);
        ttg::send<1>(k, std::string("cde"), outs);
      },
      ttg::edges(), ttg::edges(in, words), "send");
  CHECK(ttg::make_graph_executable(send));
  for (int k = 0; k < 100; ++k) send->invoke(k);
  ttg::fence();
  CHECK(ran == 100);
}

static void streams() {
  constexpr int kKeys = 100, kItems = 200;
  ttg::Edge<int, std::vector<int>> in("in");
  ttg::Edge<int, void> control("control");
  std::atomic<int> ran{0}, folds{0};
  auto sum = ttg::make_tt(
      [&](const int&, const std::vector<int>& v) {
        CHECK(v.size() == kItems);
        ++ran;
      },
      ttg::edges(in), ttg::edges(), "sum");
  sum->set_input_reducer<0>(
      [&](std::vector<int>& all, const std::vector<int>& v) {
        all.insert(all.end(), v.begin(), v.end());
        ++folds;
      },
      kItems);
  auto send = ttg::make_tt(
      [](const int& i, std::tuple<ttg::Out<int, std::vector<int>>>& outs) {
        for (int k = 0; k < kKeys; ++k) ttg::send<0>(k, std::vector<int>{i}, outs);
      },
      ttg::edges(control), ttg::edges(in), "send");
  ttg::make_graph_executable(send);
  for (int i = 0; i < kItems; ++i) send->invoke(i);
  ttg::fence();
  CHECK(ran == kKeys && folds == kKeys * (kItems - 1));
}

static void pull() {
  std::vector<double> container{0.5, 1.5, 2.5};
  ttg::Edge<int, double> pulled("pulled", true, {container, [](const int& k) { return k % 3; }, [](int) { return 0; }});
  ttg::Edge<int, int> pushed("pushed");
  std::atomic<int> ran{0};
  auto tt = ttg::make_tt(
      [&](const int& k, const int& x, const double& d) {
        CHECK(x == k && d == 0.5 + k % 3);
        ++ran;
      },
      ttg::edges(pushed, pulled), ttg::edges(), "puller");
  tt->make_executable();
  for (int k = 0; k < 30; ++k) tt->in<0>()->send(k, k);
  ttg::fence();
  CHECK(ran == 30);
}

// Each task of a grid waits for its left, upper and upper left neighbour, and for itself from outside.
static void grid() {
  constexpr int n = 60;
  using Key = std::pair<int, int>;
  ttg::Edge<Key, long> left("left"), up("up"), diagonal("diagonal");
  std::atomic<long> last{0};
  auto tt = ttg::make_tt(
      [&](const Key& key, const long& l, const long& u, const long& d, std::tuple<ttg::Out<Key, long>, ttg::Out<Key, long>, ttg::Out<Key, long>>& outs) {
        const auto [i, j] = key;
        const long value = l + u - d + 1;
        if (j + 1 < n) ttg::send<0>(Key(i, j + 1), value, outs);
        if (i + 1 < n) ttg::send<1>(Key(i + 1, j), value, outs);
        if (i + 1 < n && j + 1 < n) ttg::send<2>(Key(i + 1, j + 1), value, outs);
        if (i + 1 == n && j + 1 == n) last = value;
      },
      ttg::edges(left, up, diagonal), ttg::edges(left, up, diagonal), "cell");
  ttg::make_graph_executable(tt);
  for (int i = 0; i < n; ++i) {
    tt->in<0>()->send(Key(i, 0), 0L);
    tt->in<1>()->send(Key(0, i), 0L);
    tt->in<2>()->send(Key(i, 0), 0L);
    if (i != 0) tt->in<2>()->send(Key(0, i), 0L);
  }
  ttg::fence();
  CHECK(last == n * n);
}

// With one thread, tasks of higher priority come first.
static void priorities(int threads) {
  ttg::Edge<int, void> e("e");
  std::vector<int> order;
  std::mutex mutex;
  auto tt = ttg::make_tt(
      [&](const int& k) {
        const std::lock_guard lock(mutex);
        order.push_back(k);
      },
      ttg::edges(e), ttg::edges(), "ordered");
  tt->set_priomap([](const int& k) { return k; });
  auto send = ttg::make_tt<void>(
      [](std::tuple<ttg::Out<int, void>>& outs) {
        for (int k = -50; k < 50; ++k) ttg::sendk<0>((k * 37) % 50, outs);
      },
      ttg::edges(), ttg::edges(e), "send");
  CHECK(ttg::make_graph_executable(send));
  send->invoke();
  ttg::fence();
  CHECK(order.size() == 100);
  if (threads == 1) CHECK(std::is_sorted(order.rbegin(), order.rend()));
}

static double resident_mib() {
  long pages = 0, resident = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  CHECK(file != nullptr && std::fscanf(file, "%ld %ld", &pages, &resident) == 2);
  std::fclose(file);
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}
// What a million tasks that wait have taken, their table included, is the system's again after the fence, while the TT lives.
static void memory() {
  constexpr int n = 1000000;
  ttg::Edge<int, int> a("a"), b("b");
  long sum = 0;
  auto tt = ttg::make_tt([&](const int&, const int& x, const int& y) { sum += x + y; }, ttg::edges(a, b), ttg::edges(), "meet");
  ttg::make_graph_executable(tt);
  const double before = resident_mib();
  for (int round = 0; round < 2; ++round) {
    for (int key = 0; key < n; ++key) tt->in<0>()->send(key, 1);
    const double most = resident_mib();
    for (int key = 0; key < n; ++key) tt->in<1>()->send(key, 2);
    ttg::fence();
    CHECK(sum == 3L * n * (round + 1));
    // The second time it stays a while: it may be wanted again.
    if (round == 0) CHECK(most - before > 64 && resident_mib() - before < 20);
  }
}

// A stream keeps one object for each key, however many values it gets, and gives the memory back.
static void memory_of_streams() {
  constexpr int kKeys = 200, kValues = 2000;
  ttg::Edge<int, std::vector<int>> a("a");
  std::atomic<int> ran{0};
  auto tt = ttg::make_tt([&](const int&, const std::vector<int>& v) { ran += v[0] == kValues; }, ttg::edges(a), ttg::edges(), "fold");
  tt->set_input_reducer<0>([](std::vector<int>& x, const std::vector<int>& y) { x[0] += y[0]; });
  tt->make_executable();
  const double before = resident_mib();
  for (int i = 0; i < kValues; ++i)
    for (int key = 0; key < kKeys; ++key) tt->in<0>()->send(key, std::vector<int>(100, 1));
  CHECK(resident_mib() - before < 8);  // 160 MiB of values have come
  for (int key = 0; key < kKeys; ++key) tt->set_argstream_size<0>(key, kValues);
  ttg::fence();
  CHECK(ran == kKeys);
}

// A tuple is a value like others where it is that of the only input.
static void tuples() {
  using V = std::tuple<int, std::string>;
  ttg::Edge<int, V> e("e"), f("f");
  ttg::Edge<int, int> g("g");
  std::atomic<int> ran{0};
  auto one = ttg::make_tt([&](const int& k, const V& v) { ran += std::get<0>(v) == k && std::get<1>(v) == "three"; }, ttg::edges(e), ttg::edges(), "one");
  auto two = ttg::make_tt([&](const int& k, const V& v, const int& i) { ran += std::get<0>(v) == k && i == 7; }, ttg::edges(f, g), ttg::edges(), "two");
  one->make_executable(), two->make_executable();
  const V value(2, "three");
  one->invoke(2, value);
  one->invoke(2, V(2, "three"));
  one->invoke(2, std::make_tuple(value));  // the tuple of all values
  two->invoke(2, value, 7);
  two->invoke(2, std::make_tuple(value, 7));
  ttg::fence();
  CHECK(ran == 5);
}

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : -1;
  ttg::initialize(argc, argv, threads);
  ttg::diagnose_off();
  ttg::execute();
  for (int round = 0; round < 10; ++round) {
    aggregators();
    streams();
    pull();
    grid();
    priorities(threads);
    tuples();
  }
  memory_of_streams();
  if (ttg::detail::thread_count() == 1) memory();
  ttg::finalize();
}
