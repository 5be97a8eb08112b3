// What waits to be sent to one rank: a batch that is being filled, and full ones behind credits.
//
// OUTBOX-1: no more than `window` batches are on their way to the peer that it has not dealt with, so neither side needs
// memory for more. A batch takes a credit when it is sent; the peer gives it back in the header of a later batch of its own.
#ifndef XOMP_TTG_RANKS_OUTBOX_H
#define XOMP_TTG_RANKS_OUTBOX_H

#include "ttg/detail/atomic.h"
#include "ttg/ranks/batch.h"
#include "ttg/ranks/record.h"
#include <cassert>
#include <cstdint>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

namespace ttg::ranks {

class Outbox {
 public:
  // What a thread that has added a record should do: nothing; send it, as nothing else waits; send what waits, which is a lot.
  enum class Added { to_others, alone, full };

  Outbox(int to, std::uint32_t window) : to_(to), window_(window) { credit_batch_.outbox = this; }
  Outbox(const Outbox&) = delete;
  ~Outbox() {
    for (Batch** list : {&first_, &free_, &returned_})
      while (Batch* const b = *list) *list = b->next, delete b;
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
  // Of records that lie outside of a batch.
  void count_sent() {
    const std::lock_guard lock(mutex_);
    count_more(sent_, 1);
  }
  // Hints, exact for a thread that knows that nobody adds.
  std::size_t waiting_bytes() const { return waiting_.load(std::memory_order_relaxed); }
  std::uint64_t sent() const { return sent_.load(std::memory_order_relaxed); }
  bool was_sent_lately() const { return now_ns() - last_ns_.load(std::memory_order_relaxed) < kLately_ns; }  // a hint
  std::uint64_t batches() const { return sequence_.load(std::memory_order_relaxed); }                        // a hint
  std::uint64_t credits() const { return window_ - used_.load(std::memory_order_relaxed); }                  // a hint

  // --- the thread that has the token ---

  // Sends what waits as far as the credits go; `owed`: credits of the peer's. Returns whether it has sent any.
  bool send(Transport& transport, std::uint64_t& owed) {
    bool any = false;
    // A hint: a thread whose record is not seen here yet asks for another look (TOKEN-1), or leaves it to a later one.
    const bool has_some = waiting_.load(std::memory_order_relaxed) != 0;
    while (has_some && used_.load(std::memory_order_relaxed) < window_) {  // [OUTBOX-1] own writes
      Batch* const b = take();
      if (b == nullptr) break;
      used_.store(used_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);          // [OUTBOX-1]
      sequence_.store(sequence_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);  // own
      send_with_header(transport, *b, sequence_.load(std::memory_order_relaxed), owed);
      last_ns_.store(now_ns(), std::memory_order_relaxed);  // a hint
      any = true;
    }
    if (owed >= (window_ + 1) / 2 && !credit_is_on_its_way_) {
      credit_is_on_its_way_ = any = true;
      credit_batch_.bytes = sizeof(BatchHeader);
      send_with_header(transport, credit_batch_, 0, owed);
    }
    return any;
  }
  void take_credits(std::uint64_t credits) {
    assert(credits <= used_.load(std::memory_order_relaxed));
    used_.store(used_.load(std::memory_order_relaxed) - static_cast<std::uint32_t>(credits), std::memory_order_relaxed);
  }
  // The transport is through with the batch.
  void take_back(Batch& batch) {
    if (&batch == &credit_batch_) {
      credit_is_on_its_way_ = false;
      return;
    }
    batch.next = returned_;
    returned_ = &batch;
  }

 private:
  static constexpr std::uint64_t kLately_ns = 2'000;

  template <class T>
  static void count_more(detail::Atomic<T>& count, std::type_identity_t<T> more) {  // under mutex_
    count.store(count.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }
  void append(Batch* b) {
    b->next = nullptr;
    (first_ == nullptr ? first_ : last_->next) = b;
    last_ = b;
  }
  Batch* fresh(std::uint64_t epoch) {
    Batch* b = free_;
    if (b != nullptr) free_ = b->next;
    else b = new Batch;
    b->outbox = this;
    b->epoch = epoch;
    b->bytes = sizeof(BatchHeader);
    return b;
  }
  Batch* take() {
    const std::lock_guard lock(mutex_);
    while (Batch* const returned = returned_) returned_ = returned->next, returned->next = free_, free_ = returned;
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

  // --- written under mutex_ ---
  std::mutex mutex_;
  Batch* open_ = nullptr;                     // is being filled
  Batch *first_ = nullptr, *last_ = nullptr;  // full
  Batch* free_ = nullptr;
  detail::Atomic<std::size_t> waiting_{0};  // bytes of records; read as a hint without the lock
  detail::Atomic<std::uint64_t> sent_{0};   // records; read without the lock by a rank that is quiet

  // --- written by the thread that has the token; others read hints ---
  detail::Atomic<std::uint32_t> used_{0};  // [OUTBOX-1] batches that the peer has not dealt with
  detail::Atomic<std::uint64_t> sequence_{0};
  detail::Atomic<std::uint64_t> last_ns_{0};  // when a batch was last sent
  bool credit_is_on_its_way_ = false;
  Batch* returned_ = nullptr;  // the transport is through with them; free from the next look on
  Batch credit_batch_;
};

inline void Batch::is_done() { outbox->take_back(*this); }

}  // namespace ttg::ranks

#endif
