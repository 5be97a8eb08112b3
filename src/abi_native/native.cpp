// The entries that xomp.h calls; native_worker.h says when.
#include "core/native/native.h"
#include "platform/export.h"
#include "platform/message.h"

using namespace xomp;

XOMP_EXPORT void xomp_native_run(const native::Layout* layout, int threads, void (*body)(void*), void* argument) {
  constexpr native::Layout mine = native::kLayout;
  if (layout->version != mine.version || layout->worker_bytes != mine.worker_bytes ||
      layout->slot_bytes != mine.slot_bytes || layout->slots != mine.slots)
    platform::fatal(
        "the program was compiled with an xomp.h of layout %u (%u, %u, %u), libxomp.so has layout %u (%u, %u, %u): "
        "compile it again with the header that came with the library",
        layout->version, layout->worker_bytes, layout->slot_bytes, layout->slots, mine.version, mine.worker_bytes,
        mine.slot_bytes, mine.slots);
  native::run(threads, body, argument);
}

XOMP_EXPORT native::Slot* xomp_native_no_slot_1(native::Worker* self) { return native::no_slot(*self); }
XOMP_EXPORT void xomp_native_share_1(native::Worker* self) { native::share(*self); }
XOMP_EXPORT bool xomp_native_reclaim_1(native::Slot* slot) { return native::reclaim(slot); }
