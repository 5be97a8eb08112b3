// Tasks with random dependences against the same program executed in order. What `out`, `in` and `mutexinoutset` guard is
// plain data.
#include <atomic>
#include <vector>

#include "stress/engine.h"

namespace xomp::testing {
namespace {

using task::DependenceBuilder;
using task::DependenceKind;

struct Item {
  int variable;
  DependenceKind kind;
};

enum class Form { deferred, undeferred, priority, detached, final, waits, count };

// One task of the program.
struct Step {
  std::vector<Item> items;
  Form form;
  bool all_memory;
  bool has_children;
  std::uint64_t id;
};

// A variable of the program. An `out` depends on everything, so the order of any two writers shows in `value`.
struct Variable {
  std::uint64_t value = 0;                 // plain: out, in
  std::uint64_t sum = 0;                   // plain: mutexinoutset
  std::atomic<std::uint64_t> set_sum{0};   // inoutset: its members may run at once
};

std::uint64_t mix(std::uint64_t a, std::uint64_t b) { return Random(a * 31 + b).next(); }

class Program {
 public:
  Program(Random random, int variables, int steps) : variables_(variables) {
    for (int i = 0; i < steps; ++i) steps_.push_back(step(random, static_cast<std::uint64_t>(i)));
  }

  std::vector<std::uint64_t> run_in_order() {
    State state(variables_, steps_.size());
    for (const Step& s : steps_) execute(state, s);
    return state.result();
  }

  std::vector<std::uint64_t> run_as_tasks() {
    State state(variables_, steps_.size());
    std::vector<Task*> events;
    for (const Step& s : steps_) {
      if (s.form == Form::waits) {
        wait_for(state, s);
        continue;
      }
      hand_over(state, s);
    }
    taskwait();
    return state.result();
  }

 private:
  struct State {
    State(int variables, std::size_t steps) : of(static_cast<std::size_t>(variables)), seen(steps) {}
    std::vector<Variable> of;
    std::vector<std::uint64_t> seen;  // what each step has read
    std::vector<std::uint64_t> result() {
      std::vector<std::uint64_t> all = seen;
      for (Variable& v : of) {
        all.push_back(v.value);
        all.push_back(v.sum);
        all.push_back(v.set_sum.load());
      }
      return all;
    }
  };

  static void execute(State& state, const Step& step) {
    std::uint64_t seen = step.id;
    auto read = [&](Variable& v) { seen = mix(seen, mix(v.value, mix(v.sum, v.set_sum.load(relaxed)))); };
    if (step.all_memory)
      for (Variable& v : state.of) read(v);
    for (const Item& item : step.items) {
      Variable& v = state.of[static_cast<std::size_t>(item.variable)];
      if (item.kind == DependenceKind::in || item.kind == DependenceKind::out) read(v);
    }
    work(step.id % 5 * 100);
    state.seen[step.id] = seen;
    if (step.form == Form::waits) return;
    if (step.all_memory)
      for (Variable& v : state.of) v.value = mix(v.value, step.id);
    for (const Item& item : step.items) {
      Variable& v = state.of[static_cast<std::size_t>(item.variable)];
      switch (item.kind) {
        case DependenceKind::in: break;
        case DependenceKind::out: v.value = mix(v.value, step.id); break;
        case DependenceKind::mutexinoutset: v.sum += mix(step.id, 1); break;
        case DependenceKind::inoutset: v.set_sum.fetch_add(mix(step.id, 2), relaxed); break;
      }
    }
  }

  Step step(Random& random, std::uint64_t id) {
    Step s{{}, static_cast<Form>(random.below(30)), random.below(40) == 0, random.below(6) == 0, id};
    if (s.form >= Form::count) s.form = Form::deferred;
    std::vector<bool> used(static_cast<std::size_t>(variables_));
    for (std::uint64_t n = random.below(5); n > 0; --n) {
      const auto variable = random.below(static_cast<std::uint64_t>(variables_));
      if (used[variable]) continue;
      used[variable] = true;
      auto kind = static_cast<DependenceKind>(random.below(4));
      if (s.form == Form::waits && kind != DependenceKind::in) kind = DependenceKind::out;
      s.items.push_back({static_cast<int>(variable), kind});
    }
    return s;
  }

