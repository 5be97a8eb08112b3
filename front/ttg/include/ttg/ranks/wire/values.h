// How keys and values get into records and out of them again, by the forms of serialization/data_descriptor.h. Large memory of
// a value stays where it is and travels by itself: the pieces of a SplitMetadataDescriptor, a Buffer's elements, those of a
// vector that is the value itself, a large object of plain bytes. A vector inside of an object with a serialize() is copied, or lent
// (loans.h): that function may write a vector that it has just made, and may use what it has just read.
#ifndef XOMP_TTG_RANKS_WIRE_VALUES_H
#define XOMP_TTG_RANKS_WIRE_VALUES_H

#include "ttg/ranks/wire/bytes.h"
#include "ttg/ranks/wire/kept_vectors.h"
#include "ttg/ranks/wire/loans.h"
#include "ttg/serialization/data_descriptor.h"
#include "ttg/util/meta.h"
#include <array>
#include <cstring>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace ttg::ranks {

// --- which types can ---

template <class T>
struct Travels;
template <class T>
inline constexpr bool travels = Travels<std::remove_cv_t<T>>::value;

template <class T>
struct TravelsAsRange : std::bool_constant<travels<typename T::value_type>> {};
template <class A, class B>
struct TravelsAsRange<std::pair<A, B>> : std::bool_constant<travels<A> && travels<B>> {};
template <class T>
constexpr bool travels_as_it_is() {
  using namespace detail;
  if constexpr (ttg::has_split_metadata<T>::value) return true;
  else if constexpr (is_user_buffer_serializable_v<T>) return true;
  else if constexpr (is_memcpyable_v<T>) return !std::is_pointer_v<T>;
  else if constexpr (is_std_pair_v<T> || is_std_array_v<T> || is_std_optional_v<T>) return TravelsAsRange<T>::value;
  else if constexpr (is_growing_v<T>) return TravelsAsRange<T>::value;
  else return written_by<T> == WrittenBy::madness || written_by<T> == WrittenBy::boost;
}
template <class T>
struct Travels : std::bool_constant<travels_as_it_is<T>()> {};
template <class... Ts>
struct Travels<std::tuple<Ts...>> : std::bool_constant<(travels<Ts> && ...)> {};
template <class... Ts>
struct Travels<std::variant<Ts...>> : std::bool_constant<(travels<Ts> && ...)> {};
template <>
struct Travels<Void> : std::true_type {};

// Says whether the value can also be made where it arrives.
template <class T>
inline constexpr bool arrives =
    travels<T> && (ttg::has_split_metadata<T>::value || std::is_default_constructible_v<T> ||
                   (std::is_trivially_copyable_v<T> && std::is_copy_constructible_v<T>));

// --- vectors of plain elements ---

template <class T>
inline constexpr bool is_plain_vector = false;
template <class E, class A>
inline constexpr bool is_plain_vector<std::vector<E, A>> =
    !std::is_same_v<E, bool> && !std::is_pointer_v<E> && detail::is_memcpyable_v<E> &&
    !detail::is_user_buffer_serializable_v<std::vector<E, A>>;
// Whose memory is kept for the next one.
template <class T>
inline constexpr bool is_kept_vector = false;
template <class E>
inline constexpr bool is_kept_vector<std::vector<E>> =
    is_plain_vector<std::vector<E>> && std::is_trivially_copyable_v<E>;

// --- archives that leave large memory aside ---

