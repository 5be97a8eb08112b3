// xomp doctor: which OpenMP runtimes a program, directory or process has, and what XOMP would take over.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "commands.h"
#include "installation.h"
#include "message.h"
#include "program.h"
#include "report.h"

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

constexpr int kExitNotTaken = 1;  // something would stay with another runtime

bool is_elf_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  char magic[4] = {};
  file.read(magic, sizeof magic);
  return file && std::string_view(magic, sizeof magic) == "\177ELF";
}

bool has_openmp(const ElfFile& elf) {
  const auto is_runtime_name = [](const std::string& name) { return is_runtime_file_name(name); };
  return !elf.openmp_undefined.empty() || std::any_of(elf.needed.begin(), elf.needed.end(), is_runtime_name) ||
         has_runtime_inside(elf);
}

int exit_code(const Takeover& takeover) {
  const bool all = std::all_of(takeover.runtimes.begin(), takeover.runtimes.end(), [](const RuntimeReport& r) {
    return r.verdict == Verdict::is_xomp || r.verdict == Verdict::by_name || r.verdict == Verdict::by_preload;
  });
  return all && takeover.with_runtime_inside.empty() && takeover.problems.empty() ? 0 : kExitNotTaken;
}

// `is_script`: what it starts is not known before it runs.
void print_files(const std::string& what, const Takeover& takeover, bool loads_more, bool is_script = false) {
  fmt::print("{} would load {} at its start.\n", what, counted_runtimes(takeover.runtimes.size()));
  print_takeover(takeover);
  if (loads_more) {
    fmt::print(
        "\nIt can load more while it runs: `xomp doctor DIRECTORY` looks at all libraries in a directory, "
        "`xomp doctor PID` at a running process.\n");
  }
  if (is_script)
    fmt::print("`xomp run` puts XOMP under the programs that the script starts, too; look at them one by one.\n");
}

int examine_program(Loader& loader, const Installation& installation, const std::string& name) {
  const Program program = find_program(name, Purpose::examine);
  const auto library = loader.elf(installation.library);
  require_preloadable(program, *library);
  const LoaderVariables now = loader_variables();
  const Takeover takeover =
      find_takeover(loader, {program.elf.path}, now.settings(), with_xomp(now, installation).settings());
  const std::string path = program.elf.path.string();
  print_files(program.is_script ? fmt::format("{} (run by {})", name, path) : path, takeover,
              program.is_script || program.elf.calls_dlopen, program.is_script);
  return exit_code(takeover);
}

int examine_library(Loader& loader, const Installation& installation, const fs::path& file) {
  const LoaderVariables now = loader_variables();
  const Takeover takeover = find_takeover(loader, {file}, now.settings(), with_xomp(now, installation).settings());
  print_files(file.string(), takeover, false);
  return exit_code(takeover);
}

bool is_library(Loader& loader, const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored) || !is_elf_file(file)) return false;
  const auto elf = loader.elf(file);
  return elf != nullptr && elf->is_dynamic && !elf->is_program;
}

// The runtimes that lie in the directory, and the files in it that use one.
struct DirectoryFiles {
  std::vector<fs::path> runtimes;
  std::vector<fs::path> users;
};

DirectoryFiles find_openmp_files(Loader& loader, const fs::path& directory, const ElfFile& library) {
  DirectoryFiles found;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  for (auto at = fs::recursive_directory_iterator(directory, options, error); !error && at != fs::end(at);
       at.increment(error)) {
    std::error_code ignored;
    if (at->is_symlink(ignored) || !at->is_regular_file(ignored) || !is_elf_file(at->path())) continue;
    const auto elf = loader.elf(at->path());
    if (elf == nullptr || elf->bits != library.bits || elf->machine != library.machine) continue;
    if (runtime_kind(*elf)) {
      found.runtimes.push_back(at->path());
    } else if (has_openmp(*elf)) {
      found.users.push_back(at->path());
    }
  }
  std::sort(found.runtimes.begin(), found.runtimes.end());
  std::sort(found.users.begin(), found.users.end());
  return found;
}

std::string files_text(std::size_t users, const std::string& runtimes) {
  if (users == 0) return "no file uses OpenMP";
  if (users == 1) return fmt::format("1 file uses OpenMP; it would load {}", runtimes);
  return fmt::format("{} files use OpenMP; together they would load {}", users, runtimes);
}

