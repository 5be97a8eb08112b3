// X-OpenMP's stealing by requests, among threads that own plain lists of items: with a wait for the handover word, and
// without, through the thief's XQueue. A tree of items is run; each runs once, also those that come when their thief
// has given up, asked elsewhere, or fallen asleep.
#include <gtest/gtest.h>

#include <climits>
#include <memory>
#include <thread>
#include <vector>

#include "core/queue/handover_word.h"
#include "core/queue/mailbox.h"
#include "core/queue/xqueue.h"
#include "platform/fence.h"
#include "platform/futex.h"
#include "stress/engine.h"
#include "stress/ring_memory.h"

namespace xomp::queue {
namespace {

using testing::allocate;
using testing::kScale;
using testing::Random;
using testing::release_piece;

struct Item {
  int ran = 0;           // plain: who has the item writes it
  bool created = false;  // plain: written by who puts it
};

enum class Mode { wait, no_wait };

struct Worker {
  Mailbox cell;
  HandoverWord<Item> word;
  XQueue<Item> queue;
  std::vector<Item*> list;  // own
  alignas(64) atomic<std::uint32_t> asleep{0};
  atomic<int> coming{0};  // items that are being handed over or lie there
};

class Game {
 public:
  Game(Mode mode, std::uint32_t threads, std::size_t items, std::uint64_t seed)
      : mode_(mode), seed_(seed), items_(items), workers_(threads) {
    for (std::uint32_t i = 0; i < threads; ++i) EXPECT_TRUE(workers_[i].queue.set_up(i, threads, 2, allocate));
    items_[0].created = true;
    workers_[0].list.push_back(&items_[0]);
  }
  ~Game() {
    for (Worker& w : workers_) w.queue.tear_down(release_piece);
  }

  void play() {
    std::vector<std::thread> threads;
    for (std::uint32_t n = 0; n < workers_.size(); ++n) threads.emplace_back([this, n] { work(n); });
    for (std::thread& t : threads) t.join();
    for (const Item& item : items_) ASSERT_EQ(item.ran, 1);
    std::printf("%zu threads: %d of %zu items handed over\n", workers_.size(), served_.load(relaxed), items_.size());
    for (Worker& w : workers_) {
      EXPECT_TRUE(w.word.looks_empty());
      EXPECT_TRUE(w.queue.looks_empty());
    }
  }

 private:
  bool over() const { return left_.load(acquire) == 0; }

  void work(std::uint32_t me) {
    Random random(seed_ + me);
    while (!over()) {
      serve(me);
      if (Item* item = next(me)) {
        run(me, item, random);
      } else if (mode_ == Mode::wait) {
        ask_and_wait(me, random);
      } else {
        Mailbox::Round asked;
        workers_[random.below(workers_.size())].cell.try_request(me, asked);  // perhaps of itself: nothing comes of it
        std::this_thread::yield();
      }
      if (random.below(8) == 0) sleep(me);
    }
  }

  Item* next(std::uint32_t me) {
    Worker& my = workers_[me];
    Item* given = my.word.take();
    if (given == nullptr) given = my.queue.take();
    if (given != nullptr) {
      my.coming.fetch_sub(1, relaxed);  // see nudge()
      return given;
    }
    if (my.list.empty()) return nullptr;
    Item* item = my.list.back();
    my.list.pop_back();
    return item;
  }

  void run(std::uint32_t me, Item* item, Random& random) {
    EXPECT_TRUE(item->created);
    ++item->ran;
    const auto number = static_cast<std::size_t>(item - items_.data());
    for (std::size_t child = 2 * number + 1; child <= 2 * number + 2 && child < items_.size(); ++child) {
      items_[child].created = true;
      workers_[me].list.push_back(&items_[child]);
    }
    testing::work(random.below(500));
    if (random.below(4) == 0) nudge(random);
    if (random.below(16) == 0) std::this_thread::yield();
    if (left_.fetch_sub(1, acq_rel) == 1)
      for (Worker& w : workers_) wake(w);
  }

  // The victim's duty, between two items.
  void serve(std::uint32_t me) {
    Worker& my = workers_[me];
    const Mailbox::Thief thief = my.cell.pending();
    if (thief == Mailbox::kNobody) return;
    if (thief != me && !my.list.empty()) {
      Item* item = my.list.back();  // the smallest subtree: thieves come back soon
      workers_[thief].coming.fetch_add(1, relaxed);
      const bool given = mode_ == Mode::wait ? workers_[thief].word.try_hand_over(item)
                                             : workers_[thief].queue.put(me, item, allocate);
      if (given) {
        my.list.pop_back();
        served_.fetch_add(1, relaxed);  // statistics only
      } else {
        workers_[thief].coming.fetch_sub(1, relaxed);
      }
    }
    my.cell.advance();
    wake(workers_[thief]);
  }

