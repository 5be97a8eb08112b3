// See critical_path.h. Whatever the engine did, a body only begins after the ends that it must wait for: so what has
// been noted of an address when a body begins is just what the task depends on, in whichever order they ran.
#include "models/simulate/critical_path.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace xomp::simulate {

namespace {

// A task whose body is running: at the end of the path to it, or beyond what it waited for.
struct Strand {
  Picoseconds path = 0, children_ended = 0;
  std::size_t parent_thread = 0, parent_depth = 0;  // in strands
  std::vector<std::pair<const void*, bool>> dependences;
};

// What waits for its body to begin.
struct Created {
  Picoseconds path;
  std::size_t parent_thread, parent_depth;
  std::vector<std::pair<const void*, bool>> dependences;
};

struct Ends {
  Picoseconds writer = 0, readers = 0;
};

// Of each thread its implicit task and those that run one inside the other.
std::vector<std::vector<Strand>> strands;
std::unordered_map<const void*, Created> created;
std::unordered_map<const void*, Ends> ends;
Path all;

std::vector<Strand>& own_strands() {
  const auto number = static_cast<std::size_t>(running->number);
  if (number >= strands.size()) strands.resize(number + 1);
  if (strands[number].empty()) strands[number].emplace_back();
  return strands[number];
}

}  // namespace

void path_created(const void* task) {
  const std::vector<Strand>& own = own_strands();
  created[task] = {own.back().path, static_cast<std::size_t>(running->number), own.size() - 1, {}};
}

void path_depends(const void* task, const void* address, bool writes) {
  created.at(task).dependences.emplace_back(address, writes);
}

void path_begun(const void* task) {
  auto node = created.extract(task);
  Created& c = node.mapped();
  for (const auto& [address, writes] : c.dependences) {
    const Ends& before = ends[address];
    c.path = std::max(c.path, writes ? std::max(before.writer, before.readers) : before.writer);
  }
  own_strands().push_back({c.path, 0, c.parent_thread, c.parent_depth, std::move(c.dependences)});
}

void path_ended() {
  std::vector<Strand>& own = own_strands();
  const Strand ended = std::move(own.back());
  own.pop_back();
  Strand& parent = strands[ended.parent_thread][ended.parent_depth];
  parent.children_ended = std::max(parent.children_ended, ended.path);
  for (const auto& [address, writes] : ended.dependences) {
    Picoseconds& end = writes ? ends[address].writer : ends[address].readers;
    end = std::max(end, ended.path);
  }
}

void path_waited() {
  Strand& own = own_strands().back();
  own.path = std::max(own.path, own.children_ended);
}

void path_worked(Picoseconds time) {
  Strand& own = own_strands().back();
  own.path += time;
  all.work += time;
  all.longest = std::max(all.longest, own.path);
}

Path longest_path() { return all; }

void forget_path() {
  strands.clear();
  created.clear();
  ends.clear();
  all = {};
}

}  // namespace xomp::simulate
