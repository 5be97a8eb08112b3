// The entries that xomp.h and xomp/taskgraph.h call; native_worker.h and taskgraph.h say when.
#include "core/api/native.h"
#include "core/api/task.h"
#include "core/api/watch.h"
#include "platform/export.h"
#include "platform/message.h"
#include "xomp/taskgraph.h"

using namespace xomp;

XOMP_EXPORT void xomp_native_run(const api::Layout* layout, int threads, void (*body)(void*), void* argument) {
  constexpr api::Layout mine = api::kLayout;
  if (layout->version != mine.version || layout->worker_bytes != mine.worker_bytes ||
      layout->slot_bytes != mine.slot_bytes || layout->slots != mine.slots)
    platform::fatal(
        "the program was compiled with an xomp.h of layout %u (%u, %u, %u), libxomp.so has layout %u (%u, %u, %u): "
        "compile it again with the header that came with the library",
        layout->version, layout->worker_bytes, layout->slot_bytes, layout->slots, mine.version, mine.worker_bytes,
        mine.slot_bytes, mine.slots);
  if (api::is_watched()) [[unlikely]]
    api::note_region(team::self(), api::here());
  api::run(threads, body, argument);
}

XOMP_EXPORT api::Slot* xomp_native_no_slot_1(api::NativeWorker* self) { return api::no_slot(*self); }
XOMP_EXPORT void xomp_native_share_1(api::NativeWorker* self) { api::share(*self); }
XOMP_EXPORT bool xomp_native_reclaim_1(api::Slot* slot) { return api::reclaim(slot); }

XOMP_EXPORT void xomp_taskgraph(void** graph, void (*region)(void*), void* argument) {
  sched::taskgraph(team::self(), {graph, 0}, {false, false}, region, argument);
}
XOMP_EXPORT void xomp_forget_taskgraph(void** graph) { sched::forget_taskgraphs(team::self(), graph); }