class WritingArchive : public detail::OwnArchive<WritingArchive, true> {
 public:
  explicit WritingArchive(Bytes& to, Pieces* pieces = nullptr, Loans* loans = nullptr)
      : to_(to), pieces_(pieces), loans_(loans) {}
  void bytes_of(const void* data, std::size_t count) { to_.add(data, count); }
  void piece(void* data, std::size_t count) {
    if (pieces_ != nullptr) pieces_->push_back({data, count});
    else bytes_of(data, count);
  }
  // Returns true if the elements are lent. Then they are not written here.
  template <class Vector>
    requires(is_plain_vector<Vector>)
  bool lend_elements(Vector& vector) {
    const std::size_t count = vector.size() * sizeof(typename Vector::value_type);
    if (count < kLeastLent) return false;
    const bool is_lent = loans_ != nullptr && loans_->try_lend(vector);
    to_.put(std::uint64_t{is_lent});
    if (is_lent) pieces_->push_back({const_cast<void*>(static_cast<const void*>(vector.data())), count});
    return is_lent;
  }
  // For a part of a larger object: its pieces are copied.
  template <class T>
    requires(ttg::has_split_metadata<T>::value)
  void split(T& object) {
    SplitMetadataDescriptor<T> descriptor;
    *this << descriptor.get_metadata(object);
    for (auto&& p : descriptor.get_data(object)) bytes_of(p.data, p.num_bytes);
  }

 private:
  Bytes& to_;
  Pieces* const pieces_;
  Loans* const loans_;
};
class ReadingArchive : public detail::OwnArchive<ReadingArchive, false> {
 public:
  explicit ReadingArchive(Reader& from, Pieces* pieces = nullptr, Borrowed borrowed = {})
      : from_(from), pieces_(pieces), borrowed_(borrowed) {}
  void bytes_of(void* data, std::size_t count) { from_.take(data, count); }
  const char* lend(std::size_t count) { return from_.skip(count); }
  const char* position() const { return from_.at(); }
  void piece(void* data, std::size_t count) {
    if (pieces_ != nullptr) pieces_->push_back({data, count});
    else bytes_of(data, count);
  }
  // Returns true if the elements were lent and have been read. A piece without memory stands for them.
  template <class Vector>
    requires(is_plain_vector<Vector>)
  bool borrow_elements(Vector& vector, std::size_t count) {
    using E = typename Vector::value_type;
    if (count < (kLeastLent + sizeof(E) - 1) / sizeof(E) || from_.get<std::uint64_t>() == 0) return false;
    if (borrowed_.lender == nullptr || pieces_ == nullptr)
      throw std::length_error("ttg: another process lends what this one cannot read");
    if (count > PTRDIFF_MAX / sizeof(E)) throw std::length_error("ttg: a vector is larger than any memory");
    if constexpr (is_kept_vector<Vector>) vector = KeptVectors<E>::instance().take(count);
    else vector.resize(count);
    borrowed_.lender->read_lent(borrowed_.offer, pieces_->size(), vector.data(), count * sizeof(E));
    pieces_->push_back({nullptr, count * sizeof(E)});
    return true;
  }
  template <class T>
    requires(ttg::has_split_metadata<T>::value)
  void split(T& object) {
    SplitMetadataDescriptor<T> descriptor;
    std::decay_t<decltype(descriptor.get_metadata(object))> metadata;
    *this >> metadata;
    object = descriptor.create_from_metadata(metadata);
    for (auto&& p : descriptor.get_data(object)) bytes_of(p.data, p.num_bytes);
  }
  std::size_t nbyte_avail() const { return from_.left(); }

 private:
  Reader& from_;
  Pieces* const pieces_;
  const Borrowed borrowed_;
};

// --- the small part of an object, and where its pieces are ---

template <class T>
inline constexpr bool is_one_piece =
    detail::written_by<T> == detail::WrittenBy::bytes && sizeof(T) > 4096 && std::is_default_constructible_v<T>;
template <class T>
inline constexpr bool by_own_archive = detail::written_by<T> == detail::WrittenBy::own;

