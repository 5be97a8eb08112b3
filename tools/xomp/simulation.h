// Runs of the engine on a virtual machine, and of ranks on a virtual cluster: each is a process of its own, lib/xomp/xomp-sim
// (models/simulate) or lib/xomp/xomp-sim-ranks (models/cluster).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "commands.h"
#include "installation.h"

namespace xomp::tool {

struct Simulator {
  std::filesystem::path program;
  std::filesystem::path machines;    // directory of the descriptions that come with it
  const char* option = "--machine";  // which names one of these
};

// Throws Failure when the simulator is not there, because a wheel has none.
Simulator find_simulator(const Installation& installation);
Simulator find_rank_simulator(const Installation& installation);

// Reads the description that `name` means: a file, or one that comes with the simulator.
nlohmann::json read_description(const Simulator& simulator, const std::string& name);
std::vector<std::string> names_of_descriptions(const Simulator& simulator);
nlohmann::json programs_of(const Simulator& simulator);

// The check of an option whose value is a number from `least` on.
CLI::Validator at_least(double least);

// For completion: what may stand behind the option that names a description, and behind the one that names programs.
void know_words_of_simulator(CommandLine& line, Simulator (*find)(const Installation&), const CLI::Option* descriptions,
                             const CLI::Option* programs);

// Returns the answers in the order of the requests, each with the request's "policy" and "program". It runs as many at
// a time as there are processors. Throws Failure with the sentence of the first run that failed.
std::vector<nlohmann::json> run_all(const Simulator& simulator, const std::vector<nlohmann::json>& requests);

}  // namespace xomp::tool
