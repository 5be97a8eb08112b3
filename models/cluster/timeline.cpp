// See timeline.h.
#include "models/cluster/timeline.h"

#include <algorithm>
#include <cstring>
#include <link.h>
#include <stdexcept>
#include <utility>

namespace xomp::cluster {

Thread::Thread(Timeline& timeline, Rank& rank, std::size_t stack_bytes, std::function<void()> body)
    : timeline_(timeline), rank_(rank), fiber_(stack_bytes), body_(std::move(body)) {
  fiber_.begin(
      [](void* thread) {
        Thread& self = *static_cast<Thread*>(thread);
        self.body_();
        self.is_over_ = true;
        self.pass_on();
      },
      this);
  locals_ = timeline.at_first_;
}

void Thread::pass_on() { models::switch_to(*timeline_.scheduler_); }

void Thread::catch_up() {
  if (timeline_.next() >= clock_) return;
  timeline_.due(clock_, *this, ++number_);
  pass_on();
}

void Thread::wait(Picoseconds limit) {
  is_waiting_ = true;
  ++number_;
  if (limit != kNever) timeline_.due(limit, *this, number_);
  pass_on();
}

void Thread::wake(Picoseconds now) {
  if (!is_waiting_) return;
  is_waiting_ = false;
  timeline_.due(std::max(now, clock_), *this, ++number_);
}

void Thread::happen(Picoseconds now, std::uint64_t what) {
  if (what != number_ || is_over_) return;
  ++number_;
  is_waiting_ = false;
  clock_ = std::max(clock_, now);
  timeline_.resume(*this);
}

Timeline::Timeline() {
  // The program's own thread-local variables, not its libraries'.
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* timeline) {
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_data != nullptr)
            static_cast<Timeline*>(timeline)->keep(info->dlpi_tls_data, info->dlpi_phdr[i].p_memsz);
        return 1;  // the first one is the program
      },
      this);
}

// Variables that a thread has made are given up with it: their destructors, which run when the program ends, find none.
Timeline::~Timeline() {
  if (!threads_.empty()) load(at_first_);
}

void Timeline::keep(void* memory, std::size_t bytes) {
  regions_.push_back({static_cast<char*>(memory), bytes});
  region_bytes_ += bytes;
}
void Timeline::save(std::vector<char>& locals) const {
  locals.resize(region_bytes_);
  char* to = locals.data();
  for (const Region& r : regions_) std::memcpy(std::exchange(to, to + r.bytes), r.memory, r.bytes);
}
void Timeline::load(const std::vector<char>& locals) const {
  const char* from = locals.data();
  for (const Region& r : regions_) std::memcpy(r.memory, std::exchange(from, from + r.bytes), r.bytes);
}

Thread& Timeline::start(Rank& rank, std::size_t stack_bytes, std::function<void()> body, Picoseconds at) {
  if (threads_.empty()) save(at_first_);
  threads_.push_back(std::make_unique<Thread>(*this, rank, stack_bytes, std::move(body)));
  due(at, *threads_.back(), 0);
  return *threads_.back();
}

void Timeline::resume(Thread& thread) {
  load(thread.locals_);
  running_ = &thread;
  models::switch_to(thread.fiber_);
  running_ = nullptr;
  save(thread.locals_);
}

void Timeline::run(const std::function<bool()>& is_over, Picoseconds longest) {
  scheduler_ = &models::running_fiber();
  while (!is_over()) {
    if (events_.empty()) throw std::runtime_error("no rank can go on: each waits for another one");
    const Event event = events_.top();
    events_.pop();
    if (event.at > longest)
      throw std::runtime_error("the program has not ended after " + std::to_string(longest / 1'000'000'000'000) +
                               " s of simulated time");
    event.actor->happen(event.at, event.what);
  }
}

}  // namespace xomp::cluster
