// The tasks of a TT from the moment that they have all inputs: constraints, priorities, running, and the end of tasks
// that must not run.
#ifndef XOMP_TTG_TT_TASKS_H
#define XOMP_TTG_TT_TASKS_H

#include "ttg/base/keymap.h"
#include "ttg/detail/recorder.h"
#include "ttg/ptr.h"
#include "ttg/ranks/part.h"
#include "ttg/ranks/pulls.h"
#include "ttg/tt/task.h"
#include "ttg/tt/types.h"
#include "ttg/util/print.h"
#include "ttg/util/text.h"
#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace ttg::detail {

template <class K, class OutTuple, class Derived, class... Ins>
class TTTasks : public TTBase, public TTTypes<K, OutTuple, Ins...> {
 protected:
  using Types = TTTypes<K, OutTuple, Ins...>;
  using KeyValue = typename Types::KeyValue;
  using Seat = graph::Seat;
  using Task = TaskOf<TTTasks, KeyValue, typename Types::Inputs>;
  using Partial = PartialTask<TTTasks, KeyValue, typename Types::Inputs>;
  template <std::size_t i>
  using InputAt = typename Types::template InputAt<i>;
  template <std::size_t i>
  using ValueAt = typename Types::template ValueAt<i>;
  static constexpr std::size_t numins = Types::numins;
  using AllInputs = typename Types::AllInputs;

  explicit TTTasks(const std::string& name, World world)
      : TTBase(name, numins, Types::numouts),
        world_(std::move(world)),
        failure_(world_.impl().failure()),
        group_(world_.impl().group()),
        is_watched_(world_.impl().dag_profiling()) {}

  void watch_messages(bool value) override { is_watched_ = value || has_keymap_; }

  // Called when the task has all pushed inputs.
  void ready(Seat& me, Task* task) {
    if (!executable_) [[unlikely]] {
      const std::lock_guard lock(mutex_);
      if (!executable_) return held_.push_back(task);
    }
    task->run = &TTTasks::run;
    task->priority = priomap_ ? priority_of(me, task) : 0;
    if (pulled_ != 0) [[unlikely]]
      if (!pull(me, *task, AllInputs{})) return;
    go_on(me, task);
  }
  // Called when the values that were asked for have come.
  void take_pulled(Seat& me, Task* task) {
    if (task != nullptr) go_on(me, task);
  }
  void go_on(Seat& me, Task* task) {
    if (constraints_ != nullptr) [[unlikely]]
      return constraints_->pass(*this, task, 0);
    submit(me, task);
  }

  template <std::size_t i, class U>
  Parcel<ValueAt<i>> parcel(Seat& me, U&& value) {
    return parcel_of<ValueAt<i>>(me, std::forward<U>(value));
  }

  template <std::size_t... i>
  static void drop_inputs(Seat& me, Task& task, std::index_sequence<i...>) {
    (std::get<i>(task.slots).drop(me), ...);
  }
  static void end_task(Seat& me, Task* task) {
    drop_inputs(me, *task, AllInputs{});
    const TTTasks& tt = *task->tt;
    task->~Task();
    if constexpr (numins > 1)
      if (tt.has_many_.load(std::memory_order_relaxed)) ended.note(task);
    graph::give_back(me, task);
  }

  static std::string name_of(const KeyValue& key) {
    if constexpr (std::is_void_v<K>) return {};
    else if constexpr (requires(std::ostream& os) { os << key; }) return text_of(key);
    else return joined("#", hash_of(key));
  }
  // Records a message that comes now.
  [[gnu::cold]] void record_message(const KeyValue& key, std::size_t input) {
    RecorderBase* const recorder = world_.impl().recorder();
    if (recorder == nullptr || !recorder->draws()) return;
    const bool has_sender = context != nullptr && recorded_task.tt == context->tt;
    recorder->send(has_sender ? recorded_task.number : RecorderBase::kNobody, this, get_name(), name_of(key),
                   inputs_[input]->get_name());
  }
  // Called before a message goes anywhere, if is_watched_.
  [[gnu::noinline]] void look_at_message(const KeyValue& key, std::size_t input) {
    if (has_keymap_ && exchange() == nullptr) check_alone(key, input);
    record_message(key, input);
  }
  // In one process the key map must not name another one.
  void check_alone(const KeyValue& key, std::size_t input) const {
    int rank;
    if constexpr (std::is_void_v<K>) rank = keymap_();
    else rank = keymap_(key);
    if (rank == 0) [[likely]]
      return;
    print_error(joined(about(key, input), "the key map says process ", rank, ", but there are only 1"));
    std::abort();
  }
  auto exchange() const { return world_.impl().link().exchange(); }

