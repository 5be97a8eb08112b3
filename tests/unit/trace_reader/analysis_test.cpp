// What is understood of records that are written by hand, so that every number is known.
#include "trace/analysis.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include <sys/stat.h>

#include "message.h"
#include "recording.h"
#include "trace/raw_file.h"
#include "trace/timeline.h"

namespace xomp::tool {
namespace {

using trace_file::Kind;

constexpr int kTaskwait = 5, kBarrier = 9;
constexpr std::uint64_t kBody = 0x1000, kOther = 0x2000, kCall = 0x3000, kWaitCall = 0x4000;

constexpr auto index(LaneState state) { return static_cast<std::size_t>(state); }

// One thread, one region from 100 to 2000. It makes a task at 300 that begins at once and ends at 700, makes another at 800, and waits
// for that from 900 on: it begins then, and ends at 1400; the wait ends at 1500.
Recording one_thread() {
  Recording r(1);
  r.add(0, 0, Kind::thread_begin, 77, 1);
  r.add(0, 0, Kind::implicit_begin, 0, 1);
  r.add(0, 100, Kind::region_begin, kCall);
  r.enter(0, 100, Recording::number(0, 0));
  r.add(0, 300, Kind::create, kBody, trace_file::kBegins);
  r.add(0, 700, Kind::end);
  r.add(0, 800, Kind::create, kOther);
  r.add(0, 900, Kind::wait_begin, kWaitCall, kTaskwait);
  r.add(0, 900, Kind::begin, Recording::number(0, 2));
  r.add(0, 1400, Kind::end);
  r.add(0, 1500, Kind::wait_end, kWaitCall, kTaskwait);
  r.add(0, 1800, Kind::wait_begin, 0, kBarrier);
  r.add(0, 1900, Kind::wait_end, 0, kBarrier);
  r.add(0, 1900, Kind::implicit_end);
  r.add(0, 2000, Kind::region_end);
  r.add(0, 2500, Kind::implicit_end);
  r.add(0, 2500, Kind::thread_end);
  return r;
}

TEST(Analysis, OneThread) {
  Recording recording = one_thread();
  const RawFile file(recording.write());
  const Timeline line = replay(file);
  EXPECT_EQ(line.created, 2u);
  EXPECT_EQ(line.begun, 2u);
  EXPECT_EQ(line.ended, 2u);
  ASSERT_EQ(line.tasks.size(), 2u);
  EXPECT_EQ(line.tasks[0].begun, 300);
  EXPECT_EQ(line.tasks[0].ended, 700);
  EXPECT_EQ(line.tasks[0].own, 400);
  EXPECT_EQ(line.tasks[1].begun, 900);
  EXPECT_EQ(line.tasks[1].own, 500);
  // Of the region's own body: 100 to 300, 700 to 900, 1500 to 1800.
  EXPECT_EQ(line.time[index(LaneState::work)], 400 + 500 + 200 + 200 + 300);
  EXPECT_EQ(line.time[index(LaneState::serial)], 100 + 500);
  EXPECT_EQ(line.time[index(LaneState::runtime)], 100 + 100 + 100);
  EXPECT_EQ(std::accumulate(line.time.begin(), line.time.end(), std::int64_t{0}), 2500);
  EXPECT_EQ(line.work_ns, 1600);
  // The first task is beside what follows it: the region's body up to the second task's creation, that task, 300 of the body.
  EXPECT_EQ(line.span_ns, 200 + 100 + 500 + 300);
}

// A task follows another one in one record.
TEST(Analysis, TheNextTaskBeginsWhereOneEnds) {
  Recording r(1);
  r.add(0, 0, Kind::thread_begin, 77, 1);
  r.add(0, 0, Kind::region_begin, kCall);
  r.enter(0, 0, Recording::number(0, 0));
  for (int i = 0; i < 3; ++i) r.add(0, 10, Kind::create, kBody);
  r.add(0, 100, Kind::wait_begin, kWaitCall, kTaskwait);
  r.add(0, 100, Kind::begin, Recording::number(0, 1));
  r.add(0, 150, Kind::next, Recording::number(0, 2));
  r.add(0, 250, Kind::next, Recording::number(0, 3));
  r.add(0, 400, Kind::end);
  r.add(0, 410, Kind::wait_end, kWaitCall, kTaskwait);
  r.add(0, 420, Kind::no_wait, kWaitCall, kTaskwait);
  r.add(0, 500, Kind::implicit_end);
  r.add(0, 500, Kind::region_end);
  const RawFile file(r.write());
  const Timeline line = replay(file);
  EXPECT_EQ(line.begun, 3u);
  EXPECT_EQ(line.ended, 3u);
  EXPECT_EQ(line.tasks[0].own, 50);
  EXPECT_EQ(line.tasks[1].own, 100);
  EXPECT_EQ(line.tasks[2].own, 150);
  EXPECT_EQ(line.span_ns, 10 + 150 + 90);  // to the creations, the longest of three beside one another, after the wait
}

// A task that another thread runs, and that depends on one that has not ended.
TEST(Analysis, DependencesAndThreads) {
  Recording r(2);
  r.add(0, 0, Kind::thread_begin, 77, 1);
  r.add(0, 0, Kind::region_begin, kCall);
  r.enter(0, 0, Recording::number(0, 0));
  r.add(1, 0, Kind::thread_begin, 78, 2);
  r.enter(1, 0, Recording::number(0, 0));
  r.add(1, 0, Kind::wait_begin, 0, kBarrier);
  r.add(1, 0, Kind::idle_begin);
  r.add(0, 100, Kind::create, kBody);
  r.add(0, 200, Kind::create, kOther);
  r.add(0, 200, Kind::dependence, Recording::number(0, 2));
  r.add_more(0, Recording::number(0, 1));
  r.add(0, 300, Kind::wait_begin, 0, kBarrier);
  r.add(0, 300, Kind::begin, Recording::number(0, 1));
  r.add(0, 1300, Kind::end);
  r.add(0, 1310, Kind::idle_begin);
  r.add(1, 1310, Kind::idle_end);
  r.add(1, 1310, Kind::begin, Recording::number(0, 2));
  r.add(1, 2310, Kind::end);
  for (std::size_t lane = 0; lane < 2; ++lane) {
    if (lane == 0) r.add(0, 2320, Kind::idle_end);
    r.add(lane, 2320, Kind::wait_end, 0, kBarrier);
    r.add(lane, 2320, Kind::implicit_end);
  }
  r.add(0, 2330, Kind::region_end);
  const RawFile file(r.write());
  const Timeline line = replay(file);
  EXPECT_EQ(line.span_ns, 100 + 1000 + 1000);  // to the first task's creation, then both
  EXPECT_EQ(line.work_ns, 300 + 2000);
  EXPECT_EQ(line.lanes[1].moved, 1u);
  EXPECT_EQ(line.totals.blocked(), 1u);
  // While the first one ran, nothing but the dependence kept the second thread from the second one.
  EXPECT_GE(line.lost[static_cast<std::size_t>(Cause::dependence)], 1000);
  for (const auto& lane : line.lanes)
    EXPECT_EQ(std::accumulate(lane.time.begin(), lane.time.end(), std::int64_t{0}), 2330);
}

// A tree of tasks on two lanes, by one rule of random numbers.
Recording tree(std::size_t tasks) {
  Recording r(2);
  std::uint64_t numbers[2] = {1, 0}, random = 12345;
  r.add(0, 0, Kind::thread_begin, 77, 1);
  r.add(0, 0, Kind::region_begin, kCall);
  for (std::size_t lane = 0; lane < 2; ++lane) {
    if (lane == 1) r.add(1, 0, Kind::thread_begin, 78, 2);
    r.enter(lane, 10, Recording::number(0, 0));
  }
  std::uint64_t now[2] = {10, 13};
  std::size_t open[2] = {0, 0};
  for (std::size_t made = 0; made < tasks || open[0] + open[1] > 0;) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const std::size_t lane = random >> 40 & 1;
    now[lane] = std::max(now[0], now[1]) + 20 + (random >> 50);
    if (made < tasks && open[lane] < 20 && (open[lane] == 0 || (random >> 45 & 1) != 0)) {
      r.add(lane, now[lane], Kind::create, (random >> 46 & 1) != 0 ? kBody : kOther, trace_file::kBegins);
      ++numbers[lane], ++open[lane], ++made;
    } else if (open[lane] > 0) {
      r.add(lane, now[lane], Kind::end);
      r.add(lane, now[lane] + 5, Kind::no_wait, kWaitCall, kTaskwait);
      --open[lane];
    }
  }
  const std::uint64_t end = std::max(now[0], now[1]) + 100;
  for (std::size_t lane = 0; lane < 2; ++lane) r.add(lane, end, Kind::implicit_end);
  r.add(0, end, Kind::region_end);
  return r;
}

// With little memory the same totals come out.
TEST(Analysis, LimitsOfMemoryChangeNoTotals) {
  Recording recording = tree(5000);
  const RawFile file(recording.write());
  const Timeline all = replay(file);
  const Timeline few = replay(file, {.tasks = 500, .segments = 800, .paths = 700});
  EXPECT_EQ(all.tasks.size(), 5000u);
  EXPECT_LT(few.tasks.size(), 600u);
  EXPECT_LT(few.paths.size(), all.paths.size());
  EXPECT_LT(few.segments[0].size() + few.segments[1].size(), 900u);
  EXPECT_EQ(few.begun, all.begun);
  EXPECT_EQ(few.ended, all.ended);
  EXPECT_EQ(few.time, all.time);
  EXPECT_EQ(few.work_ns, all.work_ns);
  EXPECT_EQ(few.span_ns, all.span_ns);
  const Sources sources("");
  const Analysis a = analyse(all, sources, 0, {20, 2}), b = analyse(few, sources, 0, {20, 2});
  ASSERT_EQ(a.functions.size(), 2u);
  ASSERT_EQ(b.functions.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(a.functions[i].count, b.functions[i].count);
    EXPECT_EQ(a.functions[i].on_path, b.functions[i].on_path);
    // What recording added is judged by the tasks that were seen up to then.
    EXPECT_NEAR(static_cast<double>(a.functions[i].total), static_cast<double>(b.functions[i].total),
                0.02 * static_cast<double>(a.functions[i].total));
  }
}

// Threads that were idle beside ready tasks for 400 of 1000, at a lock for 100, and had no processor for `delayed`.
std::vector<FindingKind> limits_of(std::int64_t delayed) {
  Timeline line;
  line.lanes.resize(2);
  line.most_lanes = 2;
  line.lost[static_cast<std::size_t>(Cause::ready)] = 400;
  line.lost[static_cast<std::size_t>(Cause::mutex)] = 100;
  time_in(line.time, LaneState::delayed) = delayed;
  line.thread_ns = 1000;
  Analysis analysis{};
  analysis.machine.processors = 2;
  std::vector<FindingKind> kinds;
  for (const Finding& f : find_limits(line, analysis, 0)) kinds.push_back(f.kind);
  return kinds;
}
TEST(Findings, WhatOthersMayHaveDoneComesLast) {
  using enum FindingKind;
  EXPECT_EQ(limits_of(0), (std::vector{waits_in_runtime, locks}));
  EXPECT_EQ(limits_of(300), (std::vector{locks, waits_in_runtime, disturbed}));
}

// Each thread says how many iterations the whole loop has.
TEST(Analysis, IterationsCountOnceForALoop) {
  Recording r(2);
  for (std::size_t lane = 0; lane < 2; ++lane) r.add(lane, 0, Kind::thread_begin, 77 + lane, lane == 0 ? 1 : 2);
  for (std::uint64_t region = 0; region < 3; ++region) {
    r.add(0, 100 * region, Kind::region_begin, kCall);
    for (std::size_t lane = 0; lane < 2; ++lane) {
      if (region == 1 && lane == 1) continue;  // a region of one thread
      r.enter(lane, 100 * region, Recording::number(0, region));
      r.add(lane, 100 * region + 10, Kind::work_begin, kOther, 1);
      r.add_more(lane, 1000);
      r.add(lane, 100 * region + 50, Kind::work_end, kOther, 1);
      r.add(lane, 100 * region + 60, Kind::implicit_end);
    }
    r.add(0, 100 * region + 70, Kind::region_end);
  }
  const RawFile file(r.write());
  const Timeline line = replay(file);
  ASSERT_EQ(line.loops.size(), 1u);
  EXPECT_EQ(line.loops[0].instances, 3u);
  EXPECT_EQ(line.loops[0].iterations, 3000u);
}

// The runtime's time before a state stands in the state's record, also where the thread waited in the meantime.
TEST(Analysis, ARecordOfAStateTellsTwo) {
  constexpr std::uint8_t kSerial = 0, kWorking = 1, kRuntime = 2;
  Recording r(1);
  r.set_level(trace_file::Level::states);
  r.add(0, 0, Kind::thread_begin, 77, 1);
  r.add(0, 1'100, Kind::state, r.ticks(1'000), kWorking);
  r.add(0, 5'000, Kind::processor_time, 5'000);
  r.add_more(0, 0);
  r.add(0, 5'300, Kind::idle_begin);
  r.add(0, 7'300, Kind::idle_end);
  r.add(0, 7'500, Kind::state, r.ticks(5'000), kSerial);
  r.add(0, 8'000, Kind::state, 0, kRuntime);
  r.add(0, 8'200, Kind::state, 0, kSerial);
  r.add(0, 9'000, Kind::thread_end);
  const RawFile file(r.write());
  const Timeline line = replay(file);
  EXPECT_EQ(time_in(line.time, LaneState::serial), 1'000 + 500 + 800);
  EXPECT_EQ(time_in(line.time, LaneState::work), 3'900);
  EXPECT_EQ(time_in(line.time, LaneState::runtime), 100 + 300 + 200 + 200);
}

// A processor that has run for days: a record has the lower 48 bits of its ticks only.
TEST(Analysis, TicksOfALongRunningMachine) {
  for (const std::uint64_t first : {(std::uint64_t{5} << 48) + 7, (std::uint64_t{1} << 48) - 1000}) {
    Recording r(1);
    r.set_first_ticks(first);
    r.add(0, 0, Kind::thread_begin, 77, 1);
    r.add(0, 0, Kind::implicit_begin, 0, 1);
    r.add(0, 300, Kind::create, kBody, trace_file::kBegins);
    r.add(0, 2700, Kind::end);
    r.add(0, 5000, Kind::thread_end);
    const RawFile file(r.write());
    const Timeline line = replay(file);
    ASSERT_EQ(line.tasks.size(), 1u);
    EXPECT_EQ(line.tasks[0].begun, 300);
    EXPECT_EQ(line.tasks[0].ended, 2700);
    EXPECT_EQ(line.end_ns, 5000);
  }
}

// The end of a long run: its numbers are large, and there is no memory for those before.
TEST(Analysis, NumbersBeginAnywhere) {
  constexpr std::uint64_t kFirstNumber = std::uint64_t{1} << 39;
  Recording r(1);
  r.set_first_number(kFirstNumber);
  r.add(0, 0, Kind::thread_begin, 77, 1);
  r.add(0, 0, Kind::region_begin, kCall);
  r.enter(0, 0, Recording::number(0, kFirstNumber));
  r.add(0, 100, Kind::create, kBody);
  r.add(0, 200, Kind::begin, Recording::number(0, kFirstNumber + 1));
  r.add(0, 500, Kind::end);
  r.add(0, 600, Kind::implicit_end);
  r.add(0, 600, Kind::region_end);
  const RawFile file(r.write());
  const Timeline line = replay(file);
  ASSERT_EQ(line.tasks.size(), 1u);
  EXPECT_EQ(line.tasks[0].own, 300);
  ASSERT_EQ(line.regions.size(), 1u);
  EXPECT_EQ(line.regions[0].threads, 1u);
}

// ---- damaged files ----

// Tasks and regions share a lane's numbers. A damaged file takes the one for the other.
TEST(Damaged, ATasksNumberIsNoRegions) {
  Recording r(1);
  r.add(0, 0, Kind::thread_begin, 77, 1);
  for (int i = 0; i < 200; ++i) r.add(0, 1, Kind::create, kBody);
  r.add(0, 10, Kind::region_begin, kCall);
  r.enter(0, 10, Recording::number(0, 199));
  r.add(0, 20, Kind::begin, Recording::number(0, 200));
  r.add(0, 30, Kind::dependence, Recording::number(0, 200));
  r.add_more(0, Recording::number(0, 0));
  r.add(0, 40, Kind::end);
  r.add(0, 50, Kind::wait_begin, 0, 255);
  r.add(0, 60, Kind::region_end);
  const RawFile file(r.write());
  const Timeline line = replay(file);
  EXPECT_EQ(line.regions[0].threads, 0u);
}

// A task that begins twice, ends twice, and is resumed after its end.
TEST(Damaged, ATaskBeginsOnce) {
  for (const std::size_t kept : {std::size_t{0}, std::size_t{100}}) {
    Recording r(2);
    for (std::size_t lane = 0; lane < 2; ++lane) r.add(lane, 0, Kind::thread_begin, 77, 1);
    for (int round = 0; round < 20; ++round) {
      r.add(0, 10, Kind::create, kBody);
      for (std::size_t lane = 0; lane < 2; ++lane) {
        r.add(lane, 20, Kind::begin, Recording::number(0, 0));
        r.add(lane, 30, Kind::create, kOther, trace_file::kBegins);
        r.add(lane, 40, Kind::resume, Recording::number(0, 0));
      }
      for (std::size_t lane = 0; lane < 2; ++lane)
        for (int i = 0; i < 3; ++i) r.add(lane, 50, Kind::end);
    }
    const RawFile file(r.write());
    const Timeline line = replay(file, {.tasks = kept});
    EXPECT_EQ(line.begun, line.ended);
  }
}

TEST(Damaged, ALaneOfAnyNumberIsOneLane) {
  Recording r(2);
  r.set_lane_step(UINT32_MAX);
  for (std::size_t lane = 0; lane < 2; ++lane) r.add(lane, 0, Kind::thread_begin, 77, 1);
  r.add(1, 10, Kind::create, kBody, trace_file::kBegins);
  const RawFile file(r.write());
  EXPECT_EQ(file.lanes().size(), 2u);
  EXPECT_EQ(replay(file).begun, 1u);
}

// Another program empties the file while it is read.
TEST(Damaged, AFileBecomesShorter) {
  Recording r(1);
  r.add(0, 0, Kind::thread_begin, 77, 1);
  for (std::uint64_t i = 0; i < 20'000; ++i) r.add(0, i, Kind::create, kBody, trace_file::kBegins), r.add(0, i, Kind::end);
  const std::filesystem::path path = r.write();
  const RawFile file(path);
  std::filesystem::resize_file(path, 0);
  EXPECT_LT(replay(file).begun, 20'000u);
}

TEST(Damaged, WhatIsNoRecordingIsRefused) {
  const std::filesystem::path pipe = std::filesystem::temp_directory_path() / ("xomp-pipe-" + std::to_string(getpid()));
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const char* path : {pipe.c_str(), "/dev/null", "/dev/zero", "/", "/etc/passwd", "/nowhere"})
    EXPECT_THROW(RawFile file(path), Failure) << path;
  std::filesystem::remove(pipe);
}

TEST(Analysis, Histogram) {
  Histogram h;
  EXPECT_EQ(h.quantile(500), 0);
  for (int i = 0; i < 1000; ++i) h.add(1000);
  for (int i = 0; i < 10; ++i) h.add(1'000'000);
  EXPECT_NEAR(static_cast<double>(h.quantile(500)), 1000, 50);
  EXPECT_NEAR(static_cast<double>(h.quantile(999)), 1'000'000, 50'000);
  h.add(0);
  const auto coarse = h.coarse(4);
  EXPECT_EQ(coarse.size(), 80u);  // 2^19.9
  EXPECT_EQ(coarse[0], 1u);
  EXPECT_EQ(coarse[39], 1000u);
  EXPECT_EQ(coarse[79], 10u);
}

}  // namespace
}  // namespace xomp::tool
