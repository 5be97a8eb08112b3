// GOMP entries for cancellation. Called by code that gcc generated, from threads of a team or outside.
#include "core/team/cancel.h"
#include "core/team/roots.h"

#include "platform/export.h"

using namespace xomp;

namespace {

// gcc's kinds are bits.
team::Construct construct_of(int kind) {
  switch (kind) {
    case 2: return team::Construct::loop;
    case 4: return team::Construct::sections;
    case 8: return team::Construct::taskgroup;
    default: return team::Construct::parallel;
  }
}

}  // namespace

XOMP_EXPORT bool GOMP_cancellation_point(int kind) {
  return team::cancellation_point(team::self(), construct_of(kind));
}

// Without `asks` (a false if clause) the construct is a cancellation point.
XOMP_EXPORT bool GOMP_cancel(int kind, bool asks) {
  if (!asks) return GOMP_cancellation_point(kind);
  return team::cancel(team::self(), construct_of(kind));
}

XOMP_EXPORT bool GOMP_barrier_cancel() { return team::cancellable_barrier(team::self()); }
