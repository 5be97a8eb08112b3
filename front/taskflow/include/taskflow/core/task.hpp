// Task: a handle of a node in a graph. TaskView: what observers and visitors see of one.
#pragma once

#include <ostream>

#include "graph.hpp"

namespace tf {

// --- which kind of task a callable makes ---

namespace detail {

template <typename C, typename... Args>
constexpr bool returns_nothing() {
  if constexpr (std::is_invocable_v<C, Args...>) return std::is_void_v<std::invoke_result_t<C, Args...>>;
  else return false;
}
template <typename C>
constexpr bool returns_indices() {
  if constexpr (std::is_invocable_v<C>) return std::is_same_v<std::invoke_result_t<C>, SmallVector<int>>;
  else return false;
}

}  // namespace detail

template <typename C>
inline constexpr bool is_static_task_v = detail::returns_nothing<C>();
template <typename C>
inline constexpr bool is_subflow_task_v = detail::returns_nothing<C, Subflow&>();
template <typename C>
inline constexpr bool is_runtime_task_v =
    detail::returns_nothing<C, Runtime&>() || detail::returns_nothing<C, NonpreemptiveRuntime&>();
template <typename C>
inline constexpr bool is_multi_condition_task_v = detail::returns_indices<C>();
template <typename C>
inline constexpr bool is_condition_task_v = std::is_invocable_r_v<int, C> && !is_static_task_v<C>;

template <typename C>
struct is_static_task : std::bool_constant<is_static_task_v<C>> {};
template <typename C>
struct is_subflow_task : std::bool_constant<is_subflow_task_v<C>> {};
template <typename C>
struct is_runtime_task : std::bool_constant<is_runtime_task_v<C>> {};
template <typename C>
struct is_condition_task : std::bool_constant<is_condition_task_v<C>> {};
template <typename C>
struct is_multi_condition_task : std::bool_constant<is_multi_condition_task_v<C>> {};

#if defined(__cpp_concepts)
template <typename C>
concept StaticTaskLike = is_static_task_v<C>;
template <typename C>
concept SubflowTaskLike = is_subflow_task_v<C>;
template <typename C>
concept RuntimeTaskLike = is_runtime_task_v<C>;
template <typename C>
concept ConditionTaskLike = is_condition_task_v<C>;
template <typename C>
concept MultiConditionTaskLike = is_multi_condition_task_v<C>;
#endif

namespace detail {

void run_static(Seat& me, Work* work);
void run_condition(Seat& me, Work* work);
void run_multi_condition(Seat& me, Work* work);
void run_subflow(Seat& me, Work* work);
void run_runtime(Seat& me, Work* work);

// Conditions that take a Runtime (up to 3.8): what the node's callable gets, and what it chooses.
struct RuntimeCondition {
  NonpreemptiveRuntime& runtime;
  SmallVector<int> chosen;
  // Calls f with a Runtime, and waits for the tasks that f has made.
  void call(const std::function<void(Runtime&)>& f);
};
void run_runtime_condition(Seat& me, Work* work);

inline constexpr bool kKnowsRuntimeTasks = XOMP_TASKFLOW_VERSION >= 300900;
inline constexpr TaskType kRuntimeType = kKnowsRuntimeTasks ? TaskType::RUNTIME : TaskType::STATIC;

// Up to 3.11 the callables of runtime tasks and subflows may return something. Nobody sees it, so it is dropped.
template <typename C, typename Argument>
inline constexpr bool drops_result = std::is_invocable_v<C, Argument> && !std::is_invocable_v<C>;

template <typename C>
constexpr bool chooses_by_runtime() {
  if constexpr (kKnowsRuntimeTasks || !drops_result<C, Runtime&>) return false;
  else
    return std::is_convertible_v<std::invoke_result_t<C, Runtime&>, int> ||
           std::is_convertible_v<std::invoke_result_t<C, Runtime&>, SmallVector<int>>;
}

template <typename C>
inline constexpr bool is_task_callable =
    is_static_task_v<C> || is_runtime_task_v<C> || is_subflow_task_v<C> || is_multi_condition_task_v<C> ||
    is_condition_task_v<C> || drops_result<C, Runtime&> || drops_result<C, Subflow&>;

// Gives a node its callable and with it its kind.
template <typename C>
void set_work(Node& node, C&& callable) {
  using D = std::decay_t<C>;
  if constexpr (is_static_task_v<D>) {
    node.set_callable(TaskType::STATIC, 0, run_static,
                      [c = std::forward<C>(callable)](void*) mutable { std::invoke(c); });
  } else if constexpr (returns_nothing<D, Runtime&>()) {
    node.set_callable(kRuntimeType, 0, run_runtime, [c = std::forward<C>(callable)](void* runtime) mutable {
      std::invoke(c, *static_cast<Runtime*>(runtime));
    });
  } else if constexpr (returns_nothing<D, NonpreemptiveRuntime&>()) {
    node.set_callable(kRuntimeType, Node::kNonpreemptive, run_runtime,
                      [c = std::forward<C>(callable)](void* runtime) mutable {
                        std::invoke(c, *static_cast<NonpreemptiveRuntime*>(runtime));
                      });
  } else if constexpr (is_subflow_task_v<D>) {
    node.set_callable(TaskType::SUBFLOW, 0, run_subflow, [c = std::forward<C>(callable)](void* subflow) mutable {
      std::invoke(c, *static_cast<Subflow*>(subflow));
    });
  } else if constexpr (is_multi_condition_task_v<D>) {
    node.set_callable(TaskType::CONDITION, Node::kMulti, run_multi_condition,
                      [c = std::forward<C>(callable)](void* result) mutable {
                        *static_cast<SmallVector<int>*>(result) = std::invoke(c);
                      });
  } else if constexpr (chooses_by_runtime<D>()) {
    node.set_callable(TaskType::CONDITION, Node::kMulti, run_runtime_condition,
                      [c = std::forward<C>(callable)](void* argument) mutable {
                        auto& condition = *static_cast<RuntimeCondition*>(argument);
                        condition.call([&](Runtime& runtime) {
                          if constexpr (std::is_convertible_v<std::invoke_result_t<D, Runtime&>, int>)
                            condition.chosen.assign(1, static_cast<int>(std::invoke(c, runtime)));
                          else condition.chosen = std::invoke(c, runtime);
                        });
                      });
  } else if constexpr (drops_result<D, Runtime&>) {
    set_work(node, [c = std::forward<C>(callable)](Runtime& runtime) mutable -> void { std::invoke(c, runtime); });
  } else if constexpr (drops_result<D, Subflow&>) {
    set_work(node, [c = std::forward<C>(callable)](Subflow& subflow) mutable -> void { std::invoke(c, subflow); });
  } else {
    static_assert(is_condition_task_v<D>, "a task's callable takes nothing, a tf::Subflow& or a tf::Runtime&");
    node.set_callable(TaskType::CONDITION, 0, run_condition, [c = std::forward<C>(callable)](void* result) mutable {
      *static_cast<int*>(result) = static_cast<int>(std::invoke(c));
    });
  }
}

}  // namespace detail

// --- Task ---

class Task {
 public:
  Task() = default;
  Task(std::nullptr_t) {}
  Task& operator=(std::nullptr_t) {
    node_ = nullptr;
    return *this;
  }
  friend bool operator==(const Task& a, const Task& b) { return a.node_ == b.node_; }
  friend bool operator!=(const Task& a, const Task& b) { return !(a == b); }
  void reset() { node_ = nullptr; }
  bool empty() const { return node_ == nullptr; }

