// xomp sim: the engine on a machine that is described by a file: chosen policies and programs with chosen numbers of
// workers, as a table, as JSON and as a picture.
#include <algorithm>
#include <charconv>
#include <fstream>
#include <memory>

#include "commands.h"
#include "library.h"
#include "message.h"
#include "sim_picture.h"
#include "sim_ranks.h"
#include "sim_table.h"
#include "simulation.h"
#include "xomp/introspection.h"

namespace xomp::tool {

namespace {

using nlohmann::json;

struct SimOptions {
  std::string machine = "skylake-8x24", policies = "auto", programs = "fib", workers = "192";
  long long size = 0;    // 0 = the program's own
  double grain_ns = -1;  // the same
  unsigned long long seed = 1;
  int warm = 1;
  bool untied = false;
  double quantum_ns = 50;
  bool bind = false, as_json = false, list = false, lines = false;
  std::string picture, presets, barrier;
};

// Splits at commas. A comma inside a policy's parameters does not separate, because what follows it is no name of its
// own.
std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  for (;;) {
    const std::size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end == std::string::npos ? end : end - at));
    if (end == std::string::npos) return parts;
    at = end + 1;
  }
}

std::vector<int> workers_of(const std::string& text) {
  std::vector<int> counts;
  for (const std::string& part : parts_of(text, ',')) {
    int n = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), n);
    if (error != std::errc{} || end != part.data() + part.size() || n < 1 || n > 384)
      fail(kExitOwnError, "--workers {}: '{}' is not allowed; give numbers from 1 to 384, separated by commas", text,
           part);
    counts.push_back(n);
  }
  return counts;
}

std::vector<std::string> policies_of(const Installation& installation, const std::string& text) {
  if (text == "all") return policy_names(installation);
  void* const library = open_library(installation);
  std::vector<std::string> names;
  // "a b" means two. Commas belong to parameters.
  for (const std::string& name : parts_of(text, ' ')) {
    char message[1024];
    const auto check = entry<int(const char*, char*, unsigned long)>(library, "xomp_check_policy");
    if (check(name.c_str(), message, sizeof message) != 0) fail(kExitOwnError, "--policy '{}': {}", name, message);
    names.push_back(name);
  }
  return names;
}

// What the engine is run as: its name in the answers, and the variable that says it.
struct System {
  std::string name, setting;
};

// The papers' systems that --as names; without --as the policies of --policy.
std::vector<System> systems_of(const Installation& installation, const SimOptions& options) {
  std::vector<System> systems;
  if (options.presets.empty())
    for (const std::string& policy : policies_of(installation, options.policies))
      systems.push_back({policy, "XOMP_SCHEDULE_POLICY=" + policy});
  else
    for (const std::string& name : parts_of(options.presets, ' '))
      systems.push_back({require_preset(installation, name).name, "XOMP_AS=" + name});
  return systems;
}

std::vector<std::string> environment_of(const System& system, const SimOptions& options) {
  std::vector<std::string> environment = {system.setting};
  if (options.bind) environment.insert(environment.end(), {"OMP_PROC_BIND=close", "OMP_PLACES=cores"});
  if (!options.barrier.empty()) environment.push_back("XOMP_BARRIER=" + options.barrier);
  return environment;
}

void check_barrier(const std::string& text) {
  const std::string_view fanout = "tree:fanout=";
  bool is_allowed = text.empty() || text == "groups" || text == "word" || text == "tree";
  if (text.starts_with(fanout)) {
    int n = 0;
    std::from_chars(text.data() + fanout.size(), text.data() + text.size(), n);
    is_allowed = n >= 2 && n <= 64 && text == fmt::format("{}{}", fanout, n);
  }
  if (!is_allowed)
    fail(kExitOwnError,
         "--barrier {}: there is no such barrier; choose from groups, word, tree, tree:fanout=N with N from 2 to 64",
         text);
}

std::vector<std::string> programs_of(const Simulator& simulator, const std::string& text) {
  std::vector<std::string> known, chosen;
  for (const json& program : xomp::tool::programs_of(simulator)) known.push_back(program["name"]);
  if (text == "all") return {"fib", "uts", "producer", "flat", "chain", "cholesky"};
  for (const std::string& name : parts_of(text, ',')) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      fail(kExitOwnError, "--program {}: there is no program '{}'; choose from {}", text, name, fmt::join(known, ", "));
    chosen.push_back(name);
  }
  return chosen;
}

int list(const Simulator& simulator) {
  fmt::print("machines (--machine NAME or FILE):\n");
  for (const std::string& name : names_of_descriptions(simulator))
    fmt::print("  {:<16} {}\n", name, read_description(simulator, name).value("description", ""));
  fmt::print("\nprograms (--program NAME): what --size counts; its limits; the defaults of --size and --grain:\n");
  for (const json& p : xomp::tool::programs_of(simulator))
    fmt::print("  {:<10} {} (from {} to {}; default {}, grain {} ns)\n", p["name"].get<std::string>(),
               p["help"].get<std::string>(), p["least_size"].get<long long>(), p["most_size"].get<long long>(),
               p["usual_size"].get<long long>(), p["usual_grain_ns"].get<double>());
  return 0;
}

