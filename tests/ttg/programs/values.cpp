// Values as bytes, in every way a program may write them down; buffers; hashes; keys of several numbers.
#include "../check.h"

#include <complex>
#include <cstring>
#include <list>
#include <map>
#include <optional>
#include <variant>

// Through the C interface, at an offset: the copy equals the value, both directions agree on the bytes.
template <class T>
static std::size_t travel(const T& value, T&& copy = T{}) {
  const ttg_data_descriptor* const d = ttg::get_data_descriptor<T>();
  const std::size_t bytes = d->payload_size(&value);
  std::vector<char> memory(bytes + 13);
  CHECK(d->pack_payload(&value, bytes, 5, memory.data()) == bytes + 5);
  CHECK(d->unpack_payload(&copy, bytes, 5, memory.data()) == bytes + 5);
  CHECK(copy == value);
  if (bytes > 1) {
    bool thrown = false;
    try {
      d->pack_payload(&value, bytes - 1, 0, memory.data());
    } catch (const std::length_error&) {
      thrown = true;
    }
    CHECK(thrown);
  }
  return bytes;
}

struct Plain {
  int a = 1;
  double b = 2;
  friend bool operator==(const Plain&, const Plain&) = default;
};
struct Member {
  std::string text;
  std::vector<std::vector<int>> numbers;
  template <class Archive>
  void serialize(Archive& ar) {
    ar & text & numbers;
  }
  friend bool operator==(const Member&, const Member&) = default;
};
struct WithVersion {
  std::map<int, std::string> names;
  template <class Archive>
  void serialize(Archive& ar, const unsigned) {
    ar & names;
  }
  friend bool operator==(const WithVersion&, const WithVersion&) = default;
};
namespace free_standing {
struct Value {
  std::list<int> list;
  friend bool operator==(const Value&, const Value&) = default;
};
template <class Archive>
void serialize(Archive& ar, Value& v) {
  if constexpr (ttg::detail::is_output_archive_v<Archive>) {
    ar << v.list;
  } else {
    static_assert(ttg::detail::is_input_archive_v<Archive> && ttg::detail::is_archive_v<Archive>);
    ar >> v.list;
  }
}
}  // namespace free_standing
// Plain, but the program's way counts.
struct OwnWay {
  int x = 5;
  template <class Archive>
  void serialize(Archive& ar) {
    long more = 17;
    ar & x & more;
  }
  friend bool operator==(const OwnWay&, const OwnWay&) = default;
};
struct Fixed {
  int x = 3;
  Fixed() = default;
  Fixed(const Fixed& f) : x(f.x) {}
  friend bool operator==(const Fixed&, const Fixed&) = default;
};
// A small part and a piece of memory.
struct Split {
  std::vector<double> data;
  friend bool operator==(const Split&, const Split&) = default;
};
namespace ttg {
namespace detail {
template <>
inline constexpr bool is_memcpyable_override_v<Fixed> = true;
}
template <>
struct SplitMetadataDescriptor<Split> {
  std::size_t get_metadata(const Split& s) { return s.data.size(); }
  std::vector<ttg::iovec> get_data(Split& s) {
    if (s.data.empty()) return {};
    return {{s.data.size() * sizeof(double), s.data.data()}};
  }
  Split create_from_metadata(const std::size_t& n) { return {std::vector<double>(n)}; }
};
}  // namespace ttg
static_assert(ttg::has_split_metadata<Split>::value && !ttg::has_split_metadata<Member>::value);
static_assert(ttg::detail::is_memcpyable_v<std::pair<int, int>> && !std::is_trivially_copyable_v<std::pair<int, int>>);
static_assert(ttg::detail::is_user_buffer_serializable_v<OwnWay> && !ttg::detail::is_user_buffer_serializable_v<Plain>);
static_assert(ttg::default_data_descriptor<Plain>::serialize_size_is_const && !ttg::default_data_descriptor<OwnWay>::serialize_size_is_const);

// Empty objects that share their address with what is beside them.
struct Nothing {
  friend bool operator==(const Nothing&, const Nothing&) = default;
};
struct Derived : Nothing {
  std::string text;
  template <class Archive>
  void serialize(Archive& ar) {
    ar & static_cast<Nothing&>(*this) & text;
  }
  friend bool operator==(const Derived&, const Derived&) = default;
};
static void empty_objects() {
  const std::string large(100, 'x');
  Derived d;
  d.text = large;
  CHECK(travel(d) == sizeof(std::size_t) + 100);
  CHECK(travel(std::tuple<Nothing, std::string>(Nothing{}, large)) == sizeof(std::size_t) + 100);
  travel(std::tuple<std::string, std::tuple<>, Nothing, std::vector<int>>(large, {}, {}, {1, 2}));
  travel(std::pair<Nothing, std::string>({}, large));
  travel(std::array<std::tuple<Nothing, std::string>, 2>{std::make_tuple(Nothing{}, large), std::make_tuple(Nothing{}, "b")});
  travel(std::vector<std::pair<Nothing, std::string>>{{{}, large}});
  travel(std::variant<std::monostate, std::string>());
  travel(std::optional<Nothing>(Nothing{}));
  travel(Nothing{});
}