 public:
  // --- for other processes' pull terminals (ranks/pulls.h) ---
  template <std::size_t i>
  using ValueOf = ValueAt<i>;
  using KeyOf = KeyValue;
  std::uint32_t world_number() const { return world_number_; }
  template <std::size_t i>
  decltype(auto) value_to_pull(std::integral_constant<std::size_t, i>, const KeyValue& key) {
    return std::get<i>(input_terminals_).container.get(key);
  }

  [[gnu::cold, gnu::noinline]] std::string about([[maybe_unused]] const KeyValue& key, std::size_t input) const {
    if constexpr (std::is_void_v<K>) {
      return about_input(nullptr, input);
    } else {
      const std::string text = text_of(key);
      return about_input(&text, input);
    }
  }

 protected:
  // --- written before the first message, read by any thread ---
  World world_;
  Failure& failure_;
  const std::uint8_t group_;  // of the world's tasks
  typename Types::input_terminals_type input_terminals_;
  OutTuple output_terminals_;
  meta::keymap_t<K> keymap_;
  meta::keymap_t<K> priomap_;
  bool has_keymap_ = false;
  bool is_watched_;  // each message is looked at: there is a key map, or messages are recorded
  bool defers_writers_ = false;
  std::array<bool, numins> is_pulled_{};
  std::uint32_t pulled_ = 0;
  std::uint32_t name_number_ = 0;   // for the statistics
  std::uint32_t world_number_ = 0;  // among the TTs of its world
  // Only add_constraint() makes one, so that a TT without constraints is not compiled with their code. The order is that of
  // add_constraint().
  class ConstraintsBase {
   public:
    virtual ~ConstraintsBase() = default;
    virtual void pass(TTTasks& tt, Task* task, std::size_t first) = 0;
    virtual void leave(const KeyValue& key) = 0;
  };
  class Constraints;
  std::unique_ptr<ConstraintsBase> constraints_;  // nullptr: there are none

  Atomic<bool> has_many_{false};  // tasks that wait for inputs; any thread writes it, a guess

  std::mutex mutex_;                // of what follows
  std::vector<graph::Task*> held_;  // ready before make_executable()
  std::size_t constrained_ = 0;     // tasks that wait for a constraint

 private:
  static constexpr bool kHasWriters = ((!std::is_const_v<Ins> && !std::is_void_v<Ins> && !is_inline_v<Ins>) || ...);
  static constexpr bool kMustDefer =
      ((!std::is_const_v<Ins> && !std::is_void_v<Ins> && !is_inline_v<Ins> && !std::is_copy_constructible_v<Ins>) ||
       ...);

  // If the priority map throws, the task ends here.
  int priority_of(Seat& me, Task* task) const {
    struct Undo {
      Seat& me;
      Task* task;
      ~Undo() {
        if (task != nullptr) end_task(me, task);
      }
    } undo{me, task};
    int priority;
    if constexpr (std::is_void_v<K>) priority = priomap_();
    else priority = priomap_(task->task_key);
    undo.task = nullptr;
    return priority;
  }

  // Returns false if other processes have some of the values. The task continues when the last one has come.
  template <std::size_t... i>
  bool pull(Seat& me, Task& task, std::index_sequence<i...>) {
    ranks::Pulls pulls(task);
    (pull_one<i>(me, task, pulls), ...);
    return pulls.is_complete();
  }
  template <std::size_t i>
  void pull_one(Seat& me, Task& task, ranks::Pulls& pulls) {
    if constexpr (!std::is_void_v<ValueAt<i>> && !std::is_void_v<K>) {
      if (!is_pulled_[i]) return;
      const auto& container = std::get<i>(input_terminals_).container;
      if (!pulls.ask(exchange(), container.owner, task.task_key, i, *this))
        std::get<i>(task.slots).put(parcel_of<ValueAt<i>>(me, container.get(task.task_key)));
    }
  }

