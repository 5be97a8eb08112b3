// The exchange of records between the ranks of a world: what each rank has of it. It knows no TTs and no tasks: its Host does.
// One thread at a time talks to the transport and handles what has come: the one that has the token (TOKEN-1 in token.h).
#ifndef XOMP_TTG_RANKS_EXCHANGE_EXCHANGE_CLASS_H
#define XOMP_TTG_RANKS_EXCHANGE_EXCHANGE_CLASS_H

#include "ttg/ranks/exchange/inbox.h"
#include "ttg/ranks/exchange/outbox.h"
#include "ttg/ranks/exchange/peers.h"
#include "ttg/ranks/exchange/pieces.h"
#include "ttg/ranks/exchange/questions.h"
#include "ttg/ranks/exchange/send_list.h"
#include "ttg/ranks/exchange/token.h"
#include "ttg/ranks/transport/settings.h"
#include "ttg/ranks/wire/loans.h"
#include "ttg/ranks/wire/spread.h"
#include "ttg/util/print.h"
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ttg::ranks {

class Exchange;

// A record that has come, while it is handled.
struct Arrival {
  int from = 0;
  RecordHead head{};
  Reader body;                         // what has not been read of it
  const Target* targets = nullptr;     // of a record with more than one
  const char* inline_value = nullptr;  // a small value, in the record; or
  void* value = nullptr;               // an object, of the host's,
  std::uint32_t held = 0;              // which this record holds for so many keys that it has not been delivered to
  Pieces pieces;                       // memory of the object that is to be fetched
  OfferHead offer;                     // from there
  Lender* lender = nullptr;            // reads what that rank has lent; nullptr: it cannot be read
};

// What an exchange needs of its world. The thread that has the token calls it; any thread calls is_quiet().
class Host {
 public:
  // Says whether this process has no task of the world, nor anything else that may become one.
  virtual bool is_quiet() = 0;
  // Says whether the TT is there and takes records. Records that come too early are kept.
  virtual bool is_there(std::uint32_t tt) = 0;
  // Reads the value from the body. It makes an object, unless the value is small.
  virtual void read_value(Arrival& arrival) = 0;
  // Delivers a complete object to its keys, or any other record as it came.
  virtual void deliver(Arrival& arrival) = 0;
  // Gives the offer a hold of the object that has been read. The object is complete, and has not been delivered.
  virtual void hold(const Arrival& arrival, Offers::Offer& offer) = 0;
  // Lets go of the object for those keys to which it cannot be delivered.
  virtual void let_go(Arrival& arrival) = 0;
  virtual void note_failure(const std::string& text) = 0;
  // Returns the text of this rank's own failure. It is empty if there is none, or if others have been told.
  virtual std::string failure_to_tell() = 0;

 protected:
  ~Host() = default;
};

// Says whether a poll comes from a thread that has tasks to run. Then it handles a limited number of records.
enum class Poller { idle, busy };

class Exchange final : private Sink {
  auto begin_calls() {
    return [this] { return transport_->try_begin_calls(); };
  }

 public:
  Exchange(std::unique_ptr<Transport> transport, Host& host);
  Exchange(const Exchange&) = delete;
  // Says whether the process has an exchange, or has had one. Written before the exchange's first message.
  static inline std::atomic<bool> some_exists{false};

  int rank() const { return rank_; }
  int size() const { return size_; }
  Transport& transport() { return *transport_; }
  const Settings& settings() const { return settings_; }

  // --- any thread ---

  // Sends a record to another rank. head.bytes is set here. A large body goes with it, and is empty afterwards.
  void post(int to, RecordHead head, Bytes& body);
  // Sends one value to several ranks along a tree.
  template <class MakeOffer>
  void spread(Form form, Reader value, std::span<const Part> parts, MakeOffer&& make_offer);
  // Returns what that rank needs to fetch the pieces.
  OfferHead offer(int to, std::unique_ptr<Offers::Offer> offer) {
    return offers_.add(std::move(offer), peer(to).outbox.offered);
  }
  Questions& questions() { return questions_; }
  // Takes in what has come and sends what waits. Returns whether there was anything.
  bool poll(Poller poller);
  // Called by a thread between two tasks. Polls if no thread has for a while.
  void look_in(std::uint64_t now);
  static constexpr std::uint64_t kSeldom_ns = 20'000;
  // Called by a thread without tasks that is not in the fence. Polls if no other thread does.
  enum class Found { left_to_others, nothing, something };
  Found look_while_idle();
  // Returns how often some thread has looked. A hint, by which other threads see that nobody looks.
  std::uint64_t polls() const { return polls_.load(std::memory_order_relaxed); }
  // Says whether each rank can read the memory of each other one.
  bool all_can_read() const { return transport_->all_can_read(); }
  // Says whether some thread looks now. A hint.
  bool is_entered() const { return token_.is_taken(); }
  // Makes the exchange look again at records that came too early.
  void retry() { retries_.store(true, std::memory_order_release); }

  // --- for the fence (fence.h) ---

  bool try_enter() { return token_.try_take(begin_calls()); }
  void leave();
  // A hint, without the token: false if move() would find nothing to do now.
  bool may_find_something() const {
    return has_left_.load(std::memory_order_relaxed) || !listed_.is_empty() || transport_->may_find_something();
  }
  // Another thread need not look, since the caller has looked for hints.
  void note_look() { polls_.store(polls() + 1, std::memory_order_relaxed); }  // a hint
  // move() looks once, with the token. allow() lets it handle more; a thread without tasks calls it first.
  bool move();
  void allow() { credit_to_handle_ = kHandledWhileBusy; }
  std::uint64_t sent() const;
  std::uint64_t received() const { return received_.load(std::memory_order_relaxed); }  // own, or a hint
  std::uint64_t epoch() const {
    return epoch_.load(std::memory_order_relaxed);
  }  // own writes, or those before the epoch
  void next_epoch();
  bool has_pieces_on_their_way() { return offers_.has_some(); }
  // Says whether large memory is probably moving. A hint.
  bool moves_pieces() const { return transport_->moves_pieces() || offers_.are_likely_to_move(); }

  // Says what there is, a line for each peer.
  std::string state() const;
  std::vector<std::uint32_t> orphans() const;

  // Ends all ranks.
  [[noreturn]] void fail(const std::string& text) const {
    const std::string what = text.starts_with("ttg: ") ? text.substr(5) : text;
    print_error("ttg: process " + std::to_string(rank_) + " of " + std::to_string(size_) + ": " + what);
    transport_->abort();
    std::abort();  // for compilers that do not look at virtual functions
  }

 private:
  struct Kept {
    int from;
    RecordHead head;
    Bytes body;
  };
  class Fetch;
  class Loan;
  class Peer {
   public:
    Peer(int r, std::uint32_t window, BatchPool& pool, Peer* o) : rank(r), older(o), outbox(r, window, pool) {}
    const int rank;
    Peer* const older;  // peers.h
    Outbox outbox;
    SendList<Peer>::Place in_send_list;
    // Everything from here on belongs to the thread that has the token.
    Inbox inbox;
    Tags tags;
    std::uint64_t fetched = 0, given = 0;  // values that go by themselves, in the order in which their receiver asked
    std::vector<Kept> closes;              // of streams, until the values that were sent before have come
    std::deque<Kept>
        postponed;  // records with pieces: too much is being fetched, or no tag is free; counted in inbox.fetching
    bool is_sent = false;            // it is in to_send_
    bool is_looked_through = false;  // it is in to_look_through_
  };

  Peer& peer(int rank) {
    return peers_.at(rank, [&](Peer* older) { return new Peer(rank, settings_.window, pool_, older); });
  }

  bool look();
  void take_batch(int from, const char* data, std::size_t bytes) override;
  void handle_all(int from, Reader records);
  void handle(int from, const RecordHead& head, const char* body, std::size_t bytes);
  void handle_checked(int from, const RecordHead& head, const char* body, std::size_t bytes);
  void deliver(Arrival& arrival);
  void handle_value(int from, const RecordHead& head, const char* body, std::size_t bytes);
  void handle_spread(int from, const RecordHead& head, const char* body, std::size_t bytes);
  bool is_for_others_too(const SpreadBody& spread, Form form) const;
  void send_on(Form form, const SpreadBody& spread, const Arrival& arrival);
  void fetch_value(std::unique_ptr<Fetch> passage, Arrival&& arrival, std::vector<Target>&& targets);
  void take_ready(int from, Reader& body);
  void handle_large(int from, Reader& body);
  bool read_pieces(int from, const OfferHead& offer, const Pieces& pieces);
  void read_at(int from, std::uint64_t address, void* to, std::size_t bytes);
  void keep_early(int from, const RecordHead& head, const char* body, std::size_t bytes);
  static std::vector<Target> targets_of(const RecordHead& head, Reader& body);
  bool is_there(const RecordHead& head, const char* body, std::size_t bytes);
  // Says whether handling the record fetches memory from its sender.
  static bool has_pieces(const RecordHead& head) { return head.kind == Kind::large || head.form == Form::outside; }
  void fetch(int from, std::uint64_t offer, std::unique_ptr<Fetch> passage);
  bool fetch_postponed(Peer& peer);
  void answer_offer(int to, std::uint64_t offer, std::int32_t tag);
  bool give(int to, std::uint64_t offer, int tag);
  void end_fetch(const Fetch& fetch);
  void post_large(int to, const RecordHead& head, Bytes& body);
  void add(int to, const RecordHead& head, const char* body);
  void wait_for_room(Outbox& outbox);
  void send_now(Peer& peer, std::uint64_t now);  // `now` as in Outbox::send()
  bool send_all();
  bool go_on(Peer& peer);
  // Called with the token: something must be sent to the peer, or something from it waits here.
  void note_to_send(Peer& peer) {
    if (std::exchange(peer.is_sent, true)) return;
    to_send_.push_back(&peer);
    has_left_.store(true, std::memory_order_relaxed);  // a hint
  }
  void note_to_look_through(Peer& peer) {
    if (std::exchange(peer.is_looked_through, true)) return;
    to_look_through_.push_back(&peer);
    has_left_.store(true, std::memory_order_relaxed);  // a hint
  }
  // True while the calling thread handles what has come, in any exchange.
  static inline thread_local constinit bool is_moving = false;
  struct Moving {
    const bool before = std::exchange(is_moving, true);
    ~Moving() { is_moving = before; }
  };
  void count_received(std::uint64_t more = 1) {
    received_.store(received() + more, std::memory_order_relaxed);  // [FENCE-1] read with the token
  }
  bool may_handle() const { return credit_to_handle_ > 0; }
  template <class Function>
  bool guarded(Function&& function);
  [[noreturn, gnu::cold, gnu::noinline]] void fail_damaged(int from, const std::string& what) const {
    fail("process " + std::to_string(from) + " has sent " + what);
  }

  static constexpr std::size_t kMostFetching = std::size_t{256} << 20;
  static constexpr int kHandledWhileBusy = 256;  // batches

  const Settings settings_;
  const std::unique_ptr<Transport> transport_;
  Host& host_;
  const int rank_, size_;
  BatchPool pool_;
  Peers<Peer> peers_;
  SendList<Peer> listed_;  // by threads that have added something
  Offers offers_;
  Questions questions_;

  Token token_;
  detail::Atomic<bool> retries_{false};  // set by any thread after a TT has become executable, cleared with the token
  detail::Atomic<std::uint64_t> polls_{0};  // a hint; written with the token, and by the thread in the fence
  detail::Atomic<std::uint64_t> seen_polls_{0}, seen_ns_{0};  // by busy threads: what polls_ was, and since when; hints
  // Idle threads note polls_ as well, and since when it has been the same. One of them at a time looks
  // (xomp_graph_add_look_1). It polls if no other thread has polled for kAtOnce_ns.
  static constexpr std::uint64_t kAtOnce_ns = 2'000;
  std::uint64_t idle_polls_ = 0, idle_ns_ = 0;
  detail::Atomic<std::uint64_t> epoch_{0};  // written by the thread in the fence, with the token
  detail::Atomic<bool> has_noted_{false};   // that a peer takes too long

  // --- the thread that has the token ---
  detail::Atomic<std::uint64_t> received_{0};  // records; others read hints
  int credit_to_handle_ =
      kHandledWhileBusy;  // how many more batches may be handled before a thread without tasks polls
  std::size_t fetching_bytes_ = 0;
  detail::Atomic<bool> has_left_{false};  // something is in one of the next two, or was lately; a hint for others
  std::vector<Peer*> to_send_;            // peers that have not been sent all
  std::vector<Peer*> to_look_through_;    // peers of which batches or ends of streams wait
  std::deque<Kept> early_;                // their TTs are not there yet; counted as received
};

}  // namespace ttg::ranks

#endif
