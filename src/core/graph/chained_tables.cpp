// Chained tables for front ends: makes them, keeps a list of them for fork(), and says which of its slots a thread reads with.
#include <new>

#include "core/graph/chained_table.h"
#include "core/graph/graph.h"
#include "core/graph/memory.h"
#include "core/icv/icv.h"
#include "platform/memory.h"
#include "platform/message.h"

namespace xomp::graph {

namespace {

constexpr std::size_t kReadersBytes = sizeof(ChainedTable::Reader) * sched::kMaxWorkers;

struct Tables {
  platform::ShortLock lock;
  ChainedTable* first = nullptr;  // under the lock
};
constinit Tables the_tables;

std::uint32_t own_reader() { return own_memory().number; }

// A table of a TT that waits for few tasks takes two pages: of the readers only those that come are touched.
ChainedTable* make_table() {
  own_memory();  // so that the thread is known
  void* const readers = platform::reserve_pages(kReadersBytes);
  if (readers == nullptr) platform::out_of_memory("a table of a graph");
  auto* const table = new (take_lines(sizeof(ChainedTable)))
      ChainedTable(static_cast<ChainedTable::Reader*>(readers), the_threads.known, sync::ReaderFence::light, {});
  const platform::ShortGuard guard(the_tables.lock);
  table->next_of_all = the_tables.first;
  the_tables.first = table;
  return table;
}

void end_table(ChainedTable* table) {
  {
    const platform::ShortGuard guard(the_tables.lock);
    ChainedTable** link = &the_tables.first;
    while (*link != table) link = &(*link)->next_of_all;
    *link = table->next_of_all;
  }
  platform::unmap_pages(table->readers(), kReadersBytes);
  table->~ChainedTable();
  give_lines_back(table, sizeof(ChainedTable));
}

// The calling thread's place. A thread is in one at a time, because what runs there is only functions of keys.
LockedPlace& own_place() {
  LockedPlace*& place = state_of(own_memory()).place;
  if (place == nullptr) place = new (platform::allocate_forever(sizeof(LockedPlace), alignof(LockedPlace))) LockedPlace;
  return *place;
}

LockedPlace* lock(ChainedTable* table, std::size_t hash) {
  LockedPlace& place = own_place();
  if (place.table != nullptr) platform::fatal("ttg: a function of a key (its comparison or copy) sends a message");
  table->lock(place, hash, own_reader());
  return &place;
}

constexpr TableCalls kCalls = {
    make_table,
    end_table,
    lock,
    [](LockedPlace* place) { place->table->unlock(*place); },
    [](LockedPlace* place, ChainedTable::Same same, const void* key) { return place->table->find(*place, same, key); },
    [](LockedPlace* place, Task* task) { place->table->insert(*place, task); },
    [](LockedPlace* place, Task* task) { place->table->remove(*place, task); },
    [](ChainedTable* table, void (*visit)(Task*, void*), void* argument) {
      table->visit(own_reader(), visit, argument);
    },
    [](ChainedTable* table) { return table->drain(); },
};

}  // namespace

const TableCalls* table_calls() { return icv::global.ttg_table == icv::TtgTable::chained ? &kCalls : nullptr; }

void hold_tables_for_fork() { the_tables.lock.lock(); }
void release_tables_after_fork() { the_tables.lock.unlock(); }
void forget_tables() {
  for (ChainedTable* table = the_tables.first; table != nullptr; table = table->next_of_all)
    table->forget(xomp_graph_self_1 != nullptr ? &table->readers()[own_reader()] : nullptr);
}

}  // namespace xomp::graph
