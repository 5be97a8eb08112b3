// The table of tasks that wait for inputs, while it grows (front/ttg/include/ttg/detail/table.h has the protocol). Its first
// bucket is the only one, so few tasks fill it.
#include "models/explore/model.h"
#include "platform/atomic.h"

#define XOMP_TTG_ATOMIC ::xomp::atomic
#define XOMP_TTG_YIELD ::xomp::models::give_way
#define XOMP_TTG_FIRST_LINES 1
#include "ttg/detail/table.h"

extern "C" {
void* xomp_graph_lines_1(std::size_t bytes) { return xomp::models::allocate(bytes); }
const xomp::graph::TableCalls* xomp_graph_table_1() { return nullptr; }
void xomp_graph_lines_back_1(void* lines, std::size_t bytes) { xomp::models::give_up(lines, bytes); }
}

namespace xomp::models {
namespace {

struct Node : xomp::graph::Task {
  int number = 0;
  int inputs = 0;  // under the lock of the bucket
  std::size_t hash() const { return hash_of(number); }
  // The hashes have different tags, and part as the table grows.
  static std::size_t hash_of(int n) { return static_cast<std::size_t>(n) << 57 | static_cast<std::size_t>(n); }
};
using Table = ttg::detail::Table<Node>;

constexpr int kNodes = 10, kThere = 6;

struct Growth {
  static constexpr int threads = 2;
  Table table;
  Node nodes[kNodes];
  Ledger complete;

  Growth() {
    for (int n = 0; n < kNodes; ++n) nodes[n].number = n;
    for (int n = 0; n < kThere; ++n) add_input(n);
  }
  // The second input completes a task.
  void add_input(int number) {
    const std::size_t hash = Node::hash_of(number);
    auto bucket = table.lock(hash);
    Node* n = bucket.find(hash, [number](const Node& other) { return other.number == number; });
    if (n == nullptr) bucket.insert(n = &nodes[number]);
    const bool is_last = ++n->inputs == 2;
    if (is_last) bucket.remove(n);
    bucket.unlock();
    if (is_last) complete.enter_once(number, "a task is complete once");
  }
  void run(int thread) {
    if (thread == 0) {
      for (int n = kThere; n < kNodes; ++n) add_input(n);  // the table grows
      add_input(1);
    } else {
      add_input(0);
      add_input(kThere);
      add_input(kNodes - 1);
    }
  }
  void at_end() {
    int left = 0;
    table.for_each([&left](const Node& n) {
      require(n.inputs == 1, "a task that is left waits for one input");
      ++left;
    });
    require(complete.count(0) == 1 && complete.count(1) == 1 && complete.count(kThere) == 1 &&
                complete.count(kNodes - 1) == 1,
            "inputs of a task meet while the table grows");
    require(left == kNodes - complete.sum(), "no task is lost or doubled");
  }
};
const Registered<Growth> growth("table-growth", "inputs meet while the table grows",
                                {.departures = 2, .departures_long = 3});

// An empty table becomes small beside a visitor. Its memory must go only when the visitor is not in it.
struct Rest {
  static constexpr int threads = 2;
  Table table;
  Node nodes[kNodes];

  Rest() {
    for (int n = 0; n < kNodes; ++n) nodes[n].number = n;
    for (int n = 0; n < kNodes; ++n) insert(n);
    for (int n = 0; n < kNodes; ++n) remove(n);
    table.give_back();  // what it has grown out of
  }
  void insert(int number) {
    auto bucket = table.lock(Node::hash_of(number));
    bucket.insert(&nodes[number]);
    bucket.unlock();
  }
  void remove(int number) {
    const std::size_t hash = Node::hash_of(number);
    auto bucket = table.lock(hash);
    Node* const n = bucket.find(hash, [number](const Node& other) { return other.number == number; });
    require(n == &nodes[number], "a node is found where the table rests");
    bucket.remove(n);
    bucket.unlock();
  }
  void run(int thread) {
    if (thread == 0) {
      if (table.shrink(1)) table.give_back();
    } else {
      for (int n = 0; n < 2; ++n) {
        const Table::Visit visit(&table);
        insert(n);
      }
      const Table::Visit visit(&table);
      remove(1);
    }
  }
  void at_end() {
    int left = 0;
    table.for_each([&left](const Node&) { ++left; });
    require(left == 1, "no node is lost or doubled");
  }
};
const Registered<Rest> rest("table-rest", "a table's memory goes beside a visitor, not below it",
                            {.departures = 3, .departures_long = 4});

}  // namespace
}  // namespace xomp::models
