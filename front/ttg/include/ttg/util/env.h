// Reads the environment variables that users of TTG programs set.
#ifndef XOMP_TTG_UTIL_ENV_H
#define XOMP_TTG_UTIL_ENV_H

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "ttg/util/print.h"
#include "ttg/util/text.h"

namespace ttg::detail {

// Reads TTG_NUM_THREADS. Returns 0 if it is not set: then there are as many threads as a parallel region would get.
inline int num_threads() {
  const char* const text = std::getenv("TTG_NUM_THREADS");
  if (text == nullptr || *text == 0) return 0;
  char* end = nullptr;
  const long n = std::strtol(text, &end, 10);
  if (end == text || *end != 0 || n < 1 || n > 32767)
    fail<std::runtime_error>("ttg: TTG_NUM_THREADS is \"", text, "\", but must be a number of at least 1");
  return static_cast<int>(n);
}

// Variables of TTG's back ends have no meaning here, so the first one that is set gets a message.
inline void note_foreign_variables(char** environment) {
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    const std::string_view variable(*environment);
    for (const std::string_view prefix : {"TTG_PARSEC_", "PARSEC_MCA_", "MAD_"})
      if (variable.starts_with(prefix)) {
        print_error(joined("ttg: ", variable.substr(0, variable.find('=')),
                           " is set; variables of PaRSEC and MADNESS mean nothing here"));
        return;
      }
  }
}

inline bool force_device_comm() { return false; }

}  // namespace ttg::detail

#endif
