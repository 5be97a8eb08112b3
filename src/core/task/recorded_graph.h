// A recorded graph of tasks: which tasks a region made, with copies of their data, and which of them wait for which. It is written once, by
// the thread that records, and only read from then on. A Replay is what one run of the graph needs beyond that: descriptors with their
// counters and edges, ready to be handed over. core/sched/taskgraph.cpp records and replays.
//
// A replay looks at no addresses. Its edges stand in the Dependences of its tasks as they would after the linking. So the ends of tasks make
// others ready in the usual way (DEPEND-1, DEPEND-2), and a run goes through three phases:
//   begin:  the replaying thread writes all descriptors, lists of successors and counters, before it hands over the first task.
//   run:    executors change them by DEPEND-1 and DEPEND-2, and send the descriptors home (RETURN-1).
//   return: the replaying thread counts what has come home. Once all have, no other thread knows a descriptor, and the next run may begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/task/dependence_table.h"
#include "core/task/dependences.h"
#include "core/task/descriptor_pool.h"
#include "core/task/task.h"
#include "platform/heap.h"

namespace xomp::task {

// An array that grows, in pieces of the heap. add() returns nullptr where there is no memory. One thread at a time.
template <class T>
class Pieces {
 public:
  Pieces() = default;
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;
  ~Pieces() { platform::give_piece_back(elements_, capacity_ * kBytes); }
  T* add(const T& element) {
    if (count_ == capacity_ && !grow()) return nullptr;
    elements_[count_] = element;
    return &elements_[count_++];
  }
  std::uint32_t count() const { return count_; }
  T& operator[](std::uint32_t i) { return elements_[i]; }
  const T& operator[](std::uint32_t i) const { return elements_[i]; }
  T* begin() { return elements_; }
  T* end() { return elements_ + count_; }

 private:
  bool grow() {
    const std::uint32_t capacity = capacity_ == 0 ? 64 : 2 * capacity_;
    auto* const roomier = static_cast<T*>(platform::take_piece(capacity * kBytes));
    if (roomier == nullptr) return false;
    for (std::uint32_t i = 0; i < count_; ++i) roomier[i] = elements_[i];
    platform::give_piece_back(elements_, capacity_ * kBytes);
    elements_ = roomier;
    capacity_ = capacity;
    return true;
  }

  struct Place {
    T element;
  };
  static constexpr std::size_t kBytes = sizeof(Place);  // clang-tidy doubts the size of a T that is a pointer
  T* elements_ = nullptr;
  std::uint32_t count_ = 0, capacity_ = 0;
};

// Makes the objects of one task's data from another's, as the compiled code's copy constructors do. Both are what data_of() returns. The third
// argument means nothing.
using CloneData = void (*)(void* to, void* from, std::int32_t);

struct RecordedTask {
  void* body;
  void* image;                          // the data as it was when the task was made; nullptr: there is none
  CloneData clone;                      // nullptr: the data is copied as it is
  void (*around)(void* data);           // calls the body; or nullptr
  void (*thunk)(int thread_id, Task*);  // with kThunk
  std::uint32_t flags;                  // what the task is, without its place in a run
  std::uint32_t data_bytes;
  std::uint32_t shareds_at;  // the data begins with a pointer to itself, this far from its begin; or kNoShareds
  std::int32_t priority;
  std::uint32_t predecessors;
  std::uint32_t first_successor, successors;  // in RecordedGraph::successors
  std::uint32_t first_mutex, mutexes;         // in RecordedGraph::mutexes
};
inline constexpr std::uint32_t kNoShareds = UINT32_MAX;

// The tasks stand in the order in which the region made them, which is an order in which they may run.
struct RecordedGraph {
  Pieces<RecordedTask> tasks;
  Pieces<std::uint32_t> successors;  // numbers of tasks
  Pieces<std::uint32_t> mutexes;     // numbers of mutexinoutsets
  std::uint32_t mutex_sets = 0;
  // Under the lock of core/sched/taskgraph.cpp.
  Replay* free_replays = nullptr;
  std::int32_t users = 0;     // runs that have begun and whose descriptors have not all come home
  bool is_forgotten = false;  // the last user frees it

  ~RecordedGraph();
};
void free_graph(RecordedGraph* graph);
// Returns what was recorded of a run's task.
const RecordedTask& recorded_of(const Task& task);

// One run's descriptors. Between runs nobody knows them. The replaying thread writes it.
struct Replay {
  RecordedGraph* graph;
  Replay* next;  // in free_replays, under the lock
  Task** tasks;
  MutexSet* sets;
  std::uint32_t count;
  std::uint32_t returned;  // descriptors that have come home
  void (*whole)(Replay&);  // called when the last one has come home, and may free the Replay; or nullptr
};

// Makes descriptors for one run, from the pool of the calling thread, whose worker's id is `id`; nullptr: no memory.
Replay* make_replay(DescriptorPool& pool, std::int32_t id, RecordedGraph& graph);
// Gives them back, to the calling thread's pool.
void drop_replay(DescriptorPool& pool, std::int32_t id, Replay* replay);

// Gives a descriptor the state in which a run begins. `held_back`: no end of another task makes it ready, because the replaying thread runs the
// tasks in their order. The place in the tree of tasks is left to the caller.
void begin_task(Replay& replay, std::uint32_t number, void* team, bool held_back);

// Finds out which of a region's tasks wait for which. Each recorded task gets a shadow, a descriptor that never runs, in a table of its own. So
// it is not lost that a task waited for another one that had ended by then. One thread.
class GraphRecorder {
 public:
  GraphRecorder(DescriptorPool& pool, void* team);
  ~GraphRecorder();
  GraphRecorder(const GraphRecorder&) = delete;
  GraphRecorder& operator=(const GraphRecorder&) = delete;

  // Notes the task, whose data is as its body will find it. Returns false if the graph is broken off. A run calls `around`, if there is one, in the
  // body's place.
  bool note(Task* t, CloneData clone, void (*around)(void* data) = nullptr);
  // Notes what the task depends on. `add` is called with a builder, as for the task itself. To be called after note() has returned true.
  template <class Add>
  void note_dependences(const Add& add) {
    Task* const shadow = shadows_[shadows_.count() - 1];
    DependenceBuilder builder(pool_, parent_, shadow, DependenceBuilder::Mode::registered, team_);
    if (!builder.has_failed()) add(builder);
    take_predecessors(builder);
  }
  // What is noted from now on waits for all that was noted before.
  void note_wait() { wants_gate_ = true; }
  // Something in the region cannot be run again.
  bool break_off() {
    is_broken_ = true;
    return false;
  }
  // Returns the finished graph, or nullptr if it was broken off.
  RecordedGraph* finish();

 private:
  struct Link {
    std::uint32_t from, to;
  };
  Task* new_shadow();
  bool add_link(std::uint32_t from, std::uint32_t to);
  bool add_node(const RecordedTask& recorded, Task* shadow);
  bool add_gate();
  void take_predecessors(DependenceBuilder& builder);
  void take_mutexes(const Task& shadow);
  bool sort_links();

  DescriptorPool& pool_;
  void* team_;
  RecordedGraph* graph_ = nullptr;
  Task* parent_;           // the encountering task's shadow, which has the table
  Pieces<Task*> shadows_;  // by number; nullptr for a gate
  Pieces<Link> links_;
  Pieces<std::uint32_t> last_successor_;  // by number: 1 more than the newest task that waits for it; 0 = none does
  std::uint32_t gate_ = UINT32_MAX;       // the newest gate; UINT32_MAX = none
  bool is_broken_ = false;
  bool wants_gate_ = false;
};

}  // namespace xomp::task
