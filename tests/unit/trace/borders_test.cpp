// Which records a task's beginning shares (BORDER-1 in trace/recorder.h). The recorder writes into a file of this process.
#include "trace/recorded_tasks.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include <unistd.h>

namespace xomp::trace {
namespace {

using trace_file::Kind;
using trace_file::Record;

class Borders : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    path_ = testing::TempDir() + "xomp-borders-" + std::to_string(getpid());
    TraceSettings settings;
    settings.path = path_.c_str();
    settings.level = trace_file::Level::all;
    settings.limit_bytes = std::uint64_t{4} << 20;
    ASSERT_TRUE(start_recorder(settings));
    begin_lane(true);
  }
  static void TearDownTestSuite() {
    end_lane();
    finish_recorder({});
    std::remove(path_.c_str());
  }
  void SetUp() override {
    lane().border = nullptr;
    lane().next_look = UINT64_MAX;  // no record between those that a test looks at
  }

  static Lane& lane() { return *own_lane; }
  static const Record& last(int before = 0) { return lane().next[-1 - before]; }
  static void make(TaskRecord& task) { record_create(lane(), task, reinterpret_cast<const void*>(&body), nullptr, 0); }
  static void body() {}
  static std::string path_;
};
std::string Borders::path_;

TEST_F(Borders, ATaskBeginsWithItsCreation) {
  TaskRecord task{};
  make(task);
  const Record* const at = lane().next;
  record_begin(lane(), task, false);
  EXPECT_EQ(lane().next, at);  // no record of its own
  EXPECT_EQ(trace_file::kind_of(last()), Kind::create);
  EXPECT_EQ(trace_file::aux_of(last()), trace_file::kBegins);
  EXPECT_TRUE(task.has_begun);
}

TEST_F(Borders, AnEarlierTaskBeginsAfterAnothersCreation) {
  TaskRecord first{}, second{};
  make(first);
  make(second);
  record_begin(lane(), first, false);
  EXPECT_EQ(trace_file::kind_of(last()), Kind::begin);
  EXPECT_EQ(last().value, first.word.value);
  EXPECT_EQ(trace_file::time_of(last()), trace_file::time_of(last(1)));
  EXPECT_EQ(trace_file::aux_of(last(1)), 0);
}

TEST_F(Borders, ATaskBeginsWhereOneEnds) {
  TaskRecord first{}, second{};
  make(first);
  make(second);
  record_border(lane(), platform::ticks(), Kind::wait_begin, 1);
  record_begin(lane(), first, false);
  EXPECT_EQ(trace_file::kind_of(last()), Kind::begin);
  EXPECT_EQ(trace_file::time_of(last()), trace_file::time_of(last(1)));
  record_end(lane(), 1);
  const std::uint64_t ended = trace_file::time_of(last());
  const Record* const at = lane().next;
  record_begin(lane(), second, false);
  EXPECT_EQ(lane().next, at);
  EXPECT_EQ(trace_file::kind_of(last()), Kind::next);
  EXPECT_EQ(trace_file::aux_of(last()), 1);  // how the first one ended
  EXPECT_EQ(trace_file::time_of(last()), ended);
  EXPECT_EQ(last().value, second.word.value);
}

// Between the two there may have been a search, the program's code, or something that no record tells of.
TEST_F(Borders, OtherBeginningsReadTheClock) {
  const auto reads_the_clock = [](TaskRecord& task, bool may_wait) {
    const std::uint64_t before = trace_file::time_of(last());
    while (platform::ticks() <= before + 1000) continue;
    record_begin(lane(), task, may_wait);
    return trace_file::kind_of(last()) == Kind::begin && trace_file::time_of(last()) > before;
  };
  TaskRecord task{};
  make(task);
  EXPECT_TRUE(reads_the_clock(task, true));
  TaskRecord foreign{};
  foreign.word.value = maker_of(~std::uint64_t{0});  // another lane's
  record_end(lane(), 0);
  EXPECT_TRUE(reads_the_clock(foreign, false));
  make(task);
  lane().border = nullptr;  // the program has come back
  EXPECT_TRUE(reads_the_clock(task, false));
  make(task);
  record(lane(), Kind::idle_end, 0);
  EXPECT_TRUE(reads_the_clock(task, false));
  make(task);
  leaves_out.store(true, relaxed);  // one thread
  EXPECT_TRUE(reads_the_clock(task, false));
  leaves_out.store(false, relaxed);  // one thread
}

TEST_F(Borders, NothingIsSharedWithADroppedRecord) {
  TaskRecord first{};
  make(first);
  lane().border = nullptr;
  while (lane().dropped == 0) record(lane(), Kind::chunk, 0);  // until the file is full
  record_border(lane(), platform::ticks(), Kind::wait_begin, 1);
  EXPECT_EQ(lane().border, nullptr);
  record_begin(lane(), first, false);  // is dropped, too
  EXPECT_GE(lane().dropped, 2u);
}

}  // namespace
}  // namespace xomp::trace
