// See critical_path.h. Whatever the engine did, a body only begins after the ends that it must wait for: so what has
// been noted of an address when a body begins is just what the task depends on, in whichever order they ran.
#include "models/simulate/critical_path.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace xomp::simulate {

namespace {

using Dependences = std::vector<std::pair<const void*, bool>>;

// A task whose body has begun and not ended: at the end of the path to it, or beyond what it waited for.
struct Strand {
  Picoseconds path = 0, children_ended = 0;
  Strand* parent = nullptr;
  Strand* before = nullptr;  // what the thread ran when this one began
  Dependences dependences;
};

// What waits for its body to begin.
struct Created {
  Picoseconds path;
  Strand* parent;
  Dependences dependences;
};

struct Ends {
  Picoseconds writer = 0, readers = 0;
};

struct Thread {
  Strand implicit;
  Strand* current = &implicit;
};

std::deque<Thread> threads;  // elements stay where they are
std::unordered_map<const void*, Created> created;
std::unordered_map<const void*, Ends> ends;
Path all;

Thread& own() {
  const auto number = static_cast<std::size_t>(running->number);
  while (number >= threads.size()) threads.emplace_back();
  return threads[number];
}

}  // namespace

void path_created(const void* task) {
  Strand* const parent = own().current;
  created[task] = {parent->path, parent, {}};
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
  Thread& me = own();
  me.current = new Strand{c.path, 0, c.parent, me.current, std::move(c.dependences)};
}

void path_ended() {
  Thread& me = own();
  const std::unique_ptr<Strand> ended(me.current);
  me.current = ended->before;
  ended->parent->children_ended = std::max(ended->parent->children_ended, ended->path);
  for (const auto& [address, writes] : ended->dependences) {
    Picoseconds& end = writes ? ends[address].writer : ends[address].readers;
    end = std::max(end, ended->path);
  }
}

PathElsewhere::PathElsewhere() : strand_(own().current) {}
PathElsewhere::~PathElsewhere() { own().current = static_cast<Strand*>(strand_); }

void path_waited() {
  Strand& waited = *own().current;
  waited.path = std::max(waited.path, waited.children_ended);
}

void path_worked(Picoseconds time) {
  Strand& works = *own().current;
  works.path += time;
  all.work += time;
  all.longest = std::max(all.longest, works.path);
}

Path longest_path() { return all; }

void forget_path() {
  threads.clear();
  created.clear();
  ends.clear();
  all = {};
}

}  // namespace xomp::simulate