int examine_directory(Loader& loader, const Installation& installation, const fs::path& directory) {
  const auto library = loader.elf(installation.library);
  const DirectoryFiles files = find_openmp_files(loader, directory, *library);
  const LoaderVariables now = loader_variables();
  const Takeover takeover = find_takeover(loader, files.users, now.settings(), with_xomp(now, installation).settings());
  fmt::print("{}: {}; {} in the directory.\n", directory.string(),
             files_text(files.users.size(), counted_runtimes(takeover.runtimes.size())),
             files.runtimes.empty()       ? "no runtime lies"
             : files.runtimes.size() == 1 ? "1 runtime lies"
                                          : fmt::format("{} runtimes lie", files.runtimes.size()));
  print_takeover(takeover);
  for (const fs::path& runtime : files.runtimes) {
    std::error_code ignored;
    const bool is_reported = std::any_of(takeover.runtimes.begin(), takeover.runtimes.end(), [&](const auto& report) {
      return !report.file.empty() && fs::equivalent(report.file, runtime, ignored);
    });
    if (!is_reported) {
      fmt::print("\n{}: {}\n  used by      no file in this directory\n", kind_name(*runtime_kind(*loader.elf(runtime))),
                 runtime.string());
    }
  }
  return exit_code(takeover);
}

// Whether an object's calls go to a runtime that is not XOMP. What runtimes ask of themselves or of tools does not count.
bool is_bound_to_another(const Process& process) {
  const auto kind_of = [&](int file) -> std::optional<RuntimeKind> {
    const auto& elf = process.files[static_cast<std::size_t>(file)].elf;
    return elf == nullptr ? std::nullopt : runtime_kind(*elf);
  };
  return std::any_of(process.bound.begin(), process.bound.end(), [&](const BoundEntry& entry) {
    if (entry.provider < 0 || kind_of(entry.user)) return false;
    const auto kind = kind_of(entry.provider);
    return kind && kind != RuntimeKind::xomp;
  });
}

int examine_process(Loader& loader, const Installation& installation, pid_t id) {
  const Process process = read_process(id);
  std::size_t runtimes = 0;
  bool has_xomp = false;
  std::vector<fs::path> users;
  for (const MappedFile& file : process.files) {
    if (file.elf == nullptr) continue;
    const auto kind = runtime_kind(*file.elf);
    if (kind) ++runtimes;
    has_xomp |= kind == RuntimeKind::xomp;
    if (!kind && has_openmp(*file.elf) && !file.is_deleted) users.push_back(file.file);
  }
  fmt::print("Process {} ({}, {} thread{}) has loaded {}.\n", id, process.program.string(), process.threads,
             process.threads == 1 ? "" : "s", counted_runtimes(runtimes));
  print_process(process);
  if (has_xomp || users.empty()) return is_bound_to_another(process) ? kExitNotTaken : 0;
  if (!process.is_in_our_root) {
    fmt::print("\nIt runs in a container. Run `xomp doctor` inside the container to see what XOMP would take over.\n");
    return 0;
  }
  fmt::print("\nStarted with `xomp run`:\n");
  const LoaderVariables& now = process.loader_variables;
  const Takeover takeover = find_takeover(loader, users, now.settings(), with_xomp(now, installation).settings());
  print_takeover(takeover);
  return exit_code(takeover);
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string::npos;
}

int examine(const std::string& target) {
  Loader loader;
  const Installation installation = find_installation();
  if (loader.elf(installation.library) == nullptr) fail(kExitOwnError, "{} is damaged", installation.library.string());
  std::error_code ignored;
  if (is_number(target) && !fs::exists(target, ignored))
    return examine_process(loader, installation, std::stoi(target));
  if (fs::is_directory(target, ignored)) return examine_directory(loader, installation, target);
  if (is_library(loader, target)) return examine_library(loader, installation, target);
  return examine_program(loader, installation, target);
}

}  // namespace

void add_doctor(CLI::App& application, CommandLine& line) {
  CLI::App* command =
      application.add_subcommand("doctor", "List the OpenMP runtimes of a program, and whether XOMP takes over each.");
  auto target = std::make_shared<std::string>();
  command
      ->add_option("TARGET", *target,
                   "A program, a library, a directory (such as a virtual environment), or a process id")
      ->required();
  command->footer("Exit status: 0 if XOMP takes over everything that it finds, else 1.");
  command->callback([target, &line] { line.action = [target] { return examine(*target); }; });
}

}  // namespace xomp::tool
