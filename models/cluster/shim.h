// Included before ttg.h: its ranks get virtual time, and threads of the simulator, in place of the system's.
#pragma once

#define XOMP_TTG_RANKS 1
#define XOMP_TTG_CLOCK ::xomp::cluster::VirtualClock
#define XOMP_TTG_LOOKING_THREAD ::xomp::cluster::VirtualLookingThread

#include <chrono>
#include <cstdint>
#include <functional>

namespace xomp::cluster {

class Thread;

struct VirtualClock {
  static std::uint64_t now_ns();
  static void give_way();
  static void sleep(std::chrono::microseconds time);
};

// A thread of the rank that makes it. While it looks it takes the processor of the rank's tasks.
class VirtualLookingThread {
 public:
  VirtualLookingThread(std::chrono::microseconds first, std::function<std::chrono::microseconds()> look);
  ~VirtualLookingThread();
  VirtualLookingThread(const VirtualLookingThread&) = delete;

 private:
  const std::function<std::chrono::microseconds()> look_;
  bool is_over_ = false, rests_ = false;
  Thread* thread_;
};

}  // namespace xomp::cluster
