// Lines about what happens, if compiled in by TTG_ENABLE_TRACE and switched on.
#ifndef XOMP_TTG_UTIL_TRACE_H
#define XOMP_TTG_UTIL_TRACE_H

#include "ttg/util/print.h"

namespace ttg {

namespace detail {
inline bool& tracing_flag() {
  static bool flag = false;
  return flag;
}
}  // namespace detail

#ifdef TTG_ENABLE_TRACE
constexpr bool trace_enabled() { return true; }
inline bool tracing() { return detail::tracing_flag(); }
#else
constexpr bool trace_enabled() { return false; }
constexpr bool tracing() { return false; }
#endif
inline void trace_on() { detail::tracing_flag() = true; }
inline void trace_off() { detail::tracing_flag() = false; }

template <class T, class... Ts>
void trace([[maybe_unused]] const T& t, [[maybe_unused]] const Ts&... ts) {
  if constexpr (trace_enabled())
    if (tracing()) log(t, ts...);
}

}  // namespace ttg

#endif
