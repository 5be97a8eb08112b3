// usage: kinds: every kind of message between processes, each checked by its result.
#include "check.h"

#include "../../ttg/own_table.h"

#include <numeric>

namespace {

// Text of a type that is written by a serialize() of its own, and has a Buffer.
struct Block {
  int number = 0;
  std::string text;
  ttg::Buffer<double> data;
  template <class Archive>
  void serialize(Archive& ar) {
    ar & number & text & data;
  }
};
// Its memory is known by a descriptor.
struct Split {
  std::size_t size = 0;
  std::unique_ptr<double[]> data;
  Split() = default;
  explicit Split(std::size_t n) : size(n), data(new double[n]) {}
  Split(const Split& o) : Split(o.size) { std::copy_n(o.data.get(), size, data.get()); }
  Split(Split&&) = default;
  Split& operator=(Split&&) = default;
  double sum() const { return std::accumulate(data.get(), data.get() + size, 0.0); }
};
struct Large {
  double data[5000];
};

}  // namespace

namespace ttg {
template <>
struct SplitMetadataDescriptor<Split> {
  std::size_t get_metadata(const Split& s) { return s.size; }
  Split create_from_metadata(std::size_t n) { return Split(n); }
  std::array<iovec, 1> get_data(Split& s) { return {{{s.size * sizeof(double), s.data.get()}}}; }
};
}  // namespace ttg

namespace {

// Each key's value goes to the next process and back, twice around; it has `size` elements.
template <class V, class Make, class Sum>
void around(const char* name, const std::vector<std::size_t>& sizes, Make make, Sum sum) {
  ttg::Edge<std::pair<int, int>, V> edge(name);
  std::atomic<int> wrong{0}, ended{0};
  const int steps = 2 * ttg::size();
  auto pass = ttg::make_tt(
      [&](const std::pair<int, int>& key, V&& value, std::tuple<ttg::Out<std::pair<int, int>, V>>& outs) {
        const auto n = sizes[static_cast<std::size_t>(key.first)];
        if (sum(value) != sum(make(n))) ++wrong;
        if (key.second == steps) ++ended;
        else ttg::send<0>(std::make_pair(key.first, key.second + 1), std::move(value), outs);
      },
      ttg::edges(edge), ttg::edges(edge), name);
  pass->set_keymap([](const std::pair<int, int>& key) { return (key.first + key.second) % ttg::size(); });
  ttg::make_graph_executable(pass);
  if (ttg::rank() == 0)
    for (std::size_t i = 0; i < sizes.size(); ++i) pass->invoke(std::make_pair(static_cast<int>(i), 0), make(sizes[i]));
  ttg::fence();
  CHECK(sum_of(wrong) == 0);
  CHECK(sum_of(ended) == static_cast<int>(sizes.size()));
}

void values() {
  const std::vector<std::size_t> sizes{0, 1, 100, 1023, 1024, 1025, 5000, 131072, 1000000};
  around<std::vector<double>>(
      "vector", sizes, [](std::size_t n) { return std::vector<double>(n, 1.5); },
      [](const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 1.0 * static_cast<double>(v.size())); });
  around<Split>(
      "split", sizes,
      [](std::size_t n) {
        Split s(n);
        std::fill_n(s.data.get(), n, 2.5);
        return s;
      },
      [](const Split& s) { return s.sum() + static_cast<double>(s.size); });
  around<Block>(
      "buffer", sizes,
      [](std::size_t n) {
        Block b;
        b.number = static_cast<int>(n);
        b.text = std::string(n % 3000, 'x');
        b.data.reset(n);
        std::fill_n(b.data.host_ptr(), n, 0.5);
        return b;
      },
      [](const Block& b) {
        return std::accumulate(b.data.host_ptr(), b.data.host_ptr() + b.data.size(), 0.0) + b.number +
               static_cast<double>(b.text.size());
      });
  around<Large>(
      "large", {1, 2},
      [](std::size_t n) {
        Large l;
        std::fill_n(l.data, 5000, static_cast<double>(n));
        return l;
      },
      [](const Large& l) { return std::accumulate(l.data, l.data + 5000, 0.0); });
  around<std::vector<bool>>(
      "bits", {0, 1, 1000}, [](std::size_t n) { return std::vector<bool>(n, true); },
      [](const std::vector<bool>& v) { return std::count(v.begin(), v.end(), true); });
  around<std::tuple<std::vector<int>, std::string>>(
      "tuple", {0, 3}, [](std::size_t n) { return std::make_tuple(std::vector<int>(n, 7), std::string(n, 'x')); },
      [](const std::tuple<std::vector<int>, std::string>& t) { return std::get<0>(t).size() * 100 + std::get<1>(t).size(); });
  around<std::map<std::string, std::vector<int>>>(
      "map", {0, 1, 1000},
      [](std::size_t n) {
        std::map<std::string, std::vector<int>> m;
        for (std::size_t i = 0; i < n; ++i) m[std::to_string(i)] = std::vector<int>(i % 7, 3);
        return m;
      },
      [](const std::map<std::string, std::vector<int>>& m) {
        std::size_t s = m.size();
        for (const auto& [k, v] : m) s += k.size() * 31 + v.size();
        return s;
      });
}

