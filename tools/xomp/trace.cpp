// xomp trace: runs a program with XOMP's recorder, and turns what was recorded into a page, a trace for Perfetto and the like. It stays
// the program's parent: the terminal's signals and its exit status are the program's.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/ranges.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"
#include "installation.h"
#include "message.h"
#include "start.h"
#include "trace/conversion.h"
#include "trace/new_file.h"
#include "trace/output_name.h"
#include "trace/outputs.h"
#include "trace/task_cost.h"

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

struct TraceOptions {
  std::string level = "tasks", out, format = "html,perfetto";
  bool keeps_last = false, keeps_raw = false, quiet = false;
  int threads = 0, mebibytes = 256;
  std::string policy;
  std::vector<std::string> from;
};

bool has_format(const TraceOptions& options, const std::string& name) {
  return ("," + options.format + ",").find("," + name + ",") != std::string::npos;
}

// ---- the program ----

volatile std::sig_atomic_t child_id = 0;

extern "C" void forward(int signal) {
  if (child_id != 0) kill(static_cast<pid_t>(child_id), signal);
}

// Prefers a folder in memory, so that a slow disk does not slow the program down.
fs::path make_folder(const TraceOptions& options) {
  struct statvfs status{};
  const auto wanted = static_cast<std::uint64_t>(options.mebibytes) << 20;
  const bool has_memory = statvfs("/dev/shm", &status) == 0 && status.f_bavail * status.f_frsize > 2 * wanted;
  const char* const given = std::getenv("TMPDIR");
  std::string name = std::string(has_memory                           ? "/dev/shm"
                                 : given != nullptr && *given != '\0' ? given
                                                                      : "/tmp") +
                     "/xomp-trace-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) fail(kExitOwnError, "cannot make a folder {}: {}", name, std::strerror(errno));
  return name;
}

void set_variables(const TraceOptions& options, const Installation& installation, const fs::path& folder) {
  const LoaderVariables loader = with_xomp(loader_variables(), installation);
  // Items of this list end at blanks: where the path has one, calls of MPI look like work.
  const std::string calls_of_mpi = (installation.library.parent_path() / "xomp" / "libxomp-mpi.so").string();
  const bool sees_mpi = fs::exists(calls_of_mpi) && calls_of_mpi.find(' ') == std::string::npos;
  setenv("LD_PRELOAD", (loader.preload + (sees_mpi ? ":" + calls_of_mpi : "")).c_str(), 1);
  setenv("LD_LIBRARY_PATH", loader.library_path.c_str(), 1);
  if (options.threads > 0) setenv("OMP_NUM_THREADS", std::to_string(options.threads).c_str(), 1);
  if (!options.policy.empty()) setenv("XOMP_SCHEDULE_POLICY", options.policy.c_str(), 1);
  setenv("XOMP_TRACE", (folder / "%p.xtrace").c_str(), 1);
  setenv("XOMP_TRACE_LEVEL", options.level.c_str(), 1);
  setenv("XOMP_TRACE_SIZE", std::to_string(options.mebibytes).c_str(), 1);
  setenv("XOMP_TRACE_KEEP", options.keeps_last ? "last" : "first", 1);
}

// Returns what waitpid() says of the program.
int run_program(const TraceOptions& options, const Installation& installation, const Program& program,
                const std::vector<std::string>& command, const fs::path& folder) {
  const SavedSignals passed_on({SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}), of_terminal({SIGINT, SIGQUIT});
  passed_on.handle(forward);
  const pid_t child = fork();
  if (child < 0) fail(kExitOwnError, "cannot start a process: {}", std::strerror(errno));
  if (child == 0) {
    passed_on.restore();
    try {
      set_variables(options, installation, folder);
      execute(program, command);
    } catch (const Failure& failure) {
      note("error: {}", failure.sentence);
      _exit(failure.exit_code);
    }
  }
  child_id = child;
  std::signal(SIGPIPE, SIG_IGN);  // what was recorded is worth more than who reads our lines
  // The terminal sends these to both processes. So this one ignores them, and the program decides what they mean.
  of_terminal.handle(SIG_IGN);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  child_id = 0;
  return status;
}

int end_like(int status) {
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  std::fflush(nullptr);
  std::signal(WTERMSIG(status), SIG_DFL);
  kill(getpid(), WTERMSIG(status));
  return 128 + WTERMSIG(status);
}

// ---- what was recorded ----

using Files = std::vector<std::unique_ptr<RawFile>>;

