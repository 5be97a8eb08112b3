// Graph tasks for front ends: the library's part of xomp/graph.h, which says what the entries do.
#pragma once

#include <cstddef>

#include "xomp/graph.h"

namespace xomp::graph {

Worker& register_thread();

int open(int threads);
void execute();
std::uint32_t open_group();
void close_group(std::uint32_t group);
bool wait(std::uint32_t group);
bool wait_by_steps(std::uint32_t group, Step step, void* argument);
bool add_look(Step look, void* argument);
void remove_look(Step look, void* argument);
bool is_quiet(std::uint32_t group);
void close();

void inject(Worker& me, Task* task);
void push(Worker& me, Task* task);
void push_chain(Worker& me, Task* first);
Task* refill(Worker& me, std::size_t size_class, std::size_t bytes);
void take_back(Worker& me, Task* task);
std::size_t stack_left(Worker& me);
std::uint32_t number_of_name(const char* name);
// A task that a front end runs itself begins or ends on the calling thread: for a trace.
void note_task(std::uint32_t name, bool begins);
// Messages between processes: for a trace.
std::uint32_t note_world(std::uint64_t id, std::uint32_t rank, std::uint32_t size);
void note_message_thread();
void note_message(const Message& message);
std::size_t counts(NameCount* rows, std::size_t room);
void* take_lines(std::size_t bytes);
void give_lines_back(void* lines, std::size_t bytes);

}  // namespace xomp::graph
