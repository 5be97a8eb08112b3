// Tasks that wait for inputs, by key: a table of chains, with a lock in each bucket. It grows while others use it.
//
// TABLE-1: a node is in the first table of the row, from the oldest on, whose bucket for it has not moved.
//   grower: locks a bucket, puts its nodes into the next table, marks it as moved and unlocks it in one store (release).
//   user:   locks a bucket (acquire); if it has moved, goes to the next table.
//   Until it has moved nobody uses the buckets of the next table that its nodes go to. Nobody waits but for one bucket.
// TABLE-2: old tables stay until the table ends, so a user may still be on its way through one. All together have fewer
//   buckets than the newest.
#ifndef XOMP_TTG_DETAIL_TABLE_H
#define XOMP_TTG_DETAIL_TABLE_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <thread>

namespace ttg::detail {

// Node has `next` (a graph::Task*), `hash`.
template <class Node>
class Table {
  struct Buckets;

 public:
  // A bucket that the caller has locked.
  class Locked {
   public:
    template <class Same>
    Node* find(std::size_t hash, Same&& same) {
      for (Node* n = first(); n != nullptr; n = static_cast<Node*>(n->next), ++length_)
        if (n->hash == hash && same(*n)) return n;
      return nullptr;
    }
    void insert(Node* node) {
      node->next = first();
      word_ = reinterpret_cast<std::uintptr_t>(node);
    }
    void remove(Node* node) {
      if (first() == node) {
        word_ = reinterpret_cast<std::uintptr_t>(node->next);
        return;
      }
      for (Node* n = first(); n != nullptr; n = static_cast<Node*>(n->next))
        if (n->next == node) {
          n->next = node->next;
          return;
        }
    }
    void unlock() {
      bucket_->store(word_, std::memory_order_release);  // [TABLE-1]
      if (length_ > kLongest) table_->grow(buckets_);
    }

   private:
    friend class Table;
    Locked(Table* table, Buckets* buckets, std::atomic<std::uintptr_t>* bucket, std::uintptr_t word)
        : table_(table), buckets_(buckets), bucket_(bucket), word_(word) {}
    Node* first() const { return reinterpret_cast<Node*>(word_); }

    Table* table_;
    Buckets* buckets_;
    std::atomic<std::uintptr_t>* bucket_;
    std::uintptr_t word_;
    int length_ = 0;
  };

  Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table() {
    for (Buckets* b = oldest_; b != nullptr;) {
      Buckets* const next = b->newer.load(std::memory_order_relaxed);  // nobody else is left
      std::free(b);
      b = next;
    }
  }

  static std::size_t mix(std::size_t hash) {
    hash *= 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
  }
  Locked lock(std::size_t hash) { return lock_from(root(), hash); }

  // Calls visit(node) for each of them, under the locks of their buckets. Any thread; a node that comes or goes meanwhile may
  // be left out.
  template <class Visit>
  void for_each(Visit&& visit) {
    for_each_bucket([&](std::uintptr_t word) {
      for (Node* n = reinterpret_cast<Node*>(word); n != nullptr; n = static_cast<Node*>(n->next)) visit(*n);
      return word;
    });
  }
  // Takes out each of them, then calls take(node).
  template <class Take>
  void drain(Take&& take) {
    Node* taken = nullptr;
    for_each_bucket([&](std::uintptr_t word) {
      while (Node* const n = reinterpret_cast<Node*>(word)) {
        word = reinterpret_cast<std::uintptr_t>(n->next);
        n->next = taken;
        taken = n;
      }
      return std::uintptr_t{0};
    });
    while (Node* const n = taken) {
      taken = static_cast<Node*>(n->next);
      take(n);
    }
  }

 private:
  static constexpr std::uintptr_t kLocked = 1, kMoved = 2;
  static constexpr std::size_t kFirstSize = 256, kLargestSize = std::size_t{1} << 24;
  static constexpr int kLongest = 5;  // a longer chain makes the table grow

  struct Buckets {
    std::size_t mask;
    std::atomic<Buckets*> newer;
    std::atomic<bool> has_moved;  // all of its buckets
    std::atomic<std::uintptr_t>* words() { return reinterpret_cast<std::atomic<std::uintptr_t>*>(this + 1); }
  };

