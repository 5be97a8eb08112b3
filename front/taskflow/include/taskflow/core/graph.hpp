// Graphs and their nodes. A node is a task of the engine: it runs in place, again and again, and no memory is taken for a run.
#pragma once

#include <xomp/graph_view.h>

#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "../detail/scope.hpp"
#include "../utility/small_vector.hpp"
#include "../utility/traits.hpp"
#include "declarations.hpp"
#include "error.hpp"

namespace tf {

enum class TaskType : int {
  PLACEHOLDER = 0,
  STATIC,
  RUNTIME,
  SUBFLOW,
  CONDITION,
  MODULE,
  ASYNC,
  UNDEFINED,
  DYNAMIC = SUBFLOW,  // up to 3.6
};
inline constexpr std::array<TaskType, 7> TASK_TYPES = {TaskType::PLACEHOLDER, TaskType::STATIC,    TaskType::RUNTIME,
                                                       TaskType::SUBFLOW,     TaskType::CONDITION, TaskType::MODULE,
                                                       TaskType::ASYNC};
inline const char* to_string(TaskType type) {
  constexpr const char* names[] = {"placeholder", "static", "runtime", "subflow", "condition", "module", "async"};
  return type == TaskType::UNDEFINED ? "undefined" : names[static_cast<int>(type)];
}

enum class TaskPriority : unsigned { HIGH = 0, NORMAL = 1, LOW = 2, MAX = 3 };

// What an async may be given besides its callable.
struct TaskParams {
  std::string name;
  void* data = nullptr;
};
struct DefaultTaskParams {};

template <typename P>
inline constexpr bool is_task_params_v =
    std::is_same_v<std::decay_t<P>, TaskParams> || std::is_same_v<std::decay_t<P>, DefaultTaskParams> ||
    std::is_convertible_v<P, std::string_view>;
#if defined(__cpp_concepts)
template <typename T>
concept StringLike = std::is_convertible_v<T, std::string_view>;
template <typename P>
concept TaskParamsLike = is_task_params_v<P>;
#endif

namespace detail {

// What few nodes have.
struct Extras {
  std::string name;
  void* data = nullptr;
  SmallVector<Semaphore*> acquired, released;
  std::exception_ptr error;
  std::unique_ptr<Graph> graph;                  // a retained subflow's, or an adopted one
  std::vector<std::unique_ptr<Graph>> detached;  // what subflows of this run have detached
};

}  // namespace detail

// One task of a graph. Only for the headers; programs have Task and TaskView.
class Node : public xomp::graph::Task {
 public:
  // What can be done with a callable in `storage_`. destroy is nullptr where there is nothing to do.
  struct Operations {
    void (*call)(void* storage, void* argument);
    void (*destroy)(void* storage);
  };
  static constexpr std::size_t kStorage = 32;

  Node() noexcept;
  ~Node() { clear(); }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  TaskType type() const { return static_cast<TaskType>(flags & kTypeBits); }
  bool is_multi_condition() const { return (flags & kMulti) != 0; }
  bool is_condition() const { return type() == TaskType::CONDITION; }
  bool is_nonpreemptive() const { return (flags & kNonpreemptive) != 0; }
  bool is_erased() const { return (flags & kErased) != 0; }

  template <typename C>
  void set_callable(TaskType type, std::uint8_t more, xomp::graph::RunTask run_with, C&& callable);
  void set_module(Graph& graph);
  void reset_callable();

  detail::Extras& extras() {
    if (extras_ == nullptr) extras_ = new detail::Extras;
    return *extras_;
  }
  void precede(Node& successor) {
    add_successor(&successor);
    successor.add_predecessor(this);
    if (is_condition()) return;
    successor.join_.store(static_cast<std::int32_t>(++successor.strong_), std::memory_order_relaxed);  // nothing runs
  }
  void remove_successors(Node& n);
  void unlink();
  void clear();

  std::uint32_t num_successors() const { return successors_; }
  std::uint32_t num_predecessors() const { return predecessors_; }
  std::uint32_t num_strong() const { return strong_; }
  std::uint32_t num_weak() const { return predecessors_ - strong_; }
  Node* successor(std::uint32_t i) const { return edges_[i]; }
  Node* predecessor(std::uint32_t i) const { return edges_[capacity() - 1 - i]; }

