// Any bytes as a key or a value of ttg.h that another process has written. The first byte says of which type, the second one by
// which of the library's ways it is read. What can be read is written again, read again, and must then be the same bytes.
#define XOMP_TTG_RANKS 1
#include <ttg.h>

#include <array>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "fuzz/input.h"
#include "fuzz/little_memory.h"

namespace {

struct Member {
  std::vector<double> numbers;
  std::string name;
  bool flag = false;
  template <class Archive>
  void serialize(Archive& ar) {
    ar & numbers & name & flag;
  }
};
struct Versioned {
  std::list<Member> members;
  template <class Archive>
  void serialize(Archive& ar, unsigned) {
    ar & members;
  }
};
struct Free {
  std::map<std::string, std::vector<int>> map;
};
template <class Archive>
void serialize(Archive& ar, Free& free) {
  ar & free.map;
}
struct WithBuffer {
  int before = 0;
  ttg::Buffer<double> data;
  std::vector<char> after;
  template <class Archive>
  void serialize(Archive& ar) {
    ar & before & data & after;
  }
};
struct Large {
  std::array<long, 700> numbers{};
};
struct NoDefault {
  explicit NoDefault(int n) : number(n) {}
  int number;
  std::array<char, 60> text{};
};
struct Split {
  std::vector<short> data;
};

}  // namespace

template <>
struct ttg::SplitMetadataDescriptor<Split> {
  auto get_metadata(const Split& s) { return s.data.size(); }
  auto get_data(Split& s) {
    return std::array<ttg::iovec, 1>{ttg::iovec{s.data.size() * sizeof(short), s.data.data()}};
  }
  auto create_from_metadata(std::size_t count) {
    Split s;
    s.data.resize(count);
    return s;
  }
};

namespace {

using ttg::ranks::Bytes, ttg::ranks::Pieces, ttg::ranks::Reader;

void must_be(bool holds) {
  if (!holds) std::abort();
}

template <class T>
Bytes plain(const T& value) {
  Bytes bytes;
  ttg::ranks::write_plain(bytes, value);
  return bytes;
}
template <class T>
void go_plain(Reader reader) {
  const T value = ttg::ranks::read_plain<T>(reader);
  const Bytes once = plain(value);
  Reader again(once.data(), once.size());
  const Bytes twice = plain(ttg::ranks::read_plain<T>(again));
  must_be(again.left() == 0 && once.size() == twice.size());
  must_be(once.size() == 0 || std::memcmp(once.data(), twice.data(), once.size()) == 0);
}
// The small part in the record, the pieces behind it.
template <class T>
void go_with_pieces(Reader reader) {
  std::optional<T> value;
  Pieces pieces;
  ttg::ranks::read_small<T>(reader, &pieces, [&](auto&&... arguments) -> T& {
    return value.emplace(std::forward<decltype(arguments)>(arguments)...);
  });
  for (const ttg::ranks::Piece& p : pieces) reader.take(p.memory, p.bytes);
  Bytes small;
  Pieces written;
  ttg::ranks::write_small(small, &written, *value);
  must_be(pieces.size() == written.size());
  for (std::size_t i = 0; i < pieces.size(); ++i)
    must_be(pieces[i].bytes == written[i].bytes && pieces[i].memory == written[i].memory);
}
template <class T>
void go_by_descriptor(Reader reader) {
  if constexpr (std::is_default_constructible_v<T>) {
    T value{};
    const ttg_data_descriptor& descriptor = *ttg::get_data_descriptor<T>();
    descriptor.unpack_payload(&value, reader.left(), 0, reader.at());
    std::vector<char> memory(descriptor.payload_size(&value));
    must_be(descriptor.pack_payload(&value, memory.size(), 0, memory.data()) == memory.size());
  }
}

template <class T>
void go(unsigned way, Reader reader) {
  switch (way % 3) {
    case 0: return go_plain<T>(reader);
    case 1: return go_with_pieces<T>(reader);
    case 2: return go_by_descriptor<T>(reader);
  }
}

using Types = std::tuple<int, std::string, std::vector<double>, std::vector<bool>, std::vector<std::string>, std::set<long>,
                         std::map<std::string, std::vector<int>>, std::optional<std::string>,
                         std::variant<int, std::string, std::vector<double>>, std::pair<int, std::string>,
                         std::tuple<char, std::vector<long>, std::string>, std::array<std::string, 3>, Member, Versioned, Free,
                         WithBuffer, Large, NoDefault, Split, ttg::Buffer<int>, std::vector<Member>, std::list<std::vector<Free>>>;

template <std::size_t... i>
void read_one_of(std::size_t type, unsigned way, Reader reader, std::index_sequence<i...>) {
  ((i == type ? go<std::tuple_element_t<i, Types>>(way, reader) : void()), ...);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
  if (bytes < 2) return 0;
  const std::vector<char> rest(data + 2, data + bytes);  // memory of its own, so that a read beyond its end is seen
  constexpr std::size_t kTypes = std::tuple_size_v<Types>;
  try {
    read_one_of(data[0] % kTypes, data[1], Reader(rest.data(), rest.size()), std::make_index_sequence<kTypes>{});
  } catch (const std::exception&) {
  }
  return 0;
}
