#include "models/explore/schedule.h"

#include <algorithm>

namespace xomp::models {

namespace {

constexpr std::size_t kStackBytes = 256 << 10;
constexpr std::uint64_t kStep_ns = 10, kPause_ns = 500;
constexpr std::uint64_t kLongTurn = 1500;  // steps: who goes on so long may wait for somebody without saying so
constexpr int kRoundsBeforeTime = 20;      // in which all poll and nothing changes: then sleepers' time passes

}  // namespace

Schedule::Schedule(Choices& choices, Memory& memory) : choices_(choices), memory_(memory), main_(&running_fiber()) {
  for (Thread& t : threads_) t.fiber = std::make_unique<Fiber>(kStackBytes);
}

void Schedule::begin(std::uint64_t most_steps) {
  count_ = 0;
  running_ = -1;
  steps_ = turns_ = turn_began_ = 0;
  most_steps_ = most_steps;
  time_passes_ = true;
  now_ns_ = 1'000'000;
  rounds_without_change_ = 0;
  stuck_.clear();
}

int Schedule::start(std::function<void()> body, Kind kind) {
  Thread& t = threads_[count_];
  t.kind = kind;
  t.body = std::move(body);
  t.state = State::ready;
  t.last_turn = 0;
  memory_.start(count_, running_);
  t.fiber->begin(&Schedule::enter, this);
  return count_++;
}

void Schedule::enter(void* schedule) {
  Schedule& s = *static_cast<Schedule*>(schedule);
  s.threads_[s.running_].body();
  s.end_thread();
}

void Schedule::run() {
  on_ = true;
  int found[kMostThreads];
  const int n = others(found);
  running_ = found[choices_.choose(n, Price::free)];
  switch_to(*threads_[running_].fiber);
  on_ = false;
  running_ = -1;
}

void Schedule::stop() {
  switch_to(*main_);
  __builtin_unreachable();
}

void Schedule::end_thread() {
  threads_[running_].state = State::ended;
  give_turn(Price::free);
  __builtin_unreachable();
}

bool Schedule::may_run(const Thread& t) const {
  return t.state == State::ready || (t.state == State::paused && memory_.changes() != t.changes_before);
}

// Finds the threads that could run beside the running one. The thread whose turn was longest ago comes first.
int Schedule::others(int* found) const {
  int n = 0;
  for (int t = 0; t < count_; ++t)
    if (t != running_ && may_run(threads_[t])) found[n++] = t;
  std::sort(found, found + n, [this](int a, int b) {
    return threads_[a].last_turn != threads_[b].last_turn ? threads_[a].last_turn < threads_[b].last_turn : a < b;
  });
  return n;
}

void Schedule::go_on_with(int t) {
  threads_[t].state = State::ready;
  threads_[running_].last_turn = ++turns_;
  running_ = t;
  turn_began_ = steps_;
  switch_to(*threads_[t].fiber);
}

void Schedule::point(bool matters) {
  now_ns_ += kStep_ns;
  if (++steps_ > most_steps_) {
    stuck_ = "a wait did not end: " + std::to_string(most_steps_) + " steps are over; " + who_waits();
    stop();
  }
  int found[kMostThreads];
  const int n = others(found);
  if (n == 0) return;
  if (steps_ - turn_began_ > kLongTurn) return go_on_with(found[0]);
  const int way = choices_.choose(n + 1, Price::departure, matters);
  if (way != 0) go_on_with(found[way - 1]);
}

void Schedule::pause() {
  now_ns_ += kPause_ns;
  Thread& t = threads_[running_];
  t.state = State::paused;
  t.changes_before = memory_.changes();
  give_turn(Price::departure);
}

bool Schedule::sleep(const void* word, std::uint64_t timeout_ns, std::uint32_t as) {
  Thread& t = threads_[running_];
  t.state = State::asleep;
  t.word = word;
  t.as = as;
  t.until_ns = timeout_ns == 0 ? 0 : now_ns_ + timeout_ns;
  t.timed_out = false;
  give_turn(Price::departure);
  return !t.timed_out;
}

int Schedule::wake(const void* word, int count, std::uint32_t whom) {
  int woken = 0;
  while (woken < count) {
    int found[kMostThreads], n = 0;
    for (int t = 0; t < count_; ++t)
      if (threads_[t].state == State::asleep && threads_[t].word == word && (threads_[t].as & whom) != 0)
        found[n++] = t;
    if (n == 0) break;
    const int way = n > count - woken ? choices_.choose(n, Price::departure) : 0;
    threads_[found[way]].state = State::ready;
    ++woken;
  }
  return woken;
}

void Schedule::end_others() {
  for (int t = 0; t < count_; ++t)
    if (t != running_) threads_[t].state = State::ended;
}

// Called when the running thread cannot continue by itself.
void Schedule::give_turn(Price price) {
  int found[kMostThreads];
  for (;;) {
    const int n = others(found);
    if (n != 0) {
      go_on_with(found[choices_.choose(n, price)]);
      return;
    }
    if (may_run(threads_[running_])) {
      threads_[running_].state = State::ready;
      return;
    }
    if (memory_.empty_buffers()) continue;
    const bool all_ended = std::all_of(threads_, threads_ + count_, [](const Thread& t) {
      return t.state == State::ended || (t.kind == Kind::servant && t.state == State::asleep);
    });
    if (!all_ended && (revive() || wake_by_time())) continue;
    if (!all_ended) stuck_ = "nobody can go on: " + who_waits();
    stop();
  }
}

// Called when every thread polls, sleeps or has ended: those that poll continue. Returns false if there are none, or
// they have polled long enough for time to pass.
bool Schedule::revive() {
  if (memory_.changes() != changes_in_round_) rounds_without_change_ = 0;
  changes_in_round_ = memory_.changes();
  if (++rounds_without_change_ > kRoundsBeforeTime) {
    rounds_without_change_ = 0;
    if (wake_by_time()) return true;
  }
  bool any = false;
  for (int i = 0; i < count_; ++i) {
    if (threads_[i].state != State::paused) continue;
    threads_[i].state = State::ready;
    any = true;
  }
  if (any && ++steps_ > most_steps_) {
    stuck_ = "a wait did not end: " + std::to_string(most_steps_) + " steps are over; " + who_waits();
    stop();
  }
  return any;
}

bool Schedule::wake_by_time() {
  if (!time_passes_) return false;
  Thread* first = nullptr;
  for (int i = 0; i < count_; ++i) {
    Thread& t = threads_[i];
    if (t.state == State::asleep && t.until_ns != 0 && (first == nullptr || t.until_ns < first->until_ns)) first = &t;
  }
  if (first == nullptr) return false;
  now_ns_ = std::max(now_ns_, first->until_ns);
  first->state = State::ready;
  first->timed_out = true;
  return true;
}

std::string Schedule::who_waits() const {
  std::string text;
  for (int t = 0; t < count_; ++t) {
    const State s = threads_[t].state;
    if (s == State::ended) continue;
    text += (text.empty() ? "thread " : ", thread ") + std::to_string(t) +
            (s == State::asleep   ? " sleeps"
             : s == State::paused ? " polls"
                                  : " runs");
  }
  return text;
}

}  // namespace xomp::models
