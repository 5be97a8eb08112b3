// Lines that do not mix with those of other threads.
#ifndef XOMP_TTG_UTIL_PRINT_H
#define XOMP_TTG_UTIL_PRINT_H

#include <array>
#include <complex>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttg {

namespace iostream {

template <class T>
std::ostream& operator<<(std::ostream& os, const std::complex<T>& c) {
  return os << c.real() << (c.imag() >= 0 ? "+" : "") << c.imag() << "j";
}
template <class A, class B>
std::ostream& operator<<(std::ostream& os, const std::pair<A, B>& p);
template <class T>
std::ostream& operator<<(std::ostream& os, const std::vector<T>& v);
template <class T, std::size_t n, class = std::enable_if_t<!std::is_same_v<T, char>>>
std::ostream& operator<<(std::ostream& os, const std::array<T, n>& v);
template <class T, std::size_t n, class = std::enable_if_t<!std::is_same_v<T, char>>>
std::ostream& operator<<(std::ostream& os, const T (&v)[n]);

template <class Range>
std::ostream& print_range(std::ostream& os, const Range& range) {
  os << '{';
  const char* separator = "";
  for (const auto& x : range) {
    os << separator << x;
    separator = ",";
  }
  return os << '}';
}

template <class A, class B>
std::ostream& operator<<(std::ostream& os, const std::pair<A, B>& p) {
  return os << '{' << p.first << ',' << p.second << '}';
}
template <class T>
std::ostream& operator<<(std::ostream& os, const std::vector<T>& v) {
  return print_range(os, v);
}
template <class T, std::size_t n, class>
std::ostream& operator<<(std::ostream& os, const std::array<T, n>& v) {
  return print_range(os, v);
}
template <class T, std::size_t n, class>
std::ostream& operator<<(std::ostream& os, const T (&v)[n]) {
  return print_range(os, v);
}

}  // namespace iostream

namespace detail {

inline std::mutex& print_mutex() {
  static std::mutex mutex;
  return mutex;
}

template <class T>
void print_one(std::ostream& os, const T& t) {
  using ttg::iostream::operator<<;
  os << t;
}

template <class T, class... Ts>
void print_line(std::ostream& os, const T& first, const Ts&... rest) {
  const std::lock_guard lock(print_mutex());
  print_one(os, first);
  ((os << ' ', print_one(os, rest)), ...);
  os << std::endl;
}

// A key, or what can be said of one that has no operator<<.
template <class K>
std::string text_of(const K& key) {
  std::ostringstream os;
  using ttg::iostream::operator<<;
  if constexpr (requires { os << key; }) os << key;
  else os << "(a key without operator<<)";
  return os.str();
}

}  // namespace detail

template <class T, class... Ts>
void print(const T& t, const Ts&... ts) {
  detail::print_line(std::cout, t, ts...);
}
template <class T, class... Ts>
void print_error(const T& t, const Ts&... ts) {
  detail::print_line(std::cerr, t, ts...);
}
template <class T, class... Ts>
void log(const T& t, const Ts&... ts) {
  detail::print_line(std::clog, t, ts...);
}

}  // namespace ttg

#endif
