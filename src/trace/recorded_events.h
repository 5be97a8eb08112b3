// What the recorder keeps of the events that a tool hears of (OMPT). It takes a tool's place: `watch` is `tool` while it
// records tasks, and the table of callbacks has its functions.
#pragma once

namespace xomp::trace {

// Puts the recorder's functions into the table of callbacks.
void listen_for_recorder();

}  // namespace xomp::trace
