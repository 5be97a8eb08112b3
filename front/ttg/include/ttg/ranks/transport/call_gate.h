// Decides which thread of a process may call MPI, if MPI was initialised for fewer than all of them.
//
// MPI-CALLS-1: one thread of the process at a time calls MPI, in whatever world. Threads other than the main thread
//   call it only while the main thread is in a fence, because outside of fences the program may call MPI there.
//   is_taken: a lock (acquire, release) around all calls of ours.
//   fences:   written under it, looked at under it before a call.
//   So when the main thread has counted its last fence as left, others' calls have ended, and none begins.
#ifndef XOMP_TTG_RANKS_TRANSPORT_CALL_GATE_H
#define XOMP_TTG_RANKS_TRANSPORT_CALL_GATE_H

#include "ttg/detail/platform.h"

namespace ttg::ranks {

class CallGate {
 public:
  enum class Caller { main, other };

  // A hint: false if the caller would be refused now.
  bool may_try(Caller caller) const {
    return caller == Caller::main ||
           fences_.load(std::memory_order_relaxed) != 0;  // try_begin() looks again [MPI-CALLS-1]
  }
  bool try_begin(Caller caller) {
    if (is_taken_.exchange(true, std::memory_order_acquire)) return false;  // [MPI-CALLS-1]
    if (may_try(caller)) return true;
    end();
    return false;
  }
  void end() { is_taken_.store(false, std::memory_order_release); }  // [MPI-CALLS-1]
  // Called by the main thread when it enters a fence (1), or has left one (-1).
  void count_fences(int more) {
    while (is_taken_.exchange(true, std::memory_order_acquire)) XOMP_TTG_YIELD();  // [MPI-CALLS-1]
    fences_.store(fences_.load(std::memory_order_relaxed) + more,
                  std::memory_order_relaxed);  // [MPI-CALLS-1] under the lock
    end();
  }

 private:
  detail::Atomic<bool> is_taken_{false};  // [MPI-CALLS-1] by whoever calls
  detail::Atomic<int> fences_{0};         // [MPI-CALLS-1] that threads are in; written under is_taken_
};

}  // namespace ttg::ranks

#endif
