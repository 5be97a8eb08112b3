// The explored threads, which are fibers, and the choice of the one that runs next. A thread is asked before each
// access that others could notice whether another one goes on first. Threads that poll say so (pause) and are left
// alone until somebody has changed something, or nobody else can go on; so a search over all orders ends though the
// code polls.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "models/explore/choices.h"
#include "models/explore/memory.h"
#include "models/fiber/fiber.h"

namespace xomp::models {

class Schedule {
 public:
  Schedule(Choices& choices, Memory& memory);

  // A new execution; then start() for each thread, then run().
  void begin(std::uint64_t most_steps);
  void stop_time() { time_passes_ = false; }  // for those who sleep; until the next execution
  // A servant is made by the explored code. It need not end, because it may wait for work for ever.
  enum class Kind : std::uint8_t { model, servant };
  int start(std::function<void()> body, Kind kind = Kind::model);
  // Returns when all threads have ended, or one has called stop().
  void run();
  [[noreturn]] void stop();

  // --- by the running thread ---

  // Another thread may run now.
  void point(bool matters);
  // The thread polls, so others run first. A thread that yields does the same.
  void pause();
  // Sleeps on a word until it is woken, or its time is over. Returns true if woken. timeout_ns 0 = no limit.
  bool sleep(const void* word, std::uint64_t timeout_ns, std::uint32_t as);
  int wake(const void* word, int count, std::uint32_t whom);
  // The other threads are gone, wherever they were.
  void end_others();

  // --- state ---

  int running() const { return running_; }
  int threads() const { return count_; }
  bool is_on() const { return on_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t now_ns() { return now_ns_ += 50; }
  const Fiber& fiber(int t) const { return *threads_[t].fiber; }
  // "" or the reason why the execution cannot continue.
  const std::string& stuck() const { return stuck_; }

 private:
  enum class State : std::uint8_t { ready, paused, asleep, ended };
  struct Thread {
    std::unique_ptr<Fiber> fiber;
    std::function<void()> body;
    State state = State::ended;
    Kind kind = Kind::model;
    bool timed_out = false;
    const void* word = nullptr;        // asleep on
    std::uint32_t as = 0;              // asleep: its bits
    std::uint64_t until_ns = 0;        // asleep: 0 = for ever
    std::uint64_t changes_before = 0;  // paused: Memory::changes() then
    std::uint64_t last_turn = 0;
  };
  static void enter(void* schedule);
  [[noreturn]] void end_thread();
  bool may_run(const Thread& t) const;
  int others(int* found) const;
  void go_on_with(int t);
  void give_turn(Price price);
  bool revive();
  bool wake_by_time();
  std::string who_waits() const;

  Choices& choices_;
  Memory& memory_;
  Thread threads_[kMostThreads];
  Fiber* main_ = nullptr;
  int count_ = 0;
  int running_ = -1;
  bool on_ = false;
  std::uint64_t steps_ = 0, most_steps_ = 0, turns_ = 0, turn_began_ = 0, now_ns_ = 0;
  bool time_passes_ = true;
  int rounds_without_change_ = 0;
  std::uint64_t changes_in_round_ = 0;
  std::string stuck_;
};

}  // namespace xomp::models
