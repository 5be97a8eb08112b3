// ObjectPool: memory of objects of one type, used again. Any thread makes objects and gives them back.
//
// POOL-1: a list is a stack whose head has a tag that grows with each change, so that a thread that has seen an older head
//   fails (no ABA). Memory in a list is not given to the system before release(), so that reading `next` of a block that
//   another thread has just taken is harmless. A push releases, a pop acquires what the last user did.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "traits.hpp"

// What a class needed to be an ObjectPool's up to 3.9. Here it needs nothing.
#define TF_ENABLE_POOLABLE_ON_THIS static_assert(true, "")

namespace tf {

// A pointer in the low bits of a word, a tag above it.
template <std::size_t PtrBits = TF_POINTER_BITS>
class TaggedHead64 {
  static_assert(PtrBits <= 48, "at least 16 bits are for the tag: use TaggedHead128");

 public:
  using tag_type = std::uint64_t;
  void* get_ptr() const noexcept { return pointer_of(word_.load(std::memory_order_acquire)); }    // as pop()
  tag_type get_tag() const noexcept { return word_.load(std::memory_order_acquire) >> PtrBits; }  // as pop()

  // For the pool. link(block) returns where the block has its `next`.
  template <typename Link>
  void push(void* block, Link&& link) {
    // Checked by the exchange, which also publishes the link.
    std::uint64_t seen = word_.load(std::memory_order_relaxed);
    do {
      link(block).store(pointer_of(seen), std::memory_order_relaxed);  // the exchange publishes it
    } while (!word_.compare_exchange_weak(seen, pack(block, seen), std::memory_order_release,
                                          std::memory_order_relaxed));  // [POOL-1]
  }
  template <typename Link>
  void* pop(Link&& link) {
    std::uint64_t seen = word_.load(std::memory_order_acquire);  // [POOL-1]
    while (pointer_of(seen) != nullptr) {
      // The link may be an old block's. Then the tag has changed, so the exchange fails.
      void* const next = link(pointer_of(seen)).load(std::memory_order_relaxed);
      if (word_.compare_exchange_weak(seen, pack(next, seen), std::memory_order_acquire, std::memory_order_acquire))
        return pointer_of(seen);  // [POOL-1]
    }
    return nullptr;
  }
  void clear() { word_.store(0, std::memory_order_relaxed); }  // nobody else has the pool

 private:
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << PtrBits) - 1;
  static void* pointer_of(std::uint64_t word) { return reinterpret_cast<void*>(word & kMask); }
  static std::uint64_t pack(void* block, std::uint64_t before) {
    return ((before & ~kMask) + kMask + 1) | reinterpret_cast<std::uint64_t>(block);
  }
  std::atomic<std::uint64_t> word_{0};
};

// A whole pointer and a whole tag, under a lock of a few instructions.
class TaggedHead128 {
 public:
  using tag_type = std::uint64_t;
  void* get_ptr() const noexcept {
    const Guard guard(*this);
    return pointer_;
  }
  tag_type get_tag() const noexcept {
    const Guard guard(*this);
    return tag_;
  }
  template <typename Link>
  void push(void* block, Link&& link) {
    const Guard guard(*this);
    link(block).store(pointer_, std::memory_order_relaxed);  // under the lock
    pointer_ = block;
    ++tag_;
  }
  template <typename Link>
  void* pop(Link&& link) {
    const Guard guard(*this);
    void* const block = pointer_;
    if (block == nullptr) return nullptr;
    pointer_ = link(block).load(std::memory_order_relaxed);  // under the lock
    ++tag_;
    return block;
  }
  void clear() { pointer_ = nullptr; }

 private:
  struct Guard {
    const TaggedHead128& head;
    explicit Guard(const TaggedHead128& h) : head(h) {
      // Acquire, so that this thread sees what the last holder of the lock has written.
      for (int i = 0; head.busy_.exchange(true, std::memory_order_acquire); ++i)
        if (i > 64) std::this_thread::yield();
    }
    ~Guard() { head.busy_.store(false, std::memory_order_release); }  // pairs with the next lock
  };
  mutable std::atomic<bool> busy_{false};
  void* pointer_ = nullptr;
  tag_type tag_ = 0;
};

// 2^LogSize lists; each thread begins with one of them.
template <typename T, typename H = TaggedHead64<>, std::size_t LogSize = 5>
class ObjectPool {
 public:
  ObjectPool() = default;
  explicit ObjectPool(unsigned) {}  // up to 3.9: for how many threads
  ObjectPool(const ObjectPool&) = delete;
  ObjectPool& operator=(const ObjectPool&) = delete;
  ~ObjectPool() { release(); }

  template <typename... Args>
  T* animate(Args&&... args) {
    void* block = list().pop(link);
    if (block == nullptr) block = make_block();
    return ::new (block) T(std::forward<Args>(args)...);
  }
  void recycle(T* object) {
    if (object == nullptr) return;
    object->~T();
    list().push(object, link);
  }
  // Gives all memory back. No object is alive, and no thread uses the pool.
  void release() {
    for (auto& l : lists_) l.data.clear();
    for (void* const block : blocks_) ::operator delete(block, std::align_val_t(kAlignment));
    blocks_.clear();
  }

  // --- up to 3.9: heaps are lists, and a block holds one object; the three counts are true while nobody uses the pool ---
  std::size_t num_heaps() const { return num_local_heaps() + num_global_heaps(); }
  std::size_t num_local_heaps() const { return std::size_t{1} << LogSize; }
  std::size_t num_global_heaps() const { return 1; }
  std::size_t num_bins_per_local_heap() const { return 1; }
  std::size_t num_objects_per_bin() const { return 1; }
  std::size_t num_objects_per_block() const { return 1; }
  std::size_t emptiness_threshold() const { return 1; }
  std::size_t capacity() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return blocks_.size();
  }
  std::size_t num_available_objects() const {
    std::size_t n = 0;
    for (const auto& l : lists_)
      for (void* block = l.data.get_ptr(); block != nullptr; ++n)
        block = link(block).load(std::memory_order_relaxed);  // nobody uses the pool
    return n;
  }
  std::size_t num_allocated_objects() const { return capacity() - num_available_objects(); }

 private:
  using Next = std::atomic<void*>;
  static constexpr std::size_t kAlignment = alignof(T) > alignof(Next) ? alignof(T) : alignof(Next);
  static constexpr std::size_t kOffset = (sizeof(T) + alignof(Next) - 1) / alignof(Next) * alignof(Next);

  // The link lies behind the object, so that a late reader does not see the object's bytes.
  static Next& link(void* block) { return *reinterpret_cast<Next*>(static_cast<char*>(block) + kOffset); }
  void* make_block() {
    void* const block = ::operator new(kOffset + sizeof(Next), std::align_val_t(kAlignment));
    ::new (static_cast<void*>(&link(block))) Next(nullptr);
    const std::lock_guard<std::mutex> lock(mutex_);
    blocks_.push_back(block);
    return block;
  }
  H& list() {
    const std::size_t hash = std::hash<std::thread::id>()(std::this_thread::get_id());
    return lists_[(hash ^ (hash >> 12)) & ((std::size_t{1} << LogSize) - 1)].data;
  }

  CachelineAligned<H> lists_[std::size_t{1} << LogSize];
  mutable std::mutex mutex_;
  std::vector<void*> blocks_;  // all; under the mutex
};

}  // namespace tf
