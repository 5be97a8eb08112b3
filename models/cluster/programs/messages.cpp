// Programs of messages alone: fences, a chain, one value for all, many messages to one rank, and to all.
#include "models/cluster/programs/programs.h"

#include <numeric>

namespace xomp::cluster {

Outcome run_fences(const Parameters& p) {
  Outcome outcome = measured([&] {
    for (long i = 1; i < p.steps; ++i) ttg::fence();  // measured() makes the last one
  });
  verify(outcome, "fence", 0, 0);
  return outcome;
}

namespace {

template <class Value>
Outcome hop(const Parameters& p, const Value& first) {
  std::atomic<long> ran{0};
  const long last = p.steps;
  ttg::Edge<long, Value> edge("edge");
  auto tt = ttg::make_tt(
      [&ran, last, grain = p.grain_ns](const long& k, Value&& v, std::tuple<ttg::Out<long, Value>>& outs) {
        work(grain);
        ++ran;
        if (k < last) ttg::send<0>(k + 1, std::move(v), outs);
      },
      ttg::edges(edge), ttg::edges(edge), "hop");
  tt->set_keymap([ranks = ttg::size()](const long& k) { return static_cast<int>(k % ranks); });
  ttg::make_graph_executable(tt);
  Outcome outcome = measured([&] {
    if (ttg::rank() == 0) tt->invoke(0L, Value(first));
    ttg::execute();
  });
  verify(outcome, "hop", ran, static_cast<double>(last + 1));
  outcome.work_ns = p.grain_ns * static_cast<double>(last + 1);
  return outcome;
}

}  // namespace

Outcome run_hop(const Parameters& p) {
  if (p.bytes <= 8) return hop<long>(p, 0);
  return hop<Block>(p, Block(static_cast<std::size_t>(p.bytes)));
}

Outcome run_broadcast(const Parameters& p) {
  std::atomic<long> ran{0};
  const int ranks = ttg::size();
  ttg::Edge<int, Block> edge("edge");
  auto begin = ttg::make_tt<int>(
      [&p, ranks](const int&, std::tuple<ttg::Out<int, Block>>& outs) {
        std::vector<int> keys(static_cast<std::size_t>(p.size * ranks));
        std::iota(keys.begin(), keys.end(), 0);
        ttg::broadcast<0>(keys, Block(static_cast<std::size_t>(p.bytes)), outs);
      },
      ttg::edges(), ttg::edges(edge), "begin");
  auto take = ttg::make_tt([&ran](const int&, const Block&) { ++ran; }, ttg::edges(edge), ttg::edges(), "take");
  begin->set_keymap([ranks](const int& k) { return k % ranks; });
  take->set_keymap([ranks](const int& k) { return k % ranks; });
  ttg::make_graph_executable(begin);
  Outcome outcome = measured([&] {
    for (int step = 0; step < p.steps; ++step) {
      if (step != 0) ttg::fence();
      if (ttg::rank() == step % ranks) begin->invoke(step % ranks);
      ttg::execute();
    }
  });
  verify(outcome, "broadcast", ran, static_cast<double>(p.size * ranks) * static_cast<double>(p.steps));
  return outcome;
}

namespace {

// Each rank sends: to the next one alone, or to each other one in turn.
Outcome send_all(const Parameters& p, bool to_all) {
  std::atomic<long> ran{0};
  const int ranks = ttg::size();
  using Key = ttg::MultiIndex<3>;  // from, to, which
  ttg::Edge<Key, void> edge("edge");
  auto begin = ttg::make_tt<int>(
      [&p, ranks, to_all](const int& from, std::tuple<ttg::Out<Key, void>>& outs) {
        for (int i = 0; i < p.steps; ++i)
          for (int distance = 1; distance <= (to_all ? ranks - 1 : 1); ++distance)
            ttg::sendk<0>(Key{from, (from + distance) % ranks, i}, outs);
      },
      ttg::edges(), ttg::edges(edge), "begin");
  auto take = ttg::make_tt(
      [&ran, grain = p.grain_ns](const Key&) {
        work(grain);
        ++ran;
      },
      ttg::edges(edge), ttg::edges(), "take");
  begin->set_keymap([](const int& k) { return k; });
  take->set_keymap([](const Key& k) { return k[1]; });
  ttg::make_graph_executable(begin);
  Outcome outcome = measured([&] {
    begin->invoke(ttg::rank());
    ttg::execute();
  });
  const double each = static_cast<double>(p.steps) * (to_all ? ranks - 1 : 1);
  verify(outcome, to_all ? "alltoall" : "flood", ran, each * ranks);
  outcome.work_ns = each * ranks * p.grain_ns;
  return outcome;
}

}  // namespace

Outcome run_flood(const Parameters& p) { return send_all(p, false); }
Outcome run_alltoall(const Parameters& p) { return send_all(p, true); }

}  // namespace xomp::cluster