static void archives() {
  empty_objects();
  travel(std::vector<bool>{true, false, true});
  travel(std::map<int, std::vector<bool>>{{1, {true, false}}});
  CHECK(travel(99) == sizeof(int));
  CHECK(travel(Plain{3, 4}) == sizeof(Plain));
  CHECK(travel(std::pair<int, double>(1, 2.5)) == sizeof(std::pair<int, double>));
  CHECK(travel(Fixed{}) == sizeof(Fixed));
  CHECK(travel(OwnWay{6}) == sizeof(int) + sizeof(long));
  travel(Member{"text", {{1, 2}, {}, {3}}});
  travel(WithVersion{{{1, "one"}, {2, "two"}}});
  travel(free_standing::Value{{1, 2, 3}});
  travel(std::string("a string"));
  travel(std::vector<bool>{true, false}.size());
  travel(std::array<std::string, 2>{"x", "yy"});
  travel(std::tuple<int, std::string>(1, "one"));
  travel(std::variant<int, std::string>(std::string("other")));
  travel(std::optional<std::string>("there"));
  travel(std::complex<double>(1, 2));
  travel(std::vector<Member>{{"a", {}}, {"b", {{1}}}});
  CHECK(travel(Split{{1, 2, 3}}) == sizeof(std::size_t) + 3 * sizeof(double));
  travel(Split{});
  travel(ttg::MultiIndex<3>(1, 2, 3));
}

