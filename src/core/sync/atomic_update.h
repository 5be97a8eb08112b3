// Atomic updates of the program's own variables, for compiled code that calls the runtime for them. Any thread. Values
// of a machine word's size change in one compare-exchange; larger and misaligned ones under one lock, so all accesses
// to such a variable must come through here. All are sequentially consistent, because the callers do not pass the
// order that the program specified.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/sync/critical.h"

namespace xomp::sync {

template <class T>
struct Change {
  T before;
  T after;
};

template <std::size_t bytes>
using WordOf = std::conditional_t<
    bytes == 1, std::uint8_t,
    std::conditional_t<bytes == 2, std::uint16_t, std::conditional_t<bytes == 4, std::uint32_t, std::uint64_t>>>;

template <class T>
inline constexpr bool kFitsWord = sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8;

// The program's variable, seen as a word of the same size. The variable is no xomp::atomic, so only the
// compiler's builtins can reach it.
template <class T>
class ProgramWord {
 public:
  using Word = WordOf<sizeof(T)>;
  static_assert(sizeof(Word) == sizeof(T));

  explicit ProgramWord(const T* variable) : word_(reinterpret_cast<Aliasing*>(const_cast<T*>(variable))) {}

  T load() const { return __builtin_bit_cast(T, Word{__atomic_load_n(word_, __ATOMIC_SEQ_CST)}); }
  void store(T value) { __atomic_store_n(word_, __builtin_bit_cast(Word, value), __ATOMIC_SEQ_CST); }
  T exchange(T value) {
    return __builtin_bit_cast(T, Word{__atomic_exchange_n(word_, __builtin_bit_cast(Word, value), __ATOMIC_SEQ_CST)});
  }
  bool compare_exchange(T& expected, T value) {
    Word seen = __builtin_bit_cast(Word, expected);
    const bool changed = __atomic_compare_exchange_n(word_, &seen, __builtin_bit_cast(Word, value), false,
                                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    expected = __builtin_bit_cast(T, seen);
    return changed;
  }

 private:
  using Aliasing [[gnu::may_alias]] = Word;
  Aliasing* word_;
};

inline bool is_aligned(const void* variable, std::size_t bytes) {
  return (reinterpret_cast<std::uintptr_t>(variable) & (bytes - 1)) == 0;
}

// Calls `access` while no other locked access runs.
template <class Access>
auto with_atomic_lock(Access&& access) {
  struct Hold {
    Hold() { atomic_updates.word.lock(); }
    ~Hold() { atomic_updates.word.unlock(); }
  } hold;
  return access();
}

// *variable = next(*variable)
template <class T, class Next>
Change<T> update(T* variable, Next&& next) {
  if constexpr (kFitsWord<T>) {
    if (is_aligned(variable, sizeof(T))) [[likely]] {
      ProgramWord<T> word(variable);
      T before = word.load();
      T after = next(before);
      while (!word.compare_exchange(before, after)) after = next(before);
      return {before, after};
    }
  }
  return with_atomic_lock([&]() -> Change<T> {
    const T before = *variable;
    const T after = next(before);
    *variable = after;
    return {before, after};
  });
}

template <class T>
T read(const T* variable) {
  if constexpr (kFitsWord<T>)
    if (is_aligned(variable, sizeof(T))) [[likely]]
      return ProgramWord<T>(variable).load();
  return with_atomic_lock([=] { return *variable; });
}

template <class T>
T exchange(T* variable, T value) {
  if constexpr (kFitsWord<T>)
    if (is_aligned(variable, sizeof(T))) [[likely]]
      return ProgramWord<T>(variable).exchange(value);
  return update(variable, [=](T) { return value; }).before;
}

template <class T>
void write(T* variable, T value) {
  if constexpr (kFitsWord<T>)
    if (is_aligned(variable, sizeof(T))) [[likely]]
      return ProgramWord<T>(variable).store(value);
  update(variable, [=](T) { return value; });
}

// *variable = value if it was `expected`. Returns the value found.
template <class T>
T compare_exchange(T* variable, T expected, T value) {
  return update(variable, [=](T found) { return found == expected ? value : found; }).before;
}

}  // namespace xomp::sync
