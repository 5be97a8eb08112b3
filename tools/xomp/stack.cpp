// xomp stack: what the threads of a process, or of a core file, wait for. gdb reads it (tools/gdb); this starts gdb and shows
// what it says.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>

#include "commands.h"
#include "installation.h"
#include "message.h"

extern char** environ;

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMark = "@xomp-report@\n";  // what gdb itself says comes before it

struct Options {
  std::string what, program;
  bool tasks = false, frames = false;
};

bool is_process_id(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

fs::path find_script() {
  const fs::path script = own_prefix() / "share" / "xomp" / "gdb" / "xomp.py";
  std::error_code ignored;
  if (!fs::exists(script, ignored))
    fail(kExitOwnError, "{} is missing (was the command moved without it?)", script.string());
  return script;
}

std::vector<std::string> gdb_command(const Options& options) {
  std::vector<std::string> words = {
      "gdb", "-nx", "-q", "-batch", "-iex", "set debuginfod enabled off", "-iex", "set print thread-events off"};
  if (is_process_id(options.what)) {
    words.insert(words.end(), {"-p", options.what});
  } else {
    words.insert(words.end(), {options.program, options.what});
  }
  const auto command = [&words](const std::string& text) { words.insert(words.end(), {"-ex", text}); };
  command("source " + find_script().string());
  command("echo " + std::string(kMark.substr(0, kMark.size() - 1)) + "\\n");
  command("info omp");
  if (options.tasks) {
    command("echo \\nTasks:\\n");
    command("info omp tasks");
    command("echo \\nDependences:\\n");
    command("info omp deps");
  }
  if (options.frames) {
    command("echo \\nFrames, without the runtime's:\\n");
    command("thread apply all bt");
  }
  return words;
}

struct Said {
  std::string text;
  int status;
};

// Runs gdb and returns both of its outputs in one text.
Said run(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(kExitOwnError, "no pipe: {}", std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t process;
  const int error = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error == ENOENT)
    fail(kExitOwnError, "xomp stack needs gdb, and there is none in PATH; on Debian: apt-get install gdb");
  if (error != 0) fail(kExitOwnError, "cannot run gdb: {}", std::strerror(error));
  Said said{};
  std::array<char, 4096> part;
  for (ssize_t got; (got = read(ends[0], part.data(), part.size())) > 0 || (got < 0 && errno == EINTR);)
    if (got > 0) said.text.append(part.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  while (waitpid(process, &said.status, 0) < 0 && errno == EINTR) {
  }
  return said;
}

int explain(const Options& options) {
  std::error_code ignored;
  const bool is_process = is_process_id(options.what);
  if (is_process && !fs::exists("/proc/" + options.what, ignored))
    fail(kExitOwnError, "there is no process {}", options.what);
  if (!is_process && !fs::exists(options.what, ignored)) fail(kExitOwnError, "there is no file {}", options.what);
  if (!is_process && !fs::is_regular_file(options.what, ignored))
    fail(kExitOwnError, "{} is no core file", options.what);
  if (!is_process && options.program.empty())
    fail(kExitOwnError, "a core file needs the program that it is of: xomp stack {} PROGRAM", options.what);
  const Said said = run(gdb_command(options));
  const std::size_t mark = said.text.find(kMark);
  // gdb goes on where it could not attach. Then its commands find no thread, so the message must be looked for.
  const bool refused = said.text.find("ptrace: Operation not permitted") != std::string::npos;
  if (mark == std::string::npos || refused) {
    fmt::print(stderr, "{}", said.text);
    fail(kExitOwnError, "gdb {}{}", refused ? "may not look into process " + options.what : "has failed",
         refused ? ": it is another user's, or /proc/sys/kernel/yama/ptrace_scope forbids it" : "");
  }
  std::string report = said.text.substr(mark + kMark.size());
  if (const std::size_t end = report.rfind("[Inferior "); end != std::string::npos) report.erase(end);
  if (!is_process && report.starts_with("there is no process"))  // as the commands say
    fail(kExitOwnError, "{} is no core file", options.what);
  fmt::print("{}", report);
  return 0;
}

}  // namespace

void add_stack(CLI::App& application, CommandLine& line) {
  CLI::App* command =
      application.add_subcommand("stack", "Say what the threads of a process or core file wait for, by gdb.");
  auto* options = new Options;  // as long as the process
  command->add_option("what", options->what, "a process's number, or a core file")->required();
  command->add_option("program", options->program, "with a core file: the program that it is of");
  command->add_flag("--tasks", options->tasks, "also list tasks that have not ended, and what they wait for");
  command->add_flag("--frames", options->frames, "also show each thread's stack without the runtime's frames");
  command->callback([&line, options] { line.action = [options] { return explain(*options); }; });
}

}  // namespace xomp::tool
