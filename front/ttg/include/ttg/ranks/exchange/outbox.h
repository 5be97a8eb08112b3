// What waits to be sent to one rank: a batch that is being filled, and full ones behind credits.
//
// OUTBOX-1: no more than `window` batches are on their way to the peer that it has not dealt with, so neither side needs
// memory for more. A batch takes a credit when it is sent; the peer gives it back in the header of a later batch of its own.
#ifndef XOMP_TTG_RANKS_EXCHANGE_OUTBOX_H
#define XOMP_TTG_RANKS_EXCHANGE_OUTBOX_H

#include "ttg/detail/platform.h"
#include "ttg/ranks/exchange/pieces.h"
#include "ttg/ranks/transport/batch.h"
#include "ttg/ranks/wire/record.h"
#include <cassert>
#include <cstdint>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

namespace ttg::ranks {

// Batches that no outbox of the exchange uses now. They are shared by all, as a rank may talk to thousands of others, but not to many at a time.
// One of them lies in front, for messages one after the other, which then need no lock.
//
// BATCH-POOL-1: a batch has one user. The exchange of `front_` hands one over: given back (release), taken with what its last user wrote (acquire).
class BatchPool {
 public:
  BatchPool() = default;
  BatchPool(const BatchPool&) = delete;
  ~BatchPool() {
    delete front_.load(std::memory_order_relaxed);  // alone
    while (Batch* const b = free_) free_ = b->next, delete b;
  }
  // Any thread.
  Batch* take() {
    if (front_.load(std::memory_order_relaxed) != nullptr)                                 // a hint
      if (Batch* const b = front_.exchange(nullptr, std::memory_order_acquire)) return b;  // [BATCH-POOL-1]
    {
      const std::lock_guard lock(mutex_);
      if (Batch* const b = free_; b != nullptr) {
        free_ = b->next;
        --count_;
        return b;
      }
    }
    return new Batch;
  }
  void give_back(Batch* b) {
    if (front_.load(std::memory_order_relaxed) == nullptr) {  // a hint
      b = front_.exchange(b, std::memory_order_acq_rel);      // [BATCH-POOL-1] it may give another one
      if (b == nullptr) return;
    }
    {
      const std::lock_guard lock(mutex_);
      if (count_ < kMost) {
        b->next = free_;
        free_ = b;
        ++count_;
        return;
      }
    }
    delete b;
  }

 private:
  static constexpr std::size_t kMost = 256;  // 8 MiB; after a flood the rest goes back to the system
  detail::Atomic<Batch*> front_{nullptr};    // [BATCH-POOL-1] written by any thread
  std::mutex mutex_;
  Batch* free_ = nullptr;  // under mutex_
  std::size_t count_ = 0;  // under mutex_
};

class Outbox {
 public:
  // Says what a thread that has added a record should do: nothing; send it, because nothing else waits; or send what
  // waits, because that is a lot.
  enum class Added { to_others, alone, full };

  Outbox(int to, std::uint32_t window, BatchPool& pool) : to_(to), window_(window), pool_(pool) {}
  Outbox(const Outbox&) = delete;
  ~Outbox() {
    while (Batch* const b = first_) first_ = b->next, delete b;
    delete open_;
  }

  // --- any thread ---

  Added add(std::uint64_t epoch, const RecordHead& head, const char* body) {
    const std::size_t count = sizeof head + head.bytes;
    assert(count <= kLargestRecord);
    const std::lock_guard lock(mutex_);
    Added result = open_ == nullptr && first_ == nullptr ? Added::alone : Added::to_others;
    if (open_ != nullptr && (!open_->has_room(count) || open_->epoch != epoch)) {
      append(std::exchange(open_, nullptr));
      result = Added::full;
    }
    if (open_ == nullptr) open_ = fresh(epoch);
    open_->add(reinterpret_cast<const char*>(&head), sizeof head);
    open_->add(body, head.bytes);
    count_more(waiting_, count);
    if (is_counted(head.kind)) count_more(sent_, 1);
    return result;
  }
  // Counts records that lie outside of a batch.
  void count_sent() {
    const std::lock_guard lock(mutex_);
    count_more(sent_, 1);
  }
  // Memory that travels by itself. It stays until the peer has fetched it.
  Offered offered;
  // These are hints.
  std::size_t held_bytes() const { return waiting_bytes() + offered.bytes(); }
  std::uint64_t moves() const { return batches() + offered.ended(); }
  // These are hints. They are exact for a thread that knows that no other adds records.
  std::size_t waiting_bytes() const { return waiting_.load(std::memory_order_relaxed); }
  std::uint64_t sent() const { return sent_.load(std::memory_order_relaxed); }
  bool was_sent_lately(std::uint64_t now) const {
    return now - last_ns_.load(std::memory_order_relaxed) < kLately_ns;  // a hint
  }
  std::uint64_t batches() const { return sequence_.load(std::memory_order_relaxed); }        // a hint
  std::uint64_t credits() const { return window_ - used_.load(std::memory_order_relaxed); }  // a hint

