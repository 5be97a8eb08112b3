// Every word that threads sleep on, with waits of all lengths and with none at all before the sleep.
#include <atomic>
#include <thread>
#include <vector>

#include "core/barrier/barrier_word.h"
#include "core/icv/icv.h"
#include "core/sleep/event_count.h"
#include "core/team/region_word.h"
#include "stress/engine.h"

namespace xomp::testing {
namespace {

// spin_ns 0: sleeps at once; otherwise as learnt.
class Waits : public ::testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override {
    before_ = icv::global.spin_ns.load(relaxed);
    icv::global.spin_ns.store(GetParam(), relaxed);
  }
  void TearDown() override { icv::global.spin_ns.store(before_, relaxed); }

 private:
  std::int64_t before_ = 0;
};

constexpr int kRounds = 4000 / kScale;

// Two threads hand a turn to and fro; the data that goes with it is plain.
TEST_P(Waits, EventCountPingPong) {
  sleep::EventCount words[2];
  atomic<int> turn{0};
  int passed = 0;
  auto play = [&](int own) {
    sleep::WaitHistory history;
    for (int i = 0; i < kRounds; ++i) {
      words[own].wait_until(history, [&] { return turn.load(acquire) == own; });
      ++passed;
      turn.store(1 - own, release);
      words[1 - own].notify_all();
    }
  };
  std::thread other([&] { play(1); });
  play(0);
  other.join();
  EXPECT_EQ(passed, 2 * kRounds);
}

TEST_P(Waits, EventCountWithManySleepers) {
  sleep::EventCount word;
  atomic<int> round{0}, through{0};
  sleep::EventCount back;
  constexpr int kSleepers = 6;
  const int rounds = kRounds / 8;
  int plain = 0;
  std::atomic<int> wrong{0};
  std::vector<std::thread> sleepers;
  for (int s = 0; s < kSleepers; ++s)
    sleepers.emplace_back([&] {
      sleep::WaitHistory history;
      for (int i = 1; i <= rounds; ++i) {
        word.wait_until(history, [&] { return round.load(acquire) >= i; });
        if (plain != i) ++wrong;
        if (through.fetch_add(1, acq_rel) + 1 == kSleepers) back.notify_all();
      }
    });
  sleep::WaitHistory history;
  for (int i = 1; i <= rounds; ++i) {
    plain = i;
    through.store(0, relaxed);
    round.store(i, release);
    word.notify_all();
    back.wait_until(history, [&] { return through.load(acquire) == kSleepers; });
  }
  for (std::thread& t : sleepers) t.join();
  EXPECT_EQ(wrong.load(), 0);
}

// announce, look, sleep: as the waits that run tasks do it; a signal in between is not lost.
TEST_P(Waits, EventCountByHand) {
  sleep::EventCount word;
  atomic<int> made{0};
  atomic<int> taken{0};
  std::thread consumer([&] {
    for (int i = 1; i <= kRounds; ++i) {
      for (;;) {
        if (made.load(acquire) >= i) break;
        const std::uint32_t announced = word.announce();
        if (made.load(acquire) >= i) break;
        word.sleep(announced);
      }
      taken.store(i, release);
    }
  });
  for (int i = 1; i <= kRounds; ++i) {
    made.store(i, release);
    if (i % 2 == 0) {
      word.notify_all();
    } else {
      word.notify_one();
    }
    if (i % 16 == 0)
      while (taken.load(acquire) < i) std::this_thread::yield();
  }
  consumer.join();
  EXPECT_EQ(taken.load(), kRounds);
}

TEST_P(Waits, RegionWord) {
  team::RegionWord word;
  constexpr int kMembers = 4;
  const int rounds = kRounds / 8;
  atomic<int> back{0};
  int plain = 0;
  std::atomic<int> wrong{0};
  std::vector<std::thread> members;
  for (int m = 0; m < kMembers; ++m)
    members.emplace_back([&, m] {
      sleep::WaitHistory history;
      const sleep::Present present;
      std::uint32_t last = 0;
      for (;;) {
        const team::RegionWord::Seen seen = word.wait_after(last, history, 60'000'000'000);
        last = seen.number();
        if (seen.size() == team::kMaxTeamSize) return;
        if (m >= seen.size()) continue;  // does not take part, and may miss the next ones
        if (plain != static_cast<int>(last)) ++wrong;
        back.fetch_add(1, acq_rel);
      }
    });
  for (int i = 1; i <= rounds; ++i) {
    plain = i;
    const int size = 1 + i % kMembers;
    back.store(0, relaxed);
    word.start(size);
    while (back.load(acquire) != size) std::this_thread::yield();
  }
  word.start(team::kMaxTeamSize);
  for (std::thread& t : members) t.join();
  EXPECT_EQ(wrong.load(), 0);
}

TEST_P(Waits, BarrierWord) {
  barrier::BarrierWord word;
  constexpr std::uint32_t kMembers = 4;
  const int rounds = kRounds / 4;
  std::vector<int> cells(kMembers);
  std::atomic<int> wrong{0};
  auto pass = [&] {
    const barrier::BarrierWord::Seen arrival = word.arrive();
    barrier::BarrierWord::Seen now = arrival;
    for (; now.completions() == arrival.completions(); now = word.look()) {
      if (now.arrived() == kMembers) word.try_complete(now);  // anybody may
      std::this_thread::yield();
    }
  };
  std::vector<std::thread> members;
  for (std::uint32_t m = 0; m < kMembers; ++m)
    members.emplace_back([&, m] {
      for (int i = 1; i <= rounds; ++i) {
        cells[m] = i;
        pass();
        for (int c : cells)
          if (c != i) ++wrong;
        pass();
      }
    });
  for (std::thread& t : members) t.join();
  EXPECT_EQ(wrong.load(), 0);
}

// A whole team's waits: barriers with late tasks, taskwaits for stolen ones, region ends.
TEST_P(Waits, Team) {
  for (int round = 0; round < 60 / kScale; ++round) {
    std::atomic<int> runs{0};
    region(2 + round % 5, [&] {
      for (int phase = 0; phase < 4; ++phase) {
        if (thread_number() == phase % me().thread->team->size) {
          work(20'000);
          for (int i = 0; i < 8; ++i)
            spawn([&] {
              work(2'000);
              ++runs;
            });
          if (phase % 2 == 0) taskwait();
        }
        team::barrier(me());
        EXPECT_EQ(runs.load(), 8 * (phase + 1));
        team::barrier(me());
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Spinning, Waits, ::testing::Values(icv::kSpinLearnt, 0),
                         [](const auto& info) { return info.param == 0 ? "none" : "learnt"; });

}  // namespace
}  // namespace xomp::testing
