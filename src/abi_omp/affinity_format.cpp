// affinity-format-var and texts made from it. In Fortran texts have a length and are filled up with blanks; the lengths
// come behind the arguments, in the order of the texts. LLVM's header has C call the ompc_ names.
#include <algorithm>
#include <cstring>

#include "abi_omp/names.h"
#include "core/team/affinity_text.h"
#include "core/team/roots.h"

using namespace xomp;

namespace {

std::span<const char> text_of(const char* text) { return {text, text == nullptr ? 0 : std::strlen(text)}; }

void fill_with_blanks(char* text, std::size_t from, std::size_t capacity) {
  if (from < capacity) std::memset(text + from, ' ', capacity - from);
}

}  // namespace

XOMP_EXPORT void omp_set_affinity_format(const char* format) { icv::set_affinity_format(format, std::strlen(format)); }

XOMP_EXPORT std::size_t omp_get_affinity_format(char* buffer, std::size_t capacity) {
  return icv::get_affinity_format(buffer, capacity);
}

XOMP_EXPORT void omp_display_affinity(const char* format) { team::show_affinity(team::self(), text_of(format)); }

XOMP_EXPORT std::size_t omp_capture_affinity(char* buffer, std::size_t capacity, const char* format) {
  const std::size_t most = capacity == 0 ? 0 : capacity - 1;
  const std::size_t length = team::write_affinity(team::self(), text_of(format), {buffer, most});
  if (capacity != 0) buffer[std::min(length, most)] = '\0';
  return length;
}

// ---- other names ----

XOMP_ALSO(ompc_set_affinity_format, omp_set_affinity_format);
XOMP_ALSO(ompc_get_affinity_format, omp_get_affinity_format);
XOMP_ALSO(ompc_display_affinity, omp_display_affinity);
XOMP_ALSO(ompc_capture_affinity, omp_capture_affinity);

XOMP_EXPORT void omp_set_affinity_format_(const char* format, std::size_t length) {
  icv::set_affinity_format(format, length);
}

XOMP_EXPORT std::size_t omp_get_affinity_format_(char* buffer, std::size_t capacity) {
  char format[icv::kAffinityFormatBytes];
  const std::size_t length = icv::get_affinity_format(format, sizeof format);
  std::memcpy(buffer, format, std::min(length, capacity));
  fill_with_blanks(buffer, length, capacity);
  return length;
}

XOMP_EXPORT void omp_display_affinity_(const char* format, std::size_t length) {
  team::show_affinity(team::self(), {format, length});
}

XOMP_EXPORT std::size_t omp_capture_affinity_(char* buffer, const char* format, std::size_t capacity,
                                              std::size_t format_length) {
  const std::size_t length = team::write_affinity(team::self(), {format, format_length}, {buffer, capacity});
  fill_with_blanks(buffer, length, capacity);
  return length;
}
