// xomp sim ranks: programs with ttg.h on many simulated ranks of a cluster that is described by a file.
#include "sim_ranks.h"

#include <charconv>
#include <fstream>
#include <memory>

#include "message.h"
#include "sim_picture.h"
#include "simulation.h"

namespace xomp::tool {

namespace {

using nlohmann::json;

struct Options {
  std::string clusters = "infiniband-100", programs = "fence", ranks = "2,16,128,1024";
  int threads = 1;
  long size = -1, steps = -1, bytes = -1;  // -1 = the program's own
  double grain_ns = -1;                    // the same
  unsigned long long seed = 1;
  bool as_json = false, list = false;
  std::string picture;
};

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(',', at);
    parts.push_back(text.substr(at, end == std::string::npos ? end : end - at));
    if (end == std::string::npos) return parts;
    at = end + 1;
  }
}

std::vector<int> ranks_of(const std::string& text) {
  constexpr int kMost = 4096;
  std::vector<int> counts;
  for (const std::string& part : parts_of(text)) {
    int n = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), n);
    if (error != std::errc{} || end != part.data() + part.size() || n < 2 || n > kMost)
      fail(kExitOwnError, "--ranks {}: '{}' is not allowed; give numbers from 2 to {}, separated by commas", text, part,
           kMost);
    counts.push_back(n);
  }
  return counts;
}

std::vector<std::string> chosen_programs(const Simulator& simulator, const std::string& text) {
  std::vector<std::string> known, chosen;
  for (const json& program : programs_of(simulator)) known.push_back(program["name"]);
  if (text == "all") return known;
  for (const std::string& name : parts_of(text)) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      fail(kExitOwnError, "--program {}: there is no program '{}'; choose from {}", text, name, fmt::join(known, ", "));
    chosen.push_back(name);
  }
  return chosen;
}

std::vector<json> requests_of(const Options& options, const Simulator& simulator) {
  std::vector<json> requests;
  for (const std::string& cluster : parts_of(options.clusters)) {
    const json description = read_description(simulator, cluster);
    for (const std::string& program : chosen_programs(simulator, options.programs))
      for (const int ranks : ranks_of(options.ranks)) {
        json request = {{"cluster", description},
                        {"program", program},
                        {"ranks", ranks},
                        {"seed", options.seed},
                        {"threads", options.threads}};
        const std::pair<const char*, long> numbers[] = {
            {"size", options.size}, {"steps", options.steps}, {"bytes", options.bytes}};
        for (const auto& [name, value] : numbers)
          if (value >= 0) request[name] = value;
        if (options.grain_ns >= 0) request["grain_ns"] = options.grain_ns;
        requests.push_back(std::move(request));
      }
  }
  return requests;
}

int list(const Simulator& simulator) {
  fmt::print("clusters (--cluster NAME or FILE):\n");
  for (const std::string& name : names_of_descriptions(simulator))
    fmt::print("  {:<16} {}\n", name, read_description(simulator, name).value("description", ""));
  fmt::print("\nprograms (--program NAME); and their defaults:\n");
  for (const json& p : programs_of(simulator))
    fmt::print("  {:<10} {} (size {}, steps {}, bytes {}, grain {} ns)\n", p["name"].get<std::string>(),
               p["help"].get<std::string>(), p["size"].get<long>(), p["steps"].get<long>(), p["bytes"].get<long>(),
               p["grain_ns"].get<double>());
  return 0;
}

// Reads a count from an answer's part "sent" or "most_of_a_rank".
double count(const json& answer, const char* part, const char* what) { return answer.at(part).at(what).get<double>(); }
double mib(const json& answer, const char* part) {
  return (count(answer, part, "batch_bytes") + count(answer, part, "piece_bytes")) / (1 << 20);
}

