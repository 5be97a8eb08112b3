// Which known variable a misspelt name may mean. Edit distance with swaps of neighbours (optimal string alignment), one row of the
// table at a time; for this library's own variables also a name that leaves out words.
#include "core/icv/environment.h"

#include <algorithm>
#include <climits>
#include <cstring>

#include "core/icv/variables.h"

namespace xomp::icv {

namespace {

// Returns how far a name may be from a known one to mean it: a third of the letters behind "OMP_", and not more than
// three. OMP_NUM_PROCS is four letters from OMP_NUM_TEAMS and does not mean it.
int tolerance(std::size_t known_length) {
  return static_cast<int>(std::clamp<std::size_t>((known_length - 4) / 3, 1, 3));
}

// Says whether the name is XOMP_ and words that stand together in the known one's: XOMP_POLICY for
// XOMP_SCHEDULE_POLICY.
bool leaves_out_words(const char* name, std::size_t length, const char* known) {
  constexpr std::size_t kPrefix = 5;  // "XOMP_"
  if (length <= kPrefix || std::strncmp(name, "XOMP_", kPrefix) != 0 || std::strncmp(known, "XOMP_", kPrefix) != 0)
    return false;
  const char* const words = name + kPrefix - 1;  // with the line in front of them
  const std::size_t words_length = length - kPrefix + 1;
  const auto known_length = std::strlen(known);
  for (std::size_t at = kPrefix - 1; at + words_length <= known_length; ++at) {
    const char behind = known[at + words_length];
    if (std::strncmp(known + at, words, words_length) == 0 && (behind == '\0' || behind == '_')) return true;
  }
  return false;
}

}  // namespace

int edit_distance(const char* a, std::size_t a_length, const char* b, std::size_t b_length) {
  if (a_length > kMaxNameLength || b_length > kMaxNameLength) return INT_MAX;
  // rows[0]: for the prefix of `a` that is one shorter than the current one; rows[1]: two shorter.
  int rows[3][kMaxNameLength + 1];
  int* now = rows[2];
  int* before = rows[0];
  int* before_that = rows[1];
  for (std::size_t j = 0; j <= b_length; ++j) before[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a_length; ++i) {
    now[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b_length; ++j) {
      const int change = before[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0);
      now[j] = std::min({before[j] + 1, now[j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        now[j] = std::min(now[j], before_that[j - 2] + 1);
      }
    }
    int* reused = before_that;
    before_that = before;
    before = now;
    now = reused;
  }
  return before[b_length];
}

const char* nearest_variable(const char* name, std::size_t length) {
  const char* nearest = nullptr;
  int least = INT_MAX;
  for (const Variable& variable : variables()) {
    const std::size_t known_length = std::strlen(variable.name);
    const int distance = edit_distance(name, length, variable.name, known_length);
    if (distance >= least || distance > tolerance(known_length)) continue;
    least = distance;
    nearest = variable.name;
  }
  if (nearest != nullptr) return nearest;
  for (const Variable& variable : variables()) {
    if (leaves_out_words(name, length, variable.name)) return variable.name;
  }
  return nullptr;
}

}  // namespace xomp::icv
