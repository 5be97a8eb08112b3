// The simulator's parts by themselves: descriptions, coherence, clocks. What the whole does:
// tests/launcher/test_sim.py.
#include <gtest/gtest.h>

#include "models/description_test.h"
#include "models/simulate/coherence.h"
#include "models/simulate/machine.h"
#include "models/simulate/virtual_thread.h"

namespace xomp::simulate {
namespace {

using models::replaced;

std::string description(const std::string& name) { return models::description_text("machines", name); }
std::string mistake_in(const std::string& text) { return models::mistake_found(read_machine, text); }

TEST(Machine, EveryDescriptionIsRead) {
  models::for_each_description("machines",
                               [](const std::string& name) { EXPECT_EQ(mistake_in(description(name)), "") << name; });
}

TEST(Machine, MistakesAreNamed) {
  const std::string good = description("skylake-8x24");
  EXPECT_NE(mistake_in("[]").find("no JSON object"), std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"nodes\": 8", "\"nodes\": 80")).find("\"nodes\": 80"), std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"pause\"", "\"paws\"")).find("\"pause\" is missing"), std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"value\": 67", "\"value\": -1")).find("pause"), std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"cores_per_cache\": 24", "\"cores_per_cache\": 7")).find("divide"),
            std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"nodes\": 8", "\"nodes\": 7")).find("hops"), std::string::npos);
}

class OnSkylake : public testing::Test {
 protected:
  Machine machine = read_machine(description("skylake-8x24"));
  Coherence coherence{machine};
  Picoseconds transfer(Distance d) const { return machine.costs.transfer[static_cast<std::size_t>(d)]; }
};

TEST_F(OnSkylake, DistancesFollowTheNodes) {
  EXPECT_EQ(coherence.distance(0, 23), Distance::same_cache);
  EXPECT_EQ(coherence.distance(0, 24), Distance::other_node);
  EXPECT_EQ(coherence.distance(0, 24 * 3), Distance::two_hops);
}

TEST_F(OnSkylake, ALineGoesFromItsOwnerToReadersAndBack) {
  Line line{};
  EXPECT_EQ(coherence.store(line, 0, 0).distance, Distance::memory);
  EXPECT_TRUE(line.is_owned_by(0));
  const Transfer read = coherence.load(line, 24, 1'000'000);
  EXPECT_EQ(read.distance, Distance::other_node);
  EXPECT_EQ(read.done, 1'000'000 + transfer(Distance::other_node));
  EXPECT_TRUE(line.is_held_by(0) && line.is_held_by(24) && !line.is_owned_by(0));
  EXPECT_EQ(coherence.load(line, 25, 2'000'000).distance, Distance::same_cache);  // from the nearest copy
  const Transfer write = coherence.store(line, 0, 3'000'000);
  EXPECT_EQ(write.invalidated, 2);
  EXPECT_EQ(write.done, 3'000'000 + transfer(Distance::other_node) + machine.costs.invalidation);
  EXPECT_TRUE(line.is_owned_by(0) && !line.is_held_by(24));
}

TEST_F(OnSkylake, WhoAloneHoldsALineOwnsItForNothing) {
  Line line{};
  coherence.load(line, 5, 0);
  const Picoseconds later = 1'000'000;
  EXPECT_EQ(coherence.store(line, 5, later).done, later);
}

// All cores write at once: each waits for those before it.
TEST_F(OnSkylake, ContentionSerialises) {
  Line line{};
  coherence.store(line, 0, 0);
  Picoseconds last = 0;
  const Picoseconds start = 10'000'000;
  for (int core = 1; core < machine.cores(); ++core) {
    const Transfer t = coherence.store(line, core, start);
    EXPECT_GE(t.done + transfer(Distance::two_hops), last);
    last = std::max(last, t.done);
  }
  const Picoseconds least = machine.costs.busy[static_cast<std::size_t>(Distance::same_cache)];
  EXPECT_GT(last, start + static_cast<Picoseconds>(machine.cores() - 2) * least);
}

TEST_F(OnSkylake, ClocksComeOutInOrder) {
  ClockQueue queue;
  std::vector<std::unique_ptr<VirtualThread>> threads;
  std::uint32_t x = 1;
  for (int i = 0; i < 100; ++i) {
    threads.push_back(std::make_unique<VirtualThread>(i, i, machine, 4096));
    threads.back()->clock = (x = x * 1664525 + 1013904223) >> 28;  // many equal ones
    queue.add(*threads.back());
  }
  for (int i = 0; i < 100; i += 7) queue.remove(*threads[static_cast<std::size_t>(i)]);
  Picoseconds clock = 0;
  int number = -1, count = 0;
  while (!queue.empty()) {
    VirtualThread& first = queue.first();
    queue.remove(first);
    EXPECT_TRUE(first.clock > clock || (first.clock == clock && first.number > number));
    clock = first.clock;
    number = first.number;
    ++count;
  }
  EXPECT_EQ(count, 85);
}

// Two threads: one sleeps with a limit, is woken earlier; then nobody wakes it.
struct Scene {
  VirtualTime* time;
  int word = 0;
  bool woken = false, timed_out = false;
  Picoseconds woke_at = 0;
};

TEST_F(OnSkylake, SleepersAreWokenOrWakeByThemselves) {
  VirtualTime time(machine, 0, 65536);
  Scene scene{&time};
  time.start(
      [](void* raw) -> void* {
        Scene& s = *static_cast<Scene*>(raw);
        s.woken = s.time->sleep(&s.word, 1'000'000'000, 1);
        s.woke_at = running->clock;
        s.timed_out = !s.time->sleep(&s.word, 5'000'000, 1);
        return nullptr;
      },
      &scene, 0);
  time.start(
      [](void* raw) -> void* {
        Scene& s = *static_cast<Scene*>(raw);
        running->clock += 2'000'000;
        s.time->keep_order();
        EXPECT_EQ(s.time->wake(&s.word, 8, 2), 0);
        EXPECT_EQ(s.time->wake(&s.word, 8, 3), 1);
        return nullptr;
      },
      &scene, 0);
  time.run();
  EXPECT_TRUE(scene.woken && scene.timed_out);
  EXPECT_EQ(scene.woke_at, 2'000'000 + machine.costs.futex_wake + machine.costs.wake_up);
}

}  // namespace
}  // namespace xomp::simulate