  const std::string& name() const { return node_->extras_ == nullptr ? no_name() : node_->extras_->name; }
  Task& name(const std::string& name) {
    node_->extras().name = name;
    return *this;
  }
  void* data() const { return node_->extras_ == nullptr ? nullptr : node_->extras_->data; }
  Task& data(void* data) {
    node_->extras().data = data;
    return *this;
  }
  TaskPriority priority() const { return static_cast<TaskPriority>(-node_->priority); }
  Task& priority(TaskPriority priority) {
    node_->priority = -static_cast<std::int32_t>(priority);
    return *this;
  }

  // The callable decides the kind.
  template <typename C>
  Task& work(C&& callable) {
    detail::set_work(*node_, std::forward<C>(callable));
    return *this;
  }
  void reset_work() { node_->reset_callable(); }
  bool has_work() const { return node_->type() != TaskType::PLACEHOLDER; }
  // Becomes a module that runs the graph of `target`, which the program keeps.
  template <typename T>
  Task& composed_of(T& target) {
    node_->set_module(retrieve_graph(target));
    return *this;
  }
  // Becomes a module that owns its graph.
  Task& adopt(Graph&& graph) {
    node_->extras().graph = std::make_unique<Graph>(std::move(graph));
    node_->set_module(*node_->extras().graph);
    return *this;
  }

  template <typename... Ts>
  Task& precede(Ts&&... tasks) {
    (node_->precede(*tasks.node_), ...);
    return *this;
  }
  template <typename... Ts>
  Task& succeed(Ts&&... tasks) {
    (tasks.node_->precede(*node_), ...);
    return *this;
  }
  template <typename... Ts>
  Task& remove_successors(Ts&&... tasks) {
    (node_->remove_successors(*tasks.node_), ...);
    return *this;
  }
  template <typename... Ts>
  Task& remove_predecessors(Ts&&... tasks) {
    (tasks.node_->remove_successors(*node_), ...);
    return *this;
  }