// What no program of this kind has written: it is refused, and takes no memory.
template <class T>
static bool is_refused(const std::vector<std::uint64_t>& words) {
  T value;
  try {
    ttg::get_data_descriptor<T>()->unpack_payload(&value, words.size() * sizeof words[0], 0, words.data());
  } catch (const std::length_error&) {
    return true;
  }
  return false;
}
static void damaged() {
  constexpr std::uint64_t many = std::uint64_t{1} << 61;
  CHECK((is_refused<std::variant<int, std::string>>({2, 0})));
  CHECK((is_refused<std::variant<int, std::string>>({many, 0})));
  CHECK(is_refused<std::vector<double>>({3, 0, 0}));
  CHECK(is_refused<std::vector<double>>({many, 0}));  // times eight it is nothing
  CHECK((is_refused<std::vector<std::pair<long, long>>>({many, 0})));
  CHECK(is_refused<std::string>({many, 0}));
  CHECK(is_refused<std::vector<std::string>>({many, 0}));
  std::vector<bool> bits;
  const char neither[] = "\1\0\0\0\0\0\0\0\2";
  ttg::get_data_descriptor<std::vector<bool>>()->unpack_payload(&bits, sizeof neither - 1, 0, neither);
  CHECK(bits == std::vector<bool>{true});
  bool thrown = false;
  try {
    ttg::Buffer<double> b(many);
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  CHECK(thrown);
}

static void buffers() {
  ttg::Buffer<double> none, b(100);
  CHECK(none.empty() && !none && b.size() == 100 && b && b.is_valid());
  CHECK(reinterpret_cast<std::uintptr_t>(b.host_ptr()) % 64 == 0 && b.host_ptr() == b.current_device_ptr());
  CHECK(b.get_owner_device().is_host() && b.scope() == ttg::scope::SyncIn && ttg::device::num_devices() == 0);
  for (int i = 0; i < 100; ++i) b.host_ptr()[i] = i;
  const double* const at = b.host_ptr();
  ttg::Buffer<double> moved = std::move(b);
  CHECK(moved.host_ptr() == at && b.empty());
  const ttg_data_descriptor* const d = ttg::get_data_descriptor<ttg::Buffer<double>>();
  std::vector<char> memory(d->payload_size(&moved));
  d->pack_payload(&moved, memory.size(), 0, memory.data());
  d->unpack_payload(&none, memory.size(), 0, memory.data());
  CHECK(none.size() == 100 && std::memcmp(none.host_ptr(), at, 100 * sizeof(double)) == 0);
  std::shared_ptr<int[]> own(new int[3]{1, 2, 3});
  ttg::Buffer<int> shared(own, 3, ttg::scope::Allocate);
  CHECK(shared.host_ptr() == own.get() && shared.scope() == ttg::scope::Allocate);
  ttg::Buffer<int> unique(std::unique_ptr<int[]>(new int[2]{4, 5}), 2);
  CHECK(unique.host_ptr()[1] == 5);
  unique.reset(7);
  CHECK(unique.size() == 7);
  unique.clear();
  CHECK(unique.empty());
  int x = 0;
  CHECK(ttg::make_scratch(&x, ttg::scope::Allocate).device_ptr() == &x);
  static_assert(ttg::meta::is_buffer_v<ttg::Buffer<int>> && !ttg::meta::is_buffer_v<int> && !std::is_copy_constructible_v<ttg::Buffer<int>>);
}

struct Hashed {
  int i;
  std::size_t hash() const { return 42; }
};
enum class Small : char { one = 1 };
struct ByStd {
  std::string s;
  friend bool operator==(const ByStd&, const ByStd&) = default;
};
template <>
struct std::hash<ByStd> {
  std::size_t operator()(const ByStd& b) const { return b.s.size(); }
};
struct ByProgram {
  std::string s;
};
template <>
struct ttg::overload::hash<ByProgram> {
  std::size_t operator()(const ByProgram&) const { return 4711; }
};

static void hashes() {
  CHECK(ttg::hash<int>{}(17) == 17 && ttg::hash<long>{}(-1) == static_cast<std::size_t>(-1) && ttg::hash<Small>{}(Small::one) == 1);
  CHECK(ttg::hash<Hashed>{}({1}) == 42 && ttg::hash<ByStd>{}({"abc"}) == 3 && ttg::hash<ByProgram>{}({"x"}) == 4711);
  CHECK(ttg::hash<void>{}() == 0xcbf29ce484222325u && ttg::hash<ttg::Void>{}(ttg::Void{}) == 0xcbf29ce484222325u);
  CHECK((ttg::hash<std::pair<int, std::string>>{}({1, "a"}) != ttg::hash<std::pair<int, std::string>>{}({2, "a"})));
  std::size_t seed = 0;
  ttg::hash_combine(seed, 1);
  CHECK(seed == 1 + 0x9e3779b9u);

  using Index = ttg::MultiIndex<2>;
  const Index i(3, 4), j{3, 4}, k(std::initializer_list<long>{3, 5});
  CHECK(i == j && i != k && i[1] == 4 && i.hash() == (3u << 21 | 4) && Index(i.hash()) == i && ttg::hash<Index>{}(i) == i.hash());
  std::ostringstream text;
  text << i << ttg::Void{};
  CHECK(text.str() == "{3,4}");
  CHECK(ttg::Void(5) == ttg::Void{} && !(ttg::Void{} != ttg::Void{}));
  (void)std::hash<ttg::Void>{}(ttg::Void{});
}

// Values and keys of all kinds through a graph: nothing but what it needs is asked of them.
struct Silent {  // no <<, no serialize(), not copyable as a value
  std::unique_ptr<int> p;
};
static void through_a_graph() {
  ttg::Edge<ByStd, Silent> e("e");
  std::atomic<int> ran{0};
  auto tt = ttg::make_tt([&](const ByStd& key, Silent&& v, std::tuple<ttg::Out<ByStd, Silent>>& outs) {
    ran += *v.p;
    if (key.s.size() < 10) ttg::send<0>(ByStd{key.s + "x"}, std::move(v), outs);
  }, ttg::edges(e), ttg::edges(e), "silent");
  CHECK(ttg::make_graph_executable(tt));
  tt->invoke(ByStd{"x"}, Silent{std::make_unique<int>(2)});
  ttg::fence();
  CHECK(ran == 20);
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv, argc > 1 ? std::atoi(argv[1]) : -1);
  ttg::diagnose_off();
  ttg::execute();
  archives();
  damaged();
  buffers();
  hashes();
  for (int round = 0; round < 10; ++round) through_a_graph();
  ttg::print("values", 1, 2.5), ttg::log("of", "all kinds"), ttg::print_error("are", "printed");
  CHECK(ttg::version() != nullptr && std::string(TTG_VERSION).rfind("1.", 0) == 0 && TTG_MAJOR_VERSION == 1);
  int cleaned = 0;
  {
    auto guard = ttg::detail::make_scope_exit([&] { ++cleaned; });
  }
  CHECK(cleaned == 1 && !ttg::tracing() && !ttg::trace_enabled());
  ttg::finalize();
}
