// How many tasks of each name run, for `xomp run --stats`, and when, for `xomp trace`. Each worker has one while one of these is
// wanted.
#pragma once

#include <xomp/graph.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace tf {
namespace detail {

class TaskNames {
 public:
  static bool are_counted() { return xomp::graph::own_memory().counts != nullptr; }

  // A task without a name counts under its kind.
  void begin(const std::string& name, const char* kind) {
    const std::uint32_t number = number_of(name.empty() ? std::string(1, '(').append(kind).append(1, ')') : name);
    xomp::graph::count(xomp::graph::own_memory(), number);
    open_.push_back(number);
    xomp_graph_note_1(number, true);
  }
  void end() {
    xomp_graph_note_1(open_.back(), false);
    open_.pop_back();
  }

 private:
  std::uint32_t number_of(const std::string& name) {
    const auto [entry, is_new] = numbers_.try_emplace(name, 0);
    if (is_new) entry->second = xomp_graph_name_1(name.c_str());
    return entry->second;
  }
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::uint32_t> open_;  // a task may run others before it ends
};

}  // namespace detail
}  // namespace tf