  void submit(Seat& me, Task* task) {
    if constexpr (kHasWriters)
      if (kMustDefer || defers_writers_) [[unlikely]]
        if (!defer_writers(me, task, AllInputs{})) return;
    graph::submit(me, task, group_);
  }
  // Returns false if the task must wait until the readers of an input that it changes have ended.
  template <std::size_t... i>
  static bool defer_writers(Seat& me, Task* task, std::index_sequence<i...>) {
    return (defer_writer(me, task, std::get<i>(task->slots)) && ...);
  }
  template <class Input>
  static bool defer_writer(Seat&, Task* task, Slot<Input>& slot) {
    if constexpr (Slot<Input>::is_tracked && !std::is_const_v<Input>) {
      return !slot.copy->put_off(task, [](Seat& me, graph::Task* t) {
        auto* const self = static_cast<Task*>(t);
        self->tt->submit(me, self);
      });
    } else {
      return true;
    }
  }

  // --- running ---

  static void run(Seat& me, graph::Task* t) {
    graph::begin_task(me, t);
    Task* const task = static_cast<Task*>(t);
    TTTasks& tt = *task->tt;
    if (attention.load(std::memory_order_relaxed) != 0 && !tt.may_run(me, task)) [[unlikely]]  // a hint
      return graph::end_task(me);
    graph::count(me, tt.name_number_);
    Context running;
    constexpr std::size_t kTracked = ((Slot<Ins>::is_tracked ? 1 : 0) + ... + 0);
    std::array<OwnInput, kTracked> own;  // written as far as input_count says
    running.tt = &tt;
    running.outputs = &tt.outputs_;
    running.inputs = own.data();
    context = &running;
    try {
      prepare(me, *task, running, AllInputs{});
      tt.call(*task, std::make_index_sequence<Types::kDataInputs>{});
      if (!running.unpublished.is_empty()) running.unpublished.publish_all(me);
    } catch (...) {
      tt.failure_.note(std::current_exception());
      while (!running.unpublished.is_empty()) tt.publish_after_failure(me, running);
    }
    context = nullptr;
    if constexpr (kTracked != 0) let_go_of_sent(me, *task, running, AllInputs{});
    if (tt.constraints_ != nullptr) [[unlikely]]
      tt.constraints_->leave(task->task_key);
    end_task(me, task);
    ranks::look_in(tt.world_.impl().link());
    graph::end_task(me);
  }
  [[gnu::noinline, gnu::cold]] void publish_after_failure(Seat& me, Context& running) {
    try {
      running.unpublished.publish_all(me);
    } catch (...) {
      failure_.note(std::current_exception());
    }
  }
  // Called if some world has failed or is recorded. Returns false if the task has ended here: it was recorded, or its
  // world has failed.
  [[gnu::noinline, gnu::cold]] bool may_run(Seat& me, Task* task) {
    if (failure_.happened()) {
      if (constraints_ != nullptr) constraints_->leave(task->task_key);
      end_task(me, task);
      return false;
    }
    RecorderBase* const recorder = world_.impl().recorder();
    if (recorder == nullptr || (!recorder->draws() && !recorder->times())) return true;
    if (std::exchange(recorded_task.is_begun, false)) return true;
    const std::size_t number = recorder->begin(this, get_name(), name_of(task->task_key), me.number);
    recorded_task = {this, number, true};
    run(me, task);
    recorded_task = {};
    recorder->end(number);
    return false;
  }

