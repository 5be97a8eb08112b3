// xomp run: starts a program with XOMP in front of every other OpenMP runtime. The program replaces this process, so
// its exit status, signals and terminal are its own; what it starts inherits the environment.
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "installation.h"
#include "library.h"
#include "message.h"
#include "start.h"
#include "takeover.h"

namespace xomp::tool {

namespace {

struct RunOptions {
  int threads = 0;  // 0 = not given
  std::optional<std::string> policy, preset;
  bool stats = false;
  bool verbose = false;
};

// The variables to set, in the order in which they are worth showing.
using Settings = std::vector<std::pair<std::string, std::string>>;

Settings settings_of(const RunOptions& options, const LoaderVariables& loader) {
  Settings settings = {{"LD_PRELOAD", loader.preload}, {"LD_LIBRARY_PATH", loader.library_path}};
  if (options.threads > 0) settings.emplace_back("OMP_NUM_THREADS", std::to_string(options.threads));
  if (options.preset) settings.emplace_back("XOMP_AS", *options.preset);
  if (options.policy) settings.emplace_back("XOMP_SCHEDULE_POLICY", *options.policy);
  if (options.stats) settings.emplace_back("XOMP_STATS", "1");
  return settings;
}

// Prints what the program will bind, for users who ask, and what will not work, for all.
void explain(const Program& program, const Takeover& takeover, bool verbose) {
  if (verbose) {
    for (const RuntimeReport& runtime : takeover.runtimes) {
      const std::size_t entries = runtime.entries.size();
      note("{}: {} ({}; {} {})", runtime.file.empty() ? "entries without a library" : runtime.file.string(),
           verdict_word(runtime.verdict), runtime.reason, entries, entries == 1 ? "entry" : "entries");
    }
  }
  for (const std::string& problem : takeover.problems) note("warning: {}", problem);
  for (const std::string& file : takeover.with_runtime_inside) {
    note("{} has an OpenMP runtime linked into it; that part does not run on XOMP", file);
  }
  if (!takeover.uses_openmp() && verbose) {
    note(
        "{} is not linked against an OpenMP runtime; libraries that it loads later and programs that it starts "
        "still get XOMP",
        program.elf.path.string());
  }
}

int run(const RunOptions& options, const std::vector<std::string>& command) {
  if (command.empty()) fail(kExitOwnError, "which program? (xomp run [OPTIONS] [--] PROGRAM [ARGUMENTS...])");
  const Installation installation = find_installation();
  if (options.policy) require_policy(installation, *options.policy);
  if (options.preset) require_preset(installation, *options.preset);
  const Program program = find_startable(installation, command.front());
  Loader loader;

  const LoaderVariables before = loader_variables();
  const LoaderVariables after = with_xomp(before, installation);
  for (const auto& [variable, value] : settings_of(options, after)) {
    if (options.verbose) note("{}={}", variable, value);
    setenv(variable.c_str(), value.c_str(), 1);
  }
  explain(program, find_takeover(loader, {program.elf.path}, before.settings(), after.settings()), options.verbose);
  execute(program, command);
}

void add_choice_of_policy(CLI::App& command, RunOptions& options, CommandLine& line) {
  const CLI::Option* const policy =
      command
          .add_option("-p,--policy", options.policy,
                      "Scheduling policy of tasks (sets XOMP_SCHEDULE_POLICY); 'xomp info "
                      "--policies' lists them")
          ->type_name("NAME[:PARAMETER=VALUE,...]");
  const CLI::Option* const preset =
      command
          .add_option("--as", options.preset,
                      "Run as a system that a paper describes (sets XOMP_AS); 'xomp info --as' lists them")
          ->type_name("NAME");
  line.words.emplace_back(policy, [] { return policy_names(find_installation()); });
  line.words.emplace_back(preset, [] {
    std::vector<std::string> names;
    for (const Preset& known : presets_of(find_installation())) names.push_back(known.name);
    return names;
  });
}

}  // namespace

void add_run(CLI::App& application, CommandLine& line) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = application.add_subcommand("run", "Run a program, unmodified, on XOMP.");
  // For the help only, because main has cut both off the command line.
  command->add_option("PROGRAM", "The program or script to run: a path, or a name to be found in PATH");
  command->add_option("ARGUMENTS", "The program's own arguments");
  command->add_option("-t,--threads", options->threads, "Number of threads of a parallel region (sets OMP_NUM_THREADS)")
      ->check(CLI::Range(1, 32768))
      ->type_name("N");
  add_choice_of_policy(*command, *options, line);
  command->add_flag("-s,--stats", options->stats,
                    "Print statistics at exit (sets XOMP_STATS): tasks created, run inline and stolen; "
                    "each thread's time at work, in the runtime and waiting; memory");
  command->add_flag("-v,--verbose", options->verbose,
                    "Print the variables that are set, and whether XOMP takes over each OpenMP library");
  line.with_program.push_back(command);
  command->callback([options, &line] { line.action = [options, &line] { return run(*options, line.program); }; });
}

}  // namespace xomp::tool
