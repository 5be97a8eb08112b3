// One exploration: the parts together, and what the explored code calls. There is one at a time; it lives on the heap
// of the C library, so that the engine's variables can be put back as they were without it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/explore/arena.h"
#include "models/explore/choices.h"
#include "models/explore/memory.h"
#include "models/explore/schedule.h"
#include "models/explore/shadow.h"

namespace xomp::models {

// Which words more than one thread uses, and not only to read. Elsewhere an interruption would gain nothing. This is
// learnt from executions. What is new counts from settle() on, so that a search takes the same decisions all the time.
class Contention {
 public:
  // Thread t accesses the word. Says whether it is contended.
  bool note(int t, const void* where, bool writes);
  bool settle();  // whether there was anything new

 private:
  struct Word {
    std::uint8_t readers = 0, writers = 0;
    bool contended = false;
  };
  std::unordered_map<const void*, Word> words_;
  bool is_news_ = false;
};

// One line of an interleaving.
struct Step {
  int thread;
  std::string what;
  const void* place;  // return address; nullptr for the checker's own
};

struct Checker {
  Choices choices;
  Memory memory{choices};
  Schedule schedule{choices, memory};
  Shadow shadow;
  Contention contention;
  Arena arena;
  bool records = false;
  bool heavy_fences = true;  // whether the system has them
  std::vector<Step> steps;
  std::string failure;  // "" as long as all is well

  // Called by the running thread.
  int self() const { return schedule.running(); }
  bool is_on() const { return schedule.is_on(); }
  void note_step(const std::string& what, const void* place);
  void note_plain(const void* where, std::size_t bytes, Access access, const void* place);
  void check_order(const void* where, std::size_t bytes, Access access, const void* place);
  // Ends the execution, because what must hold does not.
  [[noreturn]] void fail(const std::string& why, const void* place);
};

extern Checker* checker;
// Says whether the caller is a thread of an execution.
bool is_explored();

// "file:line (function)" of the innermost code at this return address that is not the checker's.
std::string source_of(const void* place);

}  // namespace xomp::models
