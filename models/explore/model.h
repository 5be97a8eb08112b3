// What a file with models sees. A model is a class: its constructor sets up what is explored, run(t) is what
// thread t does, at_end(), if it has one, looks at what has come of it. All of it is made anew for each
// execution, at the same addresses.
//
//   struct Handover {
//     static constexpr int threads = 2;
//     queue::BQueue<Item> queue;
//     ...
//   };
//   const Registered<Handover> handover("hand-over", "in words, what must hold");
//
// Plain variables that threads share without an order are a failure, so what a model writes down for itself goes
// through the functions here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace xomp::models {

// --- for run() and at_end() ---

// If it does not hold, the execution is a failure, and `what` says which one.
void require(bool holds, const char* what);
// Waits until ready() is true, by polling as the engine does.
void give_way();
template <class Ready>
void wait_until(Ready&& ready) {
  while (!ready()) give_way();
}
// From now on a sleep with a time limit is one without, so another thread must end it. Not without heavy fences, or under a policy whose
// tasks only one thread can take, because there time ends some sleeps.
void stop_time();
[[gnu::weak]] bool needs_time();  // of programs that link the whole engine (engine.cpp)
bool has_heavy_fences();
// Returns one of `ways` ways, all of which are explored.
int any_of(int ways);
int departure_of(int ways);  // the same, and each but 0 counts as a departure
// Returns zeroed memory for the length of the execution. If it is given up, the checker finds a thread that uses it
// afterwards, or without an order before.
void* allocate(std::size_t bytes);
template <class T, class... Arguments>
T* make(Arguments&&... arguments) {
  return new (allocate(sizeof(T))) T{std::forward<Arguments>(arguments)...};
}
void give_up(void* start, std::size_t bytes);

// Notes which of up to 32 things have happened, and how often.
class Ledger {
 public:
  void enter(int thing);
  // Notes a thing that must happen exactly once. Otherwise fails with `what`.
  void enter_once(int thing, const char* what);
  int count(int thing) const;
  int sum() const;

 private:
  signed char counts_[32] = {};
};

// Something to hand over. Its maker writes it, and the thread that gets it reads it.
struct Item {
  int number = 0;
  int content = 0;
  int uses = 0;

  void fill(int n) {
    number = n;
    content = 1000 + n;
  }
  // Called by the thread that has the item. It must be alone, and come after what the maker wrote.
  int use(Ledger& ledger) {
    ++uses;
    require(content == 1000 + number, "what its maker wrote is there");
    ledger.enter_once(number, "nothing is taken twice");
    return number;
  }
};

// --- registration ---

struct Limits {
  int departures = 2;       // exhaustive up to so many in the short run
  int departures_long = 3;  // ... in the long one
  int random = 2000;        // random executions besides; the long run has a hundred times as many
  std::uint64_t most_steps = 4000;
};

struct Entry {
  const char* name;
  const char* property;
  Limits limits;
  int threads;
  std::size_t bytes;
  void (*make)(void* memory);
  void (*run)(void* model, int thread);
  void (*at_end)(void* model);
  Entry* next;
};
void add(Entry* entry);

template <class Model>
class Registered {
 public:
  Registered(const char* name, const char* property, Limits limits = {})
      : entry_{name,
               property,
               limits,
               Model::threads,
               sizeof(Model),
               [](void* memory) { new (memory) Model; },
               [](void* model, int thread) { static_cast<Model*>(model)->run(thread); },
               [](void* model) {
                 if constexpr (requires(Model& m) { m.at_end(); }) static_cast<Model*>(model)->at_end();
               },
               nullptr} {
    add(&entry_);
  }

 private:
  Entry entry_;
};

}  // namespace xomp::models
