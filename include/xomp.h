// Native tasks: fork and join with lambdas at a few nanoseconds a task, on the threads that OpenMP regions use, too.
// C++17; link with -lxomp. docs/native.md says how to use it and what it promises.
//
//   long fib(int n) {
//     if (n < 2) return n;
//     auto a = xomp::spawn([n] { return fib(n - 1); });   // may be run by another thread
//     const long b = fib(n - 2);
//     return a.sync() + b;                                // runs it here if nobody has taken it
//   }
//   long result = xomp::parallel([] { return fib(40); });
//
// The task that was spawned last is synced first: handles are objects of a block, and a block's objects end in that
// order. Functions may be called by any thread, in a team or outside of one; a handle or a group belongs to the thread
// that made it and is used by that thread only.
#ifndef XOMP_H
#define XOMP_H

#include <cassert>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "xomp/native_worker.h"
#include "xomp/race_detector.h"
#include "xomp/taskgraph.h"

#if defined(__cpp_exceptions)
#define XOMP_NATIVE_TRY try
#define XOMP_NATIVE_CATCH(...) \
  catch (...) {                \
    __VA_ARGS__                \
  }
#else
#define XOMP_NATIVE_TRY
#define XOMP_NATIVE_CATCH(...)
#endif
// Builds without optimization and NDEBUG check that tasks are synced in the right order.
#if !defined(NDEBUG) && !defined(__OPTIMIZE__)
#define XOMP_NATIVE_CHECK(condition) assert(condition)
#else
#define XOMP_NATIVE_CHECK(condition) static_cast<void>(0)
#endif

