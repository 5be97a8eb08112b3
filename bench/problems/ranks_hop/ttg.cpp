// The chain by ttg.h: a template task whose key says on which process it is, and that sends to the next key.
#include "../with_ttg_ranks.h"

#include <tuple>
#include <utility>

#include "hop.h"

namespace {

ttg::TTBase* first;

// The TT that runs begin with sends to key 0.
template <class Value, class Send>
void begin_with(ttg::Edge<int, Value>& begin, Send send) {
  using Outs = std::tuple<ttg::Out<int, Value>>;
  static auto* const start =
      new auto(ttg::make_tt<void>([send](Outs& outs) { send(outs); }, ttg::edges(), ttg::edges(begin), "first"));
  ttg::make_graph_executable(*start);
  first = start->get();
}
void build_control() {
  using Outs = std::tuple<ttg::Out<int, void>>;
  static ttg::Edge<int, void> begin, loop;
  static auto* const next = new auto(ttg::make_tt(
      [](const int& key, Outs& outs) {
        if (key < hops) ttg::sendk<0>(key + 1, outs);
        else last_key = key;
      },
      ttg::edges(ttg::fuse(begin, loop)), ttg::edges(loop), "next"));
  (*next)->set_keymap([size = rank_count()](const int& key) { return key % size; });
  begin_with(begin, [](Outs& outs) { ttg::sendk<0>(0, outs); });
}
void build_values() {
  using Outs = std::tuple<ttg::Out<int, long>>;
  static ttg::Edge<int, long> begin, loop;
  static auto* const next = new auto(ttg::make_tt(
      [](const int& key, long&& value, Outs& outs) {
        if (key < hops) ttg::send<0>(key + 1, value + 1, outs);
        else last_key = key, carried = value;
      },
      ttg::edges(ttg::fuse(begin, loop)), ttg::edges(loop), "next"));
  (*next)->set_keymap([size = rank_count()](const int& key) { return key % size; });
  begin_with(begin, [](Outs& outs) { ttg::send<0>(0, 0L, outs); });
}
void prepare(const Run* run) {
  begin_ttg(run);
  prepare_hops(run);
  if (flows == 0) build_control();
  else build_values();
}
void run_ttg(const Run*) {
  run_on_ranks([] { first->invoke(); });
}

}  // namespace

const Problem problem = hops_by({ttg_version, run_ttg}, prepare, &ranks_of_ttg);
