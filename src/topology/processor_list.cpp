// Ranges with a hyphen, separated by commas.
#include "topology/processor_list.h"

#include <cstdio>
#include <cstring>

namespace xomp::topology {

namespace {

// Reads digits; -1 if there are none or the number is no processor's.
int take_number(const char*& at) {
  if (*at < '0' || *at > '9') return -1;
  std::int64_t number = 0;
  for (; *at >= '0' && *at <= '9'; ++at) {
    if (number < kMaxProcessors) number = number * 10 + (*at - '0');
  }
  return ProcessorSet::is_number(number) ? static_cast<int>(number) : -1;
}

bool is_end(const char* at) { return at[0] == '\0' || (at[0] == '\n' && at[1] == '\0'); }

}  // namespace

bool read_processor_list(const char* text, ProcessorSet& set) {
  set = {};
  if (is_end(text)) return true;
  for (const char* at = text;;) {
    const int first = take_number(at);
    int last = first;
    if (*at == '-') last = take_number(++at);
    if (first < 0 || last < first) return false;
    for (int number = first; number <= last; ++number) set.add(number);
    if (is_end(at)) return true;
    if (*at++ != ',') return false;
  }
}

std::size_t write_processor_list(const int* processors, int count, char* buffer, std::size_t capacity) {
  if (capacity == 0) return 0;
  buffer[0] = '\0';
  std::size_t used = 0;
  for (int first = 0, next; first < count; first = next) {
    next = first + 1;
    while (next < count && processors[next] == processors[next - 1] + 1) ++next;
    const char* comma = first == 0 ? "" : ",";
    char range[32];
    const int length = next - first == 1
                           ? snprintf(range, sizeof range, "%s%d", comma, processors[first])
                           : snprintf(range, sizeof range, "%s%d-%d", comma, processors[first], processors[next - 1]);
    const auto bytes = static_cast<std::size_t>(length);
    const std::size_t reserve = next < count ? 3 : 0;  // for the dots, if the next one does not fit
    if (used + bytes + reserve >= capacity) {
      const std::size_t dots = capacity - 1 - used < 3 ? capacity - 1 - used : 3;
      memcpy(buffer + used, "...", dots);
      buffer[used += dots] = '\0';
      return used;
    }
    memcpy(buffer + used, range, bytes + 1);
    used += bytes;
  }
  return used;
}

}  // namespace xomp::topology
