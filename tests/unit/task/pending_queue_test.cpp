// Descriptors that stay listed with their creator: taskwait, collecting, nested regions, memory.
#include "core/task/pending_queue.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace xomp::task {
namespace {

class PendingQueueTest : public ::testing::Test {
 protected:
  DescriptorPool pool;
  PendingQueue queue{pool};
  Task* create(std::size_t bytes = kHeaderBytes) { return queue.create(bytes, kPlainBody); }
};

TEST_F(PendingQueueTest, TaskwaitIsOverWhenAllAreFlagged) {
  const PendingQueue::Region region(queue);
  EXPECT_TRUE(queue.all_executed());
  Task* a = create();
  Task* b = create();
  Task* c = create();
  EXPECT_FALSE(queue.all_executed());
  PendingQueue::finish(b);
  PendingQueue::finish(c);
  EXPECT_FALSE(queue.all_executed());
  PendingQueue::finish(a);
  EXPECT_TRUE(queue.all_executed());
  EXPECT_TRUE(queue.is_empty());
}

TEST_F(PendingQueueTest, AllSizesKeepTheirDataAndComeBack) {
  const PendingQueue::Region region(queue);
  for (int round = 0; round < 3; ++round) {
    std::vector<Task*> tasks;
    std::vector<std::size_t> sizes;
    for (std::size_t bytes = kHeaderBytes; bytes < 2'000'000; bytes = bytes * 5 / 3 + 1) {
      tasks.push_back(create(bytes));
      sizes.push_back(bytes);
      char* data = reinterpret_cast<char*>(tasks.back()) + kHeaderBytes;
      std::fill(data, data + bytes - kHeaderBytes, static_cast<char>(0xff));  // does not reach the link
    }
    EXPECT_EQ(std::set<Task*>(tasks.begin(), tasks.end()).size(), tasks.size());
    for (Task* t : tasks) {
      EXPECT_TRUE(t->has(kPlainBody));
      PendingQueue::finish(t);
    }
    EXPECT_EQ(queue.collect(), tasks.size());
  }
}

// A task that the thread has created itself and now executes is not waited for by its own taskwait.
TEST_F(PendingQueueTest, ARegionWaitsForItsOwnOnly) {
  const PendingQueue::Region outer(queue);
  Task* running = create();
  {
    const PendingQueue::Region inner(queue);
    EXPECT_TRUE(queue.all_executed());
    Task* child = create();
    EXPECT_FALSE(queue.all_executed());
    PendingQueue::finish(child);
    EXPECT_TRUE(queue.all_executed());
  }
  EXPECT_FALSE(queue.all_executed());
  PendingQueue::finish(running);
  EXPECT_TRUE(queue.all_executed());
}

// Grandchildren are nobody's condition but the barrier's: the outer task may have to fulfil their event after its taskwait.
TEST_F(PendingQueueTest, WhatARegionLeavesBehindHoldsTheBarrierOnly) {
  const PendingQueue::Region outer(queue);
  Task* grandchild;
  {
    const PendingQueue::Region inner(queue);
    grandchild = create();
  }
  EXPECT_TRUE(queue.all_executed());
  EXPECT_FALSE(queue.is_empty());
  PendingQueue::finish(grandchild);
  EXPECT_TRUE(queue.is_empty());
}

TEST_F(PendingQueueTest, MemoryStaysBoundedWhenTasksEnd) {
  const PendingQueue::Region region(queue);
  std::set<Task*> blocks;
  Task* first = create();  // never over: stays at the end of the list
  for (int i = 0; i < 100'000; ++i) {
    Task* t = create();
    blocks.insert(t);
    PendingQueue::finish(t);
  }
  EXPECT_LE(blocks.size(), 64u);
  EXPECT_LE(queue.listed(), 64u);
  PendingQueue::finish(first);
}

}  // namespace
}  // namespace xomp::task
