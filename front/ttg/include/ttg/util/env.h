// The environment.
#ifndef XOMP_TTG_UTIL_ENV_H
#define XOMP_TTG_UTIL_ENV_H

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace ttg::detail {

// TTG_NUM_THREADS; 0 where it is not set: as many as a parallel region would get.
inline int num_threads() {
  const char* const text = std::getenv("TTG_NUM_THREADS");
  if (text == nullptr) return 0;
  char* end = nullptr;
  const long n = std::strtol(text, &end, 10);
  if (end == text || *end != 0 || n < 1 || n > 32767)
    throw std::runtime_error(std::string("ttg: TTG_NUM_THREADS is \"") + text +
                             "\", but must be a number of at least 1");
  return static_cast<int>(n);
}

inline bool force_device_comm() { return false; }

}  // namespace ttg::detail

#endif
