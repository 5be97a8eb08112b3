// The table of dependences: that it finds each address again while it grows and after it was emptied, and that it gives
// the tasks of a graph back so that the next graph finds their memory as it lies.
#include "core/task/dependence_table.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "core/task/dependences.h"
#include "platform/memory_checker.h"

namespace xomp::task {
namespace {

constexpr std::uint32_t kTasks = 5000;  // the table grows several times

class DependenceTableTest : public testing::Test {
 protected:
  void TearDown() override { drop_table(pool_, &parent_); }

  // Scattered, so that the order of the hash is not that of the program.
  static void* address(std::uint32_t i) { return reinterpret_cast<void*>(std::uintptr_t{i * 2654435761u + 1}); }

  Task* make_task() {
    std::uint32_t size_class;
    Task* const t = pool_.allocate(kHeaderBytes, &size_class);
    t->flags.store(size_class, relaxed);
    return t;
  }
  // Makes a task on each address, and ends it while the table names it.
  std::vector<Task*> run_graph() {
    std::vector<Task*> tasks;
    for (std::uint32_t i = 0; i < kTasks; ++i) {
      Task* const t = make_task();
      DependenceBuilder builder(pool_, &parent_, t, DependenceBuilder::Mode::registered, nullptr);
      builder.add(address(i), DependenceKind::out);
      EXPECT_TRUE(builder.finish());
      EXPECT_EQ(close_successors(t), nullptr);
      tasks.push_back(t);
    }
    for (Task* t : tasks) EXPECT_FALSE(release_dependences(pool_, t));
    forget_siblings(pool_, &parent_);
    return tasks;
  }

  DescriptorPool pool_;
  Task parent_{};
};

TEST_F(DependenceTableTest, TheNextGraphFindsItsMemoryInOrder) {
  const std::vector<Task*> first = run_graph();
  if (platform::has_memory_checker()) GTEST_SKIP() << "where a memory checker watches, memory rests before it is used again";
  for (int round = 0; round < 3; ++round) EXPECT_EQ(run_graph(), first);
}

TEST_F(DependenceTableTest, EachAddressIsFoundAgain) {
  for (int round = 0; round < 2; ++round) {
    std::vector<Task*> writers;
    for (std::uint32_t i = 0; i < kTasks; ++i) {
      writers.push_back(make_task());
      DependenceBuilder builder(pool_, &parent_, writers.back(), DependenceBuilder::Mode::registered, nullptr);
      builder.add(address(i), DependenceKind::out);
      EXPECT_TRUE(builder.finish());
    }
    for (std::uint32_t i = 0; i < kTasks; ++i) {
      Task* const reader = make_task();
      DependenceBuilder builder(pool_, &parent_, reader, DependenceBuilder::Mode::only_waits, nullptr);
      builder.add(address(i), DependenceKind::in);
      ASSERT_FALSE(builder.finish());
      Edge* list = close_successors(writers[i]);
      ASSERT_EQ(next_ready(list), reader);
      ASSERT_EQ(next_ready(list), nullptr);
      ASSERT_TRUE(release_dependences(pool_, reader));
      pool_.release(reader, reader->flags.load(relaxed) & kSizeClass);
    }
    for (Task* t : writers) EXPECT_FALSE(release_dependences(pool_, t));
    forget_siblings(pool_, &parent_);
    EXPECT_EQ(parent_.dependence_table->used, 0u);
    for (std::size_t i = 0; i < parent_.dependence_table->capacity; ++i)
      ASSERT_EQ(parent_.dependence_table->slots[i], 0u);
  }
}

}  // namespace
}  // namespace xomp::task
