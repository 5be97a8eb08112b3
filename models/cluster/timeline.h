// Virtual time: what happens when, and the threads of the ranks. A thread is a fiber with a clock. What is due first happens first, so
// a thread that asks for what others have sent has got all that came before its clock. In between a thread may run ahead: what it sends
// leaves at its own time.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

#include "models/cluster/description.h"
#include "models/fiber/fiber.h"

namespace xomp::cluster {

inline constexpr Picoseconds kNever = ~Picoseconds{0};

// Something that is due at a time.
class Actor {
 public:
  virtual void happen(Picoseconds now, std::uint64_t what) = 0;

 protected:
  ~Actor() = default;
};

struct Rank;
class Timeline;

class Thread final : public Actor {
 public:
  Thread(Timeline& timeline, Rank& rank, std::size_t stack_bytes, std::function<void()> body);

  Rank& rank() { return rank_; }
  Picoseconds clock() const { return clock_; }
  bool is_over() const { return is_over_; }
  // --- the thread itself ---
  void spend(Picoseconds time) { clock_ += time; }
  // Waits until all that is due before its clock has happened.
  void catch_up();
  // Waits until another thread wakes it, or its clock says `limit`.
  void wait(Picoseconds limit);
  // --- others ---
  bool is_waiting() const { return is_waiting_; }
  void wake(Picoseconds now);
  void happen(Picoseconds now, std::uint64_t what) override;
  // Makes the thread never run again.
  void drop() { ++number_; }

 private:
  friend class Timeline;
  void pass_on();

  Timeline& timeline_;
  Rank& rank_;
  models::Fiber fiber_;
  const std::function<void()> body_;
  Picoseconds clock_ = 0;
  std::uint64_t number_ = 0;  // of its next turn: earlier ones are not due any longer
  bool is_waiting_ = false, is_over_ = false;
  std::vector<char> locals_;  // its thread-local variables while another one runs
};

class Timeline {
 public:
  Timeline();
  ~Timeline();
  Timeline(const Timeline&) = delete;
  void due(Picoseconds at, Actor& actor, std::uint64_t what) { events_.push({at, ++order_, &actor, what}); }
  Picoseconds next() const { return events_.empty() ? kNever : events_.top().at; }
  Thread& start(Rank& rank, std::size_t stack_bytes, std::function<void()> body, Picoseconds at);
  // Runs until is_over(), which is asked after each event. Throws if nothing is due before, or if nothing ends within
  // `longest`.
  void run(const std::function<bool()>& is_over, Picoseconds longest);
  std::uint64_t events() const { return order_; }
  // Gives each thread this memory for itself, besides thread-local variables. Must be called before the first thread.
  void keep(void* memory, std::size_t bytes);

  // The thread that runs now.
  static Thread& running() { return *running_; }

 private:
  friend class Thread;
  struct Event {
    Picoseconds at;
    std::uint64_t order;
    Actor* actor;
    std::uint64_t what;
    bool operator<(const Event& other) const {
      return at != other.at ? at > other.at : order > other.order;  // the first one is the largest
    }
  };
  struct Region {
    char* memory;
    std::size_t bytes;
  };
  void save(std::vector<char>& locals) const;
  void load(const std::vector<char>& locals) const;
  void resume(Thread& thread);

  std::priority_queue<Event> events_;
  std::uint64_t order_ = 0;
  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<Region> regions_;
  std::size_t region_bytes_ = 0;
  std::vector<char> at_first_;  // what each thread begins with
  models::Fiber* scheduler_ = nullptr;
  static inline Thread* running_ = nullptr;
};

}  // namespace xomp::cluster
