// usage: loans: objects with a serialize() that does what a plain one does not, with vectors large enough to be lent to other processes.
#include "check.h"

#include <numeric>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

namespace {

template <class Archive>
inline constexpr bool writes = std::remove_cvref_t<Archive>::is_output;
using Doubles = std::vector<double>;
Doubles numbers(std::size_t n, double first) {
  Doubles v(n);
  std::iota(v.begin(), v.end(), first);
  return v;
}
double sum(const Doubles& v) { return std::accumulate(v.begin(), v.end(), 0.0); }

// Uses what it has just read.
struct Uses {
  Doubles data;
  double sum_when_read = -1;
  explicit Uses(std::size_t n = 0) : data(numbers(n, 1)) {}
  template <class Archive>
  void serialize(Archive& ar) {
    ar & data;
    sum_when_read = sum(data);
  }
  bool is_right(std::size_t n) const { return data == numbers(n, 1) && (sum_when_read == -1 || sum_when_read == sum(data)); }
};
// Writes a vector that it has just made, and reads into one of its own.
struct Makes {
  std::size_t count = 0;
  explicit Makes(std::size_t n = 0) : count(n) {}
  template <class Archive>
  void serialize(Archive& ar) {
    Doubles made;
    if constexpr (writes<Archive>) made = numbers(count, 2);
    ar & made;
    count = made == numbers(made.size(), 2) ? made.size() : 77;
  }
  bool is_right(std::size_t n) const { return count == n; }
};
// Writes by a vector of its own what is not there: once, and empties it then; or two things.
template <bool twice>
struct Scratch {
  std::size_t count = 0;
  Doubles scratch;
  explicit Scratch(std::size_t n = 0) : count(n) {}
  template <class Archive>
  void serialize(Archive& ar) {
    ar & count;
    for (int round = 0; round <= twice; ++round) {
      if constexpr (writes<Archive>) scratch = numbers(count, round);
      ar & scratch;
      if (scratch != numbers(scratch.size(), round)) count = 77;
    }
    if (!twice) scratch = {};
  }
  bool is_right(std::size_t n) const { return count == n; }
};
// All that an object can have.
struct Mixed {
  std::vector<float> floats;
  ttg::Buffer<double> buffer;
  std::vector<Doubles> nested;
  std::tuple<std::string, std::optional<std::vector<char>>> inner;
  Doubles last;
  explicit Mixed(std::size_t n = 0)
      : floats(n, 0.5f), buffer(n), nested{numbers(n, 4), {}, numbers(n, 5)}, inner("text", std::vector<char>(n, 'x')), last(numbers(n, 6)) {
    std::fill_n(buffer.host_ptr(), n, 7.0);
  }
  template <class Archive>
  void serialize(Archive& ar) {
    ar & floats & buffer & nested & inner & last;
  }
  bool is_right(std::size_t n) const {
    return floats == std::vector<float>(n, 0.5f) && buffer.size() == n && std::accumulate(buffer.host_ptr(), buffer.host_ptr() + n, 0.0) == 7.0 * static_cast<double>(n) &&
           nested.size() == 3 && nested[0] == numbers(n, 4) && nested[1].empty() && nested[2] == numbers(n, 5) && std::get<0>(inner) == "text" &&
           std::get<1>(inner) == std::vector<char>(n, 'x') && last == numbers(n, 6);
  }
};

const std::vector<std::size_t> sizes{0, 1, 8191, 8192, 8193, 16384, 65535, 65536, 200000};

using Key = std::pair<int, int>;  // which size, and which step
int owner_of(const Key& key) { return (key.first + key.second) % ttg::size(); }
std::size_t size_at(const Key& key) { return sizes[static_cast<std::size_t>(key.first)]; }
struct Counts {
  std::atomic<int> wrong{0}, ended{0}, looked{0};
};

// From process to process, twice around: moved on, or sent to the next process while tasks of both read it, too.
template <class V>
auto passes(Counts& counts, bool is_shared, ttg::Edge<Key, V>& edge, ttg::Edge<Key, V>& look) {
  return ttg::make_tt(
      [&counts, is_shared](const Key& key, V&& value, std::tuple<ttg::Out<Key, V>, ttg::Out<Key, V>>& outs) {
        if (!value.is_right(size_at(key))) ++counts.wrong;
        if (key.second == 2 * ttg::size()) return void(++counts.ended);
        const Key next{key.first, key.second + 1};
        if (!is_shared) return ttg::send<0>(next, std::move(value), outs);
        ttg::broadcast<0, 1>(std::make_tuple(std::vector{next}, std::vector{key, next}), std::move(value), outs);
      },
      ttg::edges(edge), ttg::edges(edge, look));
}
template <class V>
void around(bool is_shared) {
  ttg::Edge<Key, V> edge, look;
  Counts counts;
  const auto reads = [&counts](const Key& key, const V& value, std::tuple<>&) {
    if (!value.is_right(size_at(key))) ++counts.wrong;
    ++counts.looked;
  };
  auto read = ttg::make_tt(reads, ttg::edges(look), ttg::edges());
  auto pass = passes<V>(counts, is_shared, edge, look);
  pass->set_keymap(owner_of);
  read->set_keymap(owner_of);
  ttg::make_graph_executable(pass);
  const int count = static_cast<int>(sizes.size());
  for (int i = 0; i < count && ttg::rank() == 0; ++i) pass->invoke(Key(i, 0), V(size_at({i, 0})));
  ttg::fence();
  CHECK(sum_of(counts.wrong) == 0);
  CHECK(sum_of(counts.ended) == count);
  CHECK(!is_shared || sum_of(counts.looked) == 4 * ttg::size() * count);
}
template <class V>
void both_ways() {
  around<V>(false);
  around<V>(true);
}

// Throws where it is read; others go on, and the fence says it.
struct Throws {
  Doubles data = numbers(10000, 0);
  template <class Archive>
  void serialize(Archive& ar) {
    ar & data;
    if constexpr (!writes<Archive>) throw std::runtime_error("cannot be read");
  }
};
void throwing() {
  ttg::Edge<int, Throws> edge;
  auto takes = ttg::make_tt([](const int&, const Throws&, std::tuple<>&) {}, ttg::edges(edge), ttg::edges());
  takes->set_keymap([](const int& key) { return key % ttg::size(); });
  auto begin = ttg::make_tt<int>([](const int&, std::tuple<ttg::Out<int, Throws>>& outs) { ttg::send<0>(1, Throws{}, outs); }, ttg::edges(),
                                 ttg::edges(edge));
  begin->set_keymap([](const int&) { return 0; });
  ttg::make_graph_executable(begin);
  if (ttg::rank() == 0) begin->invoke(0);
  bool has_thrown = false;
  try {
    ttg::fence();
  } catch (const std::runtime_error& error) {
    has_thrown = std::string(error.what()).find("cannot be read") != std::string::npos;
  }
  CHECK(has_thrown == (ttg::size() > 1));
}

}  // namespace

int main(int argc, char** argv) {
  ttg::initialize(argc, argv);
  ttg::execute();
  both_ways<Uses>();
  both_ways<Makes>();
  both_ways<Scratch<false>>();
  both_ways<Scratch<true>>();
  both_ways<Mixed>();
  throwing();
  ttg::finalize();
}