  static constexpr std::uint8_t kTypeBits = 7, kMulti = 8, kNonpreemptive = 16, kErased = 32;

  // --- a run; written by the thread that sets the graph up, then by the threads that the task passes through ---
  detail::Scope* scope_ = nullptr;     // of the run; written by the thread that makes the task ready
  std::atomic<std::int32_t> join_{0};  // strong predecessors that have not ended. Re-armed when the task ends

  // --- built by the program, never while the graph runs ---
  std::uint32_t strong_ = 0;  // predecessors that are no condition tasks
  detail::Extras* extras_ = nullptr;

 private:
  // Successors stand at the front, in order; predecessors at the back, the first one last.
  Node** edges_ = inline_edges_;
  std::uint32_t successors_ = 0, predecessors_ = 0;
  Node* inline_edges_[4];

 public:
  const Operations* operations_ = nullptr;  // nullptr: there is no callable
  alignas(8) unsigned char storage_[kStorage];

 private:
  std::uint32_t capacity() const { return 4u << size_class; }
  void grow();
  void make_room() {
    if (successors_ + predecessors_ == capacity()) grow();
  }
  void add_successor(Node* n) {
    make_room();
    edges_[successors_++] = n;
  }
  void add_predecessor(Node* n) {
    make_room();
    edges_[capacity() - 1 - predecessors_++] = n;
  }
  std::uint32_t remove_from_successors(const Node* n);
  std::uint32_t remove_from_predecessors(const Node* n);
  void change_type(std::uint8_t type);
  void destroy_callable() {
    if (operations_ != nullptr && operations_->destroy != nullptr) operations_->destroy(storage_);
    operations_ = nullptr;
  }
};
static_assert(sizeof(Node) == 144, "graphs have nodes by the million");

// Owns its nodes. They lie in chunks, in the order in which they were made.
class Graph {
  struct Chunk : xomp::graph::Task {  // as a piece of work its memory is the thread's own
    Chunk* following;
    std::uint32_t used, room;
    Node* nodes() { return reinterpret_cast<Node*>(this + 1); }
  };
  static_assert(sizeof(Chunk) % alignof(Node) == 0);

 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph(Graph&& other) noexcept { take(other); }
  Graph& operator=(const Graph&) = delete;
  Graph& operator=(Graph&& other) noexcept {
    if (this == &other) return *this;
    clear();
    take(other);
    return *this;
  }
  ~Graph() { clear(); }

  void clear();
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  class iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Node*;
    using difference_type = std::ptrdiff_t;
    using pointer = Node**;
    using reference = Node*;

    iterator() = default;
    Node* operator*() const { return chunk_->nodes() + at_; }
    iterator& operator++() {
      ++at_;
      skip();
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const iterator& a, const iterator& b) { return a.chunk_ == b.chunk_ && a.at_ == b.at_; }
    friend bool operator!=(const iterator& a, const iterator& b) { return !(a == b); }

   private:
    friend Graph;
    iterator(Chunk* chunk, std::uint32_t at) : chunk_(chunk), at_(at) { skip(); }
    void skip() {
      while (chunk_ != nullptr) {
        if (at_ == chunk_->used) {
          chunk_ = chunk_->following;
          at_ = 0;
        } else if (chunk_->nodes()[at_].is_erased()) {
          ++at_;
        } else {
          return;
        }
      }
    }
    Chunk* chunk_ = nullptr;
    std::uint32_t at_ = 0;
  };
  iterator begin() const { return iterator(first_, 0); }
  iterator end() const { return iterator(); }

  // For the headers.
  Node* add_node() {
    if (TF_UNLIKELY(last_ == nullptr || last_->used == last_->room)) add_chunk();
    ++size_;
    return ::new (static_cast<void*>(last_->nodes() + last_->used++)) Node;
  }
  void erase(Node* node) {
    node->unlink();
    node->clear();
    node->flags |= Node::kErased;
    --size_;
  }
  // visit(node) for each node; quicker than the iterators.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (Chunk* chunk = first_; chunk != nullptr; chunk = chunk->following) {
      Node* const nodes = chunk->nodes();
      for (std::uint32_t i = 0; i < chunk->used; ++i)
        if (!nodes[i].is_erased()) visit(nodes[i]);
    }
  }

 private:
  void add_chunk();
  static void free_chunk(Chunk* chunk);
  void take(Graph& other) {
    first_ = std::exchange(other.first_, nullptr);
    last_ = std::exchange(other.last_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }

  Chunk* first_ = nullptr;
  Chunk* last_ = nullptr;
  std::size_t size_ = 0;
};

