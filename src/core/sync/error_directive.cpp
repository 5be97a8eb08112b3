// Prints what the error directive says.
#include "core/sync/error_directive.h"

#include <cstdlib>
#include <cstring>

#include "platform/message.h"

namespace xomp::sync {

namespace {

// The n-th field of ";a;b;c": start and length.
const char* field(const char* text, int n, int* length) {
  *length = 0;
  for (; text != nullptr && n > 0; --n) {
    text = std::strchr(text, ';');
    if (text != nullptr) ++text;
  }
  if (text != nullptr) *length = static_cast<int>(std::strcspn(text, ";"));
  return text != nullptr ? text : "";
}

void report(const char* kind, const char* message, std::size_t length, const char* where) {
  if (message == nullptr) {
    message = "no message";
    length = kTerminated;
  }
  const int shown = static_cast<int>(length == kTerminated ? std::strlen(message) : length);
  int file_length, line_length;
  const char* file = field(where, 1, &file_length);
  const char* line = field(where, 3, &line_length);
  if (file_length == 0 || std::strncmp(file, "unknown", 7) == 0) {
    platform::print("xomp: %s: error directive: %.*s\n", kind, shown, message);
  } else {
    platform::print("xomp: %s: error directive at %.*s:%.*s: %.*s\n", kind, file_length, file, line_length, line, shown,
                    message);
  }
}

}  // namespace

void warn_of_error(const char* message, std::size_t length, const char* where) {
  report("warning", message, length, where);
}

void stop_with_error(const char* message, std::size_t length, const char* where) {
  report("fatal", message, length, where);
  std::exit(EXIT_FAILURE);
}

}  // namespace xomp::sync
