// Names: suffixes for devices, variables of others, misspellings; what is read when a name is there twice; raised
// privileges.
#include <gtest/gtest.h>

#include "core/icv/environment.h"
#include "environment_reader.h"

namespace xomp::icv {
namespace {

TEST(Suffixes, AllCountsForTheHostUnlessThePlainOneIsThere) {
  EXPECT_TRUE(read({"OMP_NUM_THREADS_ALL=3"}).empty());
  EXPECT_EQ(initial.nthreads, 3);
  EXPECT_EQ(shown("OMP_NUM_THREADS").origin, "OMP_NUM_THREADS_ALL");
  EXPECT_TRUE(read({"OMP_NUM_THREADS=5", "OMP_NUM_THREADS_ALL=3"}).empty());
  EXPECT_EQ(initial.nthreads, 5);
  EXPECT_EQ(shown("OMP_NUM_THREADS").origin, "OMP_NUM_THREADS");
}

TEST(Suffixes, AllIsCheckedLikeThePlainOne) {
  const auto& warnings = read({"OMP_NUM_THREADS_ALL=abc"});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(has(warnings[0], "OMP_NUM_THREADS_ALL='abc'")) << warnings[0];
}

TEST(Suffixes, ForDevicesOnlyHaveNoEffect) {
  EXPECT_TRUE(read({"OMP_NUM_THREADS_DEV=3", "OMP_NUM_THREADS_DEV_0=4", "OMP_SCHEDULE_DEV_17=dynamic"}).empty());
  EXPECT_EQ(initial.nthreads, kProcessors);
  EXPECT_EQ(initial.run_schedule.kind, ScheduleKind::static_);
}

TEST(Suffixes, NotForGlobalVariables) {
  EXPECT_TRUE(read({"OMP_CANCELLATION_ALL=true", "OMP_DEFAULT_DEVICE_ALL=1"}).empty());
  EXPECT_FALSE(global.cancellation);
  EXPECT_EQ(initial.default_device, 0);
}

TEST(KnownElsewhere, WhatAsksForNothingIsAcceptedSilently) {
  EXPECT_TRUE(read({"KMP_INIT_AT_FORK=FALSE", "KMP_FORKJOIN_BARRIER=2,2", "KMP_HOT_TEAMS_MODE=0", "KMP_TPAUSE=0",
                    "KMP_PLAIN_BARRIER_PATTERN=hyper,hyper", "GOMP_DEBUG=0", "KMP_USE_YIELD=1", "KMP_VERSION=off",
                    "KMP_INHERIT_FP_CONTROL=yes", "KMP_FOREIGN_THREADS_THREADPRIVATE=true"})
                  .empty());
}

TEST(KnownElsewhere, WhatAsksForSomethingIsNamedInOneLine) {
  const auto& warnings =
      read({"KMP_FORKJOIN_BARRIER_PATTERN=dist,dist", "KMP_USE_YIELD=1", "KMP_TPAUSE=1", "GOMP_DEBUG=1"});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0], "set without effect, because only other runtimes have what it tunes: "
                         "KMP_FORKJOIN_BARRIER_PATTERN, KMP_TPAUSE, GOMP_DEBUG");
}

TEST(KnownElsewhere, IsNamedOnceInATreeOfProcesses) {
  // FNV-1a of "KMP_LOCK_KIND=tas".
  EXPECT_TRUE(read({"KMP_LOCK_KIND=tas", "XOMP_REPORTED=ce0954bf"}).empty());
  EXPECT_EQ(read({"KMP_LOCK_KIND=futex", "XOMP_REPORTED=ce0954bf"}).size(), 1u);
  EXPECT_TRUE(read({"KMP_LOCK_KIND=futex", "KMP_WARNINGS=false"}).empty());
}

