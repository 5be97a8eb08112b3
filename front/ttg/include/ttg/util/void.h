// Void: an object that stands where there is no value or no key, so that templates need no special case.
#ifndef XOMP_TTG_UTIL_VOID_H
#define XOMP_TTG_UTIL_VOID_H

#include <cstddef>
#include <functional>
#include <ostream>
#include <type_traits>

namespace ttg {

class Void {
 public:
  Void() = default;
  template <class T, class = std::enable_if_t<!std::is_same_v<std::decay_t<T>, Void>>>
  explicit Void(T&&) {}
  friend bool operator==(const Void&, const Void&) { return true; }
  friend bool operator!=(const Void&, const Void&) { return false; }
  friend std::ostream& operator<<(std::ostream& os, const Void&) { return os; }
};

}  // namespace ttg

template <>
struct std::hash<ttg::Void> {
  std::size_t operator()(const ttg::Void&) const { return 0; }
};

#endif
