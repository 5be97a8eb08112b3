// What carries bytes between the ranks of a world. MPI's is mpi_transport.h, the one within a process for tests loop_back.h.
//
// One thread at a time calls it: the one that has the exchange's token (exchange.h). A transport delivers each batch once,
// in any order. All that it was asked for ends in poll(), by a call of is_done().
#ifndef XOMP_TTG_RANKS_TRANSPORT_TRANSPORT_H
#define XOMP_TTG_RANKS_TRANSPORT_TRANSPORT_H

#include "ttg/detail/platform.h"
#include "ttg/ranks/transport/clock.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ttg::ranks {

// What each rank gives to an all-reduce, and what all get. Each field is combined in its own way.
struct Wave {
  std::uint64_t least_call = 0,
                largest_call = 0;  // which collective call this is, and of what kind: they must not differ
  std::uint64_t least_hash = 0, largest_hash = 0;  // of what all ranks must agree on
  std::uint64_t sent = 0, received = 0;            // sums
  std::uint64_t spare[2] = {};                     // sums

  void combine(const Wave& other) {
    least_call = std::min(least_call, other.least_call);
    largest_call = std::max(largest_call, other.largest_call);
    least_hash = std::min(least_hash, other.least_hash);
    largest_hash = std::max(largest_hash, other.largest_hash);
    sent += other.sent;
    received += other.received;
    for (int i = 0; i < 2; ++i) spare[i] += other.spare[i];
  }
};

// Something that a transport was asked to do. It lives until is_done() is called.
class Request {
 public:
  virtual void is_done() = 0;

 protected:
  ~Request() = default;
};

// Takes in what comes unasked.
class Sink {
 public:
  virtual void take_batch(int from, const char* data, std::size_t bytes) = 0;

 protected:
  ~Sink() = default;
};

// Hears of messages. The thread that has the exchange's token calls it. Both ends give the same number to a message.
class Observer {
 public:
  // A batch; or a value that goes by itself.
  enum class What { batch, value };
  virtual void on_its_way(int to, What what, std::uint64_t number, std::size_t bytes) = 0;
  virtual void has_come(int from, What what, std::uint64_t number, std::size_t bytes) = 0;

 protected:
  ~Observer() = default;
};

// How much memory is under way to or from other ranks. One thread at a time writes it; it is a hint for others.
class UnderWay {
 public:
  void begin(std::size_t bytes) {
    count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);  // a hint, as all that follow
    constexpr std::uint64_t answer_ns = 1'000'000, byte_ns = 1;                           // a slow network's
    const std::uint64_t late = std::max(late_ns_.load(std::memory_order_relaxed), now_ns());  // own
    late_ns_.store(late + answer_ns + byte_ns * bytes, std::memory_order_relaxed);            // a hint
  }
  void end(std::size_t count) {
    const std::uint64_t left = count_.load(std::memory_order_relaxed) - count;  // own
    count_.store(left, std::memory_order_relaxed);                              // a hint
    if (left == 0) late_ns_.store(0, std::memory_order_relaxed);                // a hint
  }
  bool has_some() const { return count_.load(std::memory_order_relaxed) != 0; }
  // Says whether some has begun, has not ended, and is not late yet.
  bool is_likely() const { return has_some() && now_ns() < late_ns_.load(std::memory_order_relaxed); }

 private:
  detail::Atomic<std::uint64_t> count_{0}, late_ns_{0};  // hints
};

class Transport {
 public:
  virtual ~Transport() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual std::string name() const = 0;
  // All ranks of a world give the same number, and ranks of other worlds hardly ever do.
  virtual std::uint64_t id() const { return 0; }
  // Says whether the calling thread may call the transport at all. With some MPIs only the main thread may.
  virtual bool may_call() const { return true; }
  // Called around the calls of the thread that has the exchange's token. Returns false if the thread must not call now,
  // because another world's calls are under way.
  virtual bool try_begin_calls() { return true; }
  virtual void end_calls() {}
  // Says whether ranks share processors, so that what a rank waits for can happen only if it gives way. Any thread may ask.
  virtual bool is_crowded() const { return false; }
  // The thread that waits in a fence calls these when it begins and when it leaves, since other threads may call some
  // transports only meanwhile.
  virtual void begin_fence() {}
  virtual void end_fence() {}

  // At most kBatchBytes (batch.h).
  virtual void send_batch(int to, const char* data, std::size_t bytes, Request& request) = 0;
  // Any size up to largest_piece(). A send meets the receive that the other side has begun with the same tag. The
  // receive must have begun first. Several with one tag meet in their order.
  virtual void send_piece(int to, int tag, const void* data, std::size_t bytes, Request& request) = 0;
  virtual void receive_piece(int from, int tag, void* data, std::size_t bytes, Request& request) = 0;
  virtual std::size_t largest_piece() const = 0;
  // Some transports can read the memory of some ranks, while that rank keeps it as it is. read() returns false if the system refuses.
  virtual bool can_read(int) const { return false; }
  virtual bool all_can_read() const { return false; }  // each rank that of each other
  virtual bool read(int, std::uint64_t /*address*/, void*, std::size_t) { return false; }

  // Collective, one at a time: begun by each rank, over for a rank when collective_is_over().
  virtual void begin_wave(const Wave& mine, Wave& all) = 0;
  virtual void begin_broadcast(void* data, std::size_t bytes, int root) = 0;
  virtual void begin_gather(const void* mine, std::size_t bytes, void* all) = 0;
  virtual bool collective_is_over() = 0;

  // Says whether pieces are probably moving, so that each poll() may help them. A hint, for any thread.
  bool moves_pieces() const { return under_way_.is_likely(); }

  // These are hints, for the thread in the fence: false if poll() would find nothing now, or collective_is_over() say no.
  virtual bool may_find_something() const { return true; }
  virtual bool may_be_over() const { return true; }
  // Looks for everything once. Returns whether anything has come or ended.
  virtual bool poll(Sink& sink) = 0;
  // The last call, and collective: no batches come from now on, and nothing is on its way any longer.
  virtual void close() = 0;
  [[noreturn]] virtual void abort() = 0;

  Observer* observer = nullptr;  // written before the first message

  // Counts for the statistics.
  std::uint64_t batches_sent = 0, batch_bytes_sent = 0, pieces_sent = 0, piece_bytes_sent = 0;

 protected:
  bool has_pieces_under_way() const { return under_way_.has_some(); }
  void begin_piece(std::size_t bytes) { under_way_.begin(bytes); }
  void end_pieces(std::size_t count) { under_way_.end(count); }

 private:
  UnderWay under_way_;  // written by the thread that has the token
};

}  // namespace ttg::ranks

#endif
