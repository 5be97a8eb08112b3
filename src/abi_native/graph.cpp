// The entries that xomp/graph.h declares.
#include "core/api/graph.h"
#include "platform/export.h"
#include "platform/message.h"

using namespace xomp;
using graph::Seat;
using graph::Task;
using graph::TaskMemory;
using graph::View;

namespace {

void check(const graph::Layout& theirs) {
  constexpr graph::Layout mine = graph::kLayout;
  if (theirs.version == mine.version && theirs.seat_bytes == mine.seat_bytes && theirs.task_bytes == mine.task_bytes &&
      theirs.memory_bytes == mine.memory_bytes && theirs.classes == mine.classes)
    return;
  platform::fatal(
      "the program was compiled with an xomp/graph.h of layout %u (%u, %u, %u, %u), libxomp.so has layout %u (%u, %u, "
      "%u, "
      "%u): compile it again with the header that came with the library",
      theirs.version, theirs.seat_bytes, theirs.memory_bytes, theirs.task_bytes, theirs.classes, mine.version,
      mine.seat_bytes, mine.memory_bytes, mine.task_bytes, mine.classes);
}

}  // namespace

XOMP_EXPORT Seat* xomp_graph_outside_1() { return &graph::outside_seat(); }

XOMP_EXPORT int xomp_graph_open(const graph::Layout* layout, int threads) {
  check(*layout);
  return graph::open(threads);
}
XOMP_EXPORT std::uint32_t xomp_graph_open_group_1() { return graph::open_group(); }
XOMP_EXPORT void xomp_graph_close_group_1(std::uint32_t group) { graph::close_group(group); }
XOMP_EXPORT bool xomp_graph_wait_1(std::uint32_t group) { return graph::wait(group); }
XOMP_EXPORT bool xomp_graph_wait_by_steps_1(std::uint32_t group, graph::Step step, void* argument) {
  return graph::wait_by_steps(group, step, argument);
}
XOMP_EXPORT bool xomp_graph_add_look_1(graph::Step look, void* argument) { return graph::add_look(look, argument); }
XOMP_EXPORT void xomp_graph_remove_look_1(graph::Step look, void* argument) { graph::remove_look(look, argument); }
XOMP_EXPORT bool xomp_graph_is_quiet_1(std::uint32_t group) { return graph::is_quiet(group); }
XOMP_EXPORT void xomp_graph_inject_1(Seat* me, Task* task) { graph::inject(*me, task); }

XOMP_EXPORT View* xomp_graph_view_open(const graph::Layout* layout, std::uint32_t seats,
                                       const graph::ViewHooks* hooks) {
  check(*layout);
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
XOMP_EXPORT std::size_t xomp_graph_seat_room_1(Seat*) { return graph::SeatState::kRing; }
XOMP_EXPORT graph::Waited xomp_graph_wait_outside_1(View* view, const atomic<std::int64_t>* unfinished,
                                                    bool (*is_over)(void*), void* argument) {
  return graph::wait_outside({view, unfinished, is_over, argument});
}
XOMP_EXPORT std::uint32_t xomp_graph_processors_1() { return static_cast<std::uint32_t>(graph::processors()); }

XOMP_EXPORT Task* xomp_graph_refill_1(TaskMemory* memory, std::size_t size_class, std::size_t bytes) {
  return graph::refill(*memory, size_class, bytes);
}
XOMP_EXPORT void xomp_graph_return_1(TaskMemory* memory, Task* task) { graph::take_back(*memory, task); }
XOMP_EXPORT void* xomp_graph_lines_1(std::size_t bytes) { return graph::take_lines(bytes); }
XOMP_EXPORT void xomp_graph_lines_back_1(void* lines, std::size_t bytes) { graph::give_lines_back(lines, bytes); }
XOMP_EXPORT const graph::TableCalls* xomp_graph_table_1() { return graph::table_calls(); }

XOMP_EXPORT std::uint32_t xomp_graph_name_1(const char* name) { return graph::number_of_name(name); }
XOMP_EXPORT void xomp_graph_note_1(std::uint32_t name, bool begins) { graph::note_task(name, begins); }
XOMP_EXPORT std::size_t xomp_graph_counts_1(graph::NameCount* counts, std::size_t room) {
  return graph::counts(counts, room);
}
XOMP_EXPORT std::uint32_t xomp_graph_world_1(std::uint64_t id, std::uint32_t rank, std::uint32_t size) {
  return graph::note_world(id, rank, size);
}
XOMP_EXPORT void xomp_graph_moves_messages_1() { graph::note_message_thread(); }
XOMP_EXPORT void xomp_graph_mpi_call_1(std::uint32_t name, bool begins) { graph::note_mpi_call(name, begins); }
XOMP_EXPORT void xomp_graph_message_1(const graph::Message* message) { graph::note_message(*message); }
