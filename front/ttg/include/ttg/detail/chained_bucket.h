// A place in the library's table (XOMP_TTG_TABLE=chained), with what Table<Node>::Locked has for a place in ours. The library finds, puts
// and moves tasks; keys are compared here. Used by the thread that has locked it.
#ifndef XOMP_TTG_DETAIL_CHAINED_BUCKET_H
#define XOMP_TTG_DETAIL_CHAINED_BUCKET_H

#include "ttg/detail/platform.h"
#include <cstddef>
#include <type_traits>
#include <xomp/graph.h>

namespace ttg::detail {

namespace graph = xomp::graph;

// Where a table is the library's, made at its first use.
class ChainedTableOf {
 public:
  ChainedTableOf() = default;
  ChainedTableOf(const ChainedTableOf&) = delete;
  ChainedTableOf& operator=(const ChainedTableOf&) = delete;
  ~ChainedTableOf() {
    if (graph::ChainedTable* const t = made()) calls().end(t);
  }

  static const graph::TableCalls& calls() { return *xomp_graph_table_1(); }
  // Returns nullptr if there is none yet, or never will be.
  graph::ChainedTable* made() const { return table_.load(std::memory_order_acquire); }  // as it was made
  // Returns nullptr if tables are the front end's own.
  graph::ChainedTable* make() {
    if (graph::ChainedTable* const t = made()) return t;
    const graph::TableCalls* const calls = xomp_graph_table_1();
    if (calls == nullptr) return nullptr;
    graph::ChainedTable* const fresh = calls->make();
    graph::ChainedTable* seen = nullptr;
    if (table_.compare_exchange_strong(seen, fresh, std::memory_order_acq_rel)) return fresh;  // for made()
    calls->end(fresh);
    return seen;
  }
  // Calls take(node) for each task, which is out of the table then.
  template <class Take>
  void drain(Take&& take) {
    graph::Task* tasks = made() != nullptr ? calls().drain(made()) : nullptr;
    graph::came_over(made());
    while (graph::Task* const t = tasks) {
      tasks = t->next;
      take(t);
    }
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (made() == nullptr) return;
    graph::came_over(made());
    const auto call = [](graph::Task* task, void* visit) {
      (*static_cast<std::remove_reference_t<Visit>*>(visit))(task);
    };
    calls().visit(made(), call, &visit);
  }

 private:
  Atomic<graph::ChainedTable*> table_{nullptr};
};

template <class Node>
class ChainedBucket {
 public:
  ChainedBucket(graph::ChainedTable* table, std::size_t hash) { lock(table, hash); }

  template <class Same>
  Node* find(std::size_t, const Same& same) {
    const auto call = [](const graph::Task* task, const void* same) {
      return bool((*static_cast<const Same*>(same))(*static_cast<const Node*>(task)));
    };
    return static_cast<Node*>(calls_.find(&place_, call, &same));
  }
  void insert(Node* node) { calls_.insert(&place_, node); }
  void remove(Node* node) { calls_.remove(&place_, node); }
  void unlock() {
    graph::goes_over(place_.table);
    calls_.unlock(&place_);
  }
  void lock_again(std::size_t hash) { lock(place_.table, hash); }
  std::size_t hash_of(const Node&) const {
    return place_.hash;
  }  // of a node that was found or put here; its own is gone

 private:
  void lock(graph::ChainedTable* table, std::size_t hash) {
    place_.table = table;
    place_.hash = hash;
    calls_.lock(&place_);
    graph::came_over(table);  // a task moves from lock to lock
  }

  const graph::TableCalls& calls_ = ChainedTableOf::calls();
  graph::LockedPlace place_;
};

}  // namespace ttg::detail

#endif
