// Memory of graph tasks goes back to the system once it is free, but for what is in use.
#include "core/graph/chunks.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace xomp::graph {
namespace {

constexpr std::size_t kMuch = std::size_t{100} << 20, kBytes = 2 * kClassBytes;

struct Memory {
  Chunks chunks;
  Task* free[kClasses] = {};
  std::vector<Task*> tasks;

  void fill() {
    while (tasks.size() * kBytes < kMuch) {
      Task* const t = static_cast<Task*>(chunks.cut(kBytes));
      std::memset(static_cast<void*>(t), 1, kBytes);
      t->size_class = 2;
      tasks.push_back(t);
    }
  }
  // All but those whose number is a multiple of `kept`; 0: all.
  void release(std::size_t kept) {
    std::vector<Task*> left;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (kept != 0 && i % kept == 0) {
        left.push_back(tasks[i]);
        continue;
      }
      tasks[i]->next = free[2];
      free[2] = tasks[i];
    }
    tasks = left;
  }
  std::size_t count_free() const {
    std::size_t n = 0;
    for (const Task* t = free[2]; t != nullptr; t = t->next) ++n;
    return n;
  }
};

TEST(Chunks, GoBackWhenAllTasksAreFree) {
  Memory memory;
  memory.fill();
  EXPECT_GE(memory.chunks.held_bytes(), kMuch);
  memory.release(0);
  memory.chunks.rest(memory.free);
  EXPECT_LT(memory.chunks.held_bytes(), kMuch / 10);
  EXPECT_LE(memory.count_free() * kBytes, memory.chunks.held_bytes());
  memory.fill();  // from the same addresses
  EXPECT_GE(memory.chunks.held_bytes(), kMuch);
  for (Task* t : memory.tasks) std::memset(static_cast<void*>(t), 2, kBytes);
}

TEST(Chunks, StayWhileATaskIsThere) {
  Memory memory;
  memory.fill();
  memory.release(1000);  // there are 32768 in a chunk
  memory.chunks.trim(memory.free);
  EXPECT_GE(memory.chunks.held_bytes(), kMuch);
  for (Task* t : memory.tasks) EXPECT_EQ(reinterpret_cast<unsigned char*>(t)[kBytes - 1], 1);
}

TEST(Chunks, TheOftenerTheyAreTakenAgainTheLongerTheyStay) {
  Memory memory;
  int trims = 0;
  for (int round = 0; round < 100; ++round) {
    memory.fill();
    memory.release(0);
    memory.chunks.rest(memory.free);
    if (memory.chunks.held_bytes() < kMuch) ++trims;
    while (memory.free[2] != nullptr) {  // what the next round uses
      memory.tasks.push_back(memory.free[2]);
      memory.free[2] = memory.free[2]->next;
    }
  }
  EXPECT_GE(trims, 3);
  EXPECT_LE(trims, 10);
}

}  // namespace
}  // namespace xomp::graph
