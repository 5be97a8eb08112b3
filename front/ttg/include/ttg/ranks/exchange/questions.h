// The values that this rank has asked others for. An answer says the number of its question.
//
// PULL-1: `left` counts the answers that a task waits for, and one more while they are asked for. The thread that takes
// it to 0 continues the task, since no other thread has it then.
#ifndef XOMP_TTG_RANKS_EXCHANGE_QUESTIONS_H
#define XOMP_TTG_RANKS_EXCHANGE_QUESTIONS_H

#include "ttg/detail/platform.h"
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <xomp/graph.h>

namespace ttg::ranks {

struct Waiting {
  xomp::graph::Task* task;
  detail::Atomic<int> left{1};  // [PULL-1]
  // Returns true for the last one.
  bool end_one() { return left.fetch_sub(1, std::memory_order_acq_rel) == 1; }  // [PULL-1]
};

class Questions {
 public:
  struct Question {
    Waiting* waiting;
    int to;                 // the rank that answers
    std::uint32_t tt;       // its number in the world,
    std::uint8_t terminal;  // and the input that the answer is for
  };
  // Any thread. Returns the question's number.
  std::uint64_t add(const Question& question) {
    const std::lock_guard lock(mutex_);
    open_.emplace(++last_, question);
    return last_;
  }
  // Called by the thread that has the token. Returns nullptr if there is no such question, or if it was for another
  // rank or input.
  Waiting* take(std::uint64_t number, int from, std::uint32_t tt, std::uint8_t terminal) {
    const std::lock_guard lock(mutex_);
    const auto at = open_.find(number);
    if (at == open_.end()) return nullptr;
    const Question q = at->second;
    if (q.to != from || q.tt != tt || q.terminal != terminal) return nullptr;
    open_.erase(at);
    return q.waiting;
  }

 private:
  std::mutex mutex_;
  std::uint64_t last_ = 0;  // under mutex_
  std::unordered_map<std::uint64_t, Question> open_;
};

}  // namespace ttg::ranks

#endif
