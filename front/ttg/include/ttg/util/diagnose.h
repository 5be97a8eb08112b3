// Says whether edges with only one end get a message.
#ifndef XOMP_TTG_UTIL_DIAGNOSE_H
#define XOMP_TTG_UTIL_DIAGNOSE_H

namespace ttg {

namespace detail {
inline bool& diagnose_flag() {
  static bool flag = true;
  return flag;
}
}  // namespace detail

inline bool diagnose() { return detail::diagnose_flag(); }
inline void diagnose_on() { detail::diagnose_flag() = true; }
inline void diagnose_off() { detail::diagnose_flag() = false; }

}  // namespace ttg

#endif
