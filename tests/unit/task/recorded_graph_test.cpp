// Recording a graph of tasks: which tasks wait for which, what a wait in the region adds, what cannot be recorded; and the descriptors of a run.
#include "core/task/recorded_graph.h"

#include <cstring>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace xomp::task {
namespace {

using Edges = std::set<std::pair<std::uint32_t, std::uint32_t>>;

void body(void*) {}

class RecordedGraphTest : public testing::Test {
 protected:
  void SetUp() override { recorder_ = new GraphRecorder(pool_, nullptr); }
  void TearDown() override {
    delete recorder_;
    if (graph_ != nullptr) free_graph(graph_);
    for (Task* const t : made_) pool_.release(t, t->flags.load(relaxed) & kSizeClass);
  }

  Task* make_task(std::size_t bytes = 16, std::uint32_t flags = kPlainBody) {
    std::uint32_t size_class;
    Task* const t = pool_.allocate(kHeaderBytes + bytes, &size_class);
    t->flags.store(flags | size_class, relaxed);
    t->body = reinterpret_cast<void*>(&body);
    t->data = data_of(t);
    std::memset(t->data, 0, bytes);
    made_.push_back(t);
    return t;
  }
  void note() { EXPECT_TRUE(recorder_->note(make_task(), nullptr)); }
  void note(void* address, DependenceKind kind) {
    note();
    recorder_->note_dependences([&](DependenceBuilder& builder) { builder.add(address, kind); });
  }
  const RecordedGraph* finish() { return graph_ = recorder_->finish(); }
  Edges edges() const {
    Edges found;
    for (std::uint32_t i = 0; i < graph_->tasks.count(); ++i)
      for (std::uint32_t k = 0; k < graph_->tasks[i].successors; ++k)
        found.emplace(i, graph_->successors[graph_->tasks[i].first_successor + k]);
    return found;
  }

  DescriptorPool pool_;
  GraphRecorder* recorder_ = nullptr;
  RecordedGraph* graph_ = nullptr;
  std::vector<Task*> made_;
  int x_ = 0, y_ = 0;
};

TEST_F(RecordedGraphTest, KeepsTheOrderOfDependences) {
  note(&x_, DependenceKind::out);    // 0
  note(&x_, DependenceKind::in);     // 1
  note(&x_, DependenceKind::in);     // 2
  note(&y_, DependenceKind::out);    // 3
  note(&x_, DependenceKind::out);    // 4
  note();                            // 5
  note();                            // 6
  recorder_->note_dependences([&](DependenceBuilder& builder) { builder.add_all_memory(); });
  ASSERT_NE(finish(), nullptr);
  EXPECT_EQ(edges(), (Edges{{0, 1}, {0, 2}, {1, 4}, {2, 4}, {4, 6}, {3, 6}}));
  EXPECT_EQ(graph_->tasks[4].predecessors, 2u);
  EXPECT_EQ(graph_->tasks[5].predecessors, 0u);
}

TEST_F(RecordedGraphTest, NamesAPredecessorOnce) {
  for (int i = 0; i < 2; ++i) {
    note();
    recorder_->note_dependences([&](DependenceBuilder& builder) {
      builder.add(&x_, DependenceKind::out);
      builder.add(&y_, DependenceKind::out);
    });
  }
  ASSERT_NE(finish(), nullptr);
  EXPECT_EQ(edges(), (Edges{{0, 1}}));
  EXPECT_EQ(graph_->tasks[1].predecessors, 1u);
}

// A wait is an empty task: 3 here, and 5 for the second.
TEST_F(RecordedGraphTest, AWaitStandsBetweenThoseBeforeAndAfter) {
  recorder_->note_wait();
  note(&x_, DependenceKind::out);  // 0
  note();                          // 1
  note(&x_, DependenceKind::out);  // 2
  recorder_->note_wait();
  note(&x_, DependenceKind::out);  // 4
  recorder_->note_wait();
  recorder_->note_wait();
  note();  // 6
  recorder_->note_wait();
  ASSERT_NE(finish(), nullptr);
  EXPECT_EQ(edges(), (Edges{{0, 2}, {1, 3}, {2, 3}, {3, 4}, {3, 5}, {4, 5}, {5, 6}}));
}

TEST_F(RecordedGraphTest, MembersOfASetHoldItWithoutAnOrder) {
  note(&x_, DependenceKind::out);
  note(&x_, DependenceKind::mutexinoutset);
  note(&x_, DependenceKind::mutexinoutset);
  note(&x_, DependenceKind::out);
  note(&x_, DependenceKind::mutexinoutset);
  ASSERT_NE(finish(), nullptr);
  EXPECT_EQ(edges(), (Edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}}));
  EXPECT_EQ(graph_->mutex_sets, 2u);
  const auto set_of = [this](std::uint32_t i) { return graph_->mutexes[graph_->tasks[i].first_mutex]; };
  EXPECT_EQ(set_of(1), set_of(2));
  EXPECT_NE(set_of(1), set_of(4));
}

