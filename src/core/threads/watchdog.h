// The watchdog: a thread that looks now and then after work that nobody was told of. The process has one. It is started when it is first
// wanted, and ends when nobody has wanted it for a while.
#pragma once

#include <cstdint>

#include "core/sleep/event_count.h"
#include "platform/short_lock.h"

namespace xomp::threading {

// Any thread may call these functions.
class Watchdog {
 public:
  // What the watchdog looks after. The watchdog's thread calls both functions.
  struct Client {
    // Returns the time until the watchdog's next look, or 0 if it has nothing to look at before it is called.
    std::uint64_t (*next_ns)();
    void (*look)();
  };

  // The watchdog looks soon, and asks the client for the time from then on. Returns false if the system refuses its thread.
  bool call(const Client& client);
  // The watchdog does not end before dismiss() was called as often as keep(). Returns false if the system refuses its thread.
  bool keep(const Client& client);
  void dismiss();
  // Nobody waits any more for what the watchdog might find, so it ends as soon as it has nothing to look at.
  void hurry();

  void hold_for_fork() { lock_.lock(); }
  void release_after_fork() { lock_.unlock(); }
  // Called in fork()'s child, which has no watchdog. It starts one when it wants one again.
  void forget() { is_there_ = false; }

 private:
  struct Wanted {
    std::uint32_t calls;
    std::uint64_t life_ns;  // 0 says that the watchdog does not end
  };

  static void* run(void* self);
  bool is_there_or_starts(const Client& client);
  Wanted wanted();
  bool ends(const Wanted& seen);

  platform::ShortLock lock_;
  sleep::EventCount event_;  // the watchdog's thread sleeps here
  // Read and written under the lock.
  bool is_there_ = false;
  Client client_{};
  int keepers_ = 0;
  bool hurries_ = false;
  std::uint32_t calls_ = 0;
};

extern Watchdog watchdog;

}  // namespace xomp::threading
