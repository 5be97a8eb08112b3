// Counting this process's processors, and sets of processors.
#include "topology/processors.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <vector>

namespace xomp::topology {
namespace {

TEST(ProcessorSet, HoldsTheWholeRange) {
  ProcessorSet set;
  EXPECT_TRUE(set.empty());
  const std::vector<int> numbers = {0, 1, 63, 64, 191, 1023, 1024, 5000, kMaxProcessors - 1};
  for (int number : numbers) set.add(number);
  std::vector<int> seen;
  for (int number : members(set)) seen.push_back(number);
  EXPECT_EQ(seen, numbers);
  EXPECT_EQ(set.count(), 9);
  EXPECT_FALSE(set.contains(-1));
  EXPECT_FALSE(set.contains(kMaxProcessors));
  set.remove(0);
  EXPECT_EQ(set.next(0), 1);
}

TEST(Processors, AreAtLeastOne) {
  count_processors();
  EXPECT_GE(masked_processors(), 1);
  EXPECT_GE(usable_processors(), 1);
  EXPECT_LE(usable_processors(), masked_processors());
  EXPECT_GE(quota(), 0.0);
  EXPECT_EQ(initial_mask().count(), masked_processors());
}

TEST(Processors, AgreeWithTheSystem) {
  count_processors();
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) GTEST_SKIP() << "more processors than cpu_set_t holds";
  EXPECT_EQ(masked_processors(), CPU_COUNT(&mask));
}

TEST(Processors, StayInAChildOfABoundThread) {
  count_processors();
  const int before = masked_processors();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ProcessorSet one;
    one.add(initial_mask().next(0));
    const bool is_bound = bind_self(one);
    count_processors();
    ProcessorSet now;
    _exit(is_bound && read_own_mask(now) && now == one && masked_processors() == before ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Processors, RefuseAnEmptyMask) { EXPECT_FALSE(bind_self(ProcessorSet{})); }

}  // namespace
}  // namespace xomp::topology