  void ask_and_wait(std::uint32_t me, Random& random) {
    Worker& my = workers_[me];
    Mailbox& victim = workers_[random.below(workers_.size())].cell;
    Mailbox::Round asked;
    if (&victim == &my.cell || !victim.try_request(me, asked)) return;
    for (std::uint64_t tries = random.below(20); tries > 0 && my.word.looks_empty(); --tries) {
      my.cell.close();
      if (victim.answered(asked)) break;
      victim.repeat_request(me, asked);
      std::this_thread::yield();
    }
    my.cell.open();  // what has come, or comes late, is found by next()
  }

  // HANDOVER-3, XQUEUE-2. For good, unless somebody has seen it; whoever has a list has it after the wake-up.
  void sleep(std::uint32_t me) {
    Worker& my = workers_[me];
    if (!my.list.empty()) return;
    my.asleep.store(1, relaxed);
    platform::fence_seq_cst();  // `asleep` before what looks_empty and over load
    if (my.word.looks_empty() && my.queue.looks_empty() && !over()) platform::futex_wait(my.asleep, 1, 0);
    my.asleep.store(0, relaxed);  // who wakes writes the same
  }
  // Without this all but one would soon sleep. Who has been given an item is not woken here: that is to be tested.
  void nudge(Random& random) {
    Worker& w = workers_[random.below(workers_.size())];
    if (w.coming.load(relaxed) == 0) wake(w);
  }
  static void wake(Worker& w) {
    platform::fence_seq_cst();  // the word, the slot or `left_` before `asleep`
    if (w.asleep.load(relaxed) == 0) return;
    w.asleep.store(0, relaxed);
    platform::futex_wake(w.asleep, INT_MAX);
  }

  Mode mode_;
  std::uint64_t seed_;
  std::vector<Item> items_;
  std::vector<Worker> workers_;
  atomic<std::size_t> left_{items_.size()};
  atomic<int> served_{0};
};

TEST(Requests, EachItemRunsOnceWithAWait) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::uint32_t threads : {2u, 3u, 5u, 8u}) Game(Mode::wait, threads, 200'000 / kScale, seed).play();
}

TEST(Requests, EachItemRunsOnceWithoutAWait) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::uint32_t threads : {2u, 3u, 5u, 8u}) Game(Mode::no_wait, threads, 200'000 / kScale, seed).play();
}

// The cell alone: every request that the victim finds valid was written, and the last word is the victim's.
TEST(Requests, OneVictimAndManyThieves) {
  Mailbox cell((Mailbox::Round{1} << Mailbox::kRoundBits) - 1000);  // the rounds wrap
  constexpr std::uint32_t kThieves = 3;
  struct Mark {
    std::uint64_t note = 0;  // plain: written before the first request, read by the victim
  };
  std::vector<Mark> marks(kThieves);
  atomic<bool> over{false};
  std::vector<std::thread> thieves;
  for (std::uint32_t n = 0; n < kThieves; ++n)
    thieves.emplace_back([&, n] {
      marks[n].note = n + 1;         // [REQUEST-2]
      while (!over.load(relaxed)) {  // no data depends on it
        Mailbox::Round asked;
        if (cell.try_request(n, asked)) {
          for (int i = 0; i < 5 && !cell.answered(asked); ++i) {
            cell.repeat_request(n, asked);
            std::this_thread::yield();
          }
        } else {
          std::this_thread::yield();
        }
      }
    });
  Random random(testing::seed_of_run());
  for (int served = 0; served < 20'000 / kScale;) {
    const Mailbox::Thief thief = cell.pending();
    if (thief == Mailbox::kNobody) {
      if (random.below(50) == 0) {
        cell.close();
        std::this_thread::yield();
        cell.open();
      }
      std::this_thread::yield();
      continue;
    }
    EXPECT_LT(thief, kThieves);
    EXPECT_EQ(marks[thief % kThieves].note, thief + 1);
    ++served;
    cell.advance();
  }
  over.store(true, relaxed);
  for (std::thread& t : thieves) t.join();
}

}  // namespace
}  // namespace xomp::queue