namespace xomp {

namespace native {

inline constexpr auto relaxed = std::memory_order_relaxed;
inline constexpr auto acquire = std::memory_order_acquire;
inline constexpr auto release = std::memory_order_release;

inline bool unlikely(bool condition) { return __builtin_expect(condition, 0); }

inline Worker* self() { return xomp_native_self_1; }

template <class T>
inline constexpr bool fits =
    std::is_void_v<T> || (sizeof(std::conditional_t<std::is_void_v<T>, char, T>) <= sizeof(Slot::payload) &&
                          alignof(std::conditional_t<std::is_void_v<T>, char, T>) <= 8);

template <class T>
T* payload_as(Slot* slot) {
  return std::launder(reinterpret_cast<T*>(slot->payload));
}
// Moves the object out and ends its life, also if the move throws.
template <class T>
T take(T* from) {
  struct End {
    T* object;
    ~End() { object->~T(); }
  } end{from};
  return T(std::move(*from));
}

// Leaves the result or the exception in the slot, and returns the slot's last state.
template <class F>
std::uintptr_t run_closure(Slot* slot) {
  using R = std::invoke_result_t<F&>;
  XOMP_NATIVE_TRY {
    F f(take(payload_as<F>(slot)));
    if constexpr (std::is_void_v<R>) {
      f();
    } else {
      R result(f());
      ::new (static_cast<void*>(slot->payload)) R(std::move(result));
    }
    return kDone;
  }
  XOMP_NATIVE_CATCH(::new (static_cast<void*>(slot->payload)) std::exception_ptr(std::current_exception());
                    return kFailed;)
}

// Called by a thief, or by the owner of a group's task.
template <class F>
std::uintptr_t run_slot(Slot* slot) {
  race_detector::came_over(slot);
  const std::uintptr_t state = run_closure<F>(slot);
  race_detector::goes_over(slot);
  return state;
}

[[gnu::cold]] inline void rethrow(Slot* slot) {
#if defined(__cpp_exceptions)
  std::rethrow_exception(take(payload_as<std::exception_ptr>(slot)));
#else
  static_cast<void>(slot);
  std::terminate();
#endif
}

// The result of a stolen task that has ended.
template <class R>
[[gnu::noinline, gnu::cold]] R result_of(Slot* slot) {
  race_detector::came_over(slot);
  if (slot->state.load(relaxed) == kFailed) rethrow(slot);  // [NATIVE-3] acquired by xomp_native_reclaim
  if constexpr (!std::is_void_v<R>) return take(payload_as<R>(slot));
}

// Puts a task into the slot on top. If constructing the closure throws, nothing has changed.
template <class F>
[[gnu::always_inline]] inline void put(Worker* me, Slot* slot, F&& f) {
  using Closure = std::decay_t<F>;
  ::new (static_cast<void*>(slot->payload)) Closure(std::forward<F>(f));
  // [NATIVE-1] published by the next store
  slot->state.store(reinterpret_cast<std::uintptr_t>(static_cast<Function>(&run_slot<Closure>)), relaxed);
  race_detector::goes_over(slot);
  me->top.store(slot + 1, release);  // [NATIVE-1]
}

// As put(), for a thread with a steal request, which it serves. `f` comes by value, so that the caller can keep its own
// in registers.
template <class F>
[[gnu::noinline, gnu::cold]] Slot* put_and_share(F f) {
  Worker* const me = xomp_native_self_1;
  Slot* const slot = me->top.load(relaxed);  // own
  put(me, slot, std::move(f));
  xomp_native_share_1(me);
  return slot;
}

// Puts a task on top and returns its slot. Where there is no free slot, calls without_slot() and returns a slot 0.
template <class F, class WithoutSlot>
[[gnu::always_inline]] inline Slot* push(F&& f, WithoutSlot&& without_slot) {
  Worker* const me = xomp_native_self_1;
  Slot* const slot = me->top.load(relaxed);  // own
  // [NATIVE-4] sees requests that came before the last spawn
  if (unlikely(reinterpret_cast<std::uintptr_t>(slot) >= me->limit.load(relaxed))) {
    if (Slot* const none = xomp_native_no_slot_1(me)) {
      without_slot();
      return none;
    }
    return put_and_share<std::decay_t<F>>(std::forward<F>(f));
  }
  put(me, slot, std::forward<F>(f));
  return slot;
}

// Returns `slot`. The compiler does not know that, and so does not keep values over a call that are cheap
// to compute from the slot again.
[[gnu::always_inline]] inline Slot* afresh(Slot* slot) {
  asm("" : "+r"(slot));
  return slot;
}

// Takes the task off the top. Returns true if a thief may have it, or if it has no slot.
[[gnu::always_inline]] inline bool pop(Slot* slot) {
  Worker* const me = worker_of(slot);
  XOMP_NATIVE_CHECK(slot == me->slots() || me->top.load(relaxed) == slot + 1);
  me->top.store(slot, release);                         // [NATIVE-2] [NATIVE-1] for what lies below
  std::atomic_signal_fence(std::memory_order_seq_cst);  // [NATIVE-2] light fence
  // [NATIVE-2] Relaxed is enough, because only the owner has written what is private.
  return lower_half(slot) < split_of(me->shared.load(relaxed));
}

}  // namespace native

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // kept_, which is only read where it was written
#endif

// The handle of a spawned task whose closure and result fit into a slot; made by spawn(). It lives in the block that
// spawned the task, and belongs to the spawning thread.
template <class F>
class [[nodiscard]] Spawned {
 public:
  using Result = std::invoke_result_t<F&>;

  template <class G>
  [[gnu::always_inline]] explicit Spawned(G&& f)
      : slot_(native::push(std::forward<G>(f), [&] { ::new (static_cast<void*>(&kept_)) F(std::forward<G>(f)); })) {}
  Spawned(const Spawned&) = delete;
  Spawned& operator=(const Spawned&) = delete;

  // Waits for the task if sync() was not called (an exception passes, or nobody wants the result). Drops the task's
  // result and its exception.
  [[gnu::always_inline]] ~Spawned() { finish(); }
  [[gnu::always_inline]] void finish() {
    if (slot_ != nullptr) drop();
  }

