// Large vectors that came from other ranks or were sent there, kept for the next ones that come. A new vector writes zeros over its memory,
// and memory that is new from the system costs more still, while what comes is written over all of it.
#ifndef XOMP_TTG_RANKS_WIRE_KEPT_VECTORS_H
#define XOMP_TTG_RANKS_WIRE_KEPT_VECTORS_H

#include "ttg/detail/copy.h"
#include "ttg/detail/large_memory.h"
#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace ttg::ranks {

// Of one type, whose elements are plain.
template <class E>
class KeptVectors {
 public:
  // Never destroyed, because values of static objects may end later.
  static KeptVectors& instance() {
    static KeptVectors* const one = new KeptVectors;
    return *one;
  }
  // Any thread. Returns a vector of that size. What its elements hold is not said.
  std::vector<E> take(std::size_t count) {
    if (is_large(count)) {
      const std::lock_guard lock(mutex_);
      has_taken_ = true;
      for (std::size_t i = kept_.size(); i-- > 0;)  // the last one first, because the caches have it
        if (fits(kept_[i].capacity(), count)) return remove(i, count);
    }
    return std::vector<E>(count);
  }
  // Any thread. The vector is empty then, or as it was.
  void keep(std::vector<E>& vector) noexcept {
    const std::size_t bytes = bytes_of(vector);
    if (!is_large(vector.capacity()) || bytes > kMostBytes) return;
    std::vector<E> oldest;  // is freed without the lock
    const std::lock_guard lock(mutex_);
    if ((!has_taken_ && !kept_.empty()) || !has_room()) return;
    if (kept_.size() == kMost || bytes_ + bytes > kMostBytes) oldest = remove(0, 0);
    if (kept_.size() == kMost || bytes_ + bytes > kMostBytes) return;
    bytes_ += bytes;
    kept_.push_back(std::move(vector));
  }

 private:
  static constexpr std::size_t kMost = 8, kMostBytes = detail::LargeMemory::kMostKept;
  static bool is_large(std::size_t count) { return count >= detail::LargeMemory::kLeast / sizeof(E); }
  static bool fits(std::size_t room, std::size_t count) { return room >= count && room / 2 <= count; }
  static std::size_t bytes_of(const std::vector<E>& vector) { return vector.capacity() * sizeof(E); }
  std::vector<E> remove(std::size_t i, std::size_t count) {
    std::vector<E> one = std::move(kept_[i]);
    bytes_ -= bytes_of(one);
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
    one.resize(count);  // writes zeros only behind what it had
    return one;
  }
  bool has_room() noexcept {
    try {
      kept_.reserve(kMost);
      return true;
    } catch (...) {
      return false;
    }
  }

  std::mutex mutex_;
  std::vector<std::vector<E>> kept_;  // under mutex_, as the next one
  std::size_t bytes_ = 0;
  // A process that only makes such vectors keeps one: none comes that would use more.
  bool has_taken_ = false;
};

// The last holder calls it, as the task that ends the object. [COPY-1]
template <class V>
void end_kept(detail::graph::Seat& me, detail::graph::Task* copy) {
  V& vector = static_cast<detail::Copy<V>*>(copy)->value();
  KeptVectors<typename V::value_type>::instance().keep(vector);
  vector.~V();
  detail::graph::give_back(me, copy);
}
// Any holder may. The last one sees it [COPY-1]; holders that do so at a time write the same. A vector of the program's stays as it is.
template <class V>
void keep_at_end(detail::Copy<V>* copy) {
  if (copy->is_of_the_program()) return;
  std::atomic_ref(copy->run).store(end_kept<V>, std::memory_order_relaxed);  // [COPY-1] orders it
}

}  // namespace ttg::ranks

#endif
