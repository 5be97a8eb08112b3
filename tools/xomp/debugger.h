// gdb, as `xomp stack` starts it: on a process or on a core file, with the commands of tools/gdb.
#pragma once

#include <string>
#include <vector>

namespace xomp::tool {

struct StackOptions {
  std::vector<std::string> what;  // process numbers, or a core file and its program
  bool tasks = false, frames = false;
};

// What was said of one process or core file. Where there was nothing to say, `text` is one sentence.
struct StackReport {
  bool found = false;
  std::string text;
};

// `subject`: the number of a process, or a core file, which needs `program`. Throws Failure where there is no gdb.
StackReport look_with_gdb(const std::string& subject, const std::string& program, const StackOptions& options);

}  // namespace xomp::tool
