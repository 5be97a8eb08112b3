// xomp stack: what the threads of processes, or of a core file, wait for. Status 1: there is nothing to say, and one sentence says why.
#include "stack.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>

#include "commands.h"
#include "message.h"

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

bool is_process_id(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool is_core_file(const std::string& path) {
  Elf64_Ehdr header{};
  std::ifstream file(path, std::ios::binary);
  return file.read(reinterpret_cast<char*>(&header), sizeof header) &&
         std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_type == ET_CORE;
}

int explain_core(const StackOptions& options) {
  const std::string& core = options.what[0];
  std::error_code ignored;
  if (!fs::exists(core, ignored)) fail(kExitOwnError, "there is no file {}", core);
  if (!fs::is_regular_file(core, ignored) || (options.what.size() == 2 && !is_core_file(core)))
    fail(kExitOwnError, "{} is no core file", core);
  if (options.what.size() != 2)
    fail(kExitOwnError, "a core file needs the program that it is of: xomp stack {} PROGRAM", core);
  const StackReport report = look_with_gdb(core, options.what[1], options);
  if (!report.found) fail(kExitNothingToSay, "{}", report.text);
  fmt::print("{}", report.text);
  return 0;
}

std::string title_of(const LookedAt& process) {
  const std::string rank = process.rank.empty() ? "" : "rank " + process.rank + ", ";
  return fmt::format("== {}process {} ({}) ==", rank, process.id, process.name);
}

int explain_processes(const std::vector<LookedAt>& processes, const StackOptions& options) {
  bool found = false;
  for (const LookedAt& process : processes) {
    const StackReport report = look_with_gdb(process.id, {}, options);
    if (processes.size() == 1 && !report.found) fail(kExitNothingToSay, "{}", report.text);
    if (processes.size() != 1) fmt::print("{}{}\n", &process == &processes[0] ? "" : "\n", title_of(process));
    fmt::print("{}{}", report.text, report.found ? "" : "\n");
    std::fflush(stdout);  // a program of many ranks takes its time
    found |= report.found;
  }
  return found ? 0 : kExitNothingToSay;
}

int explain(const StackOptions& options) {
  if (!is_process_id(options.what[0])) return explain_core(options);
  std::vector<LookedAt> processes;
  for (const std::string& id : options.what) {
    if (!is_process_id(id)) fail(kExitOwnError, "{} is no number of a process", id);
    std::error_code ignored;
    if (const std::string gone = why_gone(id); !gone.empty())
      fail(fs::exists("/proc/" + id, ignored) ? kExitNothingToSay : kExitOwnError, "{}", gone);
    for (LookedAt& each : processes_with_runtime(id)) processes.push_back(std::move(each));
  }
  return explain_processes(processes, options);
}

}  // namespace

void add_stack(CLI::App& application, CommandLine& line) {
  CLI::App* command = application.add_subcommand(
      "stack",
      "Say what the threads of processes or of a core file wait for, by gdb. Status 1: there is nothing to say.");
  auto* options = new StackOptions;  // as long as the process
  command
      ->add_option("what", options->what,
                   "processes' numbers (of mpirun: the ranks below it), or a core file and its program")
      ->required();
  command->add_flag("--tasks", options->tasks, "also list tasks that have not ended, and what they wait for");
  command->add_flag("--frames", options->frames, "also show each thread's stack without the runtime's frames");
  command->callback([&line, options] { line.action = [options] { return explain(*options); }; });
}

}  // namespace xomp::tool
