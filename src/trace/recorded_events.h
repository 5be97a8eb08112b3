// What the recorder keeps of the events that a tool hears of (OMPT). It takes a tool's place: `watch` is `tool` while it
// records tasks, and the table of callbacks has its functions.
#pragma once

#include "trace/records.h"

namespace xomp::trace {

// Puts the recorder's functions into the table of callbacks.
void listen_for_recorder();

// Says whether a new task of this one is recorded. At the level `tasks` a thread that makes them faster than recording is
// cheap leaves out those deep in a recursion: then `parent` was the last on its way down, and its descendants are
// plain tasks at full speed. So a tree of tasks is recorded whole, or it is one slice.
bool records_children_of(const TaskRecord& parent);
// The task was made by one of that depth, and may be the last.
void note_depth(TaskRecord& record, const TaskRecord* parent, const void* body);

}  // namespace xomp::trace
