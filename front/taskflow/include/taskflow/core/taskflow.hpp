// Taskflow: a graph with a name that executors run. Future: what a run returns.
#pragma once

#include <unordered_set>

#include "flow_builder.hpp"
#include "topology.hpp"

namespace tf {

namespace detail {
// Writes graphs in the language of the program `dot`.
class DotWriter;
}  // namespace detail

class Taskflow : public FlowBuilder {
 public:
  Taskflow() : FlowBuilder(graph_of_) {}
  explicit Taskflow(const std::string& name) : FlowBuilder(graph_of_), name_(name) {}
  // A move takes the graph, the name and the runs that wait. So the taskflow must not run meanwhile.
  Taskflow(Taskflow&& other) : FlowBuilder(graph_of_) { take(other); }
  Taskflow& operator=(Taskflow&& other) {
    if (this != &other) take(other);
    return *this;
  }
  ~Taskflow() = default;

  std::size_t num_tasks() const { return graph_of_.size(); }
  bool empty() const { return graph_of_.empty(); }
  void name(const std::string& name) { name_ = name; }
  const std::string& name() const { return name_; }
  void clear() { graph_of_.clear(); }
  Graph& graph() { return graph_of_; }
  template <typename V>
  void for_each_task(V&& visit) const {
    const_cast<Graph&>(graph_of_).for_each([&](Node& n) { visit(Task(&n)); });
  }
  void remove_dependency(Task from, Task to) { from.node_->remove_successors(*to.node_); }
  void dump(std::ostream& os) const;
  std::string dump() const {
    std::ostringstream os;
    dump(os);
    return os.str();
  }

 private:
  friend class Executor;
  friend class detail::DotWriter;

  void take(Taskflow& other) {
    const std::scoped_lock lock(mutex_, other.mutex_);
    name_ = std::move(other.name_);
    graph_of_ = std::move(other.graph_of_);
    topologies_ = std::move(other.topologies_);
  }

  mutable std::mutex mutex_;
  std::string name_;
  Graph graph_of_;
  std::list<std::shared_ptr<Topology>> topologies_;  // the first one runs; under `mutex_`
};

// A std::future that knows its run and its thread. So a worker that waits for it lets other threads run in its place, and a thread that is
// no worker runs tasks of it.
template <typename T>
class Future : public detail::PromisedFuture<T> {
 public:
  Future() = default;
  Future(std::future<T>&& other) : detail::PromisedFuture<T>(std::move(other)) {}
  // For the headers. `view` and `root` are the executor's, if the future is of a run or of an async of the executor itself.
  explicit Future(detail::Promise<T>& promise, detail::View* view = nullptr, const detail::Scope* root = nullptr,
                  std::weak_ptr<Topology> topology = {})
      : detail::PromisedFuture<T>(promise), view_(view), root_(root), topology_(std::move(topology)) {}
  Future(Future&&) = default;
  Future& operator=(Future&&) = default;

  // Drops the tasks that have not begun. Returns false if there is no such run any more.
  bool cancel() {
    const std::shared_ptr<Topology> topology = topology_.lock();
    if (topology == nullptr) return false;
    topology->cancel();
    return true;
  }
  void wait() const {
    help();
    std::future<T>::wait();
  }
  T get() {
    help();
    return std::future<T>::get();
  }

 private:
  static bool is_over(void* p) {
    return static_cast<const Future*>(p)->wait_for(std::chrono::seconds(0)) != std::future_status::timeout;
  }
  void help() const {
    detail::Seat* const me = detail::current_seat();
    if (!this->valid()) return;
    void* const self = const_cast<Future*>(this);
    if (is_over(self)) return;
    if (me == nullptr) return help_from_outside(self);
    this->set_waiter(me);
    xomp_graph_seat_help_1(me, is_over, self, xomp::graph::Wait::sits);
    this->set_waiter(nullptr);
  }

  void help_from_outside(void* self) const {
    const bool is_ours = this->is_promised();  // the program may have given this another state
    const auto* const unfinished = root_ == nullptr ? nullptr : &root_->pending;
    if (xomp_graph_wait_outside_1(is_ours ? view_ : nullptr, unfinished, is_over, self) == xomp::graph::Waited::lost)
      TF_THROW("fork() was called in a task: what this future waits for is the parent process's");
  }

