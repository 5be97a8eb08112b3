// usage: mpirun -n 2 ttg [HOPS [TEXT]]: what messages of ttg.h between two processes cost; with TEXT, only the lines that have
// it in their names. Beside it: mpi.cpp, the same by plain MPI. Each line: what, a figure, its unit; the median of seven runs, after one that does not count.
#include <ttg.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
void report(const char* what, std::vector<double> runs, const char* unit) {
  runs.erase(runs.begin());
  std::sort(runs.begin(), runs.end());
  if (ttg::rank() == 0) std::printf("%-40s %10.3f %s\n", what, runs[runs.size() / 2], unit);
}
// Calls run() eight times: it invokes what rank 0 begins with. Returns the seconds of each.
template <class Run>
std::vector<double> measure(Run run) {
  std::vector<double> times;
  for (int i = 0; i < 8; ++i) {
    ttg::fence();
    const double start = seconds();
    if (ttg::rank() == 0) run();
    ttg::execute();
    ttg::fence();
    times.push_back(seconds() - start);
  }
  return times;
}
std::vector<double> scaled(std::vector<double> v, double by) {
  for (double& x : v) x *= by;
  return v;
}

void fences() {
  report("empty fence", scaled(measure([] {}), 1e6), "us");
}

template <class V, class Make>
void hops(const char* what, int n, Make make, double bytes) {
  ttg::Edge<int, V> edge("edge");
  auto tt = ttg::make_tt(
      [n](const int& k, V&& v, std::tuple<ttg::Out<int, V>>& outs) {
        if (k < n) ttg::send<0>(k + 1, std::move(v), outs);
      },
      ttg::edges(edge), ttg::edges(edge), "hop");
  tt->set_keymap([](const int& k) { return k % 2; });
  ttg::make_graph_executable(tt);
  const auto times = measure([&] { tt->invoke(0, make()); });
  if (bytes == 0) return report(what, scaled(times, 1e6 / n), "us a hop");
  std::vector<double> rates;
  for (const double t : times) rates.push_back(bytes * n / t * 1e-9);
  report(what, rates, "GB/s");
}
void control_hops(int n) {
  ttg::Edge<int, void> edge("edge");
  auto tt = ttg::make_tt(
      [n](const int& k, std::tuple<ttg::Out<int, void>>& outs) {
        if (k < n) ttg::sendk<0>(k + 1, outs);
      },
      ttg::edges(edge), ttg::edges(edge), "hop");
  tt->set_keymap([](const int& k) { return k % 2; });
  ttg::make_graph_executable(tt);
  report("hop, no value", scaled(measure([&] { tt->invoke(0); }), 1e6 / n), "us a hop");
}
void rate(int n) {
  ttg::Edge<int, void> edge("edge");
  long ended = 0;
  auto begin = ttg::make_tt<void>(
      [n](std::tuple<ttg::Out<int, void>>& outs) {
        for (int i = 0; i < n; ++i) ttg::sendk<0>(i, outs);
      },
      ttg::edges(), ttg::edges(edge), "begin");
  auto tt = ttg::make_tt([&](const int&) { ++ended; }, ttg::edges(edge), ttg::edges(), "take");
  tt->set_keymap([](const int&) { return 1; });
  ttg::make_graph_executable(begin);
  const auto times = measure([&] { begin->invoke(); });
  std::vector<double> rates;
  for (const double t : times) rates.push_back(n / t * 1e-6);
  report("control messages to distinct keys", rates, "million a second");
}

struct WithBuffer {
  ttg::Buffer<char> data;
  template <class Archive>
  void serialize(Archive& ar) {
    ar & data;
  }
};
struct WithVector {
  std::vector<char> data;
  template <class Archive>
  void serialize(Archive& ar) {
    ar & data;
  }
};

}  // namespace

int main(int argc, char** argv) {
  ttg::diagnose_off();
  ttg::initialize(argc, argv, 1);
  const int n = argc > 1 ? std::atoi(argv[1]) : 10'000;
  const auto is_wanted = [text = argc > 2 ? argv[2] : ""](const std::string& name) {
    return name.find(text) != name.npos;
  };
  if (is_wanted("empty fence")) fences();
  if (is_wanted("hop, no value")) control_hops(n);
  if (is_wanted("hop, 8 bytes")) hops<long>("hop, 8 bytes", n, [] { return 1L; }, 0);
  if (is_wanted("control messages")) rate(100 * n);
  for (const std::size_t size :
       {std::size_t{1} << 10, std::size_t{1} << 16, std::size_t{1} << 20, std::size_t{1} << 24}) {
    const int most = static_cast<int>(std::max<std::size_t>(20, (std::size_t{1} << 28) / size / 4));
    const int count = std::min(most, n);
    const auto bytes = static_cast<double>(size);
    const std::string text = std::to_string(size >> 10) + " KiB, ";
    if (const std::string name = text + "vector"; is_wanted(name))
      hops<std::vector<char>>(name.c_str(), count, [size] { return std::vector<char>(size); }, bytes);
    if (const std::string name = text + "Buffer"; is_wanted(name))
      hops<WithBuffer>(
          name.c_str(), count,
          [size] {
            WithBuffer b;
            b.data.reset(size);
            return b;
          },
          bytes);
    if (const std::string name = text + "vector with serialize()"; is_wanted(name))
      hops<WithVector>(name.c_str(), count, [size] { return WithVector{std::vector<char>(size)}; }, bytes);
  }
  ttg::finalize();
}