  static Buckets* make(std::size_t size) {
    void* const memory = std::calloc(1, sizeof(Buckets) + size * sizeof(std::atomic<std::uintptr_t>));
    if (memory == nullptr) throw std::bad_alloc();
    Buckets* const b = static_cast<Buckets*>(memory);
    b->mask = size - 1;
    return b;
  }
  // Puts back what change(word) makes of each bucket that has not moved.
  template <class Change>
  void for_each_bucket(Change&& change) {
    for (Buckets* b = root_.load(std::memory_order_acquire); b != nullptr; b = b->newer.load(std::memory_order_acquire))
      for (std::size_t i = 0; i <= b->mask; ++i) {
        const std::uintptr_t word = lock_word(b->words()[i]);
        if ((word & kMoved) == 0) b->words()[i].store(change(word), std::memory_order_release);  // [TABLE-1]
      }
  }
  Buckets* root() {
    Buckets* b = root_.load(std::memory_order_acquire);
    return b != nullptr ? b : make_root();
  }
  [[gnu::noinline, gnu::cold]] Buckets* make_root() {
    Buckets* const fresh = make(kFirstSize);
    Buckets* seen = nullptr;
    if (root_.compare_exchange_strong(seen, fresh, std::memory_order_acq_rel, std::memory_order_acquire)) {
      oldest_ = fresh;
      return fresh;
    }
    std::free(fresh);
    return seen;
  }

  Locked lock_from(Buckets* b, std::size_t hash) {
    for (;;) {
      std::atomic<std::uintptr_t>& bucket = b->words()[hash & b->mask];
      const std::uintptr_t word = lock_word(bucket);
      if ((word & kMoved) == 0) [[likely]]
        return Locked(this, b, &bucket, word);
      b = b->newer.load(std::memory_order_acquire);  // [TABLE-1]
    }
  }
  // Returns the word as it was: with kMoved it has not been locked.
  static std::uintptr_t lock_word(std::atomic<std::uintptr_t>& bucket) {
    for (int tries = 0;; ++tries) {
      std::uintptr_t word = bucket.load(std::memory_order_acquire);  // [TABLE-1]
      if ((word & kMoved) != 0) return word;
      if ((word & kLocked) == 0 &&
          bucket.compare_exchange_weak(word, word | kLocked, std::memory_order_acquire, std::memory_order_relaxed))
        return word;
      if (tries > 64) std::this_thread::yield();  // the holder may have lost its processor
    }
  }

  [[gnu::noinline, gnu::cold]] void grow(Buckets* old) {
    if (old->mask + 1 >= kLargestSize || old->newer.load(std::memory_order_relaxed) != nullptr) return;
    Buckets* const fresh = make(2 * (old->mask + 1));
    Buckets* seen = nullptr;
    if (!old->newer.compare_exchange_strong(seen, fresh, std::memory_order_acq_rel, std::memory_order_acquire))
      return std::free(fresh);
    for (std::size_t i = 0; i <= old->mask; ++i) move_bucket(old->words()[i], fresh);
    old->has_moved.store(true, std::memory_order_release);
    for (Buckets* b = root_.load(std::memory_order_acquire); b->has_moved.load(std::memory_order_acquire);)
      if (Buckets* const next = b->newer.load(std::memory_order_acquire);
          root_.compare_exchange_strong(b, next, std::memory_order_acq_rel, std::memory_order_acquire))
        b = next;
  }
  void move_bucket(std::atomic<std::uintptr_t>& bucket, Buckets* to) {
    Node* n = reinterpret_cast<Node*>(lock_word(bucket));
    while (n != nullptr) {
      Node* const next = static_cast<Node*>(n->next);
      Locked place = lock_from(to, n->hash);
      place.insert(n);
      place.bucket_->store(place.word_, std::memory_order_release);  // [TABLE-1]
      n = next;
    }
    bucket.store(kMoved, std::memory_order_release);  // [TABLE-1]
  }

  std::atomic<Buckets*> root_{nullptr};  // the oldest whose buckets have not all moved
  Buckets* oldest_ = nullptr;            // written with the first root_
};

}  // namespace ttg::detail

#endif