  // Runs the task if no thread has taken it, else waits for its end. Returns its result or throws its exception. Must
  // be called at most once, and only after all later handles and groups of this thread were synced.
  [[gnu::always_inline]] Result sync() {
    native::Slot* const slot = native::afresh(std::exchange(slot_, nullptr));
    if (native::unlikely(native::pop(slot))) {
      native::Worker* const me = native::worker_of(slot);
      if (slot == me->slots()) {
        restore(me);
        F f(native::take(&kept_));
        return f();
      }
      if (!xomp_native_reclaim_1(slot)) return native::result_of<Result>(slot);
    }
    F f(native::take(native::payload_as<F>(slot)));
    return f();
  }

 private:
  // For a task without a slot: the thread's array was full, or the thread has none.
  static void restore(native::Worker* me) {
    // [NATIVE-1]
    me->top.store(me->active != 0 ? reinterpret_cast<native::Slot*>(me->end()) : me->slots(), native::release);
  }

  // clang-format off: it misreads the empty XOMP_NATIVE_CATCH()
  [[gnu::always_inline]] void drop() {
    XOMP_NATIVE_TRY { static_cast<void>(sync()); }
    XOMP_NATIVE_CATCH()
  }

  native::Slot* slot_;  // nullptr: synced
  union {
    F kept_;  // the closure of a task without a slot
  };
};
// clang-format on

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

// The handle of a spawned task whose closure or result does not fit into a slot: both stay in the
// handle. For the rest as Spawned.
template <class F>
class [[nodiscard]] SpawnedByReference {
 public:
  using Result = std::invoke_result_t<F&>;

  template <class G>
  explicit SpawnedByReference(G&& f) : f_(std::forward<G>(f)), task_(Run{this}) {}
  SpawnedByReference(const SpawnedByReference&) = delete;
  SpawnedByReference& operator=(const SpawnedByReference&) = delete;
  ~SpawnedByReference() {
    task_.finish();
    if (has_result_) result_.value.~Stored();
  }

  Result sync() {
    task_.sync();
    if constexpr (!std::is_void_v<Result>) return std::move(result_.value);
  }

 private:
  struct Nothing {};
  using Stored = std::conditional_t<std::is_void_v<Result>, Nothing, Result>;
  struct Run {
    SpawnedByReference* self;
    void operator()() const {
      if constexpr (std::is_void_v<Result>) {
        self->f_();
      } else {
        ::new (static_cast<void*>(&self->result_.value)) Stored(self->f_());
        self->has_result_ = true;
      }
    }
  };
  union Room {
    Room() {}
    ~Room() {}
    Stored value;
  };

  F f_;
  Room result_;
  bool has_result_ = false;
  Spawned<Run> task_;
};

// Starts a task that calls f() once. Another thread may run it at once; at the latest, sync() of the returned handle
// runs it. Outside of a team, and while the thread has no free slot (16 375 open tasks), sync() always does.
//   f        copied or moved into the task. It may return a value, which sync() returns, or throw, which sync() throws
//            on.
//   returns  the handle. It must be kept (`auto task = xomp::spawn(...)`) and synced in the block that spawned it, the
//            last one first.
//   throws   what copying or moving `f` throws; then there is no task.
// Closures and results of up to 56 bytes are kept in a slot of 64 bytes, others in the handle. Any thread.
template <class F>
[[nodiscard, gnu::always_inline]] inline auto spawn(F&& f) {
  using Closure = std::decay_t<F>;
  if constexpr (native::fits<Closure> && native::fits<std::invoke_result_t<Closure&>>) {
    return Spawned<Closure>(std::forward<F>(f));
  } else {
    return SpawnedByReference<Closure>(std::forward<F>(f));
  }
}

// Any number of tasks without results that end together: those of a loop, say. A group lives in a block and is synced
// there, as handles are: the last of the block's handles and groups first. The destructor waits, and drops exceptions.
// Used by one thread only.
class Group {
 public:
  Group() = default;
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() { finish(); }

