// Records on their way from the threads of one rank to another rank: the token of the sender's exchange, its outbox, a network that
// delivers batches in any order, and the receiver's inbox (front/ttg/include/ttg/ranks).
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/explore/mutex.h"
#include "platform/atomic.h"

namespace std {
using explored_mutex = xomp::models::ExploredMutex;
}  // namespace std

#define XOMP_TTG_ATOMIC ::xomp::atomic
#define XOMP_TTG_YIELD ::xomp::models::give_way
#define mutex explored_mutex
#include "ttg/ranks/exchange/inbox.h"
#include "ttg/ranks/exchange/outbox.h"
#include "ttg/ranks/exchange/token.h"
#undef mutex

namespace xomp::models {
namespace {

using ttg::ranks::Batch;
using ttg::ranks::BatchHeader;
using ttg::ranks::Reader;
using ttg::ranks::RecordHead;

constexpr int kMost = 4;

// The thread with the token sends to it. Batches lie there until the network takes them.
class Wire final : public ttg::ranks::Transport {
 public:
  struct Slot {
    Batch* batch = nullptr;
    atomic<int> state{0};  // 0: nothing; 1: on its way; 2: has come
  };
  Slot slots[kMost];
  int sent = 0;  // by the thread with the token

  int rank() const override { return 0; }
  int size() const override { return 2; }
  std::string name() const override { return {}; }
  void send_batch(int, const char*, std::size_t, ttg::ranks::Request& request) override {
    require(sent < kMost, "no more batches than records");
    slots[sent].batch = static_cast<Batch*>(&request);
    slots[sent].state.store(1, release);
    ++sent;
  }
  void send_piece(int, int, const void*, std::size_t, ttg::ranks::Request&) override {}
  void receive_piece(int, int, void*, std::size_t, ttg::ranks::Request&) override {}
  std::size_t largest_piece() const override { return 1; }
  void begin_wave(const ttg::ranks::Wave&, ttg::ranks::Wave&) override {}
  void begin_broadcast(void*, std::size_t, int) override {}
  void begin_gather(const void*, std::size_t, void*) override {}
  bool collective_is_over() override { return true; }
  bool poll(ttg::ranks::Sink&) override { return false; }
  void close() override {}
  [[noreturn]] void abort() override { std::abort(); }
};

struct Rank {
  ttg::ranks::Token token;
  ttg::ranks::BatchPool pool;
  ttg::ranks::Outbox outbox;
  Wire wire;
  std::uint64_t owed = 0;          // with the token
  int inside = 0;                  // plain: with the token
  atomic<std::uint64_t> given{0};  // credits on their way back

  explicit Rank(std::uint32_t window) : outbox(1, window, pool) {}
  void add(int number, std::uint64_t epoch) {
    RecordHead head{};
    head.kind = ttg::ranks::Kind::value;
    head.bytes = sizeof number;
    outbox.add(epoch, head, reinterpret_cast<const char*>(&number));
  }
  void send() {
    ++inside;
    if (const std::uint64_t credits = given.exchange(0, acquire); credits != 0) outbox.take_credits(credits);
    outbox.send(wire, owed);
  }
  void leave() {
    token.give_back([] { return true; }, [&] { send(); }, [] {});
  }
  void send_now() {
    if (!token.take_or_ask([] { return true; })) return;
    send();
    leave();
  }
  void poll() {
    if (token.try_take([] { return true; })) {
      send();
      leave();
    }
    give_way();
  }
};

// Two threads add a record each and look no more. Both records must leave.
struct Asked {
  static constexpr int threads = 2;
  Rank rank{4};
  void run(int thread) {
    rank.add(thread, 0);
    rank.send_now();
  }
  void at_end() {
    require(rank.outbox.waiting_bytes() == 0, "what a thread adds is sent by itself or by the one with the token");
  }
};
const Registered<Asked> asked("asked", "a thread that finds the token taken leaves its record to the one that has it");

// Two threads take batches, write to them and give them back: the first one two at a time, so that one pushes the other out of its place.
struct Pooled {
  static constexpr int threads = 2;
  ttg::ranks::BatchPool pool;
  ttg::ranks::Batch* used[threads][2] = {};

  void run(int thread) {
    const int count = thread == 0 ? 2 : 1;
    for (int i = 0; i < count; ++i) used[thread][i] = take(thread);
    for (int i = 0; i < count; ++i) give_back(used[thread][i], thread);
    if (thread == 1) give_back(used[thread][1] = take(thread), thread);
  }
  ttg::ranks::Batch* take(int thread) {
    ttg::ranks::Batch* const b = pool.take();
    b->bytes = static_cast<std::size_t>(thread);  // plain
    give_way();
    return b;
  }
  void give_back(ttg::ranks::Batch* b, int thread) {
    require(b->bytes == static_cast<std::size_t>(thread), "a batch has one user");
    pool.give_back(b);
  }
  void at_end() {
    std::set<ttg::ranks::Batch*> seen(&used[0][0], &used[0][0] + 4), left;
    for (std::size_t i = 0; i < seen.size(); ++i) left.insert(pool.take());
    require(left == seen, "the pool has all batches again, each once");
    for (ttg::ranks::Batch* const b : left) pool.give_back(b);
  }
};
const Registered<Pooled> pooled("batch-pool", "a batch has one user at a time, and none is lost", {.departures = 3});

// A thread adds records of several epochs, so each is a batch of its own. The network brings them in any order. Credits
// come back as the receiver handles them.
struct Ordered {
  static constexpr int threads = 2, kRecords = 4;
  static constexpr std::uint32_t kWindow = 3;
  Rank rank{kWindow};
  ttg::ranks::Inbox inbox;  // the network's thread is the receiver
  atomic<int> handled{0};
  int next = 0;

  void run(int thread) {
    if (thread == 1) return receive();
    for (int i = 0; i < kRecords; ++i) rank.add(i, static_cast<std::uint64_t>(i));
    while (handled.load(acquire) != kRecords) rank.poll();
  }
  void receive() {
    const auto handle = [&](Reader records) {
      while (records.left() != 0) {
        const auto head = records.get<RecordHead>();
        int number = 0;
        std::memcpy(&number, records.skip(head.bytes), sizeof number);
        require(number == next, "records are dealt with once, in the order in which they were added");
        ++next;
      }
    };
    int come = 0;
    while (next != kRecords) {
      for (const int i : {2, 0, 3, 1}) {
        Wire::Slot& slot = rank.wire.slots[i];
        if (slot.state.load(acquire) != 1) continue;
        slot.state.store(2, relaxed);
        ++come;
        require(come - next <= static_cast<int>(kWindow), "no more batches are on their way than there are credits");
        require(inbox.take(slot.batch->memory, slot.batch->bytes, kRecords, true, handle), "a batch is new");
        require(!inbox.take(slot.batch->memory, slot.batch->bytes, kRecords, true, handle),
                "one that comes again is found out");
        rank.given.fetch_add(std::exchange(inbox.owed, 0), release);
      }
      if (next != kRecords) give_way();
    }
    handled.store(next, release);
  }
  void at_end() {}
};
const Registered<Ordered> ordered("ordered",
                                  "batches that come in another order are dealt with in the order of their records",
                                  {.departures = 2, .departures_long = 3});

}  // namespace
}  // namespace xomp::models