std::string program_of(const RawFile& file) {
  const auto& h = file.header();
  return {h.program, strnlen(h.program, sizeof h.program)};
}

std::string name_of(const RecordedRun& run) {
  std::string name = fs::path(program_of(run.first())).filename().string();
  if (name.empty()) name = "program";
  const std::uint32_t rank = run.first().header().rank;
  if (run.processes().size() > 1) name += fmt::format(", {} processes", run.processes().size());
  else if (rank != 0) name += fmt::format(" rank {}", rank - 1);
  return name;
}

// The ranks of a run belong together: the first recordings of all ranks of one program, the second ones, and so on.
std::vector<std::unique_ptr<RecordedRun>> runs_of(const Files& files) {
  std::vector<std::vector<const RawFile*>> groups;
  for (const auto& file : files) {
    const auto has_room = [&](const std::vector<const RawFile*>& group) {
      return file->header().rank != 0 && group.front()->header().rank != 0 &&
             program_of(*group.front()) == program_of(*file) &&
             std::none_of(group.begin(), group.end(),
                          [&](const RawFile* other) { return other->header().rank == file->header().rank; });
    };
    const auto group = std::find_if(groups.begin(), groups.end(), has_room);
    (group == groups.end() ? groups.emplace_back() : *group).push_back(file.get());
  }
  std::vector<std::unique_ptr<RecordedRun>> runs;
  for (auto& group : groups) {
    std::sort(group.begin(), group.end(),
              [](const RawFile* a, const RawFile* b) { return a->header().rank < b->header().rank; });
    runs.push_back(std::make_unique<RecordedRun>(group));
  }
  return runs;
}

// Adds up the processors of all hosts. On one host two processes may have the same ones, so those count once.
int processors_of(const RecordedRun& run, const Machine& machine) {
  std::map<std::string, int> by_host;
  for (const RecordedRun::Process& p : run.processes())
    by_host[p.file->header().host] += static_cast<int>(p.file->header().processors);
  int sum = 0;
  for (const auto& [host, processors] : by_host)
    sum += run.processes().size() == 1 ? processors : std::min(processors, machine.processors);
  return sum == 0 ? machine.processors : sum;
}

Run read_run(const RecordedRun& recorded, const Machine& machine, const std::string& title) {
  std::uint64_t chunks = 0;
  for (std::uint32_t lane = 0; lane < recorded.lane_count(); ++lane) chunks += recorded.chunks(lane).size();
  const Progress progress("reading what was recorded", chunks);
  Run run{title, &recorded, replay(recorded), {}};
  Machine here = machine;
  here.processors = processors_of(recorded, machine);
  std::uint64_t counted = 0;
  for (const RecordedRun::Process& p : recorded.processes()) counted += p.file->header().created;
  run.analysis = analyse(run.line, Sources(recorded.first().maps()), counted, here);
  return run;
}

void say_findings(const Run& run) {
  for (const std::string& caveat : caveats(run)) note("{}", caveat);
  const auto& found = run.analysis.findings;
  if (found.empty()) note("nothing stands out: the threads are at work nearly all the time");
  for (const Finding& f : found) {
    note("{:>5}  {}{}{}", share_text(f.share), f.title, f.place.empty() ? "" : ": ", f.place);
    note("       {}", f.evidence);
    note("       {}", f.remedy);
  }
}

// What follows NAME in the names of all files of so many runs.
std::vector<std::string> endings_of(const TraceOptions& options, std::size_t runs) {
  std::vector<std::string> endings;
  if (has_format(options, "html")) endings.emplace_back(".html");
  for (std::size_t i = 0; i < runs; ++i) {
    const std::string number = i == 0 ? "" : "-" + std::to_string(i + 1);
    if (has_format(options, "perfetto")) endings.push_back(number + ".perfetto");
    if (has_format(options, "chrome")) endings.push_back(number + ".json");
  }
  return endings;
}