template <class T>
void write_small(Bytes& to, Pieces* pieces, const T& object, Loans* loans = nullptr) {
  if constexpr (ttg::has_split_metadata<T>::value) {
    SplitMetadataDescriptor<T> descriptor;
    WritingArchive(to) << descriptor.get_metadata(object);
    for (auto&& p : descriptor.get_data(const_cast<T&>(object)))
      WritingArchive(to, pieces).piece(const_cast<void*>(static_cast<const void*>(p.data)), p.num_bytes);
  } else if constexpr (is_one_piece<T>) {
    WritingArchive(to, pieces).piece(const_cast<T*>(&object), sizeof(T));
  } else if constexpr (is_plain_vector<T>) {
    to.put(std::uint64_t{object.size()});
    using Element = typename T::value_type;
    WritingArchive(to, pieces).piece(const_cast<Element*>(object.data()), object.size() * sizeof(Element));
  } else if constexpr (by_own_archive<T>) {
    WritingArchive(to, pieces, loans) << object;
  } else {
    using Descriptor = default_data_descriptor<T>;
    const auto count = Descriptor::payload_size(&object);
    to.put(count);
    char* const at = to.grow(count);
    Descriptor::pack_payload(&object, count, 0, at);
  }
}
// Calls make(arguments...) once, for the object, and returns the object.
template <class T, class Make>
T& read_small(Reader& from, Pieces* pieces, Make&& make, Borrowed borrowed = {}) {
  if constexpr (ttg::has_split_metadata<T>::value) {
    SplitMetadataDescriptor<T> descriptor;
    std::decay_t<decltype(descriptor.get_metadata(std::declval<const T&>()))> metadata;
    ReadingArchive(from) >> metadata;
    T& object = make(descriptor.create_from_metadata(metadata));
    for (auto&& p : descriptor.get_data(object))
      ReadingArchive(from, pieces).piece(const_cast<void*>(static_cast<const void*>(p.data)), p.num_bytes);
    return object;
  } else if constexpr (!std::is_default_constructible_v<T>) {  // plain bytes
    from.skip(sizeof(std::uint64_t));
    const std::unique_ptr<char[]> memory(new char[sizeof(T)]);
    from.take(memory.get(), sizeof(T));
    return make(*reinterpret_cast<const T*>(memory.get()));
  } else if constexpr (is_kept_vector<T>) {
    using E = typename T::value_type;
    const auto count = from.get<std::uint64_t>();
    if (pieces == nullptr) from.expect(count, sizeof(E));
    T& object = make(KeptVectors<E>::instance().take(count));
    ReadingArchive(from, pieces).piece(object.data(), count * sizeof(E));
    return object;
  } else {
    T& object = make();
    if constexpr (is_one_piece<T>) {
      ReadingArchive(from, pieces).piece(&object, sizeof(T));
    } else if constexpr (is_plain_vector<T>) {
      const auto count = from.get<std::uint64_t>();
      if (pieces == nullptr) from.expect(count, sizeof(typename T::value_type));
      object.resize(count);
      ReadingArchive(from, pieces).piece(object.data(), object.size() * sizeof(typename T::value_type));
    } else if constexpr (by_own_archive<T>) {
      ReadingArchive(from, pieces, borrowed) >> object;
    } else {
      const auto count = from.get<std::uint64_t>();
      default_data_descriptor<T>::unpack_payload(&object, count, 0, from.skip(count));
    }
    return object;
  }
}

// For keys, and for values that a message carries in itself.
template <class T>
void write_plain(Bytes& to, const T& value) {
  if constexpr (detail::written_by<T> == detail::WrittenBy::bytes) to.add(&value, sizeof value);
  else write_small(to, nullptr, value);
}
template <class T>
T read_plain(Reader& from) {
  if constexpr (detail::written_by<T> == detail::WrittenBy::bytes && std::is_trivially_copyable_v<T>) {
    alignas(T) char memory[sizeof(T)];
    from.take(memory, sizeof(T));
    return *std::launder(reinterpret_cast<T*>(memory));
  } else if constexpr (detail::written_by<T> == detail::WrittenBy::bytes) {
    T value;
    from.take(&value, sizeof(T));
    return value;
  } else {
    std::optional<T> value;
    read_small<T>(from, nullptr,
                  [&](auto&&... args) -> T& { return value.emplace(std::forward<decltype(args)>(args)...); });
    return std::move(*value);
  }
}

}  // namespace ttg::ranks

#endif
