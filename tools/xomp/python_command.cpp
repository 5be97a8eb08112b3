// xomp bench, xomp tune. Variables tell which library is measured and where files may be made (bench/measure/places.py
// reads them). The programs that are measured do not see these variables.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"
#include "installation.h"
#include "message.h"

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

constexpr const char* kInterpreter = "python3";

// In a build the folder is a link to the sources. So everything that is made stays in the build.
fs::path find_folder() {
  std::error_code ignored;
  const fs::path prefix = own_prefix();
  const fs::path folder = prefix / "share" / "xomp" / "bench";
  if (!fs::exists(folder, ignored))
    fail(kExitOwnError, "{} is missing (was the command moved without it?)", folder.string());
  if (fs::is_symlink(folder, ignored)) {
    setenv("XOMP_BUILD", prefix.c_str(), 1);
  } else {
    setenv("XOMP_BENCH_INSTALLED", "1", 1);
  }
  return folder;
}

std::string program_of(const std::string& subcommand) { return subcommand == "bench" ? "run" : subcommand; }

}  // namespace

[[noreturn]] static void execute_python(const std::string& subcommand, const std::vector<std::string>& words) {
  const Installation installation = find_installation();
  const std::string program = (find_folder() / program_of(subcommand)).string();
  setenv("XOMP_BENCH_LIBRARY", installation.library.c_str(), 1);
  setenv("XOMP_BENCH_COMPAT", installation.compat.c_str(), 1);
  setenv("XOMP_BENCH_VERSION", XOMP_VERSION, 1);
  setenv("XOMP_BENCH_VERSION_TEXT", version_text().c_str(), 1);
  setenv("XOMP_BENCH_COMMAND", own_program().c_str(), 1);
  std::vector<char*> arguments = {const_cast<char*>(kInterpreter), const_cast<char*>(program.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(kInterpreter, arguments.data());
  if (errno == ENOENT)
    fail(kExitOwnError,
         "xomp {} needs Python 3.9 or newer, and there is no {} in PATH; on Debian: apt-get install python3",
         subcommand, kInterpreter);
  fail(kExitOwnError, "cannot run {}: {}", kInterpreter, std::strerror(errno));
}

std::string what_python_says(const std::string& subcommand, const std::vector<std::string>& words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(kExitOwnError, "no pipe: {}", std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) fail(kExitOwnError, "cannot start a process: {}", std::strerror(errno));
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
    try {
      execute_python(subcommand, words);
    } catch (const Failure&) {  // the parent says that it failed
    }
    _exit(kExitOwnError);
  }
  close(ends[1]);
  std::string said;
  char part[4096];
  for (ssize_t got; (got = read(ends[0], part, sizeof part)) > 0 || (got < 0 && errno == EINTR);)
    if (got > 0) said.append(part, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (status != 0) fail(kExitOwnError, "xomp {} does not say its options, for which it needs Python 3.9", subcommand);
  return said;
}

static void add_python_command(CLI::App& application, CommandLine& line, const std::string& name,
                               const std::string& help) {
  CLI::App* command = application.add_subcommand(name, help);
  line.with_foreign_words.push_back(command);
  command->callback([&line, name] { line.action = [&line, name]() -> int { execute_python(name, line.program); }; });
}

void add_bench(CLI::App& application, CommandLine& line) {
  add_python_command(application, line, "bench", "Compare XOMP with the machine's other OpenMP runtimes.");
}

void add_tune(CLI::App& application, CommandLine& line) {
  add_python_command(application, line, "tune", "Find the fastest scheduling policy and parameters for a program.");
}

}  // namespace xomp::tool
