// A machine's description file. Every cost is {"value": ns, "source": "where from"}.
#include "models/simulate/machine.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

namespace xomp::simulate {

namespace {

using nlohmann::json;

[[noreturn]] void fail(const std::string& sentence) { throw std::runtime_error("machine description: " + sentence); }

int whole(const json& from, const char* name, int least, int most) {
  const auto at = from.find(name);
  if (at == from.end()) fail(std::string("\"") + name + "\" is missing");
  if (!at->is_number_integer() || *at < least || *at > most)
    fail(std::string("\"") + name + "\": " + at->dump() + " is not a whole number from " + std::to_string(least) +
         " to " + std::to_string(most));
  return at->get<int>();
}

Picoseconds cost(const json& costs, const std::string& name) {
  const auto at = costs.find(name);
  if (at == costs.end()) fail("costs_ns: \"" + name + "\" is missing");
  if (!at->is_object() || !at->contains("value") || !(*at)["value"].is_number() || (*at)["value"] < 0 ||
      (*at)["value"] > 1e9)
    fail("costs_ns: \"" + name + "\" wants {\"value\": ns from 0 to 1e9, \"source\": text}, not " + at->dump());
  if (!at->contains("source") || !(*at)["source"].is_string()) fail("costs_ns: \"" + name + "\" has no \"source\"");
  return static_cast<Picoseconds>((*at)["value"].get<double>() * 1000 + 0.5);
}

Costs read_costs(const json& file) {
  const auto at = file.find("costs_ns");
  if (at == file.end() || !at->is_object()) fail("\"costs_ns\" is missing");
  static constexpr const char* kDistanceNames[kDistances] = {"same_cache", "same_node", "other_node", "two_hops",
                                                             "memory"};
  Costs costs{};
  for (std::size_t i = 0; i < kDistances; ++i) {
    costs.transfer[i] = cost(*at, kDistanceNames[i]);
    costs.busy[i] = cost(*at, std::string("busy_") + kDistanceNames[i]);
  }
  costs.hit = cost(*at, "hit");
  costs.read_busy = cost(*at, "read_busy");
  costs.invalidation = cost(*at, "invalidation");
  costs.read_modify_write = cost(*at, "read_modify_write");
  costs.store_buffer = cost(*at, "store_buffer");
  costs.pause = cost(*at, "pause");
  costs.read_clock = cost(*at, "read_clock");
  costs.yield = cost(*at, "yield");
  costs.futex_call = cost(*at, "futex_call");
  costs.futex_wake = cost(*at, "futex_wake");
  costs.wake_up = cost(*at, "wake_up");
  costs.heavy_fence = cost(*at, "heavy_fence");
  costs.heavy_fence_each = cost(*at, "heavy_fence_each");
  costs.heavy_fence_interrupt = cost(*at, "heavy_fence_interrupt");
  costs.start_thread = cost(*at, "start_thread");
  if (costs.hit == 0) fail("costs_ns: \"hit\" must be more than 0, or time stands still");
  return costs;
}

std::vector<std::vector<int>> read_hops(const json& file, int nodes) {
  const auto at = file.find("hops");
  if (at == file.end()) return {};
  const auto is_row = [&](const json& row) {
    if (!row.is_array() || row.size() != static_cast<std::size_t>(nodes)) return false;
    for (const json& n : row)
      if (!n.is_number_integer() || n < 0 || n > 2) return false;
    return true;
  };
  bool good = at->is_array() && at->size() == static_cast<std::size_t>(nodes);
  for (std::size_t i = 0; good && i < at->size(); ++i) good = is_row((*at)[i]);
  if (!good) fail("\"hops\" wants a row for each node with 0, 1 or 2 for each node");
  return at->get<std::vector<std::vector<int>>>();
}

}  // namespace

Machine read_machine(const std::string& text) {
  const json file = json::parse(text, nullptr, false);
  if (file.is_discarded() || !file.is_object()) fail("this is no JSON object");
  Machine machine;
  machine.name = file.value("name", "");
  if (machine.name.empty()) fail("\"name\" is missing");
  machine.nodes = whole(file, "nodes", 1, 64);
  machine.cores_per_node = whole(file, "cores_per_node", 1, kMaxCores);
  machine.cores_per_cache = whole(file, "cores_per_cache", 1, machine.cores_per_node);
  machine.threads_per_core = whole(file, "threads_per_core", 1, 8);
  if (machine.cores() > kMaxCores)
    fail(std::to_string(machine.cores()) + " cores are more than " + std::to_string(kMaxCores));
  if (machine.cores_per_node % machine.cores_per_cache != 0) fail("\"cores_per_cache\" must divide \"cores_per_node\"");
  machine.hops = read_hops(file, machine.nodes);
  machine.costs = read_costs(file);
  machine.shared_core = file.value("shared_core", 1.0);
  if (machine.shared_core < 1 || machine.shared_core > machine.threads_per_core)
    fail("\"shared_core\": from 1 to \"threads_per_core\"");
  return machine;
}

}  // namespace xomp::simulate
