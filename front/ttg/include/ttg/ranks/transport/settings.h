// What users may set for programs with several ranks: docs/ttg-ranks.md.
#ifndef XOMP_TTG_RANKS_TRANSPORT_SETTINGS_H
#define XOMP_TTG_RANKS_TRANSPORT_SETTINGS_H

#include "ttg/util/print.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace ttg::ranks {

// Returns a number from `least` to `most` from the environment, or `usual`. A value that is no such number gets a
// message.
inline std::uint64_t setting(const char* name, std::uint64_t usual, std::uint64_t least, std::uint64_t most) {
  const char* const text = std::getenv(name);
  if (text == nullptr || *text == 0) return usual;
  char* end = nullptr;
  const unsigned long long n = std::strtoull(text, &end, 10);
  if (end != text && *end == 0 && *text != '-' && n >= least && n <= most) return n;
  print_error(std::string("ttg: ") + name + " is \"" + text + "\", but must be a number from " + std::to_string(least) +
              " to " + std::to_string(most) + "; " + std::to_string(usual) + " is used");
  return usual;
}

inline constexpr std::uint32_t kLargestWindow = 1024;

struct Settings {
  std::uint32_t window =
      static_cast<std::uint32_t>(setting("XOMP_TTG_WINDOW", 8, 2, kLargestWindow));  // batches to a peer
  std::size_t most_waiting = setting("XOMP_TTG_PEER_MIB", 64, 1, 1 << 20) << 20;     // bytes that wait for a peer
  std::size_t eager = setting("XOMP_TTG_EAGER_BYTES", 8 * 1024, 0, 16 * 1024);       // of a value within a batch
  std::size_t tree_ranks = setting("XOMP_TTG_TREE_RANKS", 4, 1, 1 << 20);  // for more, a large value goes along a tree
  std::uint64_t watchdog_s = setting("XOMP_TTG_WATCHDOG", 0, 0, 1'000'000);  // 0: none
};

}  // namespace ttg::ranks

#endif