  // Starts a task of the group that calls f() once, on any thread of the team. `f` must return void. Where there is no
  // free slot the task runs here, before spawn() returns. sync() throws the task's exception. A closure of more than 56
  // bytes is kept on the heap. Throws what copying or moving `f` throws, and std::bad_alloc if there is no memory; then
  // there is no task.
  template <class F>
  void spawn(F&& f) {
    using Closure = std::decay_t<F>;
    static_assert(std::is_void_v<std::invoke_result_t<Closure&>>, "a group's tasks have no results");
    if constexpr (native::fits<Closure>) {
      push(std::forward<F>(f));
    } else {
      push([kept = std::make_unique<Closure>(std::forward<F>(f))] { (*kept)(); });
    }
  }

  // Waits until all tasks of the group have ended, and runs those that no thread has taken. Throws the first of their
  // exceptions that it meets, and drops the others. More tasks may be spawned afterwards.
  void sync() {
    finish();
#if defined(__cpp_exceptions)
    if (error_ != nullptr) std::rethrow_exception(std::exchange(error_, nullptr));
#endif
  }

 private:
  template <class F>
  void push(F&& f) {
    bool has_slot = true;
    native::push(std::forward<F>(f), [&] {
      has_slot = false;
      std::decay_t<F> own(std::forward<F>(f));
      XOMP_NATIVE_TRY { own(); }
      XOMP_NATIVE_CATCH(note(std::current_exception());)
    });
    if (has_slot) ++count_;  // not before: if constructing the closure throws, there is no task
  }

  void finish() {
    for (; count_ != 0; --count_) {
      native::Slot* const slot = native::self()->top.load(native::relaxed) - 1;  // own
      std::uintptr_t state;
      if (native::pop(slot) && !xomp_native_reclaim_1(slot)) {
        state = slot->state.load(native::relaxed);  // [NATIVE-3] acquired by reclaim
        race_detector::came_over(slot);
      } else {
        state = reinterpret_cast<native::Function>(slot->state.load(native::relaxed))(slot);  // own store
      }
      if (native::unlikely(state == native::kFailed)) note(native::take(native::payload_as<std::exception_ptr>(slot)));
    }
  }

  void note(std::exception_ptr error) {
    if (error_ == nullptr) error_ = std::move(error);
  }

