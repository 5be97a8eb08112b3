// A program in OpenMP as a model: the model's own thread encounters the constructs, the others are the engine's.
#pragma once

#include "models/explore/model.h"
#include "platform/atomic.h"

namespace xomp::models {

inline constexpr Limits kProgram{.departures = 1, .departures_long = 2, .random = 200, .most_steps = 40000};

// Adds up what tasks do; each may do it once. The variables are plain, so a missing order is found.
struct Marks {
  int marks[16] = {};
  void set(int i) { ++marks[i]; }
  // All of 0 .. count-1 must have been set once. To be called where the program may rely on it.
  void all(int count, const char* what) const {
    for (int i = 0; i < count; ++i) require(marks[i] == 1, what);
  }
};

// The words by which the program's threads tell one another something beside OpenMP.
using Told = atomic<int>;
inline void tell(Told& word) { word.fetch_add(1, acq_rel); }
inline void wait_for(const Told& word, int least = 1) {
  wait_until([&] { return word.load(acquire) >= least; });
}

// Waits so long that a thread which finds nothing sleeps without a limit. Fewer looks are enough where there have been
// no tasks yet.
inline void let_all_sleep(int looks = 400) {
  for (int i = 0; i < looks; ++i) give_way();
}

// From now on so many starts of a thread fail.
void refuse_threads(int next);

// fork(): the caller becomes the child's only thread, after the engine's handlers.
void become_child_of_fork();

template <class Body>
struct Program {
  static constexpr int threads = 1;
  Body body;
  void run(int) { body.run(); }
};
template <class Body>
using RegisteredProgram = Registered<Program<Body>>;

}  // namespace xomp::models
