// A piece of memory that travels with a value.
#ifndef XOMP_TTG_UTIL_IOVEC_H
#define XOMP_TTG_UTIL_IOVEC_H

#include <cstddef>

namespace ttg {

struct iovec {
  std::size_t num_bytes;
  void* data;
};

}  // namespace ttg

#endif