  detail::View* view_ = nullptr;
  const detail::Scope* root_ =
      nullptr;  // read as VIEW-10 in the library allows it, since the executor may end with its last task
  std::weak_ptr<Topology> topology_;
};

namespace detail {

class DotWriter {
 public:
  explicit DotWriter(std::ostream& os) : os_(os) {}
  void write(const Taskflow& taskflow) {
    os_ << "digraph Taskflow {\ncompound=true;\n";
    const std::string& name = taskflow.name_;
    write_cluster("Taskflow: " + (name.empty() ? address(&taskflow) : name), &taskflow,
                  const_cast<Graph&>(taskflow.graph_of_));
    for (std::size_t i = 0; i < modules_.size(); ++i) {  // which may find more
      const Module module = modules_[i];
      write_cluster(label_of(*module.task), module.graph, *module.graph);
    }
    os_ << "}\n";
  }

 private:
  struct Module {
    Graph* graph;
    const Node* task;  // the first that runs it: its name is the cluster's
  };

  static std::string address(const void* p) {
    std::ostringstream text;
    text << 'p' << p;
    return text.str();
  }
  static std::string label_of(const Node& n) {
    return n.extras_ == nullptr || n.extras_->name.empty() ? address(&n) : n.extras_->name;
  }
  static std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      if (c == '\n') result += "\\n";
      else result += c;
    }
    return result;
  }
  void write_cluster(const std::string& label, const void* key, Graph& graph) {
    os_ << "subgraph cluster_p" << key << " {\nlabel=\"" << escaped(label) << "\";\n";
    write_nodes(graph);
    os_ << "}\n";
  }
  void write_nodes(Graph& graph) {
    graph.for_each([&](Node& n) { write_node(n); });
  }
  void write_node(Node& n) {
    os_ << 'p' << &n << "[label=\"" << escaped(label_of(n)) << '"';
    Graph* const nested = n.extras_ != nullptr ? n.extras_->graph.get() : nullptr;
    if (n.type() == TaskType::MODULE && nested == nullptr) {
      Graph* graph;
      std::memcpy(&graph, n.storage_, sizeof graph);
      os_ << " shape=box3d, color=blue";
      note_module(graph, n);
    } else if (n.is_condition()) {
      os_ << " shape=diamond color=black fillcolor=aquamarine style=filled";
    }
    os_ << "];\n";
    for (std::uint32_t i = 0; i < n.num_successors(); ++i) {
      os_ << 'p' << &n << " -> p" << n.successor(i);
      if (n.is_condition()) os_ << " [style=dashed label=\"" << i << "\"]";
      os_ << ";\n";
    }
    if (nested != nullptr && !nested->empty()) write_nested(n, *nested);
  }
  // Writes the graph of a subflow or of an adopted module inside its node's. The last tasks of that graph point back to
  // the node.
  void write_nested(const Node& n, Graph& graph) {
    os_ << "subgraph cluster_p" << &n << " {\nlabel=\"" << (n.type() == TaskType::SUBFLOW ? "Subflow: " : "Module: ")
        << escaped(label_of(n)) << "\";\ncolor=blue\n";
    write_nodes(graph);
    os_ << "}\n";
    graph.for_each([&](Node& inner) {
      if (inner.num_successors() == 0)
        os_ << 'p' << &inner << " -> p" << &n << " [ltail=cluster_p" << &n << " style=dashed color=blue];\n";
    });
  }
  void note_module(Graph* graph, const Node& task) {
    const auto known =
        std::find_if(modules_.begin(), modules_.end(), [&](const Module& m) { return m.graph == graph; });
    if (known == modules_.end()) modules_.push_back({graph, &task});
  }

  std::ostream& os_;
  std::vector<Module> modules_;
};

}  // namespace detail

inline void Taskflow::dump(std::ostream& os) const { detail::DotWriter(os).write(*this); }

}  // namespace tf