void write_outputs(const TraceOptions& options, const std::string& name, const std::vector<Run>& runs) {
  std::vector<std::string> written;
  const auto write = [&](const char* format, const std::string& path, auto&& make) {
    if (!has_format(options, format)) return;
    NewFile file(path, options.out.empty() ? NewFile::IfThere::fail : NewFile::IfThere::replace);
    std::uint64_t lanes = 0;
    for (const Run& run : runs) lanes += run.line.segments.size();
    {
      const Progress progress("writing " + path, std::string_view(format) == "html" ? lanes : lanes / runs.size());
      make(file.path());
    }
    written.push_back(path + (file.finish() ? " (replaced)" : ""));
  };
  write("html", name + ".html", [&](const fs::path& path) { write_page(path, runs); });
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string base = i == 0 ? name : name + "-" + std::to_string(i + 1);
    write("perfetto", base + ".perfetto", [&](const fs::path& path) { write_perfetto(path, runs[i]); });
    write("chrome", base + ".json", [&](const fs::path& path) { write_chrome(path, runs[i]); });
  }
  if (!options.quiet) note("written: {}", fmt::join(written, ", "));
}

Machine this_machine() {
  Machine machine;
  machine.task_ns = measure_task_cost(find_installation());
  machine.processors = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return machine;
}

std::uint64_t record_count(const RecordedRun& run) {
  std::uint64_t sum = 0;
  for (const RecordedRun::Process& p : run.processes()) sum += p.file->record_count();
  return sum;
}

// Keeps what was recorded, of each process of the run.
void keep(const TraceOptions& options, const RecordedRun& run, const std::string& name) {
  std::vector<std::string> kept;
  for (const RecordedRun::Process& p : run.processes()) {
    const std::string rank = run.processes().size() == 1 ? "" : fmt::format(".{}", p.file->header().rank - 1);
    const std::string path = name + rank + ".xtrace";
    NewFile file(path);
    fs::copy_file(p.file->path(), file.path(), fs::copy_options::overwrite_existing);
    kept.push_back(path + (file.finish() ? " (replaced)" : ""));
  }
  if (!options.quiet) note("recorded: {}", fmt::join(kept, ", "));
}

// Writes one page for each process, or for all ranks of a program. The one with the most records gets the plain name.
void convert(const TraceOptions& options, const fs::path& folder, const std::vector<std::string>& command) {
  Files files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    try {
      files.push_back(std::make_unique<RawFile>(entry.path()));
    } catch (const Failure& failure) {
      note("warning: {}", failure.sentence);
    }
  }
  if (files.empty()) {
    note("the program did not use OpenMP, or not by XOMP (xomp doctor PROGRAM says why); nothing was recorded");
    return;
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a->header().first_ns < b->header().first_ns; });
  std::vector<std::unique_ptr<RecordedRun>> recorded = runs_of(files);
  std::stable_sort(recorded.begin(), recorded.end(),
                   [](const auto& a, const auto& b) { return record_count(*a) > record_count(*b); });
  const Machine machine = this_machine();
  std::vector<std::string> endings = endings_of(options, 1);
  if (options.keeps_raw) endings.insert(endings.end(), {".xtrace", ".0.xtrace"});
  const std::string base =
      !options.out.empty()
          ? options.out
          : free_name(program_name(command, program_of(recorded.front()->first())) + "-trace", endings);
  bool is_first = true;
  for (const auto& run : recorded) {
    const std::string name = is_first ? base : fmt::format("{}.{}", base, run->first().header().pid);
    std::vector<Run> runs;
    runs.push_back(read_run(*run, machine, name_of(*run)));
    if (is_first && !options.quiet) say_findings(runs.front());
    write_outputs(options, name, runs);
    if (options.keeps_raw) keep(options, *run, name);
    is_first = false;
  }
}

std::string how_to_read(const fs::path& folder) {
  std::error_code ignored;
  std::string files;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) files += " " + entry.path().string();
  return files.empty() ? "" : "what was recorded is kept; read it by: xomp trace --from" + files;
}

// Returns false if something could not be written. Then what was recorded stays, and a line says how to read it.
bool convert_or_keep(const TraceOptions& options, const fs::path& folder, const std::vector<std::string>& command) {
  const std::string kept = how_to_read(folder);
  const EndsBySignal ends(kept.empty() ? "" : "\nxomp: ended while the files were made; " + kept + "\n");
  try {
    convert(options, folder, command);
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return true;
  } catch (const Failure& failure) {
    note("error: {}", failure.sentence);
  } catch (const std::exception& error) {
    note("error: {}", error.what());
  }
  std::error_code ignored;
  if (kept.empty()) fs::remove_all(folder, ignored);
  else note("{}", kept);
  return false;
}

