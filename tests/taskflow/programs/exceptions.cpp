// What becomes of exceptions: each kind of task throws inside of each kind of wait, with semaphores in its hands. Nothing that it held is
// lost, nobody hangs, and the same graph runs to its end when it no longer throws.
#include "../check.h"

#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/algorithm/module.hpp>
#include <taskflow/algorithm/pipeline.hpp>

namespace {

struct Thrown : std::runtime_error {
  Thrown() : std::runtime_error("thrown") {}
};

// A graph whose middle task throws if it is told to. The task holds two semaphores; one after it runs only if it has not thrown.
struct Thrower {
  tf::Semaphore& narrow;
  tf::Semaphore& wide;
  std::atomic<bool> throws{true};
  std::atomic<int> after{0};
  tf::Taskflow inner, flow;
  tf::Pipeline<tf::Pipe<>> pipeline{2, tf::Pipe<>(tf::PipeType::SERIAL, [this](tf::Pipeflow& pipeflow) {
                                      fail_or_not();
                                      pipeflow.stop();
                                    })};

  explicit Thrower(tf::Semaphore& one, tf::Semaphore& two) : narrow(one), wide(two) {
    inner.emplace([this] { fail_or_not(); });
  }
  void fail_or_not() const {
    if (throws) throw Thrown();
  }
  void build(tf::Task task) {
    task.acquire(wide).acquire(narrow).release(narrow).release(wide);
    task.succeed(flow.emplace([] {}));
    task.precede(flow.emplace([this] { ++after; }));
  }
};

struct Kind {
  const char* name;
  tf::Task (*add)(Thrower&);
};

const Kind kKinds[] = {
    {"static", [](Thrower& t) { return t.flow.emplace([&t] { t.fail_or_not(); }); }},
    {"condition",
     [](Thrower& t) {
       return t.flow.emplace([&t] {
         t.fail_or_not();
         return 0;
       });
     }},
    {"multi-condition",
     [](Thrower& t) {
       return t.flow.emplace([&t] {
         t.fail_or_not();
         return tf::SmallVector<int>{0};
       });
     }},
    {"subflow", [](Thrower& t) { return t.flow.emplace([&t](tf::Subflow&) { t.fail_or_not(); }); }},
    {"subflow that has built a task",
     [](Thrower& t) {
       return t.flow.emplace([&t](tf::Subflow& subflow) {
         subflow.emplace([] {});
         t.fail_or_not();
       });
     }},
    {"child of a subflow",
     [](Thrower& t) {
       return t.flow.emplace([&t](tf::Subflow& subflow) { subflow.emplace([&t] { t.fail_or_not(); }); });
     }},
    {"joined child of a subflow",
     [](Thrower& t) {
       return t.flow.emplace([&t](tf::Subflow& subflow) {
         subflow.emplace([&t](tf::Subflow& deeper) { deeper.emplace([&t] { t.fail_or_not(); }); });
         subflow.join();
       });
     }},
    {"runtime", [](Thrower& t) { return t.flow.emplace([&t](tf::Runtime&) { t.fail_or_not(); }); }},
    {"runtime that does not wait",
     [](Thrower& t) { return t.flow.emplace([&t](tf::NonpreemptiveRuntime&) { t.fail_or_not(); }); }},
    {"child of a runtime",
     [](Thrower& t) {
       return t.flow.emplace([&t](tf::Runtime& runtime) { runtime.silent_async([&t] { t.fail_or_not(); }); });
     }},
    {"child that a runtime waits for",
     [](Thrower& t) {
       return t.flow.emplace([&t](tf::Runtime& runtime) {
         for (int i = 0; i < 3; ++i) runtime.silent_async([&t](tf::Runtime&) { t.fail_or_not(); });
         runtime.corun();
       });
     }},
    {"async of a runtime",
     [](Thrower& t) {
       return t.flow.emplace([&t](tf::Runtime& runtime) { runtime.async([&t] { t.fail_or_not(); }).get(); });
     }},
    {"dependent async of a runtime",
     [](Thrower& t) {
       return t.flow.emplace([&t](tf::Runtime& runtime) {
         auto first = runtime.silent_dependent_async([] {});
         runtime.dependent_async([&t] { t.fail_or_not(); }, first).second.get();
       });
     }},
    {"silent dependent async of a runtime",
     [](Thrower& t) {
       return t.flow.emplace([&t](tf::Runtime& runtime) {
         auto first = runtime.silent_dependent_async([] {});
         runtime.silent_dependent_async([&t] { t.fail_or_not(); }, first);
       });
     }},
    {"silent dependent async of a group",
     [](Thrower& t) {
       return t.flow.emplace([&t](tf::Runtime& runtime) {
         auto group = runtime.executor().task_group();
         group.silent_dependent_async([&t] { t.fail_or_not(); });
         group.corun();
       });
     }},
    {"graph of a runtime",
     [](Thrower& t) { return t.flow.emplace([&t](tf::Runtime& runtime) { runtime.corun(t.inner); }); }},
    {"task of a group",
     [](Thrower& t) {
       return t.flow.emplace([&t](tf::Runtime& runtime) {
         auto group = runtime.executor().task_group();
         group.silent_async([&t] { t.fail_or_not(); });
         group.corun();
       });
     }},
    {"module", [](Thrower& t) { return t.flow.composed_of(t.inner); }},
    {"module as a callable", [](Thrower& t) { return t.flow.emplace(tf::make_module_task(t.inner)); }},
    {"loop",
     [](Thrower& t) { return t.flow.for_each_index(0, 100, 1, [&t](int i) { i == 57 ? t.fail_or_not() : void(); }); }},
    {"pipe", [](Thrower& t) { return t.flow.composed_of(t.pipeline); }},
};

bool is_thrown(std::exception_ptr error) {
  if (error == nullptr) return false;
  try {
    std::rethrow_exception(error);
  } catch (const Thrown&) {
    return true;
  }
}
template <typename F>
std::exception_ptr caught(F&& f) {
  try {
    f();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

// Runs the graph inside of some wait. Returns what comes out where the exception belongs.
struct Wait {
  const char* name;
  std::exception_ptr (*run)(tf::Executor&, tf::Taskflow&);
};

const Wait kWaits[] = {
    {"a run's future",
     [](tf::Executor& e, tf::Taskflow& f) { return caught([&] { e.run(f).get(); }); }},
    {"several rounds", [](tf::Executor& e, tf::Taskflow& f) { return caught([&] { e.run_n(f, 3).get(); }); }},
    {"a corun",
     [](tf::Executor& e, tf::Taskflow& f) { return e.async([&] { return caught([&] { e.corun(f); }); }).get(); }},
    {"an async's future",
     [](tf::Executor& e, tf::Taskflow& f) { return caught([&] { e.async([&] { e.corun(f); }).get(); }); }},
    {"a dependent async's handle",
     [](tf::Executor& e, tf::Taskflow& f) {
       std::atomic<bool> next_ran{false};
       auto task = e.silent_dependent_async([&] { e.corun(f); });
       e.silent_dependent_async([&] { next_ran = true; }, task);
       e.wait_for_all();
       CHECK(next_ran);
       return task.exception_ptr();
     }},
    {"a group",
     [](tf::Executor& e, tf::Taskflow& f) {
       return e
           .async([&] {
             auto group = e.task_group();
             group.silent_async([&] { e.corun(f); });
             auto error = caught([&] { group.corun(); });
             std::atomic<int> ran{0};
             for (int i = 0; i < 5; ++i) group.silent_async([&] { ++ran; });
             group.corun();
             CHECK(ran == 5);
             return error;
           })
           .get();
     }},
    {"a module in a subflow's join",
     [](tf::Executor& e, tf::Taskflow& f) {
       std::exception_ptr error;
       bool went_on = false;
       tf::Taskflow outer;
       auto task = outer.emplace([&](tf::Subflow& subflow) {
         subflow.composed_of(f);
         error = caught([&] { subflow.join(); });
       });
       task.precede(outer.emplace([&] { went_on = true; }));
       e.run(outer).get();
       CHECK(went_on);
       return error;
     }},
    {"a module of a run",
     [](tf::Executor& e, tf::Taskflow& f) {
       tf::Taskflow outer;
       outer.composed_of(f);
       return caught([&] { e.run(outer).get(); });
     }},
    {"another run at the same time",
     [](tf::Executor& e, tf::Taskflow& f) {
       tf::Taskflow other;
       other.emplace([&] {}).precede(other.emplace([] {}));
       auto run = e.run_n(other, 10);
       auto error = caught([&] { e.run(f).get(); });
       run.get();
       return error;
     }},
};

void each_kind_in_each_wait(tf::Executor& executor) {
  for (const Kind& kind : kKinds)
    for (const Wait& wait : kWaits) {
      tf::Semaphore narrow(1), wide(2);
      Thrower thrower(narrow, wide);
      thrower.build(kind.add(thrower));
      // Others want the same semaphores.
      tf::Taskflow others;
      std::atomic<int> ran{0};
      for (int i = 0; i < 4; ++i) {
        auto task = others.emplace([&] { ++ran; });
        task.acquire(narrow).acquire(wide).release(wide).release(narrow);
      }
      auto run = executor.run(others);
      const bool was_thrown = is_thrown(wait.run(executor, thrower.flow));
      run.get();
      const bool is_right = was_thrown && thrower.after == 0 && ran == 4 && narrow.value() == 1 && wide.value() == 2;
      thrower.throws = false;
      const bool ends = wait.run(executor, thrower.flow) == nullptr;
      if (is_right && ends && thrower.after != 0 && narrow.value() == 1 && wide.value() == 2) continue;
      std::fprintf(stderr, "%s in %s: thrown %d, right %d, ends %d; semaphores %zu, %zu\n", kind.name, wait.name, was_thrown,
                   is_right, ends, narrow.value(), wide.value());
      std::exit(1);
    }
}

// A release above the maximum is reported, and the task's other semaphores are given back.
void released_too_often(tf::Executor& executor) {
  tf::Taskflow flow;
  tf::Semaphore full(1), other(1);
  flow.emplace([] {}).acquire(other).release(full).release(other);
  CHECK(throws("maximum", [&] { executor.run(flow).get(); }));
  CHECK(full.value() == 1 && other.value() == 1);
}

// What a predicate or the last call of a run throws on a worker.
void around_rounds(tf::Executor& executor) {
  tf::Taskflow flow;
  std::atomic<int> ran{0};
  flow.emplace([&] { ++ran; });
  int asked = 0, called = 0;
  auto run = executor.run_until(
      flow, [&] { return ++asked == 3 ? throw Thrown() : false; }, [&] { ++called; });
  CHECK(is_thrown(caught([&] { run.get(); })) && ran == 2 && called == 1);
  CHECK(is_thrown(caught([&] { executor.run(flow, [] { throw Thrown(); }).get(); })) && ran == 3);
  CHECK(is_thrown(caught([&] { executor.run_until(flow, []() -> bool { throw Thrown(); }); })));
  executor.run(flow).get();
  CHECK(ran == 4);
  const auto asks = [&] {
    int times = 0;
    executor.corun_until([&] { return ++times == 5 ? throw Thrown() : false; });
  };
  CHECK(is_thrown(caught([&] { executor.async(asks).get(); })));
  executor.wait_for_all();
}

// A callable that throws when it is copied for the n-th time.
struct ThrowsAsCopy {
  int* copies_left;
  explicit ThrowsAsCopy(int* n) : copies_left(n) {}
  ThrowsAsCopy(const ThrowsAsCopy& other) : copies_left(other.copies_left) {
    if ((*copies_left)-- == 0) throw Thrown();
  }
  void operator()() const {}
};

// No task is there without its work; a task keeps what it had.
void callables_that_throw(tf::Executor& executor) {
  for (int n = 0; n < 3; ++n) {
    tf::Taskflow flow;
    std::atomic<int> ran{0};
    auto kept = flow.emplace([&] { ++ran; });
    int left = n;
    const ThrowsAsCopy callable(&left);
    const bool added = caught([&] { flow.emplace(callable); }) == nullptr;
    CHECK(flow.num_tasks() == (added ? 2u : 1u));
    left = n;
    const bool changed = caught([&] { kept.work(callable); }) == nullptr;
    CHECK(kept.has_work());
    left = n;
    caught([&] { executor.silent_async(callable); });
    left = n;
    caught([&] { executor.silent_async("named", callable); });
    left = n;
    caught([&] { executor.silent_dependent_async(callable); });
    executor.wait_for_all();
    left = 100;
    executor.run(flow).get();
    CHECK(ran == (changed ? 0 : 1));
  }
}

// An exception that a waiting task takes does not stay in the handle as well; those behind the task do not run.
void of_silent_dependents(tf::Executor& executor) {
  executor
      .async([&] {
        auto group = executor.task_group();
        std::atomic<int> ran{0};
        const auto failed = group.silent_dependent_async([] { throw std::runtime_error("taken"); });
        group.silent_dependent_async([&] { ++ran; }, failed);
        CHECK(throws("taken", [&] { group.corun(); }));
        CHECK(ran == 0 && failed.is_done() && !failed.has_exception_ptr());
      })
      .get();
  const auto failed = executor.silent_dependent_async([] { throw std::runtime_error("kept"); });
  executor.wait_for_all();
  CHECK(throws("kept", [&] { std::rethrow_exception(failed.exception_ptr()); }));
}

}  // namespace

int main(int argc, char** argv) {
  tf::Executor executor(workers_of(argc, argv));
  for (int round = 0; round < 3; ++round) {
    each_kind_in_each_wait(executor);
    released_too_often(executor);
    around_rounds(executor);
    callables_that_throw(executor);
    of_silent_dependents(executor);
  }
}
