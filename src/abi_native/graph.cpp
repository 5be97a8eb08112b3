// The entries that xomp/graph.h declares.
#include "core/api/graph.h"
#include "platform/export.h"
#include "platform/message.h"

using namespace xomp;
using graph::Task;
using graph::Worker;

XOMP_EXPORT Worker* xomp_graph_register_1() { return &graph::register_thread(); }

XOMP_EXPORT int xomp_graph_open(const graph::Layout* layout, int threads) {
  constexpr graph::Layout mine = graph::kLayout;
  if (layout->version != mine.version || layout->worker_bytes != mine.worker_bytes ||
      layout->task_bytes != mine.task_bytes || layout->classes != mine.classes)
    platform::fatal(
        "the program was compiled with an xomp/graph.h of layout %u (%u, %u, %u), libxomp.so has layout %u (%u, %u, "
        "%u): "
        "compile it again with the header that came with the library",
        layout->version, layout->worker_bytes, layout->task_bytes, layout->classes, mine.version, mine.worker_bytes,
        mine.task_bytes, mine.classes);
  return graph::open(threads);
}

XOMP_EXPORT void xomp_graph_execute_1() { graph::execute(); }
XOMP_EXPORT std::uint32_t xomp_graph_open_group_1() { return graph::open_group(); }
XOMP_EXPORT void xomp_graph_close_group_1(std::uint32_t group) { graph::close_group(group); }
XOMP_EXPORT bool xomp_graph_wait_1(std::uint32_t group) { return graph::wait(group); }
XOMP_EXPORT bool xomp_graph_wait_by_steps_1(std::uint32_t group, graph::Step step, void* argument) {
  return graph::wait_by_steps(group, step, argument);
}
XOMP_EXPORT bool xomp_graph_add_look_1(graph::Step look, void* argument) { return graph::add_look(look, argument); }
XOMP_EXPORT void xomp_graph_remove_look_1(graph::Step look, void* argument) { graph::remove_look(look, argument); }
XOMP_EXPORT bool xomp_graph_is_quiet_1(std::uint32_t group) { return graph::is_quiet(group); }
XOMP_EXPORT void xomp_graph_close_1() { graph::close(); }

XOMP_EXPORT void xomp_graph_inject_1(Worker* me, Task* task) { graph::inject(*me, task); }
XOMP_EXPORT void xomp_graph_push_1(Worker* me, Task* task) { graph::push(*me, task); }
XOMP_EXPORT void xomp_graph_push_chain_1(Worker* me, Task* first) { graph::push_chain(*me, first); }
XOMP_EXPORT Task* xomp_graph_refill_1(Worker* me, std::size_t size_class, std::size_t bytes) {
  return graph::refill(*me, size_class, bytes);
}
XOMP_EXPORT void xomp_graph_return_1(Worker* me, Task* task) { graph::take_back(*me, task); }
XOMP_EXPORT std::size_t xomp_graph_stack_left_1(Worker* me) { return graph::stack_left(*me); }
XOMP_EXPORT void* xomp_graph_lines_1(std::size_t bytes) { return graph::take_lines(bytes); }
XOMP_EXPORT void xomp_graph_lines_back_1(void* lines, std::size_t bytes) { graph::give_lines_back(lines, bytes); }
XOMP_EXPORT std::uint32_t xomp_graph_name_1(const char* name) { return graph::number_of_name(name); }
XOMP_EXPORT std::size_t xomp_graph_counts_1(graph::NameCount* counts, std::size_t room) {
  return graph::counts(counts, room);
}
XOMP_EXPORT std::uint32_t xomp_graph_world_1(std::uint64_t id, std::uint32_t rank, std::uint32_t size) {
  return graph::note_world(id, rank, size);
}
XOMP_EXPORT void xomp_graph_moves_messages_1() { graph::note_message_thread(); }
XOMP_EXPORT void xomp_graph_message_1(const graph::Message* message) { graph::note_message(*message); }
XOMP_EXPORT void xomp_graph_note_1(std::uint32_t name, bool begins) { graph::note_task(name, begins); }