int convert_given(const TraceOptions& options) {
  const EndsBySignal ends("");
  Files files;
  for (const std::string& path : options.from) files.push_back(std::make_unique<RawFile>(path));
  const Machine machine = this_machine();
  const std::vector<std::unique_ptr<RecordedRun>> recorded = runs_of(files);
  std::vector<Run> runs;
  for (const auto& run : recorded)
    runs.push_back(read_run(*run, machine, recorded.size() == 1 ? name_of(*run) : run->first().path().stem().string()));
  for (const Run& run : runs)
    if (!options.quiet) {
      if (runs.size() > 1) note("{}:", run.title);
      say_findings(run);
    }
  const std::string given = fs::path(options.from.front()).stem().string();
  write_outputs(options, options.out.empty() ? free_name(given, endings_of(options, runs.size())) : options.out, runs);
  return 0;
}

// Returns 0 if there is this policy. Asked in a child: what the library takes from the environment when it is opened must not stay.
int check_policy(const TraceOptions& options, const Installation& installation) {
  if (options.policy.empty()) return 0;
  const pid_t child = fork();
  if (child < 0) fail(kExitOwnError, "cannot start a process: {}", std::strerror(errno));
  if (child == 0) {
    try {
      require_policy(installation, options.policy);
      _exit(0);
    } catch (const Failure& failure) {
      note("error: {}", failure.sentence);
      _exit(failure.exit_code);
    }
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kExitOwnError;
}

int trace(const TraceOptions& options, const std::vector<std::string>& command) {
  for (const std::string& name : CLI::detail::split(options.format, ','))
    if (name != "html" && name != "perfetto" && name != "chrome")
      fail(kExitOwnError, "--format: '{}' is none of html, perfetto, chrome", name);
  if (!options.from.empty()) {
    if (!options.quiet) Progress::allow();
    if (!command.empty()) fail(kExitOwnError, "--from reads files, and runs no program ({})", command.front());
    return convert_given(options);
  }
  if (command.empty()) fail(kExitOwnError, "which program? (xomp trace [OPTIONS] [--] PROGRAM [ARGUMENTS...])");
  const Installation installation = find_installation();
  if (const int refused = check_policy(options, installation); refused != 0) return refused;
  const Program program = find_startable(installation, command.front());
  const fs::path folder = make_folder(options);
  const int status = run_program(options, installation, program, command, folder);
  if (WIFSIGNALED(status))
    note("{} was ended by signal {} ({})", command.front(), WTERMSIG(status), strsignal(WTERMSIG(status)));
  if (!options.quiet) Progress::allow();
  if (!convert_or_keep(options, folder, command) && status == 0) return kExitOwnError;
  return end_like(status);
}

}  // namespace

void add_trace(CLI::App& application, CommandLine& line) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* command =
      application.add_subcommand("trace", "Record what a program's threads do, and say what limits it.");
  command->add_option("PROGRAM", "The program or script to run: a path, or a name to be found in PATH");
  command->add_option("ARGUMENTS", "The program's own arguments");
  command->add_option("-l,--level", options->level, "How much is recorded: states (least), tasks, or all")
      ->check(CLI::IsMember({"states", "tasks", "all"}))
      ->type_name("LEVEL");
  command
      ->add_option("-o,--out", options->out, "What the files are called, without what follows the dot (PROGRAM-trace)")
      ->type_name("NAME");
  command
      ->add_option("-f,--format", options->format,
                   "What is written: html, perfetto, chrome, separated by commas (html,perfetto)")
      ->type_name("FORMATS");
  command->add_flag("--last", options->keeps_last,
                    "Keep the end of the run instead of its beginning when the size is reached");
  command->add_option("--size", options->mebibytes, "How much is recorded at most, in MiB (256)")
      ->check(CLI::Range(1, 1 << 20))
      ->type_name("MIB");
  command->add_flag("--raw", options->keeps_raw, "Keep what was recorded, too (NAME.xtrace), for --from");
  command
      ->add_option("--from", options->from,
                   "Read recorded files instead of running a program: those of all ranks of a run, or of two runs to "
                   "be shown together")
      ->type_name("FILE");
  command->add_flag("-q,--quiet", options->quiet, "Say nothing unless something is wrong");
  command->add_option("-t,--threads", options->threads, "Number of threads of a parallel region (sets OMP_NUM_THREADS)")
      ->check(CLI::Range(1, 32768))
      ->type_name("N");
  command->add_option("-p,--policy", options->policy, "Scheduling policy of tasks (sets XOMP_SCHEDULE_POLICY)")
      ->type_name("NAME");
  line.with_program.push_back(command);
  command->callback([options, &line] { line.action = [options, &line] { return trace(*options, line.program); }; });
}

}  // namespace xomp::tool
