// By ttg.h: a task takes the value and moves it on to the next key, which is the next process's.
#include "../with_ttg_ranks.h"

#include <ttg/serialization/std/vector.h>

#include <array>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "bandwidth.h"

namespace {

char* start_of(ttg::Buffer<char>& memory) { return memory.host_ptr(); }
char* start_of(std::vector<char>& memory) { return memory.data(); }

// A value that serializes its memory.
template <class Memory>
struct In {
  Memory memory;
  In() = default;
  explicit In(std::size_t bytes) : memory(bytes) {}
  char* data() { return start_of(memory); }
  template <class Archive>
  void serialize(Archive& ar) {
    ar & memory;
  }
  template <class Archive>
  void serialize(Archive& ar, const unsigned) {
    serialize(ar);
  }
};
using InBuffer = In<ttg::Buffer<char>>;
using InVector = In<std::vector<char>>;
struct Split {
  std::unique_ptr<char[]> memory;
  std::size_t bytes = 0;
  Split() = default;
  explicit Split(std::size_t count) : memory(new char[count]), bytes(count) {}
  char* data() { return memory.get(); }
};

}  // namespace

template <>
struct ttg::SplitMetadataDescriptor<Split> {
  auto get_metadata(const Split& value) { return value.bytes; }
  auto get_data(Split& value) { return std::array<ttg::iovec, 1>{{{value.bytes, value.memory.get()}}}; }
  auto create_from_metadata(std::size_t bytes) { return Split(bytes); }
};

namespace {

ttg::TTBase* first;

template <class Value>
void build() {
  using Outs = std::tuple<ttg::Out<int, Value>>;
  static ttg::Edge<int, Value> begin, loop;
  static auto* const next = new auto(ttg::make_tt(
      [](const int& key, Value&& value, Outs& outs) {
        pass(value.data(), key);
        if (key < hops) ttg::send<0>(key + 1, std::move(value), outs);
      },
      ttg::edges(ttg::fuse(begin, loop)), ttg::edges(loop), "next"));
  (*next)->set_keymap([size = rank_count()](const int& key) { return key % size; });
  static auto* const start = new auto(ttg::make_tt<void>(
      [](Outs& outs) {
        Value value(value_bytes);
        write_ends(value.data(), 0);
        ttg::send<0>(0, std::move(value), outs);
      },
      ttg::edges(), ttg::edges(begin), "first"));
  ttg::make_graph_executable(*start);
  first = start->get();
}
void prepare(const Run* run) {
  begin_ttg(run);
  prepare_value(run);
  switch (static_cast<int>(parameter(run, form_parameter))) {
    case form_buffer: return build<InBuffer>();
    case form_split: return build<Split>();
    case form_vector: return build<std::vector<char>>();
    default: return build<InVector>();
  }
}
void run_ttg(const Run*) {
  run_on_ranks([] { first->invoke(); });
}

}  // namespace

const Problem problem = value_by({ttg_version, run_ttg}, prepare, &ranks_of_ttg);
