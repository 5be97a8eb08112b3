// GOMP entries for what ends a construct or the program early: cancellation, and the error directive at execution time.
// Called by code that gcc generated, from threads of a team or outside.
#include <cstring>

#include "abi_gnu/region.h"
#include "core/api/region.h"
#include "core/api/sync.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

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

// `how` says whether the thread has asked for it, or found out.
bool leaves(api::Worker& me, api::Construct construct, bool is_cancelled, int how, api::Call from) {
  if (is_cancelled && api::is_watched()) [[unlikely]]
    api::watch_cancel(me, construct, how, from.address);
  return is_cancelled;
}

bool is_cancelled_at(int kind, api::Call from) {
  api::Worker& me = api::self();
  const api::Construct construct = construct_of(kind);
  return leaves(me, construct, api::cancellation_point(me, construct), ompt_cancel_detected, from);
}

void watch_error(ompt_severity_t severity, const char* message, std::size_t length, api::Call from) {
  if (message != nullptr && length == api::kTerminated) length = std::strlen(message);
  if (api::may_be_watched() && api::find_tool()) [[unlikely]]
    api::watch_error(severity, message, length, from.address);
}

}  // namespace

XOMP_EXPORT bool GOMP_cancellation_point(int kind) { return is_cancelled_at(kind, api::here()); }

// Without `asks` (a false if clause) the construct is a cancellation point.
XOMP_EXPORT bool GOMP_cancel(int kind, bool asks) {
  if (!asks) return is_cancelled_at(kind, api::here());
  api::Worker& me = api::self();
  const api::Construct construct = construct_of(kind);
  return leaves(me, construct, api::cancel(me, construct), ompt_cancel_activated, api::here());
}

XOMP_EXPORT bool GOMP_barrier_cancel() {
  return pass_cancellable_barrier(api::self(), trace::kAnyBarrier, api::here());
}

// If the length is (size_t)-1, the message ends with a zero byte. nullptr means no message.
XOMP_EXPORT void GOMP_warning(const char* message, std::size_t length) {
  watch_error(ompt_warning, message, length, api::here());
  api::warn_of_error(message, length, nullptr);
}

XOMP_EXPORT [[noreturn]] void GOMP_error(const char* message, std::size_t length) {
  watch_error(ompt_fatal, message, length, api::here());
  api::stop_with_error(message, length, nullptr);
}
