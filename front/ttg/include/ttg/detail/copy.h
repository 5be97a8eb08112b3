// Values on their way between tasks. A small trivially copyable value lies in the message and in the task that takes it. Any
// other value is one object with a count of those that hold it: messages, and tasks that take it.
//
// COPY-1: an object is destroyed after its last holder no longer uses it, and written only by a holder that is alone.
//   holder: reads or copies, count -= 1 (release)     last holder, or a writer: count (acquire) is 1; destroys, or writes
//   A holder that finds the count 1 is alone for good, because only holders make more: it needs no read-modify-write.
// COPY-2: a writer that waits for the readers starts once. It claims `writer`, then sets the lowest bit of the count (acq_rel).
//   Either it finds itself alone then, or the holder whose subtraction leaves it alone sees the bit (acq_rel) and
//   starts it. The thread that finds the writer alone clears `writer` first, because the object may go on to further
//   readers and another writer.
#ifndef XOMP_TTG_DETAIL_COPY_H
#define XOMP_TTG_DETAIL_COPY_H

#include "ttg/detail/platform.h"
#include "ttg/util/void.h"
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>
#include <xomp/graph.h>

namespace ttg::detail {

namespace graph = xomp::graph;

template <class V>
inline constexpr bool is_inline_v = [] {
  if constexpr (std::is_void_v<V>) return false;
  else return std::is_trivially_copyable_v<V> && std::is_copy_constructible_v<V> && sizeof(V) <= 32 && alignof(V) <= 16;
}();

struct CopyBase : graph::Task {  // for its memory: `run` destroys the object, `next` links lists
  Atomic<std::int64_t> word;     // 2 * holders + (a writer waits); COPY-1, COPY-2
  Atomic<graph::Task*>
      writer;  // COPY-2: the one that waits; nullptr to itself by compare-and-swap, back by who starts it
  // The task that got the object last and has not begun, or nullptr. The giver writes it, and so does that task's
  // thread when it lets go. If it is what the calling thread runs next (Seat::next), no other thread has seen that
  // task.
  Atomic<graph::Task*> taker;
  void* object;

  // Any holder may ask. [COPY-1] Acquires what former holders did.
  bool is_alone() const { return word.load(std::memory_order_acquire) == 2; }
  void hold(std::int64_t more = 1) {
    word.fetch_add(2 * more, std::memory_order_relaxed);
  }  // [COPY-1] the caller holds it
  // As hold(), by the task that runs on this thread. If the task is alone nobody else counts, so no read-modify-write
  // is needed.
  void hold_by_task(int more) {
    if (word.load(std::memory_order_relaxed) == 2)
      return word.store(2 + 2 * more, std::memory_order_relaxed);  // [COPY-1] only adds
    hold(more);
  }
  void let_go(graph::Seat& me) {
    if (word.load(std::memory_order_acquire) == 2) return run(me, this);       // [COPY-1]
    const std::int64_t before = word.fetch_sub(2, std::memory_order_acq_rel);  // [COPY-1] [COPY-2]
    if (before == 2) return run(me, this);
    if (before == 5) [[unlikely]] {  // [COPY-2] the writer is alone now
      word.store(2, std::memory_order_relaxed);
      graph::Task* const task = writer.exchange(nullptr, std::memory_order_relaxed);  // [COPY-2] as `word` brought it
      reinterpret_cast<StartWriter>(task->child)(me, task);
    }
  }
  // As let_go(), for offers, since they do not know the type.
  static void let_go_by_address(void* copy) { static_cast<CopyBase*>(copy)->let_go(graph::self()); }
  // Does the work of several calls of let_go(), for a caller that has all those holds.
  void let_go_of(graph::Seat& me, std::int64_t holds) {
    word.fetch_sub(2 * (holds - 1), std::memory_order_release);  // [COPY-1] one is left: nobody becomes alone by this
    let_go(me);
  }
  // As let_go(), by a task at its end that has sent the object on. In a chain the taker runs next on this thread. Both
  // counts are this thread's own then, so no read-modify-write is needed.
  void let_go_of_sent(graph::Seat& me) {
    const bool is_here = me.next != nullptr && taker.load(std::memory_order_relaxed) == me.next;  // own writes, if so
    if (is_here && word.load(std::memory_order_relaxed) == 4) return word.store(2, std::memory_order_relaxed);
    let_go(me);
  }
  // Returns true if the writer, which is a holder, is put off until it is alone. Returns false if it is alone now, or
  // another writer waits already.
  using StartWriter = void (*)(graph::Seat&, graph::Task*);
  bool put_off(graph::Task* task, StartWriter start) {
    graph::Task* nobody = nullptr;  // relaxed: `word` publishes the claim
    if (is_alone() || !writer.compare_exchange_strong(nobody, task, std::memory_order_relaxed)) return false;
    task->child = reinterpret_cast<graph::Task*>(start);                // a word of a task that has not been submitted
    if (word.fetch_or(1, std::memory_order_acq_rel) != 2) return true;  // [COPY-2]
    word.store(2, std::memory_order_relaxed);
    writer.store(nullptr, std::memory_order_relaxed);
    return false;
  }
};

template <class V>
struct Copy : CopyBase {
  V& value() { return *static_cast<V*>(object); }
  // Says whether the object came by persistent().
  bool is_of_the_program() const { return object != static_cast<const Full*>(this)->storage; }

  template <class... Args>
  static Copy* make(graph::Seat& me, Args&&... args) {
    static_assert(alignof(V) <= 64, "ttg: values of more than 64 bytes of alignment are not supported");
    Copy* const copy = begin(me, sizeof(Full));
    Full* const full = static_cast<Full*>(copy);
    struct Undo {
      graph::Seat& me;
      Copy* copy;
      ~Undo() {
        if (copy != nullptr) graph::give_back(me, copy);
      }
    } undo{me, copy};
    copy->object = ::new (static_cast<void*>(full->storage)) V(std::forward<Args>(args)...);
    undo.copy = nullptr;
    copy->run = [](graph::Seat& worker, graph::Task* task) {
      static_cast<Copy*>(task)->value().~V();
      graph::give_back(worker, task);
    };
    return copy;
  }
  // The object is the program's, which keeps it alive.
  static Copy* refer_to(graph::Seat& me, V& object) {
    Copy* const copy = begin(me, sizeof(Copy));
    copy->object = const_cast<std::remove_const_t<V>*>(&object);
    copy->run = [](graph::Seat& worker, graph::Task* task) { graph::give_back(worker, task); };
    return copy;
  }

 private:
  struct Full;
  static Copy* begin(graph::Seat& me, std::size_t bytes) {
    Copy* const copy = static_cast<Copy*>(static_cast<CopyBase*>(graph::allocate(me, bytes)));
    ::new (static_cast<void*>(&copy->word)) Atomic<std::int64_t>(2);
    ::new (static_cast<void*>(&copy->writer)) Atomic<graph::Task*>(nullptr);
    ::new (static_cast<void*>(&copy->taker)) Atomic<graph::Task*>(nullptr);
    copy->next = nullptr;
    return copy;
  }
};
template <class V>
struct Copy<V>::Full : Copy<V> {
  alignas(V) unsigned char storage[sizeof(V)];
};

// What a message carries.
template <class V>
struct ParcelOf {
  using type = std::conditional_t<is_inline_v<V>, V, Copy<V>*>;
};
template <>
struct ParcelOf<void> {
  using type = Void;
};
template <class V>
using Parcel = typename ParcelOf<V>::type;

}  // namespace ttg::detail

#endif
