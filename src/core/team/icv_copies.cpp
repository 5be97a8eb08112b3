// A task's own copy of its internal control variables, made when it first writes one. An implicit task has room for it
// in its Thread; copies of explicit tasks are kept by the team until the region ends. Called by the thread that runs
// the task.
#include <cstdlib>

#include "core/team/team.h"
#include "platform/memory.h"

namespace xomp::team {

// In the list of its team; given back when all tasks have ended.
struct KeptIcv {
  KeptIcv* next;
  icv::TaskIcv values;
};

namespace {

icv::TaskIcv* keep_icv(Team& team, const icv::TaskIcv& values) {
  auto* kept = static_cast<KeptIcv*>(std::malloc(sizeof(KeptIcv)));
  if (kept == nullptr) platform::out_of_memory("internal control variables");
  kept->values = values;
  kept->next = team.kept_icvs.load(relaxed);
  while (!team.kept_icvs.compare_exchange_weak(kept->next, kept, release, relaxed)) {  // pairs with forget_icvs
  }
  return &kept->values;
}

}  // namespace

icv::TaskIcv& writable_icv(Worker& me) {
  task::Task* const t = me.current;
  Thread& thread = thread_of(me);
  // Explicit tasks hold on to the values that they were created with. So own_icv may change only while there
  // are none, or while the implicit task itself still uses the team's values.
  const bool nobody_holds_own = thread.created.load(relaxed) == 0 || t->icv == &team_of(me).icv;  // own count
  if (t->has(task::kImplicit) && nobody_holds_own) {
    if (t->icv != &thread.own_icv) thread.own_icv = *t->icv;
    t->icv = &thread.own_icv;
    return thread.own_icv;
  }
  icv::TaskIcv* fresh = keep_icv(team_of(me), *t->icv);
  t->icv = fresh;
  return *fresh;
}

void forget_icvs(Team& team) {
  KeptIcv* kept = team.kept_icvs.exchange(nullptr, acquire);  // pairs with keep_icv
  while (kept != nullptr) {
    KeptIcv* next = kept->next;
    std::free(kept);
    kept = next;
  }
}

}  // namespace xomp::team
