// The four ways to make asyncs, which executors, runtimes, subflows and task groups share.
#pragma once

#include <future>

#include "../core/async_task.hpp"
#include "promise.hpp"

namespace tf {
namespace detail {

template <typename T>
inline constexpr bool is_async_task = std::is_same_v<std::decay_t<T>, AsyncTask>;

// What an async's callable returns: R() or void(Runtime&).
template <typename F>
auto result_of_async() {
  if constexpr (std::is_invocable_v<F>) return static_cast<std::invoke_result_t<F> (*)()>(nullptr);
  else return static_cast<void (*)()>(nullptr);
}
template <typename F>
using async_result_t = decltype(result_of_async<std::decay_t<F>>()());

template <typename P>
using if_params = std::enable_if_t<is_task_params_v<P>, int>;
template <typename F>
inline constexpr bool is_async_callable =
    std::is_invocable_v<std::decay_t<F>> || std::is_invocable_v<std::decay_t<F>, Runtime&>;
template <typename F>
using if_callable = std::enable_if_t<is_async_callable<F>, int>;

// D has owner() (the executor), view() and scope(), in which the asyncs are counted.
template <typename D>
class Spawner {
 public:
  template <typename F, if_callable<F> = 0>
  auto async(F&& f) {
    return spawn_async(DefaultTaskParams{}, std::forward<F>(f));
  }
  template <typename P, typename F, if_params<P> = 0>
  auto async(P&& params, F&& f) {
    return spawn_async(std::forward<P>(params), std::forward<F>(f));
  }
  template <typename F, if_callable<F> = 0>
  void silent_async(F&& f) {
    spawn_silent(DefaultTaskParams{}, std::forward<F>(f));
  }
  template <typename P, typename F, if_params<P> = 0>
  void silent_async(P&& params, F&& f) {
    spawn_silent(std::forward<P>(params), std::forward<F>(f));
  }

  // `deps`: AsyncTasks, or a pair of iterators over some. Empty handles and tasks that have ended do not count.
  template <typename F, typename... Deps, if_callable<F> = 0>
  AsyncTask silent_dependent_async(F&& f, Deps&&... deps) {
    return spawn_silent_dependent(DefaultTaskParams{}, std::forward<F>(f), std::forward<Deps>(deps)...);
  }
  template <typename P, typename F, typename... Deps, if_params<P> = 0, if_callable<F> = 0>
  AsyncTask silent_dependent_async(P&& params, F&& f, Deps&&... deps) {
    return spawn_silent_dependent(std::forward<P>(params), std::forward<F>(f), std::forward<Deps>(deps)...);
  }
  template <typename F, typename... Deps, if_callable<F> = 0>
  auto dependent_async(F&& f, Deps&&... deps) {
    return spawn_dependent(DefaultTaskParams{}, std::forward<F>(f), std::forward<Deps>(deps)...);
  }
  template <typename P, typename F, typename... Deps, if_params<P> = 0, if_callable<F> = 0>
  auto dependent_async(P&& params, F&& f, Deps&&... deps) {
    return spawn_dependent(std::forward<P>(params), std::forward<F>(f), std::forward<Deps>(deps)...);
  }

 protected:
  // What the thread outside waits for when it waits for an async of a task is counted with that task. So it runs none meanwhile.
  template <typename R>
  Future<R> future_of(Promise<R>& promise) {
    return Future<R>(promise);
  }

 private:
  template <typename P, typename F>
  auto spawn_async(P&& params, F&& f);
  template <typename P, typename F>
  void spawn_silent(P&& params, F&& f);
  template <typename P, typename F, typename... Deps>
  AsyncTask spawn_silent_dependent(P&& params, F&& f, Deps&&... deps);
  template <typename P, typename F, typename... Deps>
  auto spawn_dependent(P&& params, F&& f, Deps&&... deps);
  D& self() { return static_cast<D&>(*this); }
};

}  // namespace detail
}  // namespace tf
