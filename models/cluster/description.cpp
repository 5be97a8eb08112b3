// See description.h. Each figure is {"value": number, "source": where from}.
#include "models/cluster/description.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

namespace xomp::cluster {

namespace {

using nlohmann::json;

[[noreturn]] void fail(const std::string& sentence) { throw std::runtime_error("cluster description: " + sentence); }

double figure(const json& from, const std::string& part, const char* name, double most) {
  const auto at = from.find(name);
  if (at == from.end()) fail(part + ": \"" + name + "\" is missing");
  if (!at->is_object() || !at->contains("value") || !(*at)["value"].is_number() || (*at)["value"] < 0 ||
      (*at)["value"] > most)
    fail(part + ": \"" + name + "\" wants {\"value\": number from 0 to " + json(most).dump() +
         ", \"source\": text}, not " + at->dump());
  if (!at->contains("source") || !(*at)["source"].is_string()) fail(part + ": \"" + name + "\" has no \"source\"");
  return (*at)["value"].get<double>();
}
Picoseconds time(const json& from, const std::string& part, const char* name) {
  return static_cast<Picoseconds>(figure(from, part, name, 1e9) * 1000 + 0.5);
}
double of_a_byte(const json& from, const std::string& part, const char* name) {
  return figure(from, part, name, 1e6) * 1000;
}
const json& part_of(const json& file, const char* name) {
  const auto at = file.find(name);
  if (at == file.end() || !at->is_object()) fail(std::string("\"") + name + "\" is missing");
  return *at;
}

Path read_path(const json& file, const char* name) {
  const json& from = part_of(file, name);
  Path path;
  path.latency = time(from, name, "latency_ns");
  path.send = time(from, name, "send_ns");
  path.receive = time(from, name, "receive_ns");
  path.gap = time(from, name, "gap_ns");
  path.byte = of_a_byte(from, name, "byte_ns");
  path.copied_byte = of_a_byte(from, name, "copied_byte_ns");
  path.fetched_byte = of_a_byte(from, name, "fetched_byte_ns");
  path.eager_bytes = static_cast<std::size_t>(figure(from, name, "eager_bytes", 1e9));
  if (path.latency == 0) fail(std::string(name) + ": \"latency_ns\" must be more than 0, or time stands still");
  return path;
}

}  // namespace

Description read_description(const std::string& text) {
  const json file = json::parse(text, nullptr, false);
  if (file.is_discarded() || !file.is_object()) fail("this is no JSON object");
  Description d;
  d.name = file.value("name", "");
  if (d.name.empty()) fail("\"name\" is missing");
  const auto ranks = file.find("ranks_per_node");
  if (ranks == file.end() || !ranks->is_number_integer() || *ranks < 1 || *ranks > kMostRanks)
    fail("\"ranks_per_node\" wants a whole number from 1 to " + std::to_string(kMostRanks));
  d.ranks_per_node = ranks->get<int>();
  d.jitter = file.value("jitter", 0.0);
  if (d.jitter < 0 || d.jitter > 10) fail("\"jitter\": from 0 to 10");
  d.network = read_path(file, "network");
  d.node = read_path(file, "node");
  const json& costs = part_of(file, "costs");
  d.costs.task = time(costs, "costs", "task_ns");
  d.costs.record_sent = time(costs, "costs", "record_sent_ns");
  d.costs.record_received = time(costs, "costs", "record_received_ns");
  d.costs.batch_sent = time(costs, "costs", "batch_sent_ns");
  d.costs.batch_received = time(costs, "costs", "batch_received_ns");
  d.costs.poll = time(costs, "costs", "poll_ns");
  d.costs.wake = time(costs, "costs", "wake_ns");
  d.costs.step = time(costs, "costs", "step_ns");
  if (d.costs.poll == 0) fail("costs: \"poll_ns\" must be more than 0, or time stands still");
  return d;
}

}  // namespace xomp::cluster
