// Starts gdb and takes out of its output what its commands say.
#include "stack.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "installation.h"
#include "message.h"

extern char** environ;

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

// Around the report; gdb itself talks before it and after it.
constexpr std::string_view kFound = "@xomp-report found@\n", kNothing = "@xomp-report nothing@\n",
                           kEnd = "@xomp-end@\n";
constexpr std::string_view kFrames = "@xomp-frames@\n";

fs::path find_script() {
  const fs::path script = own_prefix() / "share" / "xomp" / "gdb" / "xomp.py";
  std::error_code ignored;
  if (!fs::exists(script, ignored))
    fail(kExitOwnError, "{} is missing (was the command moved without it?)", script.string());
  return script;
}

std::vector<std::string> gdb_command(const std::string& subject, const std::string& program,
                                     const StackOptions& options) {
  std::vector<std::string> words = {
      "gdb", "-nx", "-q", "-batch", "-iex", "set debuginfod enabled off", "-iex", "set print thread-events off"};
  if (program.empty()) words.insert(words.end(), {"-p", subject});
  else words.insert(words.end(), {program, subject});
  const auto command = [&words](const std::string& text) { words.insert(words.end(), {"-ex", text}); };
  command("source " + find_script().string());
  command(options.tasks ? "xomp-stack tasks" : "xomp-stack");
  if (options.frames) {
    command("echo " + std::string(kFrames.substr(0, kFrames.size() - 1)) + "\\n");
    command("thread apply all bt");
    command("echo " + std::string(kEnd.substr(0, kEnd.size() - 1)) + "\\n");
  }
  return words;
}

// Runs gdb and returns both of its outputs in one text.
std::string run(const std::vector<std::string>& words) {
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
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t got; (got = read(ends[0], part.data(), part.size())) > 0 || (got < 0 && errno == EINTR);)
    if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  int status;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return text;
}

std::string part_after(const std::string& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + mark.size();
  return text.substr(begin, text.find(kEnd, begin) - begin);
}

// Why gdb has not come to look: one sentence.
std::string why_not(const std::string& subject, bool is_process, const std::string& said) {
  if (!is_process) return fmt::format("{} is no core file", subject);
  if (const std::string gone = why_gone(subject); !gone.empty()) return gone;
  if (const std::string other = tracer_of(subject); !other.empty())
    return fmt::format("gdb may not look into process {}: process {} looks into it already", subject, other);
  if (said.find("ptrace: Operation not permitted") != std::string::npos)
    return fmt::format(
        "gdb may not look into process {}: it is another user's, or /proc/sys/kernel/yama/ptrace_scope forbids it",
        subject);
  std::string first = said.substr(0, said.find('\n'));
  return fmt::format("gdb could not look into process {}{}{}", subject, first.empty() ? "" : ": ", first);
}

}  // namespace

StackReport look_with_gdb(const std::string& subject, const std::string& program, const StackOptions& options) {
  const bool is_process = program.empty();
  const std::string said = run(gdb_command(subject, program, options));
  const bool found = said.find(kFound) != std::string::npos;
  std::string text = part_after(said, found ? kFound : kNothing);
  // Where gdb could not attach it goes on, and its commands find no process.
  const bool looked = !text.empty() && !text.starts_with("there is no process");
  if (!looked) return {false, why_not(subject, is_process, said)};
  if (!found) {
    text.pop_back();  // the end of the line
    return {false, fmt::format("{} {}: {}", is_process ? "process" : "core file", subject, text)};
  }
  if (options.frames) text += "\nFrames, without the runtime's:\n" + part_after(said, kFrames);
  return {true, text};
}

}  // namespace xomp::tool
