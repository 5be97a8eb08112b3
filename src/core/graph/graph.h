// The library's part of xomp/graph.h, which says what the entries do; for abi_native.
#pragma once

#include <cstddef>

#include "core/graph/memory.h"
#include "core/graph/view.h"

namespace xomp::graph {

int open(int threads);
std::uint32_t open_group();
void close_group(std::uint32_t group);
bool wait(std::uint32_t group);
bool wait_by_steps(std::uint32_t group, Step step, void* argument);
bool add_look(Step look, void* argument);
void remove_look(Step look, void* argument);
bool is_quiet(std::uint32_t group);
void inject(Seat& me, Task* task);

Task* refill(TaskMemory& me, std::size_t size_class, std::size_t bytes);
void take_back(TaskMemory& me, Task* task);
void* take_lines(std::size_t bytes);
void give_lines_back(void* lines, std::size_t bytes);
// The calls of chained tables (chained_table.h), where XOMP_TTG_TABLE asks for them; else nullptr.
const TableCalls* table_calls();
void hold_tables_for_fork();
void release_tables_after_fork();
void forget_tables();  // in fork()'s child

std::uint32_t number_of_name(const char* name);
// Returns where the thread counts its tasks by name; nullptr unless statistics are wanted.
decltype(TaskMemory::counts) make_counts();
void hold_names_for_fork();
void release_names_after_fork();
void forget_counts();  // in fork()'s child, which starts from nothing
// A task that a front end runs itself begins or ends on the calling thread: for a trace.
void note_task(std::uint32_t name, bool begins);
// For a trace: messages between processes.
std::uint32_t note_world(std::uint64_t id, std::uint32_t rank, std::uint32_t size);
void note_message_thread();
void note_message(const Message& message);
void note_mpi_call(std::uint32_t name, bool begins);
std::size_t counts(NameCount* rows, std::size_t room);

}  // namespace xomp::graph
