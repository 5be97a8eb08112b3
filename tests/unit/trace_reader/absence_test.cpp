// These tests ask who had a thread's time, by the system's account, of records that are written by hand.
#include <gtest/gtest.h>

#include "recording.h"
#include "trace/raw_file.h"
#include "trace/timeline.h"

namespace xomp::tool {
namespace {

using trace_file::Kind;

constexpr int kBarrier = 9;
constexpr std::uint64_t kBody = 0x1000, kCall = 0x3000, kWaitCall = 0x4000;

// The program's first thread, which is looked at as it begins.
void begin_thread(Recording& r) {
  r.add(0, 0, Kind::thread_begin, 77, 1);
  r.add(0, 0, Kind::implicit_begin, 0, 1);
  r.add(0, 0, Kind::processor_time, 0);
  r.add_more(0, 0);
}

// A region from 0 to 10'000'000 with a task from 1'000'000 to 9'000'000, whose thread is looked at when the task has ended. `ran` and
// `delay` are what the system says of the time since the look at 1'000'000.
Timeline look_at_a_task(std::uint64_t ran, std::uint64_t delay) {
  Recording r(1);
  r.add(0, 0, Kind::thread_begin, 77, 1);
  r.add(0, 0, Kind::implicit_begin, 0, 1);
  r.add(0, 0, Kind::region_begin, kCall);
  r.enter(0, 0, Recording::number(0, 0));
  r.add(0, 1'000'000, Kind::create, kBody, trace_file::kBegins);
  r.add(0, 1'000'000, Kind::processor_time, 5'000'000);
  r.add_more(0, 400'000);
  r.add(0, 9'000'000, Kind::end);
  r.add(0, 9'000'000, Kind::processor_time, 5'000'000 + ran);
  r.add_more(0, 400'000 + delay);
  r.add(0, 10'000'000, Kind::implicit_end);
  r.add(0, 10'000'000, Kind::region_end);
  const RawFile file(r.write());
  return replay(file);
}

TEST(Absences, WhatAThreadLacksIsDelayOrSleep) {
  const Timeline line = look_at_a_task(3'000'000, 2'000'000);
  EXPECT_EQ(time_in(line.time, LaneState::delayed), 2'000'000);
  EXPECT_EQ(time_in(line.time, LaneState::blocked), 3'000'000);
  EXPECT_EQ(time_in(line.time, LaneState::work), 5'000'000);  // two of them outside of the task
  // A body that sleeps does so on a quiet machine, too.
  ASSERT_EQ(line.tasks.size(), 1u);
  EXPECT_EQ(line.tasks[0].own, 6'000'000);
  EXPECT_EQ(line.blocked_in_bodies_ns, 3'000'000);
}

TEST(Absences, NoMoreThanWhatIsMissing) {
  const Timeline line = look_at_a_task(7'000'000, 50'000'000);
  EXPECT_EQ(time_in(line.time, LaneState::delayed), 1'000'000);
  EXPECT_EQ(time_in(line.time, LaneState::blocked), 0);
}

TEST(Absences, NothingIsMissing) {
  const Timeline line = look_at_a_task(8'000'000, 50'000);
  EXPECT_EQ(time_in(line.time, LaneState::delayed), 0);
  EXPECT_EQ(time_in(line.time, LaneState::work), 10'000'000);
}

// The longest silence is where it happened: in the second task here.
TEST(Absences, LieWhereTheLaneWasSilent) {
  Recording r(1);
  begin_thread(r);
  for (const std::uint64_t at : {1, 2, 5}) {  // ms; they end at 2, 5, 6
    r.add(0, at * 1'000'000, Kind::create, kBody, trace_file::kBegins);
    r.add(0, (at == 1 ? 2 : at == 2 ? 5 : 6) * 1'000'000, Kind::end);
  }
  r.add(0, 6'000'000, Kind::processor_time, 4'000'000);
  r.add_more(0, 0);
  r.add(0, 7'000'000, Kind::implicit_end);
  const RawFile file(r.write());
  const Timeline line = replay(file);
  ASSERT_EQ(line.segments.size(), 1u);
  std::vector<Span> found;
  for (const Segment& s : line.segments[0])
    if (s.state == LaneState::blocked) found.push_back({s.begin, s.end, s.what});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].begin, 3'000'000);
  EXPECT_EQ(found[0].end, 5'000'000);
  EXPECT_EQ(found[0].lane, 1u);  // the second task
}

// A wait in the runtime, a wait for a mutex and a call of MPI have their own states: there the thread may sleep as long as it likes.
TEST(Absences, WaitsAreNoSleep) {
  Recording r(1);
  begin_thread(r);
  r.add(0, 0, Kind::region_begin, kCall);
  r.enter(0, 0, Recording::number(0, 0));
  r.add(0, 1'000'000, Kind::wait_begin, kWaitCall, kBarrier);
  r.add(0, 1'000'000, Kind::idle_begin);
  r.add(0, 3'000'000, Kind::idle_end);
  r.add(0, 3'000'000, Kind::wait_end, kWaitCall, kBarrier);
  r.add(0, 4'000'000, Kind::call_begin, 0, static_cast<std::uint8_t>(trace_file::CallKind::mpi));
  r.add(0, 6'000'000, Kind::call_end, 0, static_cast<std::uint8_t>(trace_file::CallKind::mpi));
  r.add(0, 9'000'000, Kind::mutex_wait, kCall, 5);  // a critical, since 7'000'000
  r.add_more(0, 2'000'000);
  r.add(0, 10'000'000, Kind::processor_time, 4'000'000);
  r.add_more(0, 0);
  r.add(0, 10'000'000, Kind::implicit_end);
  r.add(0, 10'000'000, Kind::region_end);
  const RawFile file(r.write());
  const Timeline line = replay(file);
  EXPECT_EQ(time_in(line.time, LaneState::blocked), 0);
  EXPECT_EQ(time_in(line.time, LaneState::region_end), 2'000'000);
  EXPECT_EQ(time_in(line.time, LaneState::mpi), 2'000'000);
  EXPECT_EQ(time_in(line.time, LaneState::critical), 2'000'000);
  EXPECT_EQ(time_in(line.time, LaneState::work), 4'000'000);
}

// The library's part of a front end's wait is short; then the thread sleeps in the front end's.
TEST(Absences, AFrontEndsWaitGoesOnAfterTheCall) {
  constexpr auto kFrontEnd = static_cast<std::uint8_t>(trace_file::CallKind::front_end);
  Recording r(1);
  begin_thread(r);
  r.add(0, 1'000'000, Kind::call_begin, 0, kFrontEnd);
  r.add(0, 2'000'000, Kind::call_end, 0, kFrontEnd | trace_file::kStillWaits);
  r.add(0, 9'000'000, Kind::processor_time, 2'000'000);
  r.add_more(0, 0);
  r.add(0, 9'000'000, Kind::implicit_end);
  const RawFile file(r.write());
  const Timeline line = replay(file);
  EXPECT_EQ(time_in(line.time, LaneState::front_end), 1'000'000 + 6'000'000);
  EXPECT_EQ(time_in(line.time, LaneState::blocked), 0);
}

}  // namespace
}  // namespace xomp::tool
