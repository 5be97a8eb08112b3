// Tasks that wait for inputs in a table of the library's (XOMP_TTG_TABLE=chained). The library finds, puts and moves tasks; keys are compared
// here. Table<Node> asks for it where it would make its first buckets, and calls it on its rare paths.
#ifndef XOMP_TTG_DETAIL_CHAINED_TASKS_H
#define XOMP_TTG_DETAIL_CHAINED_TASKS_H

#include "ttg/detail/table_line.h"
#include <cstddef>
#include <type_traits>

namespace ttg::detail {

class ChainedTasks {
 public:
  ChainedTasks() = default;
  ChainedTasks(const ChainedTasks&) = delete;
  ChainedTasks& operator=(const ChainedTasks&) = delete;
  ~ChainedTasks() {
    if (made() != nullptr) calls().end(made());
  }

  static bool are_wanted() { return xomp_graph_table_1() != nullptr; }
  // Called once, before others know the table.
  void make() { table_.store(calls().make(), std::memory_order_release); }  // made()

  // --- by the thread that has locked the place ---
  // The place looks like a bucket of two lines. The first one has no room; a task that is found becomes its first entry. A task that is put
  // becomes the first entry of the second line, which is empty.
  [[gnu::cold]] TableLine* lock(std::size_t hash, std::uint64_t word) const {
    TableLine* const line = reinterpret_cast<TableLine*>(calls().lock(made(), hash));
    line->word.store(word, std::memory_order_relaxed);  // own
    line->set_entry(0, static_cast<graph::Task*>(nullptr));
    line->set_entry(TableLine::kEntries - 1, line + 1);
    line[1].word.store(0, std::memory_order_relaxed);  // the thread's own
    graph::came_over(made());                          // a task goes from lock to lock
    return line;
  }
  template <class Node, class Same>
  [[gnu::noinline, gnu::cold]] static Node* find(TableLine* line, Same same) {
    const auto call = [](const graph::Task* task, const void* same) {
      return bool((*static_cast<const Same*>(same))(*static_cast<const Node*>(task)));
    };
    graph::Task* const found = calls().find(place_of(line), call, &same);
    line->set_entry(0, found);
    return static_cast<Node*>(found);
  }
  // `word`: of the first line, as a Table::Locked has left it: without its first tag if the task that was found has been removed.
  [[gnu::cold]] void unlock(TableLine* line, std::uint64_t word) const {
    if (line[1].word.load(std::memory_order_relaxed) != 0)  // the thread's own
      calls().insert(place_of(line), line[1].entry(0));
    else if ((word & 0xff00) == 0) calls().remove(place_of(line), line->entry(0));
    graph::goes_over(made());
    calls().unlock(place_of(line));
  }

  // --- any thread ---
  // Takes out each task and calls take(task).
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
    graph::ChainedTable* const table = made();
    if (table == nullptr) return;
    graph::came_over(table);
    const auto call = [](graph::Task* task, void* visit) {
      (*static_cast<std::remove_reference_t<Visit>*>(visit))(task);
    };
    calls().visit(table, call, &visit);
  }

 private:
  static const graph::TableCalls& calls() { return *xomp_graph_table_1(); }
  static graph::LockedPlace* place_of(TableLine* line) { return reinterpret_cast<graph::LockedPlace*>(line); }

  // Returns nullptr if there is none.
  graph::ChainedTable* made() const { return table_.load(std::memory_order_acquire); }  // as it was made

  Atomic<graph::ChainedTable*> table_{nullptr};
};

}  // namespace ttg::detail

#endif
