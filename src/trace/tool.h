// The one tool that may watch this process (OMPT): whether there is one, and the functions that it wants called. The events
// themselves are reported where they happen; docs/tools.md says what a tool sees.
//
// TOOL-1: `watch` is `undecided` until the first use of the runtime has looked for a tool. Then it is `nobody`, or `tool` until
//   the tool is finalized. Entries of the ABIs test it for zero, once, and take a cold path. That one calls into the runtime,
//   which looks for the tool first, and finds out what the word is now. So a program without a tool pays one predictable
//   test of a byte that nobody writes any more.
#pragma once

#include <cstdint>

#include "omp-tools.h"
#include "platform/atomic.h"
#include "trace/recorder.h"

namespace xomp::trace {

enum class Watch : std::uint8_t { nobody = 0, undecided = 1, tool = 2 };
// Written by the thread that starts or finalizes the tool; relaxed: a thread that misses the end calls a callback once more.
extern atomic<Watch> watch;

inline bool may_be_watched() { return watch.load(relaxed) != Watch::nobody; }  // [TOOL-1]
inline bool is_watched() { return watch.load(relaxed) == Watch::tool; }        // [TOOL-1]

// A tool watches and ThreadSanitizer is in the process: tasks' memory has to rest before it is used again (core/sched/held_memory.h).
// Written once, by the thread that starts the tool.
inline atomic<bool> holds_memory{false};

// Ids of events are small; slot 0 is never used.
inline constexpr int kCallbacks = ompt_callback_error + 1;

// The tool's functions. Any thread may set one while others call; each of these sees the old or the new one.
class CallbackTable {
 public:
  ompt_callback_t get(ompt_callbacks_t event) const { return slots_[event].load(acquire); }
  void set(ompt_callbacks_t event, ompt_callback_t function) { slots_[event].store(function, release); }
  void clear() {
    for (atomic<ompt_callback_t>& slot : slots_) slot.store(nullptr, relaxed);
  }

 private:
  atomic<ompt_callback_t> slots_[kCallbacks] = {};
};
extern CallbackTable callbacks;

// Calls the tool's function for the event, if it has one.
template <class Function, class... Arguments>
inline void report(ompt_callbacks_t event, Arguments... arguments) {
  if (const ompt_callback_t function = callbacks.get(event)) reinterpret_cast<Function>(function)(arguments...);
}

// The settings for the search for a tool: icv's variables of the same names.
struct ToolSettings {
  bool enabled;
  const char* libraries;     // paths, separated by colons; nullptr = none
  const char* verbose_init;  // "stdout", "stderr", a file's name; nullptr = silent
  TraceSettings trace;       // with a path: the recorder is in the tool's place, and no other is looked for
};

// Looks for a tool, in this order: ompt_start_tool in the address space, in each of the libraries, in LLVM's libarcher.so
// if the process runs under ThreadSanitizer. Initializes the first that wants to work, and returns whether there is one.
// Called once, by the first thread that uses the runtime. The tool's initialize() may call the runtime.
bool start_tool(const ToolSettings& settings);

// Stops all callbacks, then calls the tool's finalize(). Later calls do nothing.
void finalize_tool();

// In fork()'s child: the thread that was looking for a tool does not exist, and there is to be none.
void abandon_tool();

// The entry point of that name for the tool, or nullptr; abi_ompt has them.
ompt_interface_fn_t find_entry_point(const char* name);

// Numbers for tools: never 0, unique in the process. Each thread takes blocks of them.
std::uint64_t make_unique_id();

}  // namespace xomp::trace
