// Finding, making and combining the private copies of task reductions.
#include "core/task/reduction.h"

#include <new>

#include "core/task/taskgroup.h"
#include "platform/heap.h"
#include "platform/memory.h"

namespace xomp::task {

namespace {

std::size_t bytes_for(std::int32_t count) {
  return sizeof(TaskReductions) + static_cast<std::size_t>(count) * sizeof(ReductionItem);
}

std::size_t round_up(std::size_t bytes) { return (bytes + 63) & ~std::size_t{63}; }

const ReductionItem* find_by_name(const TaskReductions& r, const void* address) {
  for (std::int32_t i = 0; i < r.count; ++i)
    if (r.items[i].shared == address) return &r.items[i];
  return nullptr;
}

const ReductionItem* find_by_original(const TaskReductions& r, const void* address) {
  for (std::int32_t i = 0; i < r.count; ++i)
    if (r.items[i].original == address && address != nullptr) return &r.items[i];
  return nullptr;
}

const ReductionItem* find_by_copy(const TaskReductions& r, const char* address) {
  if (address < r.storage.base || address >= r.storage.end()) return nullptr;
  const std::size_t offset = static_cast<std::size_t>(address - r.storage.base) % r.storage.stride;
  const ReductionItem* found = nullptr;
  for (std::int32_t i = 0; i < r.count && r.items[i].offset <= offset; ++i) found = &r.items[i];
  return found;
}

void* copy_of(const TaskReductions& r, const ReductionItem& item, int thread_number) {
  char* const place = r.storage.slot(thread_number) + item.offset;
  if (r.combining == Combining::by_compiled_code) return place;
  bool& made = r.made_flags(thread_number)[&item - r.items];  // [REDUCE-1] this thread's own
  if (!made) {
    made = true;
    if (item.initialise != nullptr) item.initialise(place, item.original);
  }
  return place;
}

using Find = const ReductionItem* (*)(const TaskReductions& r, const void* address);

PrivateCopy search(const Taskgroup* innermost, void* address, int thread_number, Find find) {
  for (const Taskgroup* group = innermost; group != nullptr; group = group->outer)
    for (const TaskReductions* r = group->reductions; r != nullptr; r = r->next) {
      const ReductionItem* item = find(*r, address);
      if (item == nullptr || thread_number >= r->storage.threads) continue;
      return {copy_of(*r, *item, thread_number), item->shared};
    }
  return {nullptr, nullptr};
}

}  // namespace

ReductionStorage make_storage(std::size_t stride, int threads) {
  void* const base = platform::take_piece(stride * static_cast<std::size_t>(threads));
  if (base == nullptr) platform::out_of_memory("task reductions");
  return {static_cast<char*>(base), stride, threads};
}

void free_storage(const ReductionStorage& storage) {
  platform::give_piece_back(storage.base, static_cast<std::size_t>(storage.end() - storage.base));
}

void free_list_entry(TaskReductions* r) { platform::give_piece_back(r, bytes_for(r->count)); }

TaskReductions* attach_reductions(Taskgroup& group, std::int32_t count) {
  auto* r = static_cast<TaskReductions*>(platform::take_piece(bytes_for(count)));
  if (r == nullptr) platform::out_of_memory("task reductions");
  r->count = count;
  r->next = group.reductions;
  group.reductions = r;
  return r;
}

std::size_t lay_out(ReductionItem* items, std::int32_t count) {
  std::size_t offset = 0;
  for (std::int32_t i = 0; i < count; ++i) {
    items[i].offset = offset;
    offset += round_up(items[i].size != 0 ? items[i].size : 1);
  }
  return offset + round_up(static_cast<std::size_t>(count));
}

ReductionStorage SharedReduction::join(std::size_t stride, int threads) {
  Shared* shared = shared_.load(acquire);  // [REDUCE-2]
  if (shared != nullptr) return shared->storage;
  auto* fresh = static_cast<Shared*>(platform::take_piece(sizeof(Shared)));
  if (fresh == nullptr) platform::out_of_memory("task reductions");
  new (fresh) Shared{make_storage(stride, threads), {0}};
  if (shared_.compare_exchange_strong(shared, fresh, acq_rel, acquire)) return fresh->storage;  // [REDUCE-2]
  free_storage(fresh->storage);
  platform::give_piece_back(fresh, sizeof(Shared));
  return shared->storage;
}

bool SharedReduction::leave() {
  Shared* const shared = shared_.load(acquire);
  // Read first, because once this thread is counted the last one may free the storage.
  const std::int32_t threads = shared->storage.threads;
  if (shared->left.fetch_add(1, acq_rel) + 1 != threads) return false;  // [REDUCE-1]
  shared_.store(nullptr, relaxed);                                      // [REDUCE-2] published by the barrier
  platform::give_piece_back(shared, sizeof(Shared));
  return true;
}

void SharedReduction::reset() {
  Shared* const shared = shared_.load(relaxed);
  if (shared == nullptr) return;
  free_storage(shared->storage);
  platform::give_piece_back(shared, sizeof(Shared));
  shared_.store(nullptr, relaxed);
}

PrivateCopy private_copy(const Taskgroup* innermost, void* address, int thread_number) {
  const Find any = [](const TaskReductions& r, const void* a) {
    const ReductionItem* item = find_by_name(r, a);
    return item != nullptr ? item : find_by_copy(r, static_cast<const char*>(a));
  };
  const PrivateCopy copy = search(innermost, address, thread_number, any);
  if (copy.place != nullptr) return copy;
  return search(innermost, address, thread_number, find_by_original);
}

void combine_copies(const TaskReductions& r) {
  for (int thread = 0; thread < r.storage.threads; ++thread) {
    const bool* const made = r.made_flags(thread);  // [REDUCE-1]
    for (std::int32_t i = 0; i < r.count; ++i) {
      if (!made[i]) continue;
      char* const copy = r.storage.slot(thread) + r.items[i].offset;
      r.items[i].combine(r.items[i].shared, copy);
      if (r.items[i].finish != nullptr) r.items[i].finish(copy);
    }
  }
}

void end_reductions(Taskgroup& group) {
  while (TaskReductions* r = group.reductions) {
    group.reductions = r->next;
    if (r->combining == Combining::at_group_end) {
      combine_copies(*r);
      free_storage(r->storage);
    }
    free_list_entry(r);
  }
}

}  // namespace xomp::task
