// xomp-sim: one run on the virtual machine. `xomp sim` starts it, with one argument: a JSON object with the
// machine's description, policy, program and numbers; the answer is a JSON object on stdout. A wrong
// request: a sentence on stderr, exit 2.
#include <sys/personality.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "models/simulate/access.h"
#include "models/simulate/environment.h"
#include "models/simulate/report.h"
#include "models/simulate/run.h"

namespace {

using namespace xomp::simulate;
using nlohmann::json;

const Program& find_program(const std::string& name) {
  std::string names;
  for (const Program* program : all_programs) {
    if (name == program->name) return *program;
    names += (names.empty() ? "" : ", ") + std::string(program->name);
  }
  throw std::runtime_error("there is no program '" + name + "'; there are " + names);
}

template <class T>
T in_range(const char* what, T value, T least, T most) {
  if (value >= least && value <= most) return value;
  const auto text = [](T v) { return json(v).dump(); };
  throw std::runtime_error(std::string(what) + " " + text(value) + " is not allowed: from " + text(least) + " to " +
                           text(most));
}

Settings read_settings(const json& request, const Program& program, const Machine& machine) {
  Settings settings;
  settings.workers = in_range("--workers", request.value("workers", 1), 1, machine.processors());
  settings.size = in_range("--size", request.value("size", program.usual_size), program.least_size, program.most_size);
  settings.grain_ns = in_range("--grain", request.value("grain_ns", program.usual_grain_ns), 0.0, 1e9);
  settings.warm_runs = in_range("--warm", request.value("warm", 1), 0, 100);
  settings.untied = request.value("untied", false);
  settings.seed = request.value("seed", std::uint64_t{1});
  return settings;
}

int list_programs() {
  json list = json::array();
  for (const Program* p : all_programs)
    list.push_back({{"name", p->name},
                    {"help", p->help},
                    {"usual_size", p->usual_size},
                    {"least_size", p->least_size},
                    {"most_size", p->most_size},
                    {"usual_grain_ns", p->usual_grain_ns}});
  std::printf("%s\n", list.dump().c_str());
  return 0;
}

int simulate(const char* argument) {
  const auto begun = std::chrono::steady_clock::now();
  const json request = json::parse(argument);
  static Machine machine = read_machine(request.at("machine").dump());
  const Program& program = find_program(request.at("program").get<std::string>());
  const Settings settings = read_settings(request, program, machine);
  const double quantum_ns = in_range("--quantum", request.value("quantum_ns", 50.0), 0.0, 1e6);
  static World the_world(machine, static_cast<Picoseconds>(quantum_ns * 1000), std::size_t{1} << 20);
  world = &the_world;
  if (settings.workers > machine.cores()) world->work_factor = machine.shared_core;

  static const auto settings_of_engine = request.value("environment", std::vector<std::string>{});
  for (const std::string& setting : settings_of_engine) environment.push_back(setting.c_str());
  environment.push_back(nullptr);

  const Outcome outcome = run_program(program, settings);
  json answer = report(outcome, settings);
  answer["host_seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  std::printf("%s\n", answer.dump().c_str());
  return 0;
}

}  // namespace

// Lines of the virtual machine are lines of this process. So that one seed gives one run, its memory lies at the same
// addresses each time. Where the system refuses that, runs of one seed may differ a little.
static void fix_addresses(char** argv) {
  const int persona = personality(0xffffffff);
  if (persona == -1 || (persona & ADDR_NO_RANDOMIZE) != 0) return;
  if (personality(static_cast<unsigned long>(persona) | ADDR_NO_RANDOMIZE) == -1) return;
  execv("/proc/self/exe", argv);
}

int main(int argc, char** argv) {
  fix_addresses(argv);
  try {
    if (argc == 2 && std::strcmp(argv[1], "--programs") == 0) return list_programs();
    if (argc == 2) return simulate(argv[1]);
    std::fprintf(stderr, "xomp-sim: started by 'xomp sim'\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 2;
}
