// The value by ttg.h: one broadcast to the readers' and one to the writers' keys.
#include "../with_ttg.h"

#include <numeric>
#include <vector>

#include "broadcast.h"

namespace {

using Value = std::vector<unsigned char>;
using ValueOut = ttg::Out<int, Value>;

ttg::TTBase* first;
std::vector<int> reading, writing;

void prepare(const Run* run) {
  prepare_broadcast(run);
  begin_ttg(run);
  reading.resize(static_cast<std::size_t>(readers));
  writing.resize(static_cast<std::size_t>(writers));
  std::iota(reading.begin(), reading.end(), 0);
  std::iota(writing.begin(), writing.end(), readers);
  static ttg::Edge<int, Value> to_readers, to_writers;
  static auto* const reader =
      new auto(ttg::make_tt([](const int& key, const Value& value) { seen[key] = look(value.data(), key); },
                            ttg::edges(to_readers), ttg::edges(), "reader"));
  static auto* const writer = new auto(ttg::make_tt(
      [](const int& key, Value&& value) {
        seen[key] = look(value.data(), key);
        change(value.data(), key);
      },
      ttg::edges(to_writers), ttg::edges(), "writer"));
  static auto* const source = new auto(ttg::make_tt<void>(
      [](std::tuple<ValueOut, ValueOut>& outs) {
        if (readers > 0) ttg::broadcast<0>(reading, Value(bytes, 1), outs);
        if (writers > 0) ttg::broadcast<1>(writing, Value(bytes, 1), outs);
      },
      ttg::edges(), ttg::edges(to_readers, to_writers), "source"));
  (void)reader, (void)writer;
  ttg::make_graph_executable(*source);
  first = source->get();
}
void run_broadcast(const Run*) {
  first->invoke();
  ttg::fence();
}

}  // namespace

const Problem problem = broadcast_by({ttg_version, run_broadcast}, prepare);
