// The variables stand in a list, because they are few, and each thread looks each one up once.
#include "core/team/threadprivate.h"

#include <cstring>
#include <new>

#include "platform/heap.h"
#include "platform/memory.h"
#include "platform/short_lock.h"

namespace xomp::team {

namespace {

struct Variable {
  Variable* next;
  void* original;
  std::size_t bytes;  // 0 until the first use
  void* image;        // the original's bytes at the first use; nullptr where a constructor makes copies
  PrivateThunks thunks;
  void** copies;  // [PRIVATE-1] by worker id
};

platform::ShortLock list_lock;
Variable* variables = nullptr;  // under list_lock

Variable& find(void* original) {
  for (Variable* v = variables; v != nullptr; v = v->next)
    if (v->original == original) return *v;
  auto* v = new (platform::allocate_forever(sizeof(Variable))) Variable{variables, original, 0, nullptr, {}, nullptr};
  variables = v;
  return *v;
}

Variable& prepare(void* original, std::size_t bytes) {
  const platform::ShortGuard guard(list_lock);
  Variable& v = find(original);
  if (v.copies == nullptr) {
    v.bytes = bytes;
    v.copies = static_cast<void**>(platform::reserve_pages(sizeof(void*) * sched::kMaxWorkers));
    if (v.copies == nullptr) platform::out_of_memory("threadprivate variables");
    if (v.thunks.construct == nullptr && v.thunks.construct_array == nullptr) {
      v.image = platform::allocate_forever(bytes);
      std::memcpy(v.image, original, bytes);
    }
  }
  return v;
}

void* make_copy(Variable& v) {
  void* copy = platform::take_piece(v.bytes);
  if (copy == nullptr) platform::out_of_memory("threadprivate variables");
  const PrivateThunks& t = v.thunks;
  if (t.construct_array != nullptr) {
    t.construct_array(copy, t.count);
  } else if (t.construct != nullptr) {
    t.construct(copy);
  } else if (t.copy_construct_array != nullptr) {
    t.copy_construct_array(copy, v.original, t.count);
  } else if (t.copy_construct != nullptr) {
    t.copy_construct(copy, v.original);
  } else {
    std::memcpy(copy, v.image, v.bytes);
  }
  return copy;
}

void destroy_copy(const Variable& v, void* copy) {
  if (v.thunks.destroy_array != nullptr) {
    v.thunks.destroy_array(copy, v.thunks.count);
  } else if (v.thunks.destroy != nullptr) {
    v.thunks.destroy(copy);
  }
  platform::give_piece_back(copy, v.bytes);
}

}  // namespace

void hold_threadprivate_for_fork() { list_lock.lock(); }
void release_threadprivate_after_fork() { list_lock.unlock(); }

void register_threadprivate(void* original, const PrivateThunks& thunks) {
  const platform::ShortGuard guard(list_lock);
  Variable& v = find(original);
  if (v.copies == nullptr) v.thunks = thunks;
}

void* threadprivate_copy(Worker& me, void* original, std::size_t bytes, void*** cache) {
  auto& shared = *reinterpret_cast<atomic<void**>*>(cache);
  void** copies = cache != nullptr ? shared.load(acquire) : nullptr;  // [PRIVATE-1]
  if (copies != nullptr && copies[me.id] != nullptr) return copies[me.id];
  Variable& v = prepare(original, bytes);
  if (cache != nullptr) shared.store(v.copies, release);  // [PRIVATE-1] every writer stores the same value
  void*& mine = v.copies[me.id];
  if (mine == nullptr) mine = me.id == 0 ? original : make_copy(v);
  return mine;
}

void forget_threadprivate(Worker& me) {
  if (me.id == 0) return;
  for (;;) {
    Variable* found = nullptr;
    void* copy = nullptr;
    {
      const platform::ShortGuard guard(list_lock);
      for (Variable* v = variables; v != nullptr && found == nullptr; v = v->next) {
        if (v->copies == nullptr || v->copies[me.id] == nullptr) continue;
        found = v;
        copy = v->copies[me.id];
        v->copies[me.id] = nullptr;
      }
    }
    if (found == nullptr) return;
    destroy_copy(*found, copy);  // without the lock, because it may use the runtime
  }
}

}  // namespace xomp::team
