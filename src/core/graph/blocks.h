// Blocks of pointers to tasks, for queues of any length. Used under the queue's lock.
#pragma once

#include <cstdint>

#include "core/graph/layout.h"
#include "platform/heap.h"
#include "platform/memory.h"

namespace xomp::graph {

template <std::uint32_t kRoom>
struct Block {
  static constexpr std::uint32_t kTasks = kRoom;
  Block* link;
  Task* tasks[kRoom];
};

// Gives a queue its blocks. A block that the queue leaves is kept for the next one, so that a queue which goes up and
// down at a block's end takes no new memory each time.
template <class B>
class Blocks {
 public:
  // `what` is for the message if there is no memory.
  B* take(const char* what) {
    B* block = spare_;
    spare_ = nullptr;
    if (block == nullptr) block = static_cast<B*>(platform::take_piece(sizeof(B)));
    if (block == nullptr) platform::out_of_memory(what);
    return block;
  }
  void leave(B* block) {
    if (spare_ == nullptr) spare_ = block;
    else platform::give_piece_back(block, sizeof(B));
  }

 private:
  B* spare_ = nullptr;
};

}  // namespace xomp::graph
