// A lock for what takes a few instructions and is rarely wanted by two threads at once. Does not sleep.
#pragma once

#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/thread.h"

namespace xomp::platform {

class ShortLock {
 public:
  void lock() {
    for (int i = 0; busy_.exchange(true, acquire); ++i) {
      if (i < 64) {
        cpu_relax();
      } else {
        yield_processor();  // the holder may be descheduled
      }
    }
  }
  void unlock() { busy_.store(false, release); }

 private:
  atomic<bool> busy_{false};
};

}  // namespace xomp::platform
