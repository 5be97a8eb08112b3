// Tasks that a constraint of the program's own has put off, by key, until it tells its listener.
#ifndef XOMP_TTG_TT_PARKED_TASKS_H
#define XOMP_TTG_TT_PARKED_TASKS_H

#include "ttg/util/hash.h"
#include <cstddef>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ttg::detail {

template <class Key>
class ParkedTasks {
 public:
  using Go = std::function<void()>;

  // Returns true if `may_start()` says so. Otherwise `go` is called when the listener hears of the key. It may hear of
  // the key before may_start() has returned, so the task must be there first.
  template <class MayStart>
  bool enter(const Key& key, Go go, MayStart&& may_start) {
    std::size_t number;
    {
      const std::lock_guard lock(mutex_);
      number = ++last_;
      tasks_.emplace(hash_of(key), Parked{key, number, std::move(go)});
    }
    return may_start() && take(key, number);
  }
  // The listener calls it: all tasks of this key go on.
  void let_go(const Key& key) {
    std::vector<Go> due;
    {
      const std::lock_guard lock(mutex_);
      auto [at, end] = tasks_.equal_range(hash_of(key));
      while (at != end) {
        if (!(at->second.key == key)) {
          ++at;
          continue;
        }
        due.push_back(std::move(at->second.go));
        at = tasks_.erase(at);
      }
    }
    for (Go& go : due) go();
  }

 private:
  struct Parked {
    Key key;
    std::size_t number;
    Go go;
  };
  // Returns false if the listener has let the task go already.
  bool take(const Key& key, std::size_t number) {
    const std::lock_guard lock(mutex_);
    auto [at, end] = tasks_.equal_range(hash_of(key));
    for (; at != end; ++at)
      if (at->second.number == number) {
        tasks_.erase(at);
        return true;
      }
    return false;
  }

  std::mutex mutex_;  // of what follows
  std::size_t last_ = 0;
  std::unordered_multimap<std::size_t, Parked> tasks_;
};

}  // namespace ttg::detail

#endif
