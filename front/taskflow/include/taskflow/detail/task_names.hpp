// How many tasks of each name run, for `xomp run --stats`. Each worker has one while statistics are wanted.
#pragma once

#include <xomp/graph.h>

#include <cstdint>
#include <string>
#include <unordered_map>

namespace tf {
namespace detail {

class TaskNames {
 public:
  static bool are_counted() { return xomp::graph::self().counts != nullptr; }

  // A task without a name counts under its kind.
  void count(const std::string& name, const char* kind) {
    xomp::graph::count(xomp::graph::self(), number_of(name.empty() ? "(" + std::string(kind) + ")" : name));
  }

 private:
  std::uint32_t number_of(const std::string& name) {
    const auto [entry, is_new] = numbers_.try_emplace(name, 0);
    if (is_new) entry->second = xomp_graph_name_1(name.c_str());
    return entry->second;
  }
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace detail
}  // namespace tf
