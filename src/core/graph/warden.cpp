// The warden: a thread that looks after views to whose pushes nobody listens. It is started with the first of them.
#include <algorithm>

#include "core/graph/lending.h"
#include "core/sleep/shared_fence.h"
#include "platform/thread.h"

namespace xomp::graph {

namespace {

constexpr std::uint64_t kNap_ns = 1'000'000;

// [VIEW-3] How many threads fewer make progress than there are processors for. With the lock held.
std::uint32_t missing_threads(View& view) {
  std::uint32_t moving = 0;
  for (std::uint32_t i = 0; i < view.seats; ++i) {
    SeatEngine& engine = engine_of(view.seat[i]);
    const std::uint64_t executed = view.seat[i].executed.load(relaxed);  // statistics
    if (engine.is_taken && !engine.is_sleeping && executed != engine.executed_before) ++moving;
    engine.executed_before = executed;
  }
  const std::uint32_t wanted = std::min(view.seats, static_cast<std::uint32_t>(processors()));
  return moving < wanted ? wanted - moving : 0;
}

// Lends threads to all views that need some; the rest of them comes at the next look.
void look_after_views() {
  constexpr int kMost = 16;
  sleep::EventWord* events[kMost];
  int n = 0;
  bool needed = false;
  {
    const platform::ShortGuard guard(the_pool.lock);
    for (View* view = the_pool.open; view != nullptr; view = view->next_open) {
      if (view->is_closing.load(relaxed) || view->taken.load(relaxed) == view->seats) continue;
      const bool wants = view->wants.load(relaxed);      // under the lock
      const bool is_left = view->is_left.load(acquire);  // [VIEW-7]
      if (is_left) view->is_left.store(false, relaxed);  // a task after this one is found at the end, or sets it again
      if (wants && !is_left && !view->inbox.has_looker()) continue;  // a hint: see the end
      needed = true;
      for (std::uint32_t missing = wants ? 1 : missing_threads(*view); missing > 0 && n < kMost && has_tasks(*view);
           --missing) {
        events[n] = lend(*view);
        if (events[n] == nullptr) break;
        ++n;
      }
    }
    if (!needed) the_pool.is_watched.store(false, relaxed);  // under the lock
  }
  while (n > 0) events[--n]->signal();
  if (needed) return;
  if (sleep::shared_fence.pass()) return lend_where_tasks_wait();  // [VIEW-3]
  call_warden();
}

void* run_warden(void*) {
  for (;;) {
    const std::uint32_t announced = the_pool.warden_event.announce();
    if (the_pool.is_watched.load(acquire)) {
      the_pool.warden_event.sleep(announced, kNap_ns);
      look_after_views();
    } else {
      the_pool.warden_event.sleep(announced);
    }
  }
  return nullptr;
}

}  // namespace

void watch() {
  if (the_pool.is_watched.load(relaxed)) return;  // under the lock
  the_pool.is_watched.store(true, relaxed);
  if (!the_pool.has_warden) the_pool.has_warden = platform::start_thread(run_warden, nullptr, 0);
  the_pool.warden_event.signal();
}

void call_warden() {
  if (the_pool.is_watched.load(relaxed)) return;  // [VIEW-3] the fence before the warden's last look
  const platform::ShortGuard guard(the_pool.lock);
  watch();
}

}  // namespace xomp::graph