// Streams of known, told and open length; control; two inputs.
void streams() {
  constexpr int keys = 60, items = 50;
  ttg::Edge<int, long> known("known"), told("told"), open("open");
  ttg::Edge<int, void> close("close"), control("control");
  std::atomic<long> sum{0};
  std::atomic<int> ended{0};
  auto make = ttg::make_tt<int>(
      [&](const int& item, std::tuple<ttg::Out<int, long>, ttg::Out<int, long>, ttg::Out<int, void>>& outs) {
        for (int k = 0; k < keys; ++k) {
          ttg::send<0>(k, static_cast<long>(item), outs);
          ttg::send<1>(k, static_cast<long>(2 * item), outs);
          if (item == 0) ttg::set_size<1>(k, items, outs);
          ttg::sendk<2>(k, outs);
        }
      },
      ttg::edges(), ttg::edges(known, told, control), "make");
  auto add = ttg::make_tt([&](const int&, const long& a, const long& b) { sum += a + b, ++ended; },
                          ttg::edges(known, told, control), ttg::edges(), "add");
  add->set_input_reducer<0>([](long& a, const long& b) { a += b; }, items);
  add->set_input_reducer<1>([](long& a, const long& b) { a += b; });
  std::atomic<int> controls{0};
  add->set_input_reducer<2>([&] { ++controls; }, items);
  auto last = ttg::make_tt([&](const int&, const long& a) { sum += a, ++ended; }, ttg::edges(open), ttg::edges(), "last");
  last->set_input_reducer<0>([](long& a, const long& b) { a += b; });
  auto feed = ttg::make_tt<int>(
      [&](const int& key, std::tuple<ttg::Out<int, long>>& outs) {
        for (int i = 0; i < items; ++i) ttg::send<0>(key, static_cast<long>(i), outs);
        ttg::finalize<0>(key, outs);
      },
      ttg::edges(), ttg::edges(open), "feed");
  feed->set_keymap([](const int& key) { return (key + 1) % ttg::size(); });
  ttg::make_graph_executable(make, add, last, feed);
  if (ttg::rank() == ttg::size() - 1) {
    for (int i = 0; i < items; ++i) make->invoke(i);
    for (int k = 0; k < keys; ++k) feed->invoke(k);
  }
  ttg::fence();
  CHECK(sum_of(ended) == 2 * keys);
  CHECK(sum_of(sum) == static_cast<long>(keys) * 4 * items * (items - 1) / 2);
  CHECK(sum_of(controls) == keys * items);
}

