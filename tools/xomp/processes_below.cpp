// Reads /proc. All of it may change at any time, so a file that is not there means nothing.
#include "stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return in ? text.str() : std::string();
}

bool has_runtime(const std::string& id) {
  std::ifstream maps("/proc/" + id + "/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::string file = line.substr(std::min(line.size(), line.rfind('/')));
    if (file.find("xomp") != std::string::npos && file.find(".so") != std::string::npos) return true;
  }
  return false;
}

std::vector<std::string> children_of(const std::string& id) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator at("/proc/" + id + "/task", error), end; !error && at != end; at.increment(error)) {
    std::istringstream children(text_of(at->path() / "children"));
    for (std::string child; children >> child;) found.push_back(child);
  }
  return found;
}

void collect_below(const std::string& id, std::vector<std::string>& found) {
  for (const std::string& child : children_of(id)) {
    if (has_runtime(child)) found.push_back(child);
    else collect_below(child, found);
  }
}

std::string rank_of(const std::string& id) {
  const std::string environment = '\0' + text_of("/proc/" + id + "/environ");
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID"}) {
    const std::string wanted = '\0' + std::string(name) + "=";
    if (const std::size_t at = environment.find(wanted); at != std::string::npos)
      return std::string(environment.c_str() + at + wanted.size());
  }
  return {};
}

int number_of(const std::string& text) {
  int number = -1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

LookedAt described(const std::string& id) {
  std::string name = text_of("/proc/" + id + "/comm");
  if (!name.empty()) name.pop_back();
  return {id, rank_of(id), name};
}

}  // namespace

std::vector<LookedAt> processes_with_runtime(const std::string& id) {
  std::vector<std::string> ids;
  if (!has_runtime(id)) collect_below(id, ids);
  if (ids.empty()) ids.push_back(id);
  std::vector<LookedAt> found;
  for (const std::string& each : ids) found.push_back(described(each));
  std::stable_sort(found.begin(), found.end(),
                   [](const LookedAt& a, const LookedAt& b) { return number_of(a.rank) < number_of(b.rank); });
  return found;
}

std::string why_gone(const std::string& id) {
  std::error_code ignored;
  if (!fs::exists("/proc/" + id, ignored)) return fmt::format("there is no process {}", id);
  const std::string stat = text_of("/proc/" + id + "/stat");
  const std::size_t state = stat.rfind(") ");
  const bool has_ended = state != std::string::npos && (stat[state + 2] == 'Z' || stat[state + 2] == 'X');
  return has_ended ? fmt::format("process {} has ended", id) : std::string();
}

std::string tracer_of(const std::string& id) {
  const std::string status = text_of("/proc/" + id + "/status");
  const std::string wanted = "\nTracerPid:\t";
  const std::size_t at = status.find(wanted);
  if (at == std::string::npos) return {};
  const std::string tracer = status.substr(at + wanted.size(), status.find('\n', at + 1) - at - wanted.size());
  return tracer == "0" ? std::string() : tracer;
}

}  // namespace xomp::tool