TEST_F(RecordedGraphTest, RefusesWhatCannotRunAgain) {
  EXPECT_FALSE(recorder_->note(make_task(16, kPlainBody | kDetachable), nullptr));
  EXPECT_FALSE(recorder_->note(make_task(), nullptr));  // from then on
  EXPECT_EQ(finish(), nullptr);
}

TEST_F(RecordedGraphTest, RefusesObjectsThatNobodyCopies) {
  EXPECT_FALSE(recorder_->note(make_task(16, kPlainBody | kMustRun), nullptr));
  EXPECT_EQ(finish(), nullptr);
}

// Each run begins with the data as it was recorded; a pointer of the data to itself leads into the run's own.
TEST_F(RecordedGraphTest, ARunHasDataOfItsOwn) {
  Task* const t = make_task(64, 0);
  char* const data = static_cast<char*>(t->data);
  void* shareds = data + 40;
  std::memcpy(data, &shareds, sizeof shareds);
  std::strcpy(data + 40, "kept");
  ASSERT_TRUE(recorder_->note(t, nullptr));
  std::strcpy(data + 40, "lost");
  ASSERT_NE(finish(), nullptr);
  Replay *const one = make_replay(pool_, 0, *graph_), *const other = make_replay(pool_, 0, *graph_);
  for (int run = 0; run < 2; ++run) {
    begin_task(*one, 0, nullptr, false);
    begin_task(*other, 0, nullptr, false);
    char* mine = static_cast<char*>(one->tasks[0]->data);
    void* leads_to;
    std::memcpy(&leads_to, mine, sizeof leads_to);
    EXPECT_EQ(leads_to, mine + 40);
    EXPECT_STREQ(mine + 40, "kept");
    std::strcpy(mine + 40, "gone");
    EXPECT_STREQ(static_cast<char*>(other->tasks[0]->data) + 40, "kept");
  }
  drop_replay(pool_, 0, one);
  drop_replay(pool_, 0, other);
}

// The ends of a run's tasks make others ready as those of new tasks do, in each run.
TEST_F(RecordedGraphTest, EndsMakeSuccessorsReadyInEachRun) {
  note(&x_, DependenceKind::out);
  note(&x_, DependenceKind::in);
  note(&x_, DependenceKind::in);
  note(&x_, DependenceKind::out);
  ASSERT_NE(finish(), nullptr);
  Replay* const replay = make_replay(pool_, 0, *graph_);
  static int whole = 0;
  replay->whole = [](Replay&) { ++whole; };
  for (int run = 1; run <= 3; ++run) {
    replay->returned = 0;
    for (std::uint32_t i = 0; i < replay->count; ++i) begin_task(*replay, i, nullptr, false);
    std::vector<Task*> order{replay->tasks[0]};
    for (std::size_t next = 0; next < order.size(); ++next) {
      Edge* list = close_successors(order[next]);
      while (Task* const ready = next_ready(list)) order.push_back(ready);
    }
    ASSERT_EQ(order.size(), 4u);
    EXPECT_EQ(order[3], replay->tasks[3]);
    for (Task* const t : order) EXPECT_FALSE(release_dependences(pool_, t));  // they stay with the run
    EXPECT_EQ(whole, run);
  }
  drop_replay(pool_, 0, replay);
}

}  // namespace
}  // namespace xomp::task