  template <class Body>
  void add_and_submit(State& state, const Step& s, Body body, std::uint32_t flags, DependenceBuilder::Mode mode) {
    Task* t = make(std::move(body), flags);
    t->priority = static_cast<std::int32_t>(s.id % 3);
    sched::adopt(me(), t);
    DependenceBuilder builder(me().pool, me().current, t, mode, me().thread->team);
    if (s.all_memory) builder.add_all_memory();
    for (const Item& item : s.items) builder.add(&state.of[static_cast<std::size_t>(item.variable)], item.kind);
    sched::submit_dependent(me(), t, builder);
  }

  void hand_over(State& state, const Step& s) {
    auto body = [&state, &s] {
      execute(state, s);
      if (!s.has_children) return;
      for (int i = 0; i < 3; ++i) spawn([] { work(50); });  // the task may end before them
      if (s.id % 2 == 0) taskwait();
    };
    constexpr auto registered = DependenceBuilder::Mode::registered;
    switch (s.form) {
      case Form::undeferred: return add_and_submit(state, s, body, task::kUndeferred, registered);
      case Form::priority: return add_and_submit(state, s, body, task::kPriority, registered);
      case Form::final: return add_and_submit(state, s, body, task::kFinal, registered);
      case Form::detached: {  // a child fulfils its event, perhaps when its body is over
        auto fulfils = [body] {
          body();
          Task* const own = me().current;
          spawn([own] {
            work(100);
            fulfill(own);
          });
        };
        return add_and_submit(state, s, fulfils, task::kDetachable, registered);
      }
      default: return add_and_submit(state, s, body, 0, registered);
    }
  }

  // taskwait depend
  void wait_for(State& state, const Step& s) {
    add_and_submit(state, s, [] {}, task::kUndeferred, DependenceBuilder::Mode::only_waits);
    execute(state, s);
  }

  const int variables_;
  std::vector<Step> steps_;
};

TEST(Dependences, AsInOrder) {
  Random random(seed_of_run());
  for (int round = 0; round < 300 / kScale; ++round) {
    const std::uint64_t seed = random.next();
    const int variables = static_cast<int>(1 + random.below(12));
    const int steps = static_cast<int>(10 + random.below(300));
    const int threads = static_cast<int>(1 + random.below(5));
    Program program(Random(seed), variables, steps);
    const std::vector<std::uint64_t> expected = program.run_in_order();
    std::vector<std::uint64_t> got;
    masked_region(threads, [&] { got = program.run_as_tasks(); });
    ASSERT_EQ(got, expected) << "round " << round << ", " << threads << " threads";
  }
}

// Several generating tasks at once, each with a table of its own.
TEST(Dependences, SeveralGenerators) {
  Random random(seed_of_run() + 1);
  for (int round = 0; round < 40 / kScale; ++round) {
    constexpr int kGenerators = 6;
    std::vector<Program> programs;
    std::vector<std::vector<std::uint64_t>> expected, got(kGenerators);
    for (int i = 0; i < kGenerators; ++i) {
      programs.emplace_back(Random(random.next()), 5, 150);
      expected.push_back(programs.back().run_in_order());
    }
    masked_region(static_cast<int>(2 + random.below(4)), [&] {
      for (int i = 0; i < kGenerators; ++i)
        spawn([&, i] { got[static_cast<std::size_t>(i)] = programs[static_cast<std::size_t>(i)].run_as_tasks(); });
    });
    for (std::size_t i = 0; i < kGenerators; ++i) ASSERT_EQ(got[i], expected[i]) << "round " << round;
  }
}

// Members of several mutexinoutsets at once, in changing orders: no two wait for each other.
TEST(Dependences, CrossedMutexSets) {
  int a = 0, b = 0, c = 0;
  int* const all[] = {&a, &b, &c};
  constexpr int kTasks = 3000 / kScale;
  masked_region(4, [&] {
    for (int i = 0; i < kTasks; ++i) {
      int* const first = all[i % 3];
      int* const second = all[(i / 3 + 1 + i) % 3];
      Task* t = make([first, second] {
        ++*first;
        work(50);
        if (second != first) ++*second;
      });
      sched::adopt(me(), t);
      DependenceBuilder builder(me().pool, me().current, t, DependenceBuilder::Mode::registered, me().thread->team);
      builder.add(first, DependenceKind::mutexinoutset);
      if (second != first) builder.add(second, DependenceKind::mutexinoutset);
      sched::submit_dependent(me(), t, builder);
    }
  });
  int expected = 0;
  for (int i = 0; i < kTasks; ++i) expected += all[i % 3] == all[(i / 3 + 1 + i) % 3] ? 1 : 2;
  EXPECT_EQ(a + b + c, expected);
}

}  // namespace
}  // namespace xomp::testing
