// A thread that looks at something again and again, and sleeps in between for as long as the last look has said.
#ifndef XOMP_TTG_RANKS_EXCHANGE_LOOKING_THREAD_H
#define XOMP_TTG_RANKS_EXCHANGE_LOOKING_THREAD_H

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#ifndef XOMP_TTG_LOOKING_THREAD
#define XOMP_TTG_LOOKING_THREAD ::ttg::ranks::SystemLookingThread
#endif

namespace ttg::ranks {

class SystemLookingThread {
 public:
  // look() returns how long the thread should sleep until the next call.
  SystemLookingThread(std::chrono::microseconds first, std::function<std::chrono::microseconds()> look)
      : look_(std::move(look)), thread_([this, first] { run(first); }) {}
  ~SystemLookingThread() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

 private:
  void run(std::chrono::microseconds pause) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, pause, [this] { return is_over_; })) {
      lock.unlock();
      pause = look_();
      lock.lock();
    }
  }

  const std::function<std::chrono::microseconds()> look_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;  // under mutex_
  std::thread thread_;    // the last one: it uses the others
};
using LookingThread = XOMP_TTG_LOOKING_THREAD;

}  // namespace ttg::ranks

#endif