  // --- the thread that has the token ---

  // Sends what waits as far as the credits go. `owed`: credits that the peer gets back. `now`: the time, if the caller
  // has just read the clock. Returns whether it has sent anything.
  bool send(Transport& transport, std::uint64_t& owed, std::uint64_t now = 0) {
    bool any = false;
    while (has_some() && used_.load(std::memory_order_relaxed) < window_) {  // [OUTBOX-1] own writes
      Batch* const b = take();
      if (b == nullptr) break;
      used_.store(used_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);          // [OUTBOX-1]
      sequence_.store(sequence_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);  // own
      send_with_header(transport, *b, sequence_.load(std::memory_order_relaxed), owed);
      any = true;
    }
    if (any) last_ns_.store(now != 0 ? now : now_ns(), std::memory_order_relaxed);  // a hint
    if (owes_much(owed) && !credits_.is_on_its_way) {
      credits_.is_on_its_way = any = true;
      credits_.header = {0, 0, std::exchange(owed, 0)};
      transport.send_batch(to_, reinterpret_cast<const char*>(&credits_.header), sizeof(BatchHeader), credits_);
    }
    return any;
  }
  // Says whether the credits owed are so many that the peer must be told without a batch of records.
  bool owes_much(std::uint64_t owed) const { return owed >= (window_ + 1) / 2; }
  // Returns false if fewer batches are on their way.
  [[nodiscard]] bool take_credits(std::uint64_t credits) {
    const std::uint32_t used = used_.load(std::memory_order_relaxed);  // own
    if (credits > used) return false;
    used_.store(used - static_cast<std::uint32_t>(credits), std::memory_order_relaxed);
    return true;
  }
  // Called when the transport no longer needs the batch.
  void take_back(Batch& batch) { pool_.give_back(&batch); }

 private:
  static constexpr std::uint64_t kLately_ns = 2'000;

  // A batch without records. Used by the thread that has the token.
  struct Credits final : Request {
    BatchHeader header{};
    bool is_on_its_way = false;
    void is_done() override { is_on_its_way = false; }
  };

  template <class T>
  static void count_more(detail::Atomic<T>& count, std::type_identity_t<T> more) {  // under mutex_
    count.store(count.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }
  // A hint: a thread whose record is not seen here yet asks for another look (TOKEN-1), or leaves it to a later one.
  bool has_some() const { return waiting_.load(std::memory_order_relaxed) != 0; }
  void append(Batch* b) {
    b->next = nullptr;
    (first_ == nullptr ? first_ : last_->next) = b;
    last_ = b;
  }
  Batch* fresh(std::uint64_t epoch) {
    Batch* const b = pool_.take();
    b->outbox = this;
    b->epoch = epoch;
    b->bytes = sizeof(BatchHeader);
    return b;
  }
  Batch* take() {
    const std::lock_guard lock(mutex_);
    Batch* b = first_;
    if (b != nullptr) first_ = b->next;
    else b = std::exchange(open_, nullptr);
    if (b != nullptr) count_more(waiting_, std::size_t{0} - (b->bytes - sizeof(BatchHeader)));
    return b;
  }
  void send_with_header(Transport& transport, Batch& b, std::uint64_t sequence, std::uint64_t& owed) {
    const BatchHeader header{sequence, b.epoch, std::exchange(owed, 0)};
    std::memcpy(b.memory, &header, sizeof header);
    if (transport.observer != nullptr && sequence != 0) [[unlikely]]
      transport.observer->on_its_way(to_, Observer::What::batch, sequence, b.bytes);
    transport.send_batch(to_, b.memory, b.bytes, b);
  }

  const int to_;
  const std::uint32_t window_;
  BatchPool& pool_;

  // --- written under mutex_ ---
  std::mutex mutex_;
  Batch* open_ = nullptr;                     // is being filled
  Batch *first_ = nullptr, *last_ = nullptr;  // full
  detail::Atomic<std::size_t> waiting_{0};    // bytes of records; read as a hint without the lock
  detail::Atomic<std::uint64_t> sent_{0};     // records; read without the lock by a rank that is quiet

  // --- written by the thread that has the token; others read hints ---
  detail::Atomic<std::uint32_t> used_{0};  // [OUTBOX-1] batches that the peer has not dealt with
  detail::Atomic<std::uint64_t> sequence_{0};
  detail::Atomic<std::uint64_t> last_ns_{0};  // when a batch was last sent
  Credits credits_;
};

inline void Batch::is_done() { outbox->take_back(*this); }

}  // namespace ttg::ranks

#endif