// One value to many keys of two terminals, of every process.
void broadcasts() {
  constexpr int keys = 100;
  ttg::Edge<int, std::vector<int>> a("a"), b("b");
  std::atomic<long> sum{0};
  auto take_a = ttg::make_tt([&](const int& k, const std::vector<int>& v) { sum += v[1] + k; }, ttg::edges(a), ttg::edges(), "take a");
  auto take_b = ttg::make_tt([&](const int& k, std::vector<int>&& v) { sum += v[2] + k, v.clear(); }, ttg::edges(b), ttg::edges(), "take b");
  int size = 0;
  long wanted = 0;
  auto begin = ttg::make_tt<void>(
      [&size](std::tuple<ttg::Out<int, std::vector<int>>, ttg::Out<int, std::vector<int>>>& outs) {
        std::vector<int> all(keys);
        std::iota(all.begin(), all.end(), 0);
        ttg::broadcast<0, 1>(std::make_tuple(all, all), std::vector<int>(static_cast<std::size_t>(size), 7), outs);
      },
      ttg::edges(), ttg::edges(a, b), "begin");
  ttg::make_graph_executable(begin);
  for (const int s : {3, 100000}) {
    size = s;
    ttg::invoke_once(*begin);
    ttg::fence();
    wanted += 2L * (7 * keys + keys * (keys - 1) / 2);
    CHECK(sum_of(sum) == wanted);
  }
}

// Values that other processes have, of containers.
void pulls() {
  std::vector<double> mine(100);
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = static_cast<double>(i) + 1000.0 * ttg::rank();
  const auto owner = [](int k) { return k % ttg::size(); };
  ttg::Edge<int, double> pulled("pulled", true, {mine, [](const int& k) { return static_cast<std::size_t>(k); }, owner});
  ttg::Edge<int, int> pushed("pushed");
  std::atomic<int> wrong{0}, ended{0};
  auto tt = ttg::make_tt(
      [&](const int& k, const int& p, const double& v) {
        wrong += v != k + 1000.0 * (k % ttg::size()) || p != 3 * k;
        ++ended;
      },
      ttg::edges(pushed, pulled), ttg::edges(), "pull");
  tt->set_keymap([](const int& k) { return (k / 2) % ttg::size(); });
  auto begin = ttg::make_tt<void>([](std::tuple<ttg::Out<int, int>>& outs) {
    for (int k = 0; k < 100; ++k) ttg::send<0>(k, 3 * k, outs);
  }, ttg::edges(), ttg::edges(pushed), "begin");
  ttg::make_graph_executable(begin);
  ttg::invoke_once(*begin);
  ttg::fence();
  CHECK(sum_of(wrong) == 0 && sum_of(ended) == 100);
}

// What the ranks do together.
void together() {
  double number = ttg::rank() + 1;
  ttg::ttg_sum(ttg::default_execution_context(), number);
  CHECK(number == ttg::size() * (ttg::size() + 1) / 2);
  std::vector<std::string> words;
  if (ttg::rank() == ttg::size() - 1) words = {"from", "the", "last"};
  ttg::ttg_broadcast(ttg::default_execution_context(), words, ttg::size() - 1);
  CHECK(words.size() == 3 && words[2] == "last");
  for (int i = 0; i < 100; ++i) ttg::fence();
}

// An exception ends the fence of every process.
void failures() {
  ttg::diagnose_off();
  ttg::Edge<int, int> edge("edge");
  auto tt = ttg::make_tt([](const int& k, const int&) { if (k == 1) throw std::runtime_error("one is wrong"); },
                         ttg::edges(edge), ttg::edges(), "throws");
  tt->set_keymap([](const int& k) { return k % ttg::size(); });
  ttg::make_graph_executable(tt);
  if (ttg::rank() == 0)
    for (int k = 0; k < 10; ++k) tt->invoke(k, 0);
  bool thrown = false;
  try {
    ttg::fence();
  } catch (const std::runtime_error& e) {
    thrown = std::string(e.what()).find("one is wrong") != std::string::npos;
  }
  CHECK(thrown);
}

// Receivers in other processes get values as they were at the send, too.
void ownership() {
  CHECK(own_table::wrong_cases<own_table::Small>([](const std::atomic<int>& count) { return sum_of(count); }) == 0);
}

}  // namespace

int main(int argc, char** argv) {
  ttg::initialize(argc, argv);
  together();
  ownership();
  values();
  streams();
  broadcasts();
  pulls();
  failures();
  together();
  ttg::finalize();
}
