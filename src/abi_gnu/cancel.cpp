// GOMP entries for what ends a construct or the program early: cancellation, and the error directive at execution time.
// Called by code that gcc generated, from threads of a team or outside.
#include "core/api/region.h"
#include "core/api/sync.h"
#include "platform/export.h"

using namespace xomp;

namespace {

// gcc's kinds are bits.
api::Construct construct_of(int kind) {
  switch (kind) {
    case 2: return api::Construct::loop;
    case 4: return api::Construct::sections;
    case 8: return api::Construct::taskgroup;
    default: return api::Construct::parallel;
  }
}

}  // namespace

XOMP_EXPORT bool GOMP_cancellation_point(int kind) { return api::cancellation_point(api::self(), construct_of(kind)); }

// Without `asks` (a false if clause) the construct is a cancellation point.
XOMP_EXPORT bool GOMP_cancel(int kind, bool asks) {
  if (!asks) return GOMP_cancellation_point(kind);
  return api::cancel(api::self(), construct_of(kind));
}

XOMP_EXPORT bool GOMP_barrier_cancel() { return api::cancellable_barrier(api::self()); }

// length (size_t)-1: the message ends with a zero byte; nullptr: no message.
XOMP_EXPORT void GOMP_warning(const char* message, std::size_t length) { api::warn_of_error(message, length, nullptr); }

XOMP_EXPORT [[noreturn]] void GOMP_error(const char* message, std::size_t length) {
  api::stop_with_error(message, length, nullptr);
}
