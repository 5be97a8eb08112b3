// Recordings of several processes, put together: clocks, addresses, names, messages, and who waits for whom.
#include "trace/recorded_run.h"

#include <gtest/gtest.h>

#include "recording.h"
#include "trace/raw_file.h"
#include "trace/timeline.h"

namespace xomp::tool {
namespace {

using trace_file::Kind;

constexpr std::uint64_t kWorld = 77;

std::string world_line(int rank) { return "world 1 " + std::to_string(kWorld) + " " + std::to_string(rank) + " 2\n"; }

// A thread of the program that runs one task of a front end.
void add_thread(Recording& r, std::uint64_t from, std::uint64_t to, std::uint64_t name) {
  r.add(0, 0, Kind::thread_begin, 5, 1);
  r.add(0, from, Kind::graph_begin, 0);
  r.add(0, to, Kind::graph_end, name);
}

struct Two {
  Recording zero{1}, one{1};
  // The second process begins 1000 ns after the first one on the same host.
  Two() {
    zero.set_rank(0, "here", 50'000, 900'000);
    one.set_rank(1, "here", 51'000, 901'000);
    zero.set_names(world_line(0) + "3 load\n4 store\n");
    one.set_names("4 load\n" + world_line(1));
  }
};

TEST(RecordedRun, OneClockOneName) {
  Two two;
  add_thread(two.zero, 100, 400, 3);
  add_thread(two.one, 100, 300, 4);
  const RawFile a(two.zero.write()), b(two.one.write());
  const RecordedRun run({&a, &b});
  const Timeline line = replay(run);
  ASSERT_EQ(line.lanes.size(), 2u);
  EXPECT_EQ(line.lanes[0].name, "0: root 0");
  EXPECT_EQ(line.lanes[1].name, "1: root 0");
  ASSERT_EQ(line.tasks.size(), 2u);
  EXPECT_EQ(line.tasks[0].begun, 100);
  EXPECT_EQ(line.tasks[1].begun, 1100);
  EXPECT_EQ(line.tasks[1].ended, 1300);
  EXPECT_EQ(line.tasks[0].site, line.tasks[1].site) << "both are called load";
  EXPECT_EQ(line.end_ns, 1300);
}

TEST(RecordedRun, MessagesHaveTwoEnds) {
  Two two;
  add_thread(two.zero, 100, 400, 3);
  add_thread(two.one, 100, 300, 4);
  two.zero.add_message(0, 500, Kind::message_sent, 1, 1, 64);
  two.one.add_message(0, 310, Kind::message_received, 0, 1, 64);  // at 1310
  two.one.add_message(0, 320, Kind::message_sent, 0, 1, 4096, 1);
  two.zero.add_message(0, 2000, Kind::message_received, 1, 1, 4096, 1);
  two.zero.add_message(0, 2100, Kind::message_sent, 1, 2, 8);     // its receiver's end was not recorded
  two.zero.add_message(0, 2200, Kind::message_sent, 1, 1, 8, 1);  // nor this one's: another kind has the same number
  const RawFile a(two.zero.write()), b(two.one.write());
  const RecordedRun run({&a, &b});
  ASSERT_EQ(run.messages().size(), 2u);
  EXPECT_EQ(run.half_messages(), 2u);
  const RecordedMessage &there = run.messages()[0], &back = run.messages()[1];
  EXPECT_EQ(there.from, 0u);
  EXPECT_EQ(there.to, 1u);
  EXPECT_EQ(there.sent, 500);
  EXPECT_EQ(there.received, 1310);
  EXPECT_EQ(there.bytes, 64u);
  EXPECT_FALSE(there.is_by_itself);
  EXPECT_EQ(back.from, 1u);
  EXPECT_EQ(back.sent, 1320);
  EXPECT_EQ(back.received, 2000);
  EXPECT_TRUE(back.is_by_itself);
}

// Another host's clock has another beginning, and its calendar is 5000 ns late: the fastest message of each direction says so.
TEST(RecordedRun, ClocksOfTwoHosts) {
  Two two;
  two.one.set_rank(1, "there", 7, 901'000 - 5'000);
  add_thread(two.zero, 100, 400, 3);
  add_thread(two.one, 100, 300, 4);
  two.zero.add_message(0, 1500, Kind::message_sent, 1, 1, 64);
  two.one.add_message(0, 1000, Kind::message_received, 0, 1, 64);  // at 2000
  two.zero.add_message(0, 1600, Kind::message_sent, 1, 2, 64);
  two.one.add_message(0, 3000, Kind::message_received, 0, 2, 64);
  two.one.add_message(0, 4000, Kind::message_sent, 0, 1, 64);  // at 5000
  two.zero.add_message(0, 5500, Kind::message_received, 1, 1, 64);
  const RawFile a(two.zero.write()), b(two.one.write());
  const RecordedRun run({&a, &b});
  const Timeline line = replay(run);
  EXPECT_EQ(line.tasks[1].begun, 1100);
  for (const RecordedMessage& m : run.messages()) EXPECT_GE(m.received - m.sent, 500);
}

// The second process has the program elsewhere; its addresses are given as the first one's.
TEST(RecordedRun, OneProgramAtTwoPlaces) {
  Two two;
  add_thread(two.zero, 100, 400, 3);
  add_thread(two.one, 100, 300, 4);
  two.zero.set_maps("1000-9000 r-xp 00001000 00:00 0 /no/such/program\n");
  two.one.set_maps("51000-59000 r-xp 00001000 00:00 0 /no/such/program\na0000-a1000 r-xp 00000000 00:00 0 /another\n");
  const RawFile a(two.zero.write()), b(two.one.write());
  const RecordedRun run({&a, &b});
  EXPECT_EQ(run.address(0, 0x2345), 0x2345u);
  EXPECT_EQ(run.address(1, 0x52345), 0x2345u);
  EXPECT_EQ(run.address(1, 0xa0010), 0xa0010u) << "the first process does not have it";
}

// While the first process works, the second one is idle, and has no task of its own.
TEST(RecordedRun, AProcessWaitsForTheOther) {
  Two two;
  add_thread(two.zero, 1000, 9000, 3);
  two.zero.add_message(0, 9000, Kind::message_sent, 1, 1, 64);
  two.one.add(0, 0, Kind::thread_begin, 5, 1);
  two.one.add(0, 10, Kind::graph_begin, 0);
  two.one.add(0, 20, Kind::graph_end, 4);
  two.one.add(0, 20, Kind::idle_begin);
  two.one.add(0, 8100, Kind::idle_end);
  two.one.add_message(0, 8200, Kind::message_received, 0, 1, 64);
  const RawFile a(two.zero.write()), b(two.one.write());
  const RecordedRun run({&a, &b});
  const Timeline line = replay(run);
  EXPECT_EQ(line.lost[static_cast<std::size_t>(Cause::message)], 8100 - 20);
}

}  // namespace
}  // namespace xomp::tool