TEST(Misspelt, AsksWhatWasMeant) {
  const std::pair<const char*, const char*> cases[] = {
      {"OMP_NUM_THREDS", "OMP_NUM_THREADS"},   {"OMP_NUMTHREADS", "OMP_NUM_THREADS"},
      {"OMP_NUM_THREAD", "OMP_NUM_THREADS"},   {"OMP_NTHREADS", "OMP_NUM_THREADS"},
      {"OMP_NUM_THRAEDS", "OMP_NUM_THREADS"},  {"XOMP_NUM_THREADS", "OMP_NUM_THREADS"},
      {"GOMP_NUM_THREADS", "OMP_NUM_THREADS"}, {"KMP_NUM_THREADS", "OMP_NUM_THREADS"},
      {"OMP_SCHED", nullptr},                  {"OMP_SCHEDULER", "OMP_SCHEDULE"},
      {"OMP_STACK_SIZE", "OMP_STACKSIZE"},     {"OMP_PLACE", "OMP_PLACES"},
      {"OMP_PROCBIND", "OMP_PROC_BIND"},       {"OMP_BLOCKTIME", "KMP_BLOCKTIME"},
      {"GOMP_SPIN_COUNT", "GOMP_SPINCOUNT"},   {"KMP_AFFINTY", "KMP_AFFINITY"},
      {"XOMP_STAT", "XOMP_STATS"},             {"OMP_WAITPOLICY", "OMP_WAIT_POLICY"},
      {"OMP_NUM_PROCS", nullptr},              {"OMP_FOO", nullptr},
      {"XOMP_POLICY", "XOMP_SCHEDULE_POLICY"}, {"XOMP_SIZE", "XOMP_TRACE_SIZE"},
      {"XOMP_ROOT", nullptr},                  {"XOMP_", nullptr},
      {"KMP_SOMETHING_ELSE", nullptr},         {"OMP_", nullptr},
      {"OMP_NUM_THREADS_EXTRA_LONG_NAME_THAT_GOES_ON_AND_ON", nullptr}};
  for (const auto& [name, meant] : cases) {
    const auto& warnings = read({std::string(name) + "=2"});
    if (meant == nullptr) {
      EXPECT_TRUE(warnings.empty()) << warnings[0];
      continue;
    }
    ASSERT_EQ(warnings.size(), 1u) << name;
    EXPECT_EQ(warnings[0], std::string(name) + " is not a variable of OpenMP or of this library and has no effect; "
                                               "did you mean " + meant + "?");
  }
  EXPECT_EQ(initial.nthreads, kProcessors);
  EXPECT_EQ(read({"OMP_PLA\x1a" "CES=cores"})[0].substr(0, 12), "OMP_PLA?CES ");
}

TEST(Misspelt, OtherNamesAreNotLookedAt) {
  EXPECT_TRUE(read({"NUM_THREADS=2", "OMPI_NUM_THREADS=2", "omp_num_threads=2", "XOM_STATS=1", "OMP", "OMP_NUM_THREDS",
                    "=x", "", "O", "KMP"})
                  .empty());
}

TEST(Misspelt, ManyDoNotOverflow) {
  std::vector<std::string> environment;
  for (int i = 0; i < 100; ++i) environment.push_back("OMP_NUM_THREDS" + std::to_string(i % 10) + "=" + std::to_string(i));
  EXPECT_EQ(read(environment).size(), 16u);
}

TEST(Distance, CountsInsertionsRemovalsChangesAndSwaps) {
  const auto distance = [](const std::string& a, const std::string& b) {
    return edit_distance(a.data(), a.size(), b.data(), b.size());
  };
  EXPECT_EQ(distance("", ""), 0);
  EXPECT_EQ(distance("abc", ""), 3);
  EXPECT_EQ(distance("abc", "abc"), 0);
  EXPECT_EQ(distance("abc", "acb"), 1);
  EXPECT_EQ(distance("abc", "abxc"), 1);
  EXPECT_EQ(distance("abxc", "abc"), 1);
  EXPECT_EQ(distance("abc", "axc"), 1);
  EXPECT_EQ(distance("kitten", "sitting"), 3);
}

TEST(Twice, TheFirstCounts) {
  read({"OMP_NUM_THREADS=2", "OMP_NUM_THREADS=3"});
  EXPECT_EQ(initial.nthreads, 2);
}

TEST(Again, NothingIsLeftOfTheEnvironmentBefore) {
  read({"OMP_NUM_THREADS=2,2", "OMP_PLACES=cores", "KMP_BLOCKTIME=5"});
  read({});
  EXPECT_EQ(global.nthreads_list_length, 0);
  EXPECT_EQ(global.places, nullptr);
  EXPECT_EQ(shown("OMP_NUM_THREADS").origin, "default");
}

TEST(RaisedPrivileges, NothingThatWritesFilesOrLoadsLibraries) {
  const auto& warnings = read({"OMP_TOOL_LIBRARIES=/tmp/evil.so", "OMP_TOOL_VERBOSE_INIT=/etc/passwd"}, Privileges::raised);
  EXPECT_EQ(warnings.size(), 2u);
  EXPECT_TRUE(has(warnings[0], "not honoured")) << warnings[0];
  EXPECT_EQ(global.tool_libraries, nullptr);
  EXPECT_EQ(global.tool_verbose_init, nullptr);
}

TEST(RaisedPrivileges, TheRestIsHonoured) {
  EXPECT_TRUE(read({"OMP_NUM_THREADS=3", "OMP_TOOL_VERBOSE_INIT=stderr"}, Privileges::raised).empty());
  EXPECT_EQ(initial.nthreads, 3);
  EXPECT_STREQ(global.tool_verbose_init, "stderr");
}

}  // namespace
}  // namespace xomp::icv
