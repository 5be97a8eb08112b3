// GOMP_warning and GOMP_error: the error directive at execution time.
#include "core/sync/error_directive.h"
#include "platform/export.h"

using namespace xomp;

// length (size_t)-1: the message ends with a zero byte; nullptr: no message.
XOMP_EXPORT void GOMP_warning(const char* message, std::size_t length) {
  sync::warn_of_error(message, length, nullptr);
}

XOMP_EXPORT [[noreturn]] void GOMP_error(const char* message, std::size_t length) {
  sync::stop_with_error(message, length, nullptr);
}
