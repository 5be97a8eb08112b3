// The entries that xomp/graph_view.h declares.
#include "core/api/graph.h"
#include "platform/export.h"
#include "platform/message.h"

using namespace xomp;
using graph::Seat;
using graph::Task;
using graph::View;

XOMP_EXPORT View* xomp_graph_view_open(const graph::ViewLayout* layout, std::uint32_t seats,
                                       const graph::ViewHooks* hooks) {
  constexpr graph::ViewLayout mine = graph::kViewLayout;
  if (layout->version != mine.version || layout->seat_bytes != mine.seat_bytes || layout->task_bytes != mine.task_bytes)
    platform::fatal(
        "the program was compiled with an xomp/graph_view.h of layout %u (%u, %u), libxomp.so has layout %u (%u, %u): "
        "compile it again with the header that came with the library",
        layout->version, layout->seat_bytes, layout->task_bytes, mine.version, mine.seat_bytes, mine.task_bytes);
  return graph::open_view(seats, *hooks);
}

XOMP_EXPORT void xomp_graph_view_close_1(View* view) { graph::close_view(*view); }
XOMP_EXPORT Seat* xomp_graph_view_seat_1(View* view, std::uint32_t number) { return &view->seat[number]; }
XOMP_EXPORT std::uint32_t xomp_graph_view_idle_1(View* view) { return graph::idle_seats(*view); }
XOMP_EXPORT void xomp_graph_view_submit_1(View* view, Task* task) { graph::submit(*view, task); }
XOMP_EXPORT void xomp_graph_view_serve_1(View* view, std::uint32_t number) { graph::serve_seat(*view, number); }
XOMP_EXPORT void xomp_graph_view_reserve_1(View* view) { graph::reserve(*view); }
XOMP_EXPORT void xomp_graph_view_dismiss_1(View* view) { graph::dismiss(*view); }

XOMP_EXPORT bool xomp_graph_seat_push_1(Seat* me, Task* task) { return graph::push(*me, task); }
XOMP_EXPORT Task* xomp_graph_seat_pop_1(Seat* me) { return graph::take_own(*me); }
XOMP_EXPORT void xomp_graph_seat_help_1(Seat* me, bool (*is_over)(void*), void* argument, graph::Wait how) {
  graph::help(*me, is_over, argument, how);
}
XOMP_EXPORT void xomp_graph_seat_wake_1(Seat* seat) { graph::wake(*seat); }
XOMP_EXPORT std::size_t xomp_graph_seat_queued_1(Seat* seat) { return graph::queued(*seat); }
XOMP_EXPORT std::size_t xomp_graph_seat_room_1(Seat*) { return graph::SeatEngine::kRing; }
XOMP_EXPORT bool xomp_graph_poll_1(bool (*is_over)(void*), void* argument) { return graph::poll(is_over, argument); }
XOMP_EXPORT std::uint32_t xomp_graph_processors_1() { return static_cast<std::uint32_t>(graph::processors()); }
