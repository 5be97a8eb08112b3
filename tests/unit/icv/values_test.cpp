// What good values store, for each family of values.
#include <gtest/gtest.h>

#include <climits>

#include "core/icv/variables.h"
#include "environment_reader.h"

namespace xomp::icv {
namespace {

TEST(Defaults, AreThese) {
  EXPECT_TRUE(read({}).empty());
  EXPECT_EQ(initial.nthreads, kProcessors);
  EXPECT_FALSE(initial.nthreads_asked);
  EXPECT_FALSE(initial.dynamic);
  EXPECT_EQ(initial.bind, ProcBind::false_);
  EXPECT_EQ(initial.max_active_levels, 1);
  EXPECT_EQ(initial.run_schedule.kind, ScheduleKind::static_);
  EXPECT_EQ(initial.run_schedule.chunk, 0);
  EXPECT_EQ(initial.thread_limit, kMaxThreads);
  EXPECT_EQ(initial.default_allocator, 1u);
  EXPECT_EQ(global.stack_bytes.load(relaxed), 0u);
  EXPECT_EQ(global.spin_ns.load(relaxed), kSpinLearnt);
  EXPECT_EQ(global.wait_policy, WaitPolicy::unset);
  EXPECT_EQ(global.initial_threads, kProcessors);
  EXPECT_TRUE(global.tool);
  EXPECT_EQ(global.places, nullptr);
  for (const IcvRow& row : icv_rows()) EXPECT_EQ(shown(row.name).origin, "default") << row.name;
}

TEST(Threads, OneNumber) {
  read({"OMP_NUM_THREADS=4"});
  EXPECT_EQ(initial.nthreads, 4);
  EXPECT_TRUE(initial.nthreads_asked);
  EXPECT_EQ(global.nthreads_list_length, 1);
  EXPECT_EQ(initial.max_active_levels, 1);
}

TEST(Threads, AListAllowsNesting) {
  read({"OMP_NUM_THREADS= 4 , 3,2"});
  EXPECT_EQ(initial.nthreads, 4);
  ASSERT_EQ(global.nthreads_list_length, 3);
  EXPECT_EQ(global.nthreads_list[0], 4);
  EXPECT_EQ(global.nthreads_list[1], 3);
  EXPECT_EQ(global.nthreads_list[2], 2);
  EXPECT_EQ(initial.max_active_levels, kUnlimitedLevels);
  EXPECT_EQ(shown("OMP_NUM_THREADS").value, "4,3,2");
  EXPECT_EQ(shown("OMP_MAX_ACTIVE_LEVELS").origin, "because of OMP_NUM_THREADS");
}

TEST(Threads, AListLongerThanWeKeepIsCutWithAWarning) {
  std::string entry = "OMP_NUM_THREADS=1";
  for (int i = 0; i < kMaxListLength; ++i) entry += ",2";
  EXPECT_EQ(read({entry}).size(), 1u);
  EXPECT_EQ(global.nthreads_list_length, kMaxListLength);
}

TEST(Threads, LimitThatIsNoLimit) {
  read({"OMP_THREAD_LIMIT=2147483647"});
  EXPECT_EQ(initial.thread_limit, kMaxThreads);
  EXPECT_EQ(shown("OMP_THREAD_LIMIT").value, "2147483647");
  read({"OMP_THREAD_LIMIT=7"});
  EXPECT_EQ(initial.thread_limit, 7);
  EXPECT_EQ(shown("OMP_THREAD_LIMIT").value, "7");
}

TEST(Threads, LimitsOfTheDevice) {
  read({"KMP_ALL_THREADS=8", "KMP_TEAMS_THREAD_LIMIT=3"});
  EXPECT_EQ(global.device_thread_limit, 8);
  EXPECT_EQ(global.league_thread_limit, 3);
  read({"KMP_DEVICE_THREAD_LIMIT=all"});
  EXPECT_EQ(global.device_thread_limit, kProcessors);
  read({"KMP_DEVICE_THREAD_LIMIT=9", "KMP_ALL_THREADS=8"});
  EXPECT_EQ(global.device_thread_limit, 9);
}

TEST(Levels, NestedAndItsSuccessor) {
  read({"OMP_NESTED=true"});
  EXPECT_EQ(initial.max_active_levels, kUnlimitedLevels);
  read({"OMP_NESTED=true", "OMP_MAX_ACTIVE_LEVELS=3"});
  EXPECT_EQ(initial.max_active_levels, 3);
  read({"OMP_MAX_ACTIVE_LEVELS=3", "OMP_NESTED=false"});
  EXPECT_EQ(initial.max_active_levels, 3);
  read({"OMP_NESTED=false", "OMP_NUM_THREADS=2,2"});
  EXPECT_EQ(initial.max_active_levels, 1);
  read({"OMP_MAX_ACTIVE_LEVELS=1", "OMP_PROC_BIND=close,spread"});
  EXPECT_EQ(initial.max_active_levels, 1);
}

TEST(Binding, WordsAndLists) {
  read({"OMP_PROC_BIND=true"});
  EXPECT_EQ(initial.bind, ProcBind::true_);
  EXPECT_EQ(global.bind_list_length, 0);
  read({"OMP_PROC_BIND=SPREAD, master"});
  EXPECT_EQ(initial.bind, ProcBind::spread);
  ASSERT_EQ(global.bind_list_length, 2);
  EXPECT_EQ(global.bind_list[1], ProcBind::primary);
  EXPECT_EQ(initial.max_active_levels, kUnlimitedLevels);
  EXPECT_EQ(shown("OMP_PROC_BIND").value, "SPREAD,PRIMARY");
  EXPECT_EQ(shown("OMP_MAX_ACTIVE_LEVELS").origin, "because of OMP_PROC_BIND");
}

TEST(Binding, FollowsFromPlaces) {
  read({"OMP_PLACES=cores"});
  EXPECT_EQ(initial.bind, ProcBind::true_);
  EXPECT_EQ(shown("OMP_PROC_BIND").origin, "because of OMP_PLACES");
  read({"OMP_PLACES=cores", "OMP_PROC_BIND=false"});
  EXPECT_EQ(initial.bind, ProcBind::false_);
  read({"GOMP_CPU_AFFINITY=0-1"});
  EXPECT_EQ(initial.bind, ProcBind::true_);
  read({"KMP_AFFINITY=granularity=fine,compact,1,0"});
  EXPECT_EQ(initial.bind, ProcBind::true_);
  read({"KMP_AFFINITY=verbose,none"});
  EXPECT_EQ(initial.bind, ProcBind::false_);
}

TEST(Schedule, KindsChunksAndModifiers) {
  struct {
    const char* value;
    ScheduleKind kind;
    ScheduleModifier modifier;
    std::int64_t chunk;
    const char* shown;
  } const cases[] = {
      {"static", ScheduleKind::static_, ScheduleModifier::none, 0, "STATIC"},
      {"Dynamic,5", ScheduleKind::dynamic, ScheduleModifier::none, 5, "DYNAMIC,5"},
      {"guided", ScheduleKind::guided, ScheduleModifier::none, 0, "GUIDED"},
      {"auto,3", ScheduleKind::auto_, ScheduleModifier::none, 3, "AUTO,3"},
      {"trapezoidal,7", ScheduleKind::trapezoidal, ScheduleModifier::none, 7, "TRAPEZOIDAL,7"},
      {"static_steal", ScheduleKind::dynamic, ScheduleModifier::none, 0, "DYNAMIC"},
      {"monotonic:dynamic,4", ScheduleKind::dynamic, ScheduleModifier::monotonic, 4, "MONOTONIC:DYNAMIC,4"},
      {"nonmonotonic:static,4", ScheduleKind::static_, ScheduleModifier::nonmonotonic, 4, "NONMONOTONIC:STATIC,4"},
  };
  for (const auto& each : cases) {
    EXPECT_TRUE(read({std::string("OMP_SCHEDULE=") + each.value}).empty()) << each.value;
    EXPECT_EQ(initial.run_schedule.kind, each.kind);
    EXPECT_EQ(initial.run_schedule.modifier, each.modifier);
    EXPECT_EQ(initial.run_schedule.chunk, each.chunk);
    EXPECT_EQ(shown("OMP_SCHEDULE").value, each.shown);
  }
}

TEST(Schedule, ChunkOfNothingKeepsTheKind) {
  const auto& warnings = read({"OMP_SCHEDULE=dynamic,0"});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(has(warnings[0], "using 'DYNAMIC'")) << warnings[0];
  EXPECT_EQ(initial.run_schedule.kind, ScheduleKind::dynamic);
}

TEST(Schedule, DivisionsThatAreNotOursAreSaid) {
  EXPECT_EQ(read({"KMP_SCHEDULE=static,greedy"}).size(), 1u);
  EXPECT_EQ(read({"KMP_SCHEDULE=guided,analytical;static,balanced"}).size(), 1u);
}

TEST(Stack, UnitsAndWhoWins) {
  const std::pair<const char*, std::size_t> cases[] = {
      {"OMP_STACKSIZE=20000", 20000u << 10}, {"OMP_STACKSIZE=2000500B", 2000500}, {"OMP_STACKSIZE= 3 m ", 3u << 20},
      {"OMP_STACKSIZE=1g", 1u << 30},        {"GOMP_STACKSIZE=64", 64u << 10},    {"KMP_STACKSIZE=65536", 65536},
      {"KMP_STACKSIZE=4M", 4u << 20},        {"OMP_STACKSIZE=16G", std::size_t{16} << 30}};
  for (const auto& [entry, bytes] : cases) {
    EXPECT_TRUE(read({entry}).empty());
    EXPECT_EQ(global.stack_bytes.load(relaxed), bytes) << entry;
  }
  read({"OMP_STACKSIZE=1M", "GOMP_STACKSIZE=2M"});
  EXPECT_EQ(global.stack_bytes.load(relaxed), 1u << 20);
  read({"KMP_STACKSIZE=4M", "OMP_STACKSIZE=1M"});
  EXPECT_EQ(global.stack_bytes.load(relaxed), 4u << 20);
  EXPECT_EQ(shown("OMP_STACKSIZE").value, "4M");
  EXPECT_EQ(shown("OMP_STACKSIZE").origin, "KMP_STACKSIZE");
  read({"OMP_STACKSIZE=2000500B"});
  EXPECT_EQ(shown("OMP_STACKSIZE").value, "2000500B");
}

TEST(Spin, TimesAndCounts) {
  const std::pair<const char*, std::int64_t> cases[] = {
      {"KMP_BLOCKTIME=0", 0},          {"KMP_BLOCKTIME=200", 200'000'000}, {"KMP_BLOCKTIME=15us", 15'000},
      {"KMP_BLOCKTIME=3ms", 3'000'000}, {"KMP_BLOCKTIME=2 s", 2'000'000'000}, {"KMP_BLOCKTIME=infinite", kSpinForever},
      {"GOMP_SPINCOUNT=300000", 3'000'000}, {"GOMP_SPINCOUNT=2k", 20'000}, {"GOMP_SPINCOUNT=INFINITE", kSpinForever},
      {"GOMP_SPINCOUNT=0", 0}};
  for (const auto& [entry, ns] : cases) {
    EXPECT_TRUE(read({entry}).empty());
    EXPECT_EQ(global.spin_ns.load(relaxed), ns) << entry;
  }
  read({"KMP_BLOCKTIME=5", "GOMP_SPINCOUNT=0"});
  EXPECT_EQ(global.spin_ns.load(relaxed), 5'000'000);
  EXPECT_EQ(shown("KMP_BLOCKTIME").value, "5ms");
}

TEST(Waiting, PolicyAndLibraryMode) {
  read({"OMP_WAIT_POLICY=Passive"});
  EXPECT_EQ(global.wait_policy, WaitPolicy::passive);
  EXPECT_EQ(global.spin_ns.load(relaxed), 0);
  EXPECT_EQ(shown("KMP_BLOCKTIME").origin, "because of OMP_WAIT_POLICY");
  read({"OMP_WAIT_POLICY=passive", "KMP_BLOCKTIME=3"});
  EXPECT_EQ(global.spin_ns.load(relaxed), 3'000'000);
  read({"KMP_LIBRARY=turnaround"});
  EXPECT_EQ(global.wait_policy, WaitPolicy::active);
  EXPECT_EQ(global.spin_ns.load(relaxed), kSpinForever);
  EXPECT_EQ(shown("OMP_WAIT_POLICY").origin, "because of KMP_LIBRARY");
  read({"KMP_LIBRARY=turnaround", "OMP_WAIT_POLICY=passive"});
  EXPECT_EQ(global.wait_policy, WaitPolicy::passive);
  read({"KMP_LIBRARY=throughput"});
  EXPECT_EQ(global.wait_policy, WaitPolicy::unset);
  read({"KMP_LIBRARY=serial", "OMP_NUM_THREADS=4"});
  EXPECT_EQ(initial.thread_limit, 1);
}

TEST(Words, OffloadToolDebug) {
  read({"OMP_TARGET_OFFLOAD=mandatory", "OMP_TOOL=disabled", "OMP_DEBUG=enabled", "OMP_CANCELLATION=true"});
  EXPECT_EQ(global.target_offload, TargetOffload::mandatory);
  EXPECT_FALSE(global.tool);
  EXPECT_TRUE(global.debug);
  EXPECT_TRUE(global.cancellation);
  EXPECT_EQ(shown("OMP_TOOL").value, "DISABLED");
}

TEST(Allocator, NamesAndSpaces) {
  read({"OMP_ALLOCATOR=omp_low_lat_mem_alloc"});
  EXPECT_EQ(initial.default_allocator, 5u);
  EXPECT_EQ(shown("OMP_ALLOCATOR").value, "omp_low_lat_mem_alloc");
  read({"OMP_ALLOCATOR=omp_high_bw_mem_space"});
  EXPECT_EQ(initial.default_allocator, 4u);
  EXPECT_EQ(global.allocator_request.trait_count, 0);
}

TEST(Allocator, SpaceWithTraits) {
  EXPECT_TRUE(read({"OMP_ALLOCATOR=omp_large_cap_mem_space:sync_hint=private,alignment=128,access=thread,pool_size=1000,"
                    "fallback=allocator_fb,fb_data=omp_const_mem_alloc,omp_atk_pinned=omp_atv_true,partition=blocked"})
                  .empty());
  const AllocatorRequest& request = global.allocator_request;
  EXPECT_EQ(request.memory_space, 1u);
  ASSERT_EQ(request.trait_count, 8);
  const std::pair<int, std::uintptr_t> traits[] = {{1, 6}, {2, 128}, {3, 8}, {4, 1000}, {5, 14}, {6, 3}, {7, 1}, {8, 17}};
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(request.traits[i].key, traits[i].first);
    EXPECT_EQ(request.traits[i].value, traits[i].second);
  }
  EXPECT_EQ(shown("OMP_ALLOCATOR").value,
            "omp_large_cap_mem_space:sync_hint=private,alignment=128,access=thread,pool_size=1000,"
            "fallback=allocator_fb,fb_data=omp_const_mem_alloc,pinned=true,partition=blocked");
}

TEST(Texts, AreCopiedWithoutSpacesAround) {
  char entry[] = "OMP_PLACES=  {0:4},{4:4} ";
  const char* environment[] = {entry, nullptr};
  initialize_from(environment, kProcessors);
  std::fill(entry, entry + sizeof entry - 1, '#');  // as a program does that sets its title
  EXPECT_STREQ(global.places, "{0:4},{4:4}");
  read({"GOMP_CPU_AFFINITY=0 3 1-2", "KMP_AFFINITY=scatter", "KMP_HW_SUBSET=2c", "XOMP_SCHEDULE_POLICY=na-ws:steal=4",
        "OMP_TOOL_LIBRARIES=/a.so:/b.so", "OMP_TOOL_VERBOSE_INIT=stderr"});
  EXPECT_STREQ(global.cpu_affinity, "0 3 1-2");
  EXPECT_STREQ(global.affinity, "scatter");
  EXPECT_STREQ(global.hardware_subset, "2c");
  EXPECT_STREQ(global.schedule_policy, "na-ws:steal=4");
  EXPECT_STREQ(global.tool_libraries, "/a.so:/b.so");
  EXPECT_STREQ(global.tool_verbose_init, "stderr");
}

TEST(Barrier, KindAndFanOut) {
  read({});
  EXPECT_EQ(shown("XOMP_BARRIER").value, "groups");
  read({"XOMP_BARRIER=word"});
  EXPECT_EQ(global.barrier, BarrierKind::word);
  read({"XOMP_BARRIER=tree"});
  EXPECT_EQ(global.barrier, BarrierKind::tree);
  EXPECT_EQ(shown("XOMP_BARRIER").value, "tree:fanout=4");
  read({"XOMP_BARRIER=tree:fanout=16"});
  EXPECT_EQ(global.barrier_fan_out, 16);
  EXPECT_EQ(shown("XOMP_BARRIER").value, "tree:fanout=16");
}

TEST(Words, OfTtg) {
  read({});
  EXPECT_EQ(global.ttg_table, TtgTable::buckets);
  EXPECT_EQ(global.ttg_termination, TtgTermination::thread);
  EXPECT_EQ(shown("XOMP_TTG_TABLE").value, "buckets");
  read({"XOMP_TTG_TABLE= Chained", "XOMP_TTG_TERMINATION=process"});
  EXPECT_EQ(global.ttg_table, TtgTable::chained);
  EXPECT_EQ(global.ttg_termination, TtgTermination::process);
  EXPECT_EQ(shown("XOMP_TTG_TABLE").value, "chained");
  EXPECT_EQ(shown("XOMP_TTG_TERMINATION").value, "process");
}

TEST(Texts, AffinityFormat) {
  read({"OMP_AFFINITY_FORMAT=host %H, thread %0.4n"});
  EXPECT_STREQ(global.affinity_format, "host %H, thread %0.4n");
}

}  // namespace
}  // namespace xomp::icv
