// See simulation.h.
#include "simulation.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"

namespace xomp::tool {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

struct Finished {
  int status = 0;
  std::string output, errors;
};

std::string read_all(int file) {
  std::string text;
  char part[65536];
  for (;;) {
    const ssize_t n = read(file, part, sizeof part);
    if (n > 0) text.append(part, static_cast<std::size_t>(n));
    else if (n == 0 || errno != EINTR) return text;
  }
}

// A file for what the process says on stderr, so that only one pipe has to be emptied.
int make_scratch() {
  char name[] = "/tmp/xomp-sim-XXXXXX";
  const int file = mkostemp(name, O_CLOEXEC);
  if (file >= 0) unlink(name);
  return file;
}

Finished run_process(const fs::path& program, const std::string& argument) {
  int ends[2];
  const int errors = make_scratch();
  if (errors < 0 || pipe2(ends, O_CLOEXEC) != 0)
    fail(kExitOwnError, "cannot start {}: {}", program.string(), std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  std::string words[2] = {program.string(), argument};
  char* arguments[] = {words[0].data(), words[1].data(), nullptr};
  pid_t process;
  const int error = posix_spawn(&process, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  Finished finished;
  if (error == 0) {
    finished.output = read_all(ends[0]);
    while (waitpid(process, &finished.status, 0) < 0 && errno == EINTR) {
    }
    lseek(errors, 0, SEEK_SET);
    finished.errors = read_all(errors);
  }
  close(ends[0]);
  close(errors);
  if (error != 0) fail(kExitOwnError, "cannot start {}: {}", program.string(), std::strerror(error));
  return finished;
}

json answer_of(const Finished& finished) {
  json answer = json::parse(finished.output, nullptr, false);
  if (finished.status == 0 && answer.is_object()) return answer;
  std::string sentence = finished.errors;
  while (!sentence.empty() && sentence.back() == '\n') sentence.pop_back();
  for (const std::string ours : {"xomp: error: ", "xomp-sim: ", "xomp-sim-ranks: "})
    if (sentence.starts_with(ours)) sentence.erase(0, ours.size());
  if (sentence.empty()) sentence = fmt::format("the simulator ended with status {:#x}", finished.status);
  return {{"failure", sentence}};
}

}  // namespace

static Simulator find(const Installation& installation, const char* program, const char* descriptions,
                      const char* option) {
  std::error_code ignored;
  const fs::path libraries = installation.library.parent_path();
  Simulator found{libraries / "xomp" / program, own_prefix() / "share" / "xomp" / descriptions, option};
  if (!fs::exists(found.program, ignored))
    fail(kExitOwnError, "the simulator {} is missing; a Python package does not contain it, a build from source does",
         found.program.string());
  return found;
}
Simulator find_simulator(const Installation& installation) {
  return find(installation, "xomp-sim", "machines", "--machine");
}
Simulator find_rank_simulator(const Installation& installation) {
  return find(installation, "xomp-sim-ranks", "clusters", "--cluster");
}

std::vector<std::string> names_of_descriptions(const Simulator& simulator) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(simulator.machines, ignored))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

json read_description(const Simulator& simulator, const std::string& name) {
  const fs::path known = simulator.machines / (name + ".json");
  std::error_code ignored;
  const bool is_name = name.find('/') == std::string::npos && fs::exists(known, ignored);
  std::ifstream file(is_name ? known : fs::path(name));
  if (!file)
    fail(kExitOwnError, "{} {}: this is neither a file nor one of {}", simulator.option, name,
         fmt::join(names_of_descriptions(simulator), ", "));
  std::stringstream text;
  text << file.rdbuf();
  json description = json::parse(text.str(), nullptr, false);
  if (!description.is_object()) fail(kExitOwnError, "{} {}: the file holds no JSON object", simulator.option, name);
  return description;
}

json programs_of(const Simulator& simulator) {
  return json::parse(run_process(simulator.program, "--programs").output);
}

std::vector<json> run_all(const Simulator& simulator, const std::vector<json>& requests) {
  std::vector<json> answers(requests.size());
  std::atomic<std::size_t> next{0};
  const auto serve = [&] {
    for (std::size_t i; (i = next.fetch_add(1)) < requests.size();) {
      try {
        answers[i] = answer_of(run_process(simulator.program, requests[i].dump()));
      } catch (const Failure& failure) {
        answers[i] = {{"failure", failure.sentence}};
      }
    }
  };
  std::vector<std::thread> helpers;
  const std::size_t wanted = std::min<std::size_t>(std::max(1u, std::thread::hardware_concurrency()), requests.size());
  for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(serve);
  serve();
  for (std::thread& helper : helpers) helper.join();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].contains("failure")) fail(kExitOwnError, "{}", answers[i]["failure"].get<std::string>());
    for (const char* word : {"policy", "program"})
      if (requests[i].contains(word)) answers[i][word] = requests[i][word];
  }
  return answers;
}

CLI::Validator at_least(double least) {
  return {[least](const std::string& text) {
            double value = 0;
            const bool is_allowed = CLI::detail::lexical_cast(text, value) && value >= least;
            return is_allowed ? "" : fmt::format("'{}' is not allowed; give a number from {:g}", text, least);
          },
          ""};
}

void know_words_of_simulator(CommandLine& line, Simulator (*find)(const Installation&), const CLI::Option* descriptions,
                             const CLI::Option* programs) {
  line.words.emplace_back(descriptions, [find] { return names_of_descriptions(find(find_installation())); });
  line.words.emplace_back(programs, [find] {
    std::vector<std::string> names;
    for (const json& program : programs_of(find(find_installation()))) names.push_back(program["name"]);
    names.emplace_back("all");
    return names;
  });
}

}  // namespace xomp::tool
