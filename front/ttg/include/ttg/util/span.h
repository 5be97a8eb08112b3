// A view of objects that lie side by side.
#ifndef XOMP_TTG_UTIL_SPAN_H
#define XOMP_TTG_UTIL_SPAN_H

#include <cstddef>
#include <span>

namespace ttg {

template <class T, std::size_t extent = std::dynamic_extent>
using span = std::span<T, extent>;

}  // namespace ttg

#endif