  std::uint32_t count_ = 0;
  std::exception_ptr error_;
};

// --- teams ---

// These three may be called by any thread, at any time; they cost a load or two. Says whether the caller is in run() or
// parallel(), or in a task of such a team.
inline bool in_parallel() { return native::self()->active != 0; }
// The number of threads of the caller's team; 1 outside of a team.
inline int threads() { return in_parallel() ? native::self()->threads : 1; }
// The caller's number in its team, from 0 to threads() - 1; 0 outside of a team.
inline int thread_number() { return in_parallel() ? native::self()->number : 0; }

// Opens a team, calls f() on the calling thread while the team's other threads take tasks, and closes the team.
//   threads  number of threads, the caller included; at least 1. 0 or less: as many as an OpenMP parallel construct
//            would get here. The team is smaller where OpenMP's limits (OMP_THREAD_LIMIT, OMP_DYNAMIC, the nesting of
//            regions) or the system do not allow so many.
//   f        called once.
//   returns  the result of f(), or throws what f() throws.
// Inside of a team there is no new one: f() runs in the caller's. Ends the program with a message if libxomp.so is of
// another version than this header. Any thread.
template <class F>
std::invoke_result_t<F&> run(int threads, F&& f) {
  using R = std::invoke_result_t<F&>;
  if (in_parallel()) return f();
  struct Call {
    std::remove_reference_t<F>& f;
    std::exception_ptr error;
    union {
      char none;
      std::conditional_t<std::is_void_v<R>, char, R> result;
    };
    explicit Call(std::remove_reference_t<F>& body) : f(body), none(0) {}
    ~Call() {}
    void operator()() {
      XOMP_NATIVE_TRY {
        if constexpr (std::is_void_v<R>) {
          f();
        } else {
          ::new (static_cast<void*>(&result)) R(f());
        }
      }
      XOMP_NATIVE_CATCH(error = std::current_exception();)
    }
  } call(f);
  xomp_native_run(&native::kLayout, threads, [](void* c) { (*static_cast<Call*>(c))(); }, &call);
#if defined(__cpp_exceptions)
  if (call.error != nullptr) std::rethrow_exception(call.error);
#endif
  if constexpr (!std::is_void_v<R>) return native::take(&call.result);
}

// run(0, f): a team of as many threads as an OpenMP parallel construct would get here.
template <class F>
std::invoke_result_t<F&> parallel(F&& f) {
  return run(0, std::forward<F>(f));
}

// --- on top of them ---

// Calls every argument once, in parallel where threads are free, and the last one on the calling thread. Returns when
// all calls have ended; results are dropped. Throws the exception of one call if any throws, and drops the others. Any
// thread; outside of a team the calling thread makes all calls.
template <class F>
void invoke(F&& f) {
  f();
}
template <class F, class... Rest>
void invoke(F&& f, Rest&&... rest) {
  auto task = spawn([&f] { f(); });
  invoke(rest...);
  task.sync();
}

namespace native {

// Says whether a thief could take nothing from this thread, or has sent a request.
inline bool must_split(const Worker* me) {
  Slot* const top = me->top.load(relaxed);  // own
  // Relaxed: `shared` is the owner's own, but for raids and thefts; `limit` is a hint.
  return lower_half(top) == split_of(me->shared.load(relaxed)) ||
         reinterpret_cast<std::uintptr_t>(top) >= me->limit.load(relaxed);
}

template <class Index, class Body>
void range(Index first, Index last, Index grain, Body& body) {
  Worker* const me = self();
  while (last - first > grain) {
    if (must_split(me)) {
      const Index middle = first + (last - first) / 2;
      auto rest = spawn([middle, last, grain, &body] { range(middle, last, grain, body); });
      range(first, middle, grain, body);
      rest.sync();
      return;
    }
    body(first, static_cast<Index>(first + grain));
    first = static_cast<Index>(first + grain);
  }
  if (first != last) body(first, last);
}

// Returns how many iterations a piece has, and so how often a thread looks for requests: 1/64 of an even share, from 1
// to 1024.
template <class Index>
Index usual_grain(Index count) {
  const Index shares = static_cast<Index>(count / (static_cast<Index>(threads()) * 64));
  return shares < 1 ? Index{1} : shares > 1024 ? Index{1024} : shares;
}

}  // namespace native

// Calls body(begin, end) for pieces that together are [first, last), each piece once, in no order, on any threads of
// the team. Half of what is left is given away when a thread wants work, so pieces need not take equal time.
//   first, last  integers or random access iterators of one type. last <= first: nothing is called.
//   grain        the largest length of a piece, in iterations. 0 or less: chosen, from 1 to 1024.
//   body         may be called by several threads at once, so it must be safe for that.
// Returns when all calls have ended. Throws the exception of one call if any throws; other pieces may not have been
// called then. Any thread; outside of a team the calling thread makes all calls.
template <class Index, class Body>
void for_range(Index first, Index last, std::ptrdiff_t grain, Body&& body) {
  if (!(first < last)) return;
  const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(last - first);
  if (grain <= 0) grain = native::usual_grain(count);
  auto part = [first, &body](std::ptrdiff_t begin, std::ptrdiff_t end) {
    body(Index(first + begin), Index(first + end));
  };
  native::range(std::ptrdiff_t{0}, count, grain, part);
}

// Calls body(i) for each integer i in [first, last), or body(*i) for each iterator. As for_range with a chosen grain.
template <class Index, class Body>
void for_each(Index first, Index last, Body&& body) {
  for_range(first, last, 0, [&body](Index begin, Index end) {
    for (; begin != end; ++begin) {
      if constexpr (std::is_integral_v<Index>) {
        body(begin);
      } else {
        body(*begin);
      }
    }
  });
}

}  // namespace xomp

#endif