void print(const std::vector<json>& answers) {
  fmt::print("{:<9} {:<15} {:>5} {:>9} {:>11} {:>6} | {:>9} {:>9} {:>8} {:>9} | {:>9} {:>9} | {:>9} {:>6}\n", "program",
             "cluster", "ranks", "tasks", "time ms", "effic.", "records", "batches", "pieces", "MiB", "most rec.",
             "most MiB", "memory", "host s");
  for (const json& a : answers) {
    const double ranks = a.at("ranks").get<double>();
    fmt::print(
        "{:<9} {:<15} {:>5} {:>9.0f} {:>11.4f} {:>6.3f} | {:>9.1f} {:>9.1f} {:>8.1f} {:>9.3f} | {:>9.0f} {:>9.3f} | "
        "{:>9.1f} {:>6.1f}\n",
        a.at("program").get<std::string>(), a.at("cluster").get<std::string>(), ranks, a.at("tasks").get<double>(),
        a.at("time_ns").get<double>() / 1e6, a.at("efficiency").get<double>(), count(a, "sent", "records") / ranks,
        count(a, "sent", "batches") / ranks, count(a, "sent", "pieces") / ranks, mib(a, "sent") / ranks,
        count(a, "most_of_a_rank", "records"), mib(a, "most_of_a_rank"), a.at("memory_at_end").get<double>() / 1024,
        a.at("host_seconds").get<double>());
  }
  fmt::print(
      "\n"
      "time ms               simulated, from fence to fence\n"
      "effic.                share of all ranks' time that is the tasks' own work; 0 where tasks have none\n"
      "records ... MiB       what a rank sends, in the mean: messages of the program, the batches they go in, large "
      "memory\n"
      "                      that goes by itself, and the MiB of both\n"
      "most rec., most MiB   of the rank that sends most\n"
      "memory                KiB of a rank at the end, in the mean, without what tiles and other values hold\n"
      "host s                what the simulation took\n");
}

int sim_ranks(const Options& options) {
  const Installation installation = find_installation();
  const Simulator simulator = find_rank_simulator(installation);
  if (options.list) return list(simulator);
  const std::vector<json> requests = requests_of(options, simulator);
  std::vector<json> answers = run_all(simulator, requests);
  for (std::size_t i = 0; i < answers.size(); ++i) answers[i]["cluster"] = requests[i]["cluster"].value("name", "");
  if (!options.picture.empty()) {
    std::ofstream file(options.picture);
    file << picture_of_ranks(answers);
    if (!file.flush()) fail(kExitOwnError, "--picture {}: cannot write there", options.picture);
  }
  if (options.as_json) fmt::print("{}\n", json(answers).dump(1));
  else print(answers);
  return 0;
}

void add_sizes(CLI::App& command, Options& options) {
  command.add_option("--size", options.size, "Size of the program; --list says what it counts")->check(at_least(1));
  command.add_option("--steps", options.steps, "Steps of the program")->check(at_least(1));
  command.add_option("--bytes", options.bytes, "Bytes of a value")->check(at_least(0));
  command.add_option("--grain", options.grain_ns, "Work of a task, in ns")->check(at_least(0));
}

}  // namespace

CLI::App* add_sim_ranks(CLI::App& sim, CommandLine& line) {
  auto options = std::make_shared<Options>();
  CLI::App* const command =
      sim.add_subcommand("ranks", "Run programs with ttg.h on many simulated ranks: messages, fences, scaling.");
  CLI::Option* const clusters =
      command
          ->add_option("-c,--cluster", options->clusters,
                       "Clusters to simulate, separated by commas: names (see --list) or files with a description")
          ->capture_default_str();
  CLI::Option* const programs =
      command->add_option("-P,--program", options->programs, "Programs (see --list), separated by commas, or 'all'")
          ->capture_default_str();
  know_words_of_simulator(line, find_rank_simulator, clusters, programs);
  command->add_option("-r,--ranks", options->ranks, "Numbers of ranks from 2 to 4096, separated by commas")
      ->capture_default_str();
  command->add_option("-t,--threads", options->threads, "Threads of each rank that run tasks")->capture_default_str();
  add_sizes(*command, *options);
  command->add_option("--seed", options->seed, "Seed of the run: decides how late each message is")->check(at_least(0));
  command->add_flag("--json", options->as_json, "Print all figures of each run, as JSON");
  command->add_option("--picture", options->picture, "Draw the results into this file (SVG)")->type_name("FILE");
  command->add_flag("--list", options->list, "List the clusters and programs");
  command->callback([options, &line] { line.action = [options] { return sim_ranks(*options); }; });
  return command;
}

}  // namespace xomp::tool
