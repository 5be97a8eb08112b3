// The thread that looks for messages while all others are in long tasks, or do something else than wait. It sleeps as
// long as others look. It sees that by the number of their looks. It is also the watchdog of fences.
#ifndef XOMP_TTG_RANKS_EXCHANGE_PROGRESS_H
#define XOMP_TTG_RANKS_EXCHANGE_PROGRESS_H

#include "ttg/ranks/exchange/exchange.h"
#include "ttg/ranks/exchange/looking_thread.h"
#include "xomp/graph.h"
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <utility>

namespace ttg::ranks {

class Progress {
 public:
  Progress(Exchange& exchange, std::function<std::string()> state)
      : exchange_(exchange), state_(std::move(state)), thread_(kShortest, [this] { return look(); }) {}
  // The watchdog looks at fences only.
  void begin_fence() { in_fence_.store(true, std::memory_order_relaxed); }
  void end_fence() { in_fence_.store(false, std::memory_order_relaxed); }

 private:
  using Time = std::chrono::microseconds;
  static constexpr Time kShortest{50}, kLongest{2000};

  Time look() {
    if (!std::exchange(has_begun_, true)) xomp_graph_moves_messages_1();
    const std::uint64_t polls = exchange_.polls();
    // Since this thread fell asleep. A look may take long, if a large value comes by it.
    const bool nobody_looks = std::exchange(polls_, polls) == polls && !exchange_.is_entered();
    const bool any = nobody_looks && exchange_.transport().may_call() && exchange_.poll(Poller::busy);
    if (nobody_looks) polls_ = exchange_.polls();
    // While others look, this thread only makes sure that they do: two looks in a row now and then.
    if (any) pause_ = kShortest;
    else if (nobody_looks) pause_ = std::min(2 * pause_, kLongest);
    else pause_ = pause_ == kShortest ? kLongest : kShortest;
    if (exchange_.settings().watchdog_s != 0) watch();
    return pause_;
  }
  void watch() {
    const std::uint64_t now = now_ns();
    const std::uint64_t seen = exchange_.sent() + exchange_.received();
    if (seen != seen_ || !in_fence_.load(std::memory_order_relaxed)) {
      seen_ = seen;
      since_ns_ = now;
    } else if (now - since_ns_ > exchange_.settings().watchdog_s * 1'000'000'000) {
      since_ns_ = now;
      print_error("ttg: process " + std::to_string(exchange_.rank()) + " has been in a fence for " +
                  std::to_string(exchange_.settings().watchdog_s) + " s without a message: " + state_());
    }
  }

  Exchange& exchange_;
  const std::function<std::string()> state_;
  std::atomic<bool> in_fence_{false};  // written by the thread that waits; a hint
  bool has_begun_ = false;             // this and the next four: by the looking thread
  Time pause_ = kShortest;
  std::uint64_t seen_ = 0, since_ns_ = 0, polls_ = 0;
  LookingThread thread_;  // the last one: it uses the others
};

}  // namespace ttg::ranks

#endif
