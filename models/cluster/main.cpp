// xomp-sim-ranks: one program on simulated ranks. `xomp sim ranks` starts it, with one argument: a JSON object with the cluster's
// description, the program and numbers; the answer is a JSON object on stdout. A wrong request: a sentence on stderr, exit 2.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "models/cluster/run.h"

namespace {

using namespace xomp::cluster;
using nlohmann::json;

const Program& find_program(const std::string& name) {
  std::string names;
  for (const Program& p : all_programs) {
    if (name == p.name) return p;
    names += (names.empty() ? "" : ", ") + std::string(p.name);
  }
  throw std::runtime_error("there is no program '" + name + "'; there are " + names);
}

template <class T>
T in_range(const char* what, T value, T least, T most) {
  if (value >= least && value <= most) return value;
  throw std::runtime_error(std::string(what) + " " + json(value).dump() + " is not allowed: from " +
                           json(least).dump() + " to " + json(most).dump());
}
// A number must not be given if the program has no use for it.
template <class T>
T number(const json& request, const char* key, const char* option, const Program& program, T usual, T least, T most) {
  if (!request.contains(key)) return usual;
  if (most == T{0}) throw std::runtime_error(std::string(option) + ": program " + program.name + " has no use for it");
  return in_range(option, request.at(key).get<T>(), least, most);
}

Settings read_settings(const json& request, const Program& program) {
  Settings s;
  s.ranks = in_range("--ranks", request.value("ranks", 2), 2, kMostRanks);
  s.threads = in_range("--threads", request.value("threads", 1), 1, 64);
  s.seed = request.value("seed", std::uint64_t{1});
  const Parameters &usual = program.usual, &most = program.most;
  s.parameters.size = number(request, "size", "--size", program, usual.size, 1L, most.size);
  s.parameters.steps = number(request, "steps", "--steps", program, usual.steps, 1L, most.steps);
  s.parameters.bytes = number(request, "bytes", "--bytes", program, usual.bytes, 0L, most.bytes);
  s.parameters.grain_ns = number(request, "grain_ns", "--grain", program, usual.grain_ns, 0.0, most.grain_ns);
  return s;
}

int list_programs() {
  json list = json::array();
  for (const Program& p : all_programs)
    list.push_back({{"name", p.name},
                    {"help", p.help},
                    {"size", p.usual.size},
                    {"steps", p.usual.steps},
                    {"bytes", p.usual.bytes},
                    {"grain_ns", p.usual.grain_ns}});
  std::printf("%s\n", list.dump().c_str());
  return 0;
}

json report(const Run& run, const Settings& settings) {
  Sent all, most;
  double work = 0, messages = 0, polls = 0;
  for (const Outcome& o : run.outcomes) {
    all.records += o.sent.records, all.batches += o.sent.batches, all.batch_bytes += o.sent.batch_bytes;
    all.pieces += o.sent.pieces, all.piece_bytes += o.sent.piece_bytes;
    most.records = std::max(most.records, o.sent.records);
    most.batches = std::max(most.batches, o.sent.batches);
    most.batch_bytes = std::max(most.batch_bytes, o.sent.batch_bytes);
    most.pieces = std::max(most.pieces, o.sent.pieces);
    most.piece_bytes = std::max(most.piece_bytes, o.sent.piece_bytes);
  }
  for (const Usage& u : run.usages) {
    work += static_cast<double>(u.work) / 1000;
    messages += static_cast<double>(u.messages) / 1000;
    polls += static_cast<double>(u.polls);
  }
  const auto json_of = [](const Sent& s) {
    return json{{"records", s.records},
                {"batches", s.batches},
                {"batch_bytes", s.batch_bytes},
                {"pieces", s.pieces},
                {"piece_bytes", s.piece_bytes}};
  };
  const Outcome& first = run.outcomes.front();
  const double all_time = first.ns * settings.ranks * settings.threads;
  const Parameters& p = settings.parameters;
  return {{"ranks", settings.ranks},
          {"threads", settings.threads},
          {"size", p.size},
          {"steps", p.steps},
          {"bytes", p.bytes},
          {"grain_ns", p.grain_ns},
          {"time_ns", first.ns},
          {"tasks", first.tasks},
          {"work_ns", first.work_ns},
          {"efficiency", all_time == 0 ? 0 : first.work_ns / all_time},
          {"sent", json_of(all)},
          {"most_of_a_rank", json_of(most)},
          {"message_ns", messages},
          {"polls", polls},
          {"network_messages", run.network_messages},
          {"events", run.events},
          {"memory_after_open", run.bytes_after_open},
          {"memory_at_end", run.bytes_at_end}};
}

int simulate(const char* argument) {
  const auto begun = std::chrono::steady_clock::now();
  const json request = json::parse(argument);
  const Description description = read_description(request.at("cluster").dump());
  const Program& program = find_program(request.at("program").get<std::string>());
  const Settings settings = read_settings(request, program);
  json answer = report(run_program(program, description, settings), settings);
  answer["host_seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  std::printf("%s\n", answer.dump().c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 2 && std::strcmp(argv[1], "--programs") == 0) return list_programs();
    if (argc == 2) return simulate(argv[1]);
    std::fprintf(stderr, "xomp-sim-ranks: started by 'xomp sim ranks'\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 2;
}
