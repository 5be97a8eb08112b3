// Threads that ask one another through Requests (and PacedRequests) and answer into the thief's queues, as the policies over
// XQueues do, but with items that grow as a tree: each runs once, and is seen as its creator wrote it.
#include "core/sched/policies/parts/requests.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include "core/queue/xqueue.h"
#include "core/sched/policies/parts/paced_requests.h"
#include "stress/engine.h"
#include "stress/ring_memory.h"
#include "unit/sched/fake_team.h"

namespace xomp::sched {
namespace {

using testing::allocate;
using testing::kScale;
using testing::Random;
using testing::release_piece;

struct Item {
  int ran = 0;           // plain: who has the item writes it
  bool created = false;  // plain: written by who puts it
};

// Makes `ask(requests, me)` of each kind of requests.
struct AskOne {
  using Kind = Requests;
  static void ask(Requests& requests, Worker& me) { requests.ask(me); }
};
struct AskSome {
  using Kind = PacedRequests;
  static void ask(PacedRequests& requests, Worker& me) { requests.ask_some(me); }
};

template <class How>
class Game {
 public:
  Game(int threads, std::size_t items) : team_(threads), requests_(threads), items_(items), own_(static_cast<std::size_t>(threads)) {
    for (std::uint32_t i = 0; i < own_.size(); ++i)
      EXPECT_TRUE(own_[i].queue.set_up(i, static_cast<std::uint32_t>(threads), 4, allocate));
    left_.store(static_cast<long>(items), relaxed);
    items_[0].created = true;
    own_[0].list.push_back(0);
  }
  ~Game() {
    for (Own& own : own_) own.queue.tear_down(release_piece);
  }

  // Whether a thread has been given something.
  bool play() {
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < own_.size(); ++i) threads.emplace_back([this, i] { work(i); });
    for (std::thread& t : threads) t.join();
    std::uint64_t sent = 0, answered = 0, given = 0;
    for (const Item& item : items_) EXPECT_EQ(item.ran, 1);
    for (std::uint32_t i = 0; i < own_.size(); ++i) {
      const Counters& c = team_[static_cast<int>(i)].counters;
      sent += c.requests_sent.load(relaxed);
      answered += c.requests_served.load(relaxed) + c.requests_refused.load(relaxed);
      given += own_[i].given;
      EXPECT_TRUE(own_[i].queue.looks_empty());
    }
    EXPECT_LE(answered, sent) << "each answer is to a request";
    std::printf("%zu threads: %llu requests, %llu answered, %llu items given\n", own_.size(),
                static_cast<unsigned long long>(sent), static_cast<unsigned long long>(answered),
                static_cast<unsigned long long>(given));
    return given != 0;
  }

 private:
  struct Own {
    queue::XQueue<Item> queue;
    std::vector<std::size_t> list;
    std::uint64_t given = 0;
  };

  void work(std::uint32_t number) {
    Worker& me = team_[static_cast<int>(number)];
    Own& own = own_[number];
    Random random(testing::seed_of_run() + number);
    started_.fetch_add(1, relaxed);
    while (started_.load(relaxed) != own_.size()) std::this_thread::yield();  // or the first one is through by then
    while (left_.load(acquire) != 0) {
      while (Item* item = own.queue.take()) own.list.push_back(static_cast<std::size_t>(item - items_.data()));
      if (own.list.empty()) {
        requests_.fall_idle(me);
        How::ask(requests_, me);
        if (random.below(8) == 0) std::this_thread::yield();
        continue;
      }
      requests_.find_task(me);
      const std::size_t next = own.list.back();
      own.list.pop_back();
      serve(me, number, own);
      run(next, own, random);
    }
  }

  // Half of the oldest, or nothing.
  void serve(Worker& me, std::uint32_t number, Own& own) {
    const int thief = requests_.pending(me);
    if (thief == Requests::kNone) return;
    int given = 0;
    for (std::size_t most = (own.list.size() + 1) / 2; most != 0; --most) {
      if (!own_[static_cast<std::size_t>(thief)].queue.put(number, &items_[own.list.front()], allocate)) break;
      own.list.erase(own.list.begin());
      ++given;
    }
    own.given += static_cast<std::uint64_t>(given);
    requests_.answer(me, given);
  }

  void run(std::size_t i, Own& own, Random& random) {
    Item& item = items_[i];
    EXPECT_TRUE(item.created);
    ++item.ran;
    for (std::size_t child = 3 * i + 1; child <= 3 * i + 3 && child < items_.size(); ++child) {
      items_[child].created = true;
      own.list.push_back(child);
    }
    testing::work(random.below(64));
    if (random.below(64) == 0) std::this_thread::yield();
    left_.fetch_sub(1, acq_rel);
  }

  FakeTeam team_;
  typename How::Kind requests_;
  std::vector<Item> items_;
  std::vector<Own> own_;
  alignas(64) atomic<long> left_;
  atomic<std::size_t> started_{0};
};

constexpr std::size_t kItems = 100'000 / kScale;

// Where processors are short a thread may be through with all before another has asked: then once more.
template <class How>
void play(int threads) {
  while (!Game<How>(threads, kItems).play() && !::testing::Test::HasFailure()) {
  }
}

TEST(Requests, EveryItemRunsOnce) {
  for (int threads : {2, 3, 8}) play<AskOne>(threads);
}

TEST(Requests, PacedAndOfSeveralVictimsToo) {
  Mistake mistake{};
  ASSERT_TRUE(choose_policy("na-ws:interval=0ns,victims=3", mistake)) << mistake.text;
  for (int threads : {2, 3, 8}) play<AskSome>(threads);
  ASSERT_TRUE(choose_policy("na-ws:interval=20us,victims=2,plocal=0.5", mistake)) << mistake.text;
  play<AskSome>(4);
  ASSERT_TRUE(choose_policy("auto", mistake));
}

}  // namespace
}  // namespace xomp::sched
