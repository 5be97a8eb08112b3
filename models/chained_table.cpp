// Tables in a row (src/core/graph/chained_table.h): looks, insertions and removals beside growth, moves to the front and the end of empty
// tables: CHAIN-1 to 3, and the writer's side of BRAVO-1 with threads that come late. The first table has one bucket, and one task is enough
// to fill a bucket, so a few tasks make three tables.
#include "core/graph/chained_table.h"

#include "core/graph/graph.h"
#include "core/icv/icv.h"
#include "models/explore/model.h"

namespace xomp::graph {
void* take_lines(std::size_t bytes) { return models::allocate(bytes); }
void give_lines_back(void* lines, std::size_t bytes) { models::give_up(lines, bytes); }
}  // namespace xomp::graph

namespace xomp::models {
namespace {

using graph::ChainedTable;

struct Node : graph::Task {
  int number = 0;
  int inputs = 0;  // under the lock of the bucket
};

template <int kThreads, sync::ReaderFence kFence>
struct Tables {
  static constexpr int kNodes = 6;
  ChainedTable::Reader readers[kThreads];
  atomic<std::uint32_t> known{kThreads};
  Node nodes[kNodes];
  Ledger complete;
  ChainedTable* table;

  Tables() {
    icv::global.spin_ns.store(0, relaxed);
    for (int n = 0; n < kNodes; ++n) nodes[n].number = n;
    table = new (allocate(sizeof(ChainedTable)))
        ChainedTable(readers, known, kFence, {.first = 1, .limit = 1, .largest = 4});
  }
  // The second input completes a task; of task 1 the third one.
  static int goal_of(int number) { return number == 1 ? 3 : 2; }
  void add_input(int thread, int number) {
    graph::LockedPlace place;
    table->lock(place, static_cast<std::size_t>(number), static_cast<std::uint32_t>(thread));
    graph::Task* found = table->find(
        place,
        [](const graph::Task* t, const void* key) {
          return static_cast<const Node*>(t)->number == *static_cast<const int*>(key);
        },
        &number);
    Node* n = static_cast<Node*>(found);
    require(n != nullptr || nodes[number].inputs == 0, "a task that is there is found");
    if (n == nullptr) table->insert(place, n = &nodes[number]);
    const bool is_last = ++n->inputs == goal_of(number);
    if (is_last) table->remove(place, n);
    table->unlock(place);
    if (is_last) complete.enter_once(number, "a task is complete once");
  }
  int left() {
    int left = 0;
    table->visit(
        0,
        [](graph::Task* t, void* count) {
          const Node* const n = static_cast<Node*>(t);
          require(n->inputs < goal_of(n->number), "a task that is left waits for an input");
          ++*static_cast<int*>(count);
        },
        &left);
    return left;
  }
  // So many have got an input in all.
  void check(int begun) {
    require(left() == begun - complete.sum(), "no task is lost or doubled");
    table->~ChainedTable();
    give_up(table, sizeof(ChainedTable));
  }
};

// The table grows while another thread looks for what is in an older one, moves it and takes it out; which empties that one.
template <sync::ReaderFence kFence>
struct Growth : Tables<2, kFence> {
  static constexpr int threads = 2;
  Growth() {
    for (int n = 0; n < 3; ++n) this->add_input(0, n);
  }
  void run(int thread) {
    if (thread == 0) {
      this->add_input(0, 3);
      this->add_input(0, 1);
    } else {
      this->add_input(1, 0);
      this->add_input(1, 3);
      this->add_input(1, 2);
      this->add_input(1, 1);
    }
  }
  void at_end() {
    for (int n = 0; n < 4; ++n) require(this->complete.count(n) == 1, "inputs of a task meet while the row changes");
    this->check(4);
  }
};
const Registered<Growth<sync::ReaderFence::full>> growth("chained-growth", "inputs meet while tables grow and end",
                                                         {.departures = 2, .departures_long = 3});
const Registered<Growth<sync::ReaderFence::light>> light("chained-growth-light",
                                                         "the same with the light fence in readers",
                                                         {.departures = 2, .departures_long = 3});

// Two threads find the same task, and others of its bucket, in an older table; a third one makes the row longer.
struct Moves : Tables<3, sync::ReaderFence::full> {
  static constexpr int threads = 3;
  Moves() {
    for (int n = 0; n < 3; ++n) add_input(0, n);
  }
  void run(int thread) {
    if (thread == 0) add_input(0, 4);
    else if (thread == 1) add_input(1, 2);
    else add_input(2, 4), add_input(2, 1);
  }
  void at_end() {
    require(complete.count(4) == 1 && complete.count(2) == 1, "each is found, wherever it is");
    require(nodes[1].inputs == 2, "as is the one that still waits");
    check(4);
  }
};
const Registered<Moves> moves("chained-moves", "tasks are moved to the front by several threads",
                              {.departures = 1, .departures_long = 2});

// Two threads find the same table too full.
struct Growers : Tables<2, sync::ReaderFence::full> {
  static constexpr int threads = 2;
  Growers() { add_input(0, 0); }
  void run(int thread) {
    add_input(thread, 2 + thread);
    if (thread == 0) add_input(0, 4);
  }
  void at_end() { check(4); }
};
const Registered<Growers> growers("chained-growers", "two threads find the same table too full",
                                  {.departures = 3, .departures_long = 4});

// A thread comes that had not been there when the writer began. It is counted before it reads.
struct Late : Tables<2, sync::ReaderFence::full> {
  static constexpr int threads = 2;
  Late() {
    known.store(1, relaxed);
    add_input(0, 0);
  }
  void run(int thread) {
    if (thread == 0) {
      add_input(0, 1);  // grows
    } else {
      known.store(2, release);
      add_input(1, 0);
    }
  }
  void at_end() {
    require(complete.count(0) == 1, "inputs of a task meet");
    check(2);
  }
};
const Registered<Late> late("chained-late", "a writer waits for a thread that came after it",
                            {.departures = 3, .departures_long = 4});

// All tasks are taken out beside a thread that adds some.
struct Drained : Tables<2, sync::ReaderFence::full> {
  static constexpr int threads = 2;
  int drained = 0;
  Drained() {
    for (int n = 0; n < 3; ++n) add_input(0, n);
  }
  void run(int thread) {
    if (thread == 1) {
      add_input(1, 3);
      add_input(1, 4);
      return;
    }
    for (graph::Task* t = table->drain(); t != nullptr; t = t->next) ++drained;
  }
  void at_end() { check(5 - drained); }
};
const Registered<Drained> drained("chained-drained", "what is taken out at once is neither lost nor doubled",
                                  {.departures = 2, .departures_long = 3});

}  // namespace
}  // namespace xomp::models