  template <std::size_t... i>
  static void prepare(Seat& me, Task& task, Context& running, std::index_sequence<i...>) {
    (prepare_one<i>(me, task, running), ...);
  }
  template <std::size_t i>
  static void prepare_one(Seat& me, Task& task, Context& running) {
    auto& slot = std::get<i>(task.slots);
    slot.prepare(me);
    if constexpr (std::decay_t<decltype(slot)>::is_tracked) {
      OwnInput& own = running.inputs[running.input_count++];
      own.address = slot.copy->object;
      own.copy = slot.copy;
      own.type = &input_type<ValueAt<i>>;
      own.state = std::is_const_v<InputAt<i>> ? OwnInput::State::read : OwnInput::State::written;
    }
  }
  // Lets go of what the task has sent by std::move, because it has held that until its end.
  template <std::size_t... i>
  static void let_go_of_sent(Seat& me, Task& task, const Context& running, std::index_sequence<i...>) {
    std::size_t n = 0;
    const auto look = [&](auto& slot) {
      if constexpr (std::decay_t<decltype(slot)>::is_tracked) {
        if (n == running.input_count) return;  // not prepared, after an exception
        const OwnInput& own = running.inputs[n++];
        if (own.state == OwnInput::State::moved) own.sent->let_go_of_sent(me);
        if (own.state == OwnInput::State::passed) std::exchange(slot.copy, nullptr)->let_go_of_sent(me);
      }
    };
    (look(std::get<i>(task.slots)), ...);
  }

  // Finds out whether the class has an op(). A class may derive from TT and never get a task.
  struct AnOp {
    void op();
  };
  template <class D>
  struct Both : D, AnOp {};
  template <class D>
  static constexpr bool has_op = !requires { &Both<D>::op; };  // then the name is found twice

  template <std::size_t... n>
  void call(Task& task, std::index_sequence<n...> data) {
    if constexpr (has_op<Derived>) call_op(task, data);
    else fail<std::logic_error>("ttg: TT ", get_name(), " got a task, but its class has no op()");
  }
  template <std::size_t... n>
  void call_op(Task& task, std::index_sequence<n...>) {
    using Refs = typename Types::input_refs_tuple_type;
    Derived& derived = static_cast<Derived&>(*this);
    const auto op = [&](auto&&... key) {
      if constexpr (sizeof...(n) == 0) {
        return derived.op(key..., output_terminals_);
      } else {
        return derived.op(
            key...,
            Refs(static_cast<std::tuple_element_t<n, Refs>>(std::get<Types::data_index(n)>(task.slots).value())...),
            output_terminals_);
      }
    };
    const auto op_of_key = [&] {
      if constexpr (std::is_void_v<K>) return op();
      else return op(static_cast<const KeyValue&>(task.task_key));
    };
    using Result = decltype(op_of_key());
    if constexpr (std::is_void_v<Result>) {
      op_of_key();
    } else {
      finish_coroutine(op_of_key());
    }
  }
  // Only the engine finishes the events of a suspended task. It does so at once, and resumes the task.
  template <class Coroutine>
  static void finish_coroutine(Coroutine coroutine) {
    if (!coroutine) return;
    while (!coroutine.completed()) {
      for (auto* e : coroutine.events()) e->finish();
      coroutine.resume();
    }
    const std::exception_ptr error = coroutine.promise().error();
    coroutine.destroy();
    if (error != nullptr) std::rethrow_exception(error);
  }
};

template <class K, class OutTuple, class Derived, class... Ins>
class TTTasks<K, OutTuple, Derived, Ins...>::Constraints final : public ConstraintsBase {
 public:
  using Enter = std::function<bool(const KeyValue&, std::function<void()>)>;
  using Leave = std::function<void(const KeyValue&)>;

  void add(Enter enter, Leave leave) { constraints_.push_back({std::move(enter), std::move(leave)}); }
  void pass(TTTasks& tt, Task* task, std::size_t first) override {
    for (std::size_t i = first; i < constraints_.size(); ++i) {
      {
        const std::lock_guard lock(tt.mutex_);
        ++tt.constrained_;
      }
      // Once the task has been put off, it belongs to the thread that lets it go.
      const bool enters = constraints_[i].enter(task->task_key, [this, &tt, task, i] {
        {
          const std::lock_guard lock(tt.mutex_);
          --tt.constrained_;
        }
        pass(tt, task, i + 1);
      });
      if (!enters) return;
      const std::lock_guard lock(tt.mutex_);
      --tt.constrained_;
    }
    tt.submit(graph::self(), task);
  }
  void leave(const KeyValue& key) override {
    for (Constraint& c : constraints_) c.leave(key);
  }

 private:
  struct Constraint {
    Enter enter;
    Leave leave;
  };
  std::vector<Constraint> constraints_;
};

}  // namespace ttg::detail

#endif
