// Memory that goes from rank to rank by itself, past the batches. The sender *offers* it: a record tells the number and
// the size. The receiver makes room, begins its receives and says that it is ready. Then the sender sends straight from
// where the memory is. It holds the memory until then, because nobody copies it.
#ifndef XOMP_TTG_RANKS_EXCHANGE_PIECES_H
#define XOMP_TTG_RANKS_EXCHANGE_PIECES_H

#include "ttg/detail/platform.h"
#include "ttg/ranks/transport/transport.h"
#include "ttg/ranks/wire/bytes.h"
#include "ttg/ranks/wire/record.h"
#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ttg::ranks {

// Cuts memory into what a transport can carry.
template <class Each>
void for_each_part(const Pieces& pieces, std::size_t most, Each&& each) {
  for (const Piece& p : pieces)
    for (std::size_t at = 0; at < p.bytes; at += most)
      each(static_cast<char*>(p.memory) + at, std::min(most, p.bytes - at));
}

// One passage of memory. It ends when all parts have been sent, or received, and deletes itself.
class Passage : public Request {
 public:
  Pieces pieces;
  virtual ~Passage() = default;
  void is_done() final {
    if (--left_ == 0) end();
  }

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Piece& p : pieces) sum += p.bytes;
    return sum;
  }

 protected:
  // begin(memory, bytes) starts one part. There may be no part.
  template <class Begin>
  void go(std::size_t most, Begin&& begin) {
    left_ = 1;
    for_each_part(pieces, most, [&](char* memory, std::size_t bytes) {
      ++left_;
      begin(memory, bytes);
    });
    is_done();
  }

 private:
  virtual void end() = 0;
  std::size_t left_ = 0;
};

// How much memory is held for one rank until it has fetched it.
class Offered {
 public:
  // Any thread.
  void hold(std::size_t bytes) { bytes_.fetch_add(bytes, std::memory_order_relaxed); }  // only the number counts
  void let_go(std::size_t bytes) {
    bytes_.fetch_sub(bytes, std::memory_order_relaxed);  // as above
    ended_.store(ended_.load(std::memory_order_relaxed) + 1,
                 std::memory_order_relaxed);  // the thread that has the token
  }
  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }    // a hint
  std::uint64_t ended() const { return ended_.load(std::memory_order_relaxed); }  // a hint

 private:
  detail::Atomic<std::size_t> bytes_{0};    // any thread adds
  detail::Atomic<std::uint64_t> ended_{0};  // written with the token
};

// What this rank offers to others.
class Offers {
 public:
  class Offer final : public Passage {
   public:
    Bytes body;  // the memory, if it is the offer's own
    void* held = nullptr;
    void (*let_go)(void* held) = nullptr;
    void send(Transport& transport, int to, int tag) {
      go(transport.largest_piece(),
         [&](char* memory, std::size_t bytes) { transport.send_piece(to, tag, memory, bytes, *this); });
    }

   private:
    friend class Offers;
    void end() override {
      if (let_go != nullptr) let_go(held);
      offered->let_go(bytes());
      offers->ended();
      delete this;
    }
    Offers* offers = nullptr;
    Offered* offered = nullptr;
  };

  // Any thread.
  OfferHead add(std::unique_ptr<Offer> offer, Offered& offered) {
    const Pieces& pieces = offer->pieces;
    const std::size_t count = pieces.size();
    const void* const address = pieces.size() == 1 ? pieces.front().memory : pieces.data();
    offer->offers = this;
    offer->offered = &offered;
    offered.hold(offer->bytes());
    const std::lock_guard lock(mutex_);
    under_way_.begin(offer->bytes());
    offers_.emplace(++last_, std::move(offer));
    return {last_, reinterpret_cast<std::uintptr_t>(address), count};
  }
  // Called by the thread that has the token when the offer's receiver is ready. Returns false if there is no offer with
  // that number.
  bool send(std::uint64_t number, Transport& transport, int to, int tag) {
    std::unique_ptr<Offer> offer = take(number);
    if (offer == nullptr) return false;
    offer.release()->send(transport, to, tag);
    return true;
  }
  // As above, for a receiver that does not want the memory.
  bool drop(std::uint64_t number) {
    std::unique_ptr<Offer> offer = take(number);
    if (offer == nullptr) return false;
    offer.release()->end();
    return true;
  }
  // As above, for a receiver that has read the memory.
  bool was_read(std::uint64_t number, Transport& transport) {
    std::unique_ptr<Offer> offer = take(number);
    if (offer == nullptr) return false;
    transport.pieces_sent += offer->pieces.size();
    transport.piece_bytes_sent += offer->bytes();
    offer.release()->end();
    return true;
  }
  // Says whether some offers have not been sent or dropped.
  bool has_some() {
    const std::lock_guard lock(mutex_);
    return under_way_.has_some();
  }
  // A hint, for any thread.
  bool are_likely_to_move() const { return under_way_.is_likely(); }

 private:
  std::unique_ptr<Offer> take(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    const auto at = offers_.find(number);
    if (at == offers_.end()) return nullptr;
    std::unique_ptr<Offer> offer = std::move(at->second);
    offers_.erase(at);
    return offer;
  }
  void ended() {
    const std::lock_guard lock(mutex_);
    under_way_.end(1);
  }
  std::mutex mutex_;
  std::uint64_t last_ = 0;  // under mutex_
  UnderWay under_way_;      // written under mutex_
  std::unordered_map<std::uint64_t, std::unique_ptr<Offer>> offers_;
};

// Numbers for the messages of one passage, so that two passages from the same sender do not meet each other's receives.
// Used by the thread that has the token.
class Tags {
 public:
  static constexpr int kMost = 30'000;  // MPI has at least 32767
  bool has_one() const { return !free_.empty() || next_ < kMost; }
  int take() {
    if (free_.empty()) return next_++;
    const int tag = free_.back();
    free_.pop_back();
    return tag;
  }
  void give_back(int tag) { free_.push_back(tag); }

 private:
  int next_ = 0;
  std::vector<int> free_;
};

}  // namespace ttg::ranks

#endif