namespace detail {
template <typename T, typename = void>
struct HasGraph : std::false_type {};
template <typename T>
struct HasGraph<T, std::enable_if_t<std::is_convertible_v<decltype(std::declval<T&>().graph()), Graph&>>>
    : std::true_type {};
template <typename T>
inline constexpr bool is_graph_like = std::is_base_of_v<Graph, std::remove_cv_t<std::remove_reference_t<T>>> ||
                                      HasGraph<std::remove_reference_t<T>>::value;
}  // namespace detail

#if defined(__cpp_concepts)
template <typename T>
concept GraphLike = detail::is_graph_like<T>;
#endif

template <typename T>
Graph& retrieve_graph(T& target) {
  if constexpr (std::is_base_of_v<Graph, T>) return target;
  else return target.graph();
}

// --- Node ---

namespace detail {

void run_placeholder(Seat& me, Work* work);
void run_module(Seat& me, Work* work);

template <typename C>
inline constexpr bool fits_node = sizeof(C) <= Node::kStorage && alignof(C) <= 8;

}  // namespace detail

inline Node::Node() noexcept {
  next = child = nullptr;
  priority = 0;
  owner = 0;
  size_class = 0;
  flags = static_cast<std::uint8_t>(TaskType::PLACEHOLDER);
  xomp::graph::set_run(this, detail::run_placeholder);
}

inline void Node::change_type(std::uint8_t type) {
  const bool was_condition = is_condition();
  flags = type;
  if (was_condition == is_condition()) return;
  for (std::uint32_t i = 0; i < successors_; ++i) successor(i)->strong_ += was_condition ? 1u : ~0u;
}

inline void Node::reset_callable() {
  destroy_callable();
  change_type(static_cast<std::uint8_t>(TaskType::PLACEHOLDER));
  xomp::graph::set_run(this, detail::run_placeholder);
}

namespace detail {

// A callable in the node, or, if it is large, a pointer to it there.
template <typename A>
struct StoredHere {
  static A& get(void* storage) { return *std::launder(static_cast<A*>(storage)); }
  static void call(void* storage, void* argument) { get(storage)(argument); }
  static void destroy(void* storage) { get(storage).~A(); }
  static constexpr Node::Operations operations = {call, std::is_trivially_destructible_v<A> ? nullptr : destroy};
};
template <typename A>
struct StoredElsewhere {
  static A* get(void* storage) { return *static_cast<A**>(storage); }
  static void call(void* storage, void* argument) { (*get(storage))(argument); }
  static void destroy(void* storage) { delete get(storage); }
  static constexpr Node::Operations operations = {call, destroy};
};

}  // namespace detail

template <typename C>
void Node::set_callable(TaskType type, std::uint8_t more, xomp::graph::RunTask run_with, C&& adapter) {
  using Adapter = std::decay_t<C>;
  destroy_callable();
  if constexpr (detail::fits_node<Adapter>) {
    ::new (static_cast<void*>(storage_)) Adapter(std::forward<C>(adapter));
    operations_ = &detail::StoredHere<Adapter>::operations;
  } else {
    Adapter* const heap = new Adapter(std::forward<C>(adapter));
    std::memcpy(storage_, &heap, sizeof heap);
    operations_ = &detail::StoredElsewhere<Adapter>::operations;
  }
  change_type(static_cast<std::uint8_t>(static_cast<std::uint8_t>(type) | more));
  xomp::graph::set_run(this, run_with);
}

inline void Node::set_module(Graph& graph) {
  reset_callable();
  Graph* const target = &graph;
  std::memcpy(storage_, &target, sizeof target);
  change_type(static_cast<std::uint8_t>(TaskType::MODULE));
  xomp::graph::set_run(this, detail::run_module);
}

inline void Node::grow() {
  const std::uint32_t before = capacity();
  Node** const edges = new Node*[2 * before];
  std::copy_n(edges_, successors_, edges);
  std::copy_n(edges_ + before - predecessors_, predecessors_, edges + 2 * before - predecessors_);
  if (edges_ != inline_edges_) delete[] edges_;
  edges_ = edges;
  ++size_class;
}

