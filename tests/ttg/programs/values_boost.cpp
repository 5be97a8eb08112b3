// Values that are written as Boost and as MADNESS have it, where Boost's headers are there.
#if __has_include(<boost/archive/binary_oarchive.hpp>)
#define TTG_SERIALIZATION_SUPPORTS_BOOST 1
#endif
#if !__has_include(<madness/world/world.h>)
#define TTG_SERIALIZATION_SUPPORTS_MADNESS 1
#endif
#include "../check.h"

#include <map>

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST
#include <boost/serialization/map.hpp>
#include <boost/serialization/string.hpp>
#include <ttg/serialization/backends/boost/archive.h>
#include <ttg/serialization/std/list.h>
#include <ttg/serialization/std/pair.h>
#include <ttg/serialization/std/tuple.h>
#include <ttg/serialization/std/variant.h>
#include <ttg/serialization/std/vector.h>
#endif

template <class T>
static std::size_t travel(const T& value) {
  T copy{};
  const ttg_data_descriptor* const d = ttg::get_data_descriptor<T>();
  const std::size_t bytes = d->payload_size(&value);
  std::vector<char> memory(bytes + 3);
  CHECK(d->pack_payload(&value, bytes, 3, memory.data()) == bytes + 3);
  CHECK(d->unpack_payload(&copy, bytes, 3, memory.data()) == bytes + 3);
  CHECK(copy == value);
  return bytes;
}

#ifdef TTG_SERIALIZATION_SUPPORTS_BOOST
// A private serialize(), as Boost's manual has it.
class Private {
 public:
  Private(int i = 0) : numbers_{i, i + 1} {}
  friend bool operator==(const Private&, const Private&) = default;

 private:
  friend class boost::serialization::access;
  template <class Archive>
  void serialize(Archive& ar, const unsigned) {
    ar & numbers_;
  }
  std::vector<int> numbers_;
};
class Halves {
 public:
  Halves(int i = 0) : x(i) {}
  Halves(const Halves& h) : x(h.x) {}
  template <class Archive>
  void save(Archive& ar, const unsigned) const {
    ar << x;
  }
  template <class Archive>
  void load(Archive& ar, const unsigned) {
    ar >> x;
  }
  BOOST_SERIALIZATION_SPLIT_MEMBER()
  friend bool operator==(const Halves&, const Halves&) = default;
  int x;
};
static_assert(ttg::detail::is_boost_serializable_v<boost::archive::binary_oarchive, Halves>);
static_assert(ttg::detail::is_boost_buffer_serializable_v<std::vector<Halves>> && ttg::detail::is_boost_user_buffer_serializable_v<Halves>);
static_assert(!ttg::detail::is_boost_user_buffer_serializable_v<std::vector<int>>);

// A type that Boost calls primitive and that is bytes; strings are not.
struct Level {
  int x = 0;
  friend bool operator==(const Level&, const Level&) = default;
};
BOOST_CLASS_IMPLEMENTATION(Level, boost::serialization::primitive_type)
// As a block-sparse matrix product does for its block.
struct Block {
  std::vector<double> data;
  friend bool operator==(const Block&, const Block&) = default;
};
namespace boost::serialization {
template <class Archive>
void serialize(Archive& ar, Block& b, const unsigned) {
  ar & b.data;
}
}  // namespace boost::serialization
namespace ttg::detail {
template <class Archive>
inline static constexpr bool is_boost_serializable_v<Archive, Block> = is_boost_archive_v<Archive>;
template <class Archive>
inline static constexpr bool is_boost_serializable_v<Archive, const Block> = is_boost_archive_v<Archive>;
}  // namespace ttg::detail
enum class Colour : short { red, green };
class Named {
 public:
  friend bool operator==(const Named&, const Named&) = default;
  std::string name;
  std::wstring wide;
  std::vector<std::string> names;
  std::vector<bool> bits;
  Colour colour = Colour::red;
  Level level;
  template <class Archive>
  void serialize(Archive& ar, const unsigned) {
    ar & name & wide & names & bits & colour & level;
  }
};
static_assert(ttg::detail::written_by<Block> == ttg::detail::WrittenBy::boost);

static void boost_strings() {
  const std::string large(100, 'x');
  CHECK(travel(Named{large, std::wstring(50, L'w'), {"", "a", large}, {true, false, true}, Colour::green, {7}}) > 300);
  CHECK(travel(Named{}) < 100);
  CHECK(travel(large) == sizeof(std::size_t) + 100);
  travel(std::map<int, std::string>{{1, large}, {2, "b"}});
  travel(std::pair<std::string, int>(large, 1));
  travel(Block{{1, 2, 3}});
}

static void boost_values() {
  boost_strings();
  CHECK(travel(Halves(3)) == sizeof(int));  // no version, no class, no address
  travel(std::vector<Halves>{1, 2, 3});
  travel(std::tuple<Halves, int>(1, 2));
  travel(std::pair<Halves, std::vector<Halves>>(1, {2, 3}));
  travel(std::variant<std::monostate, Halves>(Halves(4)));
  std::vector<char> memory(1000);
  auto out = ttg::detail::make_boost_buffer_oarchive(memory.data(), memory.size(), 10);
  out << Private(7) << std::list<int>{1, 2};
  auto in = ttg::detail::make_boost_buffer_iarchive(memory.data(), memory.size(), 10);
  Private p;
  std::list<int> list;
  in >> p >> list;
  CHECK(p == Private(7) && list == (std::list<int>{1, 2}) && in.streambuf().size() == out.streambuf().size());
  ttg::detail::boost_iovec_oarchive pieces;
  const Halves h(5);
  pieces << h;
  CHECK(pieces.streambuf().iovec().size() == 1 && pieces.streambuf().iovec()[0].first == &h.x);
}
#else
static void boost_values() {}
#endif

#ifdef TTG_SERIALIZATION_SUPPORTS_MADNESS
struct Foreign {
  int n = 0;
  std::unique_ptr<double[]> data;
  Foreign(int count = 0) : n(count), data(new double[static_cast<std::size_t>(count)]()) {}
  friend bool operator==(const Foreign& a, const Foreign& b) { return a.n == b.n && std::equal(&a.data[0], &a.data[0] + a.n, &b.data[0]); }
};
namespace madness::archive {
template <class Archive>
struct ArchiveStoreImpl<Archive, Foreign> {
  static void store(const Archive& ar, const Foreign& f) { ar << f.n << wrap(f.data.get(), static_cast<std::size_t>(f.n)); }
};
template <class Archive>
struct ArchiveLoadImpl<Archive, Foreign> {
  static void load(const Archive& ar, Foreign& f) {
    int n;
    ar >> n;
    f = Foreign(n);
    ar >> wrap(f.data.get(), static_cast<std::size_t>(n));
  }
};
}  // namespace madness::archive
static_assert(madness::is_serializable_v<madness::archive::BufferOutputArchive, Foreign>);
static_assert(ttg::detail::is_madness_user_buffer_serializable_v<Foreign> && ttg::detail::is_madness_buffer_serializable_v<std::vector<int>>);
static void madness_values() {
  Foreign f(3);
  f.data[1] = 2.5;
  CHECK(travel(f) == sizeof(int) + 3 * sizeof(double));
  travel(std::vector<std::pair<int, std::string>>{{1, "x"}});
}
#else
static void madness_values() {}
#endif

int main() {
  boost_values();
  madness_values();
}
