// What models put in the place of std::mutex, where the explored code has one.
#pragma once

#include "models/explore/model.h"
#include "platform/atomic.h"

namespace xomp::models {

// A thread that finds it locked gives way.
class ExploredMutex {
 public:
  void lock() {
    for (;;) {
      int open = 0;
      if (locked_.compare_exchange_strong(open, 1, acquire, relaxed)) return;
      give_way();
    }
  }
  void unlock() { locked_.store(0, release); }

 private:
  atomic<int> locked_{0};
};

}  // namespace xomp::models
