// The values that a task asks other processes for, while it does so.
#ifndef XOMP_TTG_RANKS_PULLS_H
#define XOMP_TTG_RANKS_PULLS_H

#include "ttg/ranks/part.h"
#include <string>
#ifdef XOMP_TTG_RANKS
#include "ttg/ranks/pull.h"
#endif

namespace ttg::ranks {

#ifdef XOMP_TTG_RANKS

class Pulls {
 public:
  explicit Pulls(xomp::graph::Task& task) : task_(task) {}
  // False: this process has the value itself.
  template <class Owner, class Key, class TT>
  bool ask(Exchange* exchange, const Owner& owner_of, const Key& key, std::size_t i, const TT& tt) {
    if (exchange == nullptr || !owner_of) return false;
    const auto owner = static_cast<int>(owner_of(key));
    if (owner == exchange->rank()) return false;
    if (owner < 0 || owner >= exchange->size())
      exchange->fail(tt.about(key, i) + "the key map of the pull terminal says process " + std::to_string(owner) +
                     ", but there are only " + std::to_string(exchange->size()));
    if (waiting_ == nullptr) waiting_ = new Waiting{&task_};
    if constexpr (arrives<Key>) ranks::ask(*exchange, owner, tt.world_number(), i, *waiting_, key);
    else
      exchange->fail(tt.about(key, i) + "the value is process " + std::to_string(owner) +
                     "'s, but the key cannot be written as bytes");
    return true;
  }
  // False: the task belongs to the thread that brings the last answer.
  bool is_complete() {
    if (waiting_ == nullptr) return true;
    if (!waiting_->end_one()) return false;
    delete waiting_;
    return true;
  }

 private:
  xomp::graph::Task& task_;
  Waiting* waiting_ = nullptr;
};

#else

class Pulls {
 public:
  template <class Task>
  explicit Pulls(const Task&) {}
  template <class... Rest>
  static constexpr bool ask(const Rest&...) {
    return false;
  }
  static constexpr bool is_complete() { return true; }
};

#endif

}  // namespace ttg::ranks

#endif
