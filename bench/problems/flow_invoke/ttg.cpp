// The main thread invokes a template task for each key.
#include "../with_ttg.h"

#include "invoke.h"

namespace {

void (*invoke_all)();

void prepare(const Run* run) {
  prepare_invoke(run);
  begin_ttg(run);
  static ttg::Edge<int, int> edge;
  static auto* const task =
      new auto(ttg::make_tt([](const int&, const int&) { note_task(); }, ttg::edges(edge), ttg::edges(), "task"));
  ttg::make_graph_executable(*task);
  invoke_all = [] {
    for (long i = 0; i < tasks; ++i) (*task)->invoke(static_cast<int>(i), 1);
  };
}
void run_invoke(const Run*) {
  invoke_all();
  ttg::fence();
}

}  // namespace

const Problem problem = invoke_by({ttg_version, run_invoke}, prepare);
