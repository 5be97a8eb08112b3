// The watchdog: a thread that looks now and then after work that nobody was told of. One for the process. It is started when it is first
// wanted, and ends when nobody has wanted it for a while.
#pragma once

#include <cstdint>

#include "core/sleep/event_count.h"
#include "platform/short_lock.h"

namespace xomp::threading {

// All of it: any thread.
class Watchdog {
 public:
  // What it looks after. Both are called on its thread.
  struct Client {
    std::uint64_t (*next_ns)();  // until its next look; 0: there is nothing to look at before it is called
    void (*look)();
  };

  // It looks soon, and asks the client for the time from then on. False: it is not there, and the system refuses its thread.
  bool call(const Client& client);
  // Until dismiss(), as often as keep() was called, it does not end. False as above.
  bool keep(const Client& client);
  void dismiss();
  // Nobody waits for what it might find any more: it ends as soon as it has nothing to look at.
  void hurry();

  void hold_for_fork() { lock_.lock(); }
  void release_after_fork() { lock_.unlock(); }
  // In fork()'s child: it is started when it is wanted again.
  void forget() { is_there_ = false; }

 private:
  struct Wanted {
    std::uint32_t calls;
    std::uint64_t life_ns;  // 0: it does not end
  };

  static void* run(void* self);
  bool is_there_or_starts(const Client& client);
  Wanted wanted();
  bool ends(const Wanted& seen);

  platform::ShortLock lock_;
  sleep::EventCount event_;  // its thread sleeps here
  // Under the lock.
  bool is_there_ = false;
  Client client_{};
  int keepers_ = 0;
  bool hurries_ = false;
  std::uint32_t calls_ = 0;
};

extern Watchdog watchdog;

}  // namespace xomp::threading
