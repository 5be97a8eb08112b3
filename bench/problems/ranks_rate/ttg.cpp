// By ttg.h: one task of process 0 sends to as many keys, all of which are the last process's.
#include "../with_ttg_ranks.h"

#include <tuple>

#include "rate.h"

namespace {

ttg::TTBase* first;

void build_control() {
  static ttg::Edge<int, void> edge;
  using Outs = std::tuple<ttg::Out<int, void>>;
  static auto* const begin = new auto(ttg::make_tt<void>(
      [](Outs& outs) {
        for (long i = 0; i < messages; ++i) ttg::sendk<0>(static_cast<int>(i), outs);
      },
      ttg::edges(), ttg::edges(edge), "begin"));
  static auto* const end =
      new auto(ttg::make_tt([](const int& key, std::tuple<>&) { take(key); }, ttg::edges(edge), ttg::edges(), "end"));
  (*end)->set_keymap([last = rank_count() - 1](const int&) { return last; });
  ttg::make_graph_executable(*begin);
  first = begin->get();
}
void build_values() {
  static ttg::Edge<int, long> edge;
  using Outs = std::tuple<ttg::Out<int, long>>;
  static auto* const begin = new auto(ttg::make_tt<void>(
      [](Outs& outs) {
        for (long i = 0; i < messages; ++i) ttg::send<0>(static_cast<int>(i), long{i}, outs);
      },
      ttg::edges(), ttg::edges(edge), "begin"));
  static auto* const end = new auto(ttg::make_tt([](const int&, const long& value, std::tuple<>&) { take(value); },
                                                 ttg::edges(edge), ttg::edges(), "end"));
  (*end)->set_keymap([last = rank_count() - 1](const int&) { return last; });
  ttg::make_graph_executable(*begin);
  first = begin->get();
}
void prepare(const Run* run) {
  begin_ttg(run);
  prepare_messages(run);
  if (has_values) build_values();
  else build_control();
}
void run_ttg(const Run*) {
  run_on_ranks([] { first->invoke(); });
}

}  // namespace

const Problem problem = messages_by({ttg_version, run_ttg}, prepare, &ranks_of_ttg);