  Task& acquire(Semaphore& semaphore) {
    node_->extras().acquired.push_back(&semaphore);
    return *this;
  }
  Task& release(Semaphore& semaphore) {
    node_->extras().released.push_back(&semaphore);
    return *this;
  }
  template <typename It>
  Task& acquire(It first, It last) {
    for (; first != last; ++first) acquire(*first);
    return *this;
  }
  template <typename It>
  Task& release(It first, It last) {
    for (; first != last; ++first) release(*first);
    return *this;
  }

  std::size_t num_successors() const { return node_->num_successors(); }
  std::size_t num_predecessors() const { return node_->num_predecessors(); }
  std::size_t num_strong_dependencies() const { return node_->num_strong(); }
  std::size_t num_weak_dependencies() const { return node_->num_weak(); }
  std::size_t num_dependents() const { return num_predecessors(); }
  std::size_t num_strong_dependents() const { return num_strong_dependencies(); }
  std::size_t num_weak_dependents() const { return num_weak_dependencies(); }

  template <typename V>
  void for_each_successor(V&& visit) const {
    for (std::uint32_t i = 0; i < node_->num_successors(); ++i) visit(Task(node_->successor(i)));
  }
  template <typename V>
  void for_each_predecessor(V&& visit) const {
    for (std::uint32_t i = 0; i < node_->num_predecessors(); ++i) visit(Task(node_->predecessor(i)));
  }
  template <typename V>
  void for_each_dependent(V&& visit) const {
    for_each_predecessor(std::forward<V>(visit));
  }
  // Only a subflow that was told to retain its tasks has some after the run.
  template <typename V>
  void for_each_subflow_task(V&& visit) const {
    if (node_->type() != TaskType::SUBFLOW || node_->extras_ == nullptr || node_->extras_->graph == nullptr) return;
    node_->extras_->graph->for_each([&](Node& n) { visit(Task(&n)); });
  }

  TaskType type() const { return node_->type(); }
  // Returns this task's exception if it was not the first one of its run.
  std::exception_ptr exception_ptr() const { return node_->extras_ == nullptr ? nullptr : node_->extras_->error; }
  bool has_exception_ptr() const { return exception_ptr() != nullptr; }
  std::size_t hash_value() const { return std::hash<Node*>()(node_); }
  void dump(std::ostream& os) const {
    os << "task ";
    if (name().empty()) os << node_;
    else os << name();
    os << " [type=" << to_string(type()) << ']';
  }

 private:
  friend class FlowBuilder;
  friend class Taskflow;
  friend class TaskView;
  friend class Runtime;
  friend class NonpreemptiveRuntime;
  friend struct std::hash<Task>;

  explicit Task(Node* node) : node_(node) {}
  static const std::string& no_name() {
    static const std::string* const none = new std::string;
    return *none;
  }
  Node* node_ = nullptr;
};

inline std::ostream& operator<<(std::ostream& os, const Task& task) {
  task.dump(os);
  return os;
}

// --- TaskView ---

class TaskView {
 public:
  explicit TaskView(const Node& node) : task_(const_cast<Node*>(&node)) {}
  const std::string& name() const { return task_.name(); }
  std::size_t num_successors() const { return task_.num_successors(); }
  std::size_t num_predecessors() const { return task_.num_predecessors(); }
  std::size_t num_strong_dependencies() const { return task_.num_strong_dependencies(); }
  std::size_t num_weak_dependencies() const { return task_.num_weak_dependencies(); }
  std::size_t num_dependents() const { return num_predecessors(); }
  std::size_t num_strong_dependents() const { return num_strong_dependencies(); }
  std::size_t num_weak_dependents() const { return num_weak_dependencies(); }
  template <typename V>
  void for_each_successor(V&& visit) const {
    task_.for_each_successor([&](Task t) { visit(TaskView(*t.node_)); });
  }
  template <typename V>
  void for_each_predecessor(V&& visit) const {
    task_.for_each_predecessor([&](Task t) { visit(TaskView(*t.node_)); });
  }
  template <typename V>
  void for_each_dependent(V&& visit) const {
    for_each_predecessor(std::forward<V>(visit));
  }
  TaskType type() const { return task_.type(); }
  std::size_t hash_value() const { return task_.hash_value(); }

 private:
  Task task_;
};

}  // namespace tf

template <>
struct std::hash<tf::Task> {
  std::size_t operator()(const tf::Task& task) const { return task.hash_value(); }
};
template <>
struct std::hash<tf::TaskView> {
  std::size_t operator()(const tf::TaskView& task) const { return task.hash_value(); }
};
