// The parts of `xomp stack` (stack.cpp): which processes it looks at (processes_below.cpp), and gdb, which looks (debugger.cpp).
#pragma once

#include <string>
#include <vector>

namespace xomp::tool {

struct StackOptions {
  // Numbers of processes, or a core file and the program that it is of.
  std::vector<std::string> what;
  // Further parts of the report: the tasks that have not ended, and each thread's stack.
  bool tasks = false, frames = false;
};

// --- gdb ---

// What was said of one process or core file. Where there was nothing to say, or gdb could not look, `text` is one sentence without the
// end of the line.
struct StackReport {
  bool found = false;
  std::string text;
};

// Stops the process for as long as gdb looks, and lets it go on. `subject` is the number of a process, and then `program` is empty; or a
// core file of that program. Throws Failure where there is no gdb, or its commands are not where the installation has them.
StackReport look_with_gdb(const std::string& subject, const std::string& program, const StackOptions& options);

// --- processes: the kernel's table says it, and no launcher is asked ---

struct LookedAt {
  std::string id;    // the process's number
  std::string rank;  // as its launcher has told it in its environment; empty: it has none
  std::string name;  // of its program, as the kernel shortens it
};

// If this process has no libxomp.so: those below it that have, by rank, as with mpirun. Otherwise, or if there are none, this one. A process
// below one that has the library is not looked at, because the program has started it for something else.
std::vector<LookedAt> processes_with_runtime(const std::string& id);

// Why nobody can look into the process: one sentence if it is no more, otherwise empty.
std::string why_gone(const std::string& id);

// The number of the process that looks into this one as a debugger does, or empty: only one may.
std::string tracer_of(const std::string& id);

}  // namespace xomp::tool