inline std::uint32_t Node::remove_from_successors(const Node* n) {
  Node** const end = std::remove(edges_, edges_ + successors_, n);
  const auto removed = static_cast<std::uint32_t>(edges_ + successors_ - end);
  successors_ -= removed;
  return removed;
}
inline std::uint32_t Node::remove_from_predecessors(const Node* n) {
  const auto last = std::make_reverse_iterator(edges_ + capacity());
  const auto end = std::remove(last, last + predecessors_, n);
  const auto removed = static_cast<std::uint32_t>(last + predecessors_ - end);
  predecessors_ -= removed;
  return removed;
}

inline void Node::remove_successors(Node& n) {
  remove_from_successors(&n);
  const std::uint32_t removed = n.remove_from_predecessors(this);
  if (!is_condition()) n.strong_ -= removed;
}

inline void Node::unlink() {
  while (successors_ != 0) remove_successors(*successor(0));
  while (predecessors_ != 0) predecessor(0)->remove_successors(*this);
}

inline void Node::clear() {
  destroy_callable();
  if (edges_ != inline_edges_) delete[] edges_;
  edges_ = inline_edges_;
  size_class = 0;
  successors_ = predecessors_ = 0;
  delete extras_;
  extras_ = nullptr;
}

// --- Graph ---

namespace detail {

// Chunks that are not in use, for the whole process: new graphs do not touch new pages.
class ChunkStore {
 public:
  static constexpr std::size_t kBytes = 64 << 10;

  static void* take() {
    ChunkStore& store = the_one();
    const std::lock_guard<std::mutex> lock(store.mutex_);
    if (store.chunks_.empty()) return nullptr;
    void* const chunk = store.chunks_.back();
    store.chunks_.pop_back();
    return chunk;
  }
  static bool put(void* chunk) {
    ChunkStore& store = the_one();
    const std::lock_guard<std::mutex> lock(store.mutex_);
    if (store.chunks_.size() >= kMost) return false;
    store.chunks_.push_back(chunk);
    return true;
  }

 private:
  static constexpr std::size_t kMost = 4096;
  // Never destroyed: graphs may be static objects.
  static ChunkStore& the_one() {
    static ChunkStore* const store = new ChunkStore;
    return *store;
  }
  std::mutex mutex_;
  std::vector<void*> chunks_;
};

}  // namespace detail

inline void Graph::add_chunk() {
  constexpr std::size_t kFirst = 15 * xomp::graph::kClassBytes;
  void* memory;
  std::size_t bytes = kFirst;
  if (first_ == nullptr) {
    memory = detail::allocate_work(kFirst);
  } else {
    bytes = detail::ChunkStore::kBytes;
    if (first_ == last_) bytes = 4096;
    memory = bytes == 4096 ? nullptr : detail::ChunkStore::take();
    if (memory == nullptr) memory = ::operator new(bytes, std::align_val_t(64));
  }
  Chunk* const chunk = static_cast<Chunk*>(memory);  // the fields of Task are the allocator's
  chunk->following = nullptr;
  chunk->used = 0;
  chunk->room = static_cast<std::uint32_t>((bytes - sizeof(Chunk)) / sizeof(Node));
  if (last_ == nullptr) first_ = chunk;
  else last_->following = chunk;
  last_ = chunk;
}

inline void Graph::free_chunk(Chunk* chunk) {
  constexpr std::size_t kNodesOfFirst = (15 * xomp::graph::kClassBytes - sizeof(Chunk)) / sizeof(Node);
  if (chunk->room == kNodesOfFirst) return detail::free_work(chunk);
  if (chunk->room > 4096 / sizeof(Node) && detail::ChunkStore::put(chunk)) return;
  ::operator delete(static_cast<void*>(chunk), std::align_val_t(64));
}

inline void Graph::clear() {
  for (Chunk* chunk = first_; chunk != nullptr;) {
    Chunk* const following = chunk->following;
    Node* const nodes = chunk->nodes();
    for (std::uint32_t i = 0; i < chunk->used; ++i) nodes[i].~Node();
    free_chunk(chunk);
    chunk = following;
  }
  first_ = last_ = nullptr;
  size_ = 0;
}

}  // namespace tf