std::vector<json> requests_of(const SimOptions& options, const Installation& installation, const Simulator& simulator) {
  check_barrier(options.barrier);
  const json machine = read_description(simulator, options.machine);
  std::vector<json> requests;
  for (const std::string& program : programs_of(simulator, options.programs))
    for (const System& system : systems_of(installation, options))
      for (const int workers : workers_of(options.workers)) {
        json request = {{"machine", machine},      {"program", program},
                        {"policy", system.name},   {"environment", environment_of(system, options)},
                        {"workers", workers},      {"seed", options.seed},
                        {"warm", options.warm},    {"quantum_ns", options.quantum_ns},
                        {"untied", options.untied}};
        if (options.size != 0) request["size"] = options.size;
        if (options.grain_ns >= 0) request["grain_ns"] = options.grain_ns;
        requests.push_back(std::move(request));
      }
  return requests;
}

int sim(const SimOptions& options) {
  const Installation installation = find_installation();
  const Simulator simulator = find_simulator(installation);
  if (options.list) return list(simulator);
  const std::vector<json> answers = run_all(simulator, requests_of(options, installation, simulator));
  if (!options.picture.empty()) {
    std::ofstream file(options.picture);
    file << picture_of(answers, options.machine);
    if (!file.flush()) fail(kExitOwnError, "--picture {}: cannot write there", options.picture);
  }
  if (options.as_json) {
    fmt::print("{}\n", json(answers).dump(1));
  } else {
    print_table(answers);
    if (answers.size() == 1 || options.lines) print_lines(answers);
  }
  return 0;
}

void add_choice_of_policies(CLI::App& command, SimOptions& options) {
  command
      .add_option("-p,--policy", options.policies,
                  "Scheduling policies, NAME[:PARAMETER=VALUE,...], separated by blanks, or 'all'")
      ->capture_default_str();
  command
      .add_option("--as", options.presets,
                  "Instead of --policy: systems of the papers, separated by blanks; 'xomp info --as' lists them")
      ->excludes("--policy");
  command.add_option("--barrier", options.barrier,
                     "The team's barrier: groups, word, tree or tree:fanout=N (as XOMP_BARRIER)");
}

}  // namespace

void add_sim(CLI::App& application, CommandLine& line) {
  auto options = std::make_shared<SimOptions>();
  CLI::App* command = application.add_subcommand("sim", "Run XOMP's task engine on a simulated machine.");
  CLI::Option* const machine = command
                                   ->add_option("-m,--machine", options->machine,
                                                "Machine to simulate: a name (see --list) or a file with a description")
                                   ->capture_default_str();
  add_choice_of_policies(*command, *options);
  CLI::Option* const programs =
      command->add_option("-P,--program", options->programs, "Programs (see --list), separated by commas, or 'all'")
          ->capture_default_str();
  know_words_of_simulator(line, find_simulator, machine, programs);
  command->add_option("-w,--workers", options->workers, "Numbers of worker threads from 1 to 384, separated by commas")
      ->capture_default_str();
  command->add_option("--size", options->size, "Size of the program; --list says what it counts")->check(at_least(1));
  command->add_option("--grain", options->grain_ns, "Work of a task, in ns")->check(at_least(0));
  command->add_option("--seed", options->seed, "Seed of the run: decides when each thread begins, and the tree of uts")
      ->check(at_least(0));
  command->add_option("--warm", options->warm, "Unmeasured runs before the measured one")->capture_default_str();
  command
      ->add_option("--quantum", options->quantum_ns,
                   "How far a thread's clock may run ahead of the others, in ns; 0 is exact and slower")
      ->capture_default_str();
  command->add_flag("--bind", options->bind, "Bind threads to cores (sets OMP_PROC_BIND=close)");
  command->add_flag("--untied", options->untied, "Make all tasks untied: a thread that waits in one may run any other");
  command->add_flag("--lines", options->lines,
                    "Print the busiest cache lines and the code that waits for them; a single run does so anyway");
  command->add_flag("--json", options->as_json, "Print all figures of each run, as JSON");
  command->add_option("--picture", options->picture, "Draw the results into this file (SVG)")->type_name("FILE");
  command->add_flag("--list", options->list, "List the machines and programs");
  CLI::App* const ranks = add_sim_ranks(*command, line);
  command->callback([options, command, ranks, &line] {
    if (!command->got_subcommand(ranks)) line.action = [options] { return sim(*options); };
  });
}

}  // namespace xomp::tool
