// usage: flow KIND FLOWS N: tasks of ttg.h. KIND `int` or `object`: a chain of N tasks, each of which moves its FLOWS values on to
// the next. KIND `table`: N tasks that get their inputs from two others. Prints the last task's number, and what the front end's
// own part did with atomics. Built with the library's counting atomics in place of std::atomic.
#include "platform/atomic.h"

#define XOMP_TTG_ATOMIC ::xomp::atomic
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <ttg.h>

namespace {

template <class V, std::size_t>
using OutOf = ttg::Out<int, V>;
template <class V, std::size_t>
using Taken = V&&;

template <class V, std::size_t... i>
int chain(int n, std::index_sequence<i...>) {
  using Outs = std::tuple<OutOf<V, i>...>;
  std::array<ttg::Edge<int, V>, sizeof...(i)> begin, loop;
  int last = -1;
  auto first =
      ttg::make_tt<void>([](Outs& outs) { (ttg::send<i>(0, V(), outs), ...); }, ttg::edges(), ttg::edges(begin[i]...));
  auto next = ttg::make_tt(
      [&last, n](const int& key, Taken<V, i>... v, Outs& outs) {
        last = key;
        if (key < n) (ttg::send<i>(key + 1, std::move(v), outs), ...);
      },
      ttg::edges(ttg::fuse(begin[i], loop[i])...), ttg::edges(loop[i]...));
  ttg::make_graph_executable(first);
  first->invoke();
  ttg::fence();
  return last;
}
// Tasks that get their two inputs from two others: these meet in the table.
int meetings(int n) {
  ttg::Edge<int, int> a, b;
  int last = -1;
  auto meet = ttg::make_tt([&last](const int& key, const int&, const int&) { last = std::max(last, key); },
                           ttg::edges(a, b), ttg::edges());
  auto send = ttg::make_tt<int>(
      [n](const int& which, std::tuple<ttg::Out<int, int>, ttg::Out<int, int>>& outs) {
        for (int i = 0; i <= n; ++i) {
          if (which == 0) ttg::send<0>(i, i, outs);
          else ttg::send<1>(i, i, outs);
        }
      },
      ttg::edges(), ttg::edges(a, b));
  ttg::make_graph_executable(send);
  send->invoke(0);
  send->invoke(1);
  ttg::fence();
  return last;
}
int chain_of_control(int n) {
  ttg::Edge<int, void> e;
  int last = -1;
  auto next = ttg::make_tt(
      [&last, n](const int& key, std::tuple<ttg::Out<int, void>>& outs) {
        last = key;
        if (key < n) ttg::sendk<0>(key + 1, outs);
      },
      ttg::edges(e), ttg::edges(e));
  ttg::make_graph_executable(next);
  next->invoke(0);
  ttg::fence();
  return last;
}
template <class V>
int chain_of(int flows, int n) {
  switch (flows) {
    case 1: return chain<V>(n, std::make_index_sequence<1>{});
    case 2: return chain<V>(n, std::make_index_sequence<2>{});
    case 3: return chain<V>(n, std::make_index_sequence<3>{});
    case 4: return chain<V>(n, std::make_index_sequence<4>{});
    case 5: return chain<V>(n, std::make_index_sequence<5>{});
    case 6: return chain<V>(n, std::make_index_sequence<6>{});
    default: return chain_of_control(n);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const int flows = std::atoi(argv[2]), n = std::atoi(argv[3]);
  ttg::diagnose_off();
  ttg::initialize(argc, argv);
  const std::string kind = argv[1];
  const int last = kind == "object"  ? chain_of<std::string>(flows, n)
                   : kind == "table" ? meetings(n)
                                     : chain_of<int>(flows, n);
  ttg::finalize();
  const xomp::platform::AtomicsCount count = xomp::platform::count_of_atomics();
  std::printf("%d %llu %llu\n", last, static_cast<unsigned long long>(count.read_modify_writes),
              static_cast<unsigned long long>(count.fences));
}
