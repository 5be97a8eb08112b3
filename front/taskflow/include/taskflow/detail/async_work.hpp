// Asyncs: tasks without a graph.
#pragma once

#include "runtime_class.hpp"

namespace tf {
namespace detail {

// --- what is called, and who learns of its end ---

template <typename F>
inline constexpr bool wants_runtime = !std::is_invocable_v<F>;

template <typename F>
struct SilentJob {
  F f;
  static constexpr bool kWantsRuntime = wants_runtime<F>;
  void call() { std::invoke(f); }
  void call(Runtime& runtime) { std::invoke(f, runtime); }
  // Returns the exception, since nobody has taken it.
  std::exception_ptr complete(std::exception_ptr error) { return error; }
};

template <typename R, typename F>
struct PromiseJob {
  F f;
  Promise<R> promise;
  static constexpr bool kWantsRuntime = wants_runtime<F>;
  void call() {
    if constexpr (std::is_void_v<R>) std::invoke(f), promise.set_value();
    else promise.set_value(std::invoke(f));
  }
  void call(Runtime& runtime) { std::invoke(f, runtime); }
  std::exception_ptr complete(std::exception_ptr error) {
    if (error != nullptr) {
#if TF_HAS_EXCEPTIONS
      promise.set_exception(std::move(error));
#endif
    } else if constexpr (kWantsRuntime) {
      promise.set_value();
    }
    return nullptr;
  }
};

// --- tasks ---

inline Extras* make_extras(DefaultTaskParams) { return nullptr; }
inline Extras* make_extras(const TaskParams& params) {
  auto* const extras = new Extras;
  extras->name = params.name;
  extras->data = params.data;
  return extras;
}
template <typename S, std::enable_if_t<std::is_convertible_v<S, std::string_view>, int> = 0>
Extras* make_extras(S&& name) {
  auto* const extras = new Extras;
  extras->name = std::string_view(name);
  return extras;
}

template <typename Job>
struct PlainAsync : Work {
  Scope* scope;
  Job job;
  static constexpr Extras* extras = nullptr;
  explicit PlainAsync(Job&& j) noexcept(std::is_nothrow_move_constructible_v<Job>) : job(std::move(j)) {}
};
template <typename Job>
struct NamedAsync : Work {
  Scope* scope;
  Extras* extras = nullptr;
  Job job;
  explicit NamedAsync(Job&& j) noexcept(std::is_nothrow_move_constructible_v<Job>) : job(std::move(j)) {}
  ~NamedAsync() { delete extras; }
};
template <typename Job>
struct DependentAsync : Dependent {
  Job job;
  explicit DependentAsync(Job&& j) noexcept(std::is_nothrow_move_constructible_v<Job>) : job(std::move(j)) {}
  ~DependentAsync() { delete extras; }
  static void destroy_this(Dependent* d) {
    auto* const self = static_cast<DependentAsync*>(d);
    self->~DependentAsync();
    free_work(self);
  }
};

// Memory and header of a task of type A.
template <typename A, typename Job>
A* make_work(Seat* me, Job&& job) {
  static_assert(alignof(A) <= 64);
  void* const memory = me != nullptr ? allocate_work(*me, sizeof(A)) : allocate_work(sizeof(A));
  const Work header = *static_cast<Work*>(memory);
  A* work;
  if constexpr (std::is_nothrow_constructible_v<A, Job&&>) {
    work = ::new (memory) A(std::forward<Job>(job));
  } else {
    struct Unused {
      void* memory;
      const Work& header;
      ~Unused() {
        if (memory != nullptr) free_work(::new (memory) Work(header));
      }
    } unused{memory, header};
    work = ::new (memory) A(std::forward<Job>(job));
    unused.memory = nullptr;
  }
  work->owner = header.owner;
  work->size_class = header.size_class;
  work->priority = 0;
  work->flags = 0;
  return work;
}

// --- their ends ---

inline void end_dependent(Seat& me, Dependent& d) {
  d.lock();
  SmallVector<Dependent*, 3> successors = std::move(d.successors);
  d.unlock(Dependent::kEnded);  // [DEPENDENT-2]
  for (Dependent* const s : successors) {
    if (s->join.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;  // [DEPENDENT-1]
    if (s->view == me.view) set_next(me, s);
    else submit(nullptr, s->view, s);
  }
}

// The task has ended. Gives its memory back and tells its scope.
template <typename A>
TF_FORCE_INLINE void release_async(Seat& me, A* a) {
  Scope& scope = *a->scope;
  if constexpr (std::is_base_of_v<Dependent, A>) {
    end_dependent(me, *a);
    a->drop();
  } else {
    a->~A();
    free_work(me, a);
  }
  end_task(me, scope);
}

template <typename A>
TF_NO_INLINE void end_async(Seat& me, void* work, std::exception_ptr error) {
  A* const a = static_cast<A*>(static_cast<Work*>(work));
  if (error != nullptr) error = a->job.complete(std::move(error));
  else if constexpr (decltype(a->job)::kWantsRuntime) a->job.complete(nullptr);
  // If no waiting task takes the exception, the handle shows it.
  const bool is_taken = error == nullptr || (a->scope->keeps_errors && a->scope->capture(error));
  if constexpr (std::is_base_of_v<Dependent, A>)
    if (!is_taken) a->error = std::move(error);
  release_async(me, a);
}

// Calls f() between the calls of the executor's observers, which see a task of this name.
template <typename F>
TF_NO_INLINE void call_between_observers(Seat& me, const Extras* extras, F& f) {
  Worker& worker = *static_cast<Worker*>(me.front);
  Executor& executor = executor_of(me);
  Node node(0);  // of no graph, so it has no chunk that extras() would tell
  node.flags = static_cast<std::uint8_t>(TaskType::ASYNC);
  if (extras != nullptr) {
    node.extras_ = new Extras;
    node.extras_->name = extras->name;
  }
  executor.observe_entry(worker, node);
  struct Exit {
    Executor& executor;
    Worker& worker;
    Node& node;
    ~Exit() { executor.observe_exit(worker, node); }
  } const exit{executor, worker, node};
  f();
}

template <typename F>
TF_FORCE_INLINE void call_observed(Seat& me, const Extras* extras, F&& f) {
  if (TF_LIKELY(!static_cast<Worker*>(me.front)->is_observed())) return f();
  call_between_observers(me, extras, f);
}

template <typename A>
void run_async(Seat& me, Work* work) {
  take_over(me, work);
  A* const a = static_cast<A*>(work);
  Scope& scope = *a->scope;
  pay_others(me, scope);
  if (TF_UNLIKELY(scope.is_cancelled())) return release_async(me, a);
  if constexpr (decltype(a->job)::kWantsRuntime) {
    run_with_runtime(
        me, scope, nullptr, [&](Runtime& runtime) { call_observed(me, a->extras, [&] { a->job.call(runtime); }); },
        end_async<A>, static_cast<Work*>(a));
  } else {
    TF_TRY {
      call_observed(me, a->extras, [&] { a->job.call(); });
    }
    TF_CATCH_ALL { return end_async<A>(me, static_cast<Work*>(a), current_exception()); }
    release_async(me, a);
  }
}

// --- their creation ---

// Makes and submits an async in `scope`.
template <typename P, typename Job>
void spawn(View* view, Scope& scope, P&& params, Job&& job) {
  Seat* const me = current_seat();
  using Plain = std::is_same<std::decay_t<P>, DefaultTaskParams>;
  using A = std::conditional_t<Plain::value, PlainAsync<std::decay_t<Job>>, NamedAsync<std::decay_t<Job>>>;
  A* const a = make_work<A>(me, std::forward<Job>(job));
  if constexpr (!Plain::value) a->extras = make_extras(std::forward<P>(params));
  a->scope = &scope;
  a->run = run_async<A>;
  add_tasks(me != nullptr && me->view == view ? me : nullptr, scope, 1);
  submit_or_run(me, view, a);
}

// Calls visit(task) for each dependence of the list.
template <typename V>
void for_each_dependence(V&&) {}
template <typename V, typename First, typename... Rest>
void for_each_dependence(V&& visit, First&& first, Rest&&... rest) {
  if constexpr (is_async_task<First>) {
    visit(first);
    for_each_dependence(visit, std::forward<Rest>(rest)...);
  } else {
    static_assert(sizeof...(Rest) == 1, "dependences are AsyncTasks or a pair of iterators over AsyncTasks");
    auto last = std::get<0>(std::forward_as_tuple(rest...));
    for (auto it = first; it != last; ++it) visit(*it);
  }
}

template <typename Get, typename P, typename Job, typename... Deps>
Dependent* spawn_dependent(Get&& get, View* view, Scope& scope, P&& params, Job&& job, Deps&&... deps) {
  Seat* const me = current_seat();
  using A = DependentAsync<std::decay_t<Job>>;
  A* const a = make_work<A>(me, std::forward<Job>(job));
  a->extras = make_extras(std::forward<P>(params));
  a->scope = &scope;
  a->view = view;
  a->destroy = A::destroy_this;
  a->run = run_async<A>;
  Seat* const here = me != nullptr && me->view == view ? me : nullptr;
  add_tasks(here, scope, 1);
  for_each_dependence(
      [&](const AsyncTask& task) {
        if (Dependent* const d = get(task)) d->add_successor(a);
      },
      std::forward<Deps>(deps)...);
  if (a->join.fetch_sub(1, std::memory_order_acq_rel) == 1) submit(me, view, a);  // [DEPENDENT-1]
  lessen_unfinished(here, scope);
  return a;
}

template <typename D>
template <typename P, typename F>
void Spawner<D>::spawn_silent(P&& params, F&& f) {
  spawn(self().view(), self().scope(), std::forward<P>(params), SilentJob<std::decay_t<F>>{std::forward<F>(f)});
}
template <typename D>
template <typename P, typename F>
auto Spawner<D>::spawn_async(P&& params, F&& f) {
  using R = async_result_t<F>;
  PromiseJob<R, std::decay_t<F>> job{std::forward<F>(f), {}};
  Future<R> future = self().template future_of<R>(job.promise);
  spawn(self().view(), self().scope(), std::forward<P>(params), std::move(job));
  return future;
}

template <typename D>
template <typename P, typename F, typename... Deps>
AsyncTask Spawner<D>::spawn_silent_dependent(P&& params, F&& f, Deps&&... deps) {
  return AsyncTask(detail::spawn_dependent(
      [](const AsyncTask& task) { return task.task_; }, self().view(), self().scope(), std::forward<P>(params),
      SilentJob<std::decay_t<F>>{std::forward<F>(f)}, std::forward<Deps>(deps)...));
}
template <typename D>
template <typename P, typename F, typename... Deps>
auto Spawner<D>::spawn_dependent(P&& params, F&& f, Deps&&... deps) {
  using R = async_result_t<F>;
  PromiseJob<R, std::decay_t<F>> job{std::forward<F>(f), {}};
  Future<R> future = self().template future_of<R>(job.promise);
  AsyncTask task(detail::spawn_dependent([](const AsyncTask& t) { return t.task_; }, self().view(), self().scope(),
                                         std::forward<P>(params), std::move(job), std::forward<Deps>(deps)...));
  return std::make_pair(std::move(task), std::move(future));
}

}  // namespace detail
}  // namespace tf
