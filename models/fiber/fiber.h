// Fibers: cooperative threads of user level with stacks of their own, all on one thread of the system. The checker and
// the machine simulator run the engine's threads on them, and decide who goes on and when.
//
// The engine's thread-local variables (who am I?) go with the fiber: what keep_per_fiber() names is saved and loaded at
// every switch, some ten nanoseconds in all. Only one thread of the system may use fibers.
#pragma once

#include <cstddef>

namespace xomp::models {

inline constexpr int kMostKept = 6;

class Fiber {
 public:
  // For the thread of the system itself, with the stack that it has.
  Fiber() = default;
  // A fiber with a stack of its own: whole pages. The page below them must not be touched. Aborts when there is no
  // memory.
  explicit Fiber(std::size_t stack_bytes);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // The next switch to this fiber calls body(argument), which must not return: at its end it switches away, and nobody
  // comes back. The variables kept per fiber have the values of `keep_per_fiber` again. What was on the stack is
  // forgotten, nothing is destroyed. Not for the running fiber.
  void begin(void (*body)(void*), void* argument);

  char* lowest() const { return stack_; }
  std::size_t stack_bytes() const { return bytes_; }

 private:
  friend void switch_to(Fiber& next);

  void* stack_pointer_ = nullptr;  // where the fiber waits
  char* stack_ = nullptr;
  std::size_t bytes_ = 0;
  void* kept_[kMostKept] = {};
};

// The fiber that runs; before the first switch, the thread's own.
Fiber& running_fiber();

// Runs `next`, and returns when another fiber switches back.
void switch_to(Fiber& next);

// Gives each fiber its own value of this thread-local pointer, beginning with the present one. Must be called before
// the first begin().
void keep_per_fiber(void** variable);
template <class T>
void keep_per_fiber(T*& variable) {
  keep_per_fiber(reinterpret_cast<void**>(&variable));
}

// The engine's, for programs that link all of it: own_worker, own_clock, the native self pointer.
void keep_engine_locals();

}  // namespace xomp::models
