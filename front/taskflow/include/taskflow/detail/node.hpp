// A node: a task of a graph, which the engine runs in place, again and again. And the chunks of memory that nodes lie in.
#pragma once

#include <xomp/graph.h>

#include <atomic>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "../core/declarations.hpp"
#include "../core/error.hpp"
#include "../utility/math.hpp"
#include "../utility/small_vector.hpp"
#include "../utility/traits.hpp"
#include "scope.hpp"

namespace tf {

namespace detail {

// Fields that few nodes need.
struct Extras {
  std::string name;
  void* data = nullptr;
  SmallVector<Semaphore*> acquired, released;
  std::exception_ptr error;
  std::unique_ptr<Graph> graph;                  // a retained subflow's, or an adopted one
  std::vector<std::unique_ptr<Graph>> detached;  // what subflows of this run have detached
};

// Where nodes lie: this, `room` nodes, and a bit for each. By its bits and its word a graph of a million nodes starts,
// and is destroyed, without a look at each of them.
//
// | word     | written by                                                                                     |
// |----------|------------------------------------------------------------------------------------------------|
// | has_more | who builds the graph, and threads that run its nodes; read when the graph goes, so relaxed does |
// | others   | who builds the graph, never while it runs                                                      |
struct alignas(16) NodeChunk {
  NodeChunk* following;
  std::uint32_t bytes, used, room;
  std::atomic<bool> has_more;  // some node has more to give back than its own memory
  std::uint8_t size_class;     // where the memory is a thread's own: what its header said
  std::uint16_t owner;
  std::uint32_t before;  // how many chunks the graph has before this one

  Node* nodes();
  // A bit is set where the node has a predecessor or is erased, so that it does not start by itself.
  std::uint64_t* held();
  static NodeChunk* make(void* memory, std::size_t bytes);
  void give_more_back();  // of all nodes

  // visit(node) for each node that starts by itself.
  template <typename Visit>
  void for_each_source(Visit&& visit);
};

}  // namespace detail

// One task of a graph. Only the headers use it; programs have Task and TaskView. In other tasks the field `owner` tells
// whose memory they are. In a node it is the node's place in its chunk.
class Node : public xomp::graph::Task {
 public:
  // What can be done with a callable in `storage_`. destroy is nullptr where there is nothing to do.
  struct Operations {
    void (*call)(void* storage, void* argument);
    void (*destroy)(void* storage);
  };
  static constexpr std::size_t kStorage = 32;

  explicit Node(std::uint16_t place) noexcept;
  ~Node() { give_more_back(); }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  TaskType type() const { return static_cast<TaskType>(flags & kTypeBits); }
  bool is_condition() const { return type() == TaskType::CONDITION; }
  bool is_nonpreemptive() const { return (flags & kNonpreemptive) != 0; }
  bool is_erased() const { return (flags & kErased) != 0; }

  template <typename Adapter>
  void set_callable(TaskType type, std::uint8_t more, xomp::graph::RunTask run_with, Adapter&& adapter);
  void set_module(Graph& graph);
  void reset_callable();

  detail::Extras& extras() {
    if (extras_ == nullptr) {
      extras_ = new detail::Extras;
      note_more();
    }
    return *extras_;
  }
  // Programs mostly make nodes, and connect them, in the order in which they lie. A large graph would wait for memory
  // at each of them. So this asks for a node that comes a few later. There may be none.
  static void prefetch_beyond(Node* node) {
    constexpr std::size_t kAway = 8 * sizeof(Node);
    __builtin_prefetch(reinterpret_cast<char*>(node) + kAway, 1);
    __builtin_prefetch(reinterpret_cast<char*>(node) + kAway + 64, 1);
  }
  void precede(Node& successor) {
    prefetch_beyond(&successor);
    add_successor(&successor);
    successor.add_predecessor(this);
    if (is_condition()) return;
    successor.set_strong(successor.strong_ + 1);
  }
  void remove_successors(Node& n);
  void unlink();
  void clear();
  void erase();

  std::uint32_t num_successors() const { return successors_; }
  std::uint32_t num_predecessors() const { return predecessors_; }
  std::uint32_t num_strong() const { return strong_; }
  std::uint32_t num_weak() const { return predecessors_ - strong_; }
  Node* successor(std::uint32_t i) const { return edges_[i]; }
  Node* predecessor(std::uint32_t i) const { return edges_[capacity() - 1 - i]; }

  static constexpr std::uint8_t kTypeBits = 7, kMulti = 8, kNonpreemptive = 16, kErased = 32;

  // The scope of the run. A thread that makes the task ready sets it. In a loop two threads may do so at once, or one
  // while the task's last turn still ends elsewhere. Both mean the same scope, so a scope that is there already is not
  // written again.
  detail::Scope* scope() const { return scope_.load(std::memory_order_relaxed); }  // the task's queue orders it
  void set_scope(detail::Scope* scope) {
    if (this->scope() != scope) scope_.store(scope, std::memory_order_relaxed);  // as above
  }

  // Notes that the task is started, whatever it depends on.
  void set_under_way() {
    if (join_.load(std::memory_order_relaxed) != 0) join_.store(0, std::memory_order_relaxed);  // its queue orders it
  }

  // --- a run; written by the thread that sets the graph up, then by the threads that the task passes through ---
 private:
  std::atomic<detail::Scope*> scope_{nullptr};

 public:
  // How many strong predecessors have not ended. It is 0 or less while the task waits or runs. The end of the task sets
  // it anew, so that a loop that does not wait for the task cannot start it once more meanwhile.
  std::atomic<std::int32_t> join_{0};

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
  // Must be called while nothing runs.
  void set_strong(std::uint32_t n) {
    strong_ = n;
    join_.store(static_cast<std::int32_t>(n), std::memory_order_relaxed);
  }
  detail::NodeChunk& chunk() { return reinterpret_cast<detail::NodeChunk*>(this - owner)[-1]; }
  void set_held(bool is_held) {
    std::uint64_t& bits = chunk().held()[owner / 64];
    const std::uint64_t bit = std::uint64_t{1} << owner % 64;
    bits = is_held ? bits | bit : bits & ~bit;
  }
  void note_more() { chunk().has_more.store(true, std::memory_order_relaxed); }
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
    if (predecessors_ == 0) set_held(true);
    make_room();
    edges_[capacity() - 1 - predecessors_++] = n;
  }
  std::uint32_t remove_from_successors(const Node* n);
  std::uint32_t remove_from_predecessors(const Node* n);
  void change_type(std::uint8_t type) noexcept;
  void give_more_back() {
    destroy_callable();
    if (edges_ != inline_edges_) delete[] edges_;
    delete extras_;
  }
  void destroy_callable() {
    if (operations_ != nullptr && operations_->destroy != nullptr) operations_->destroy(storage_);
    operations_ = nullptr;
  }
};
static_assert(sizeof(Node) == 144, "graphs have nodes by the million");

namespace detail {

static_assert(sizeof(NodeChunk) % alignof(Node) == 0 && sizeof(NodeChunk) == sizeof(Work));

inline Node* NodeChunk::nodes() { return reinterpret_cast<Node*>(this + 1); }
inline std::uint64_t* NodeChunk::held() { return reinterpret_cast<std::uint64_t*>(nodes() + room); }

TF_FORCE_INLINE NodeChunk* NodeChunk::make(void* memory, std::size_t bytes) {
  auto* const chunk = static_cast<NodeChunk*>(memory);
  chunk->following = nullptr;
  chunk->bytes = static_cast<std::uint32_t>(bytes);
  chunk->used = 0;
  chunk->before = 0;
  chunk->room = static_cast<std::uint32_t>((bytes - sizeof(NodeChunk) - 8) * 8 / (8 * sizeof(Node) + 1));
  ::new (static_cast<void*>(&chunk->has_more)) std::atomic<bool>(false);
  if (chunk->room <= 64) *chunk->held() = 0;
  else std::memset(chunk->held(), 0, (chunk->room + 63) / 64 * 8);
  return chunk;
}

TF_NO_INLINE inline void NodeChunk::give_more_back() {
  for (std::uint32_t i = 0; i < used; ++i) nodes()[i].~Node();
}

template <typename Visit>
void NodeChunk::for_each_source(Visit&& visit) {
  if (used == 1) {  // mostly a subflow's
    if ((*held() & 1) == 0) visit(*nodes());
    return;
  }
  for (std::uint32_t first = 0; first < used; first += 64) {
    std::uint64_t sources = ~held()[first / 64];
    if (used - first < 64) sources &= (std::uint64_t{1} << (used - first)) - 1;
    for (; sources != 0; sources &= sources - 1) visit(nodes()[first + static_cast<std::uint32_t>(ctz(sources))]);
  }
}

}  // namespace detail

namespace detail {

void run_placeholder(Seat& me, Work* work);
void run_module(Seat& me, Work* work);

template <typename C>
inline constexpr bool fits_node =
    sizeof(C) <= Node::kStorage && alignof(C) <= 8 && std::is_nothrow_move_constructible_v<C>;

}  // namespace detail

inline Node::Node(std::uint16_t place) noexcept {
  next = child = nullptr;
  priority = 0;
  owner = place;
  size_class = 0;
  flags = static_cast<std::uint8_t>(TaskType::PLACEHOLDER);
  this->run = detail::run_placeholder;
}

inline void Node::change_type(std::uint8_t type) noexcept {
  const bool was_condition = is_condition();
  flags = type;
  if (was_condition == is_condition()) return;
  for (std::uint32_t i = 0; i < successors_; ++i) {
    Node& n = *successor(i);
    n.set_strong(n.strong_ + (was_condition ? 1u : ~0u));
  }
}

inline void Node::reset_callable() {
  destroy_callable();
  change_type(static_cast<std::uint8_t>(TaskType::PLACEHOLDER));
  this->run = detail::run_placeholder;
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

// Changes nothing if it throws.
template <typename Adapter>
void Node::set_callable(TaskType type, std::uint8_t more, xomp::graph::RunTask run_with, Adapter&& adapter) {
  static_assert(!std::is_reference_v<Adapter>, "the caller's copy of the callable, which may have thrown");
  if constexpr (detail::fits_node<Adapter>) {
    destroy_callable();
    ::new (static_cast<void*>(storage_)) Adapter(std::move(adapter));
    operations_ = &detail::StoredHere<Adapter>::operations;
  } else {
    Adapter* const heap = new Adapter(std::move(adapter));
    destroy_callable();
    std::memcpy(storage_, &heap, sizeof heap);
    operations_ = &detail::StoredElsewhere<Adapter>::operations;
  }
  if (operations_->destroy != nullptr) note_more();
  change_type(static_cast<std::uint8_t>(static_cast<std::uint8_t>(type) | more));
  this->run = run_with;
}

inline void Node::set_module(Graph& graph) {
  reset_callable();
  Graph* const target = &graph;
  std::memcpy(storage_, &target, sizeof target);
  change_type(static_cast<std::uint8_t>(TaskType::MODULE));
  this->run = detail::run_module;
}

inline void Node::grow() {
  const std::uint32_t before = capacity();
  Node** const edges = new Node*[2 * before];
  note_more();
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
  if (n.predecessors_ == 0) n.set_held(false);
  if (!is_condition()) n.set_strong(n.strong_ - removed);
}

inline void Node::unlink() {
  while (successors_ != 0) remove_successors(*successor(0));
  while (predecessors_ != 0) predecessor(0)->remove_successors(*this);
}

inline void Node::clear() {
  give_more_back();
  edges_ = inline_edges_;
  size_class = 0;
  successors_ = predecessors_ = 0;
  extras_ = nullptr;
}

inline void Node::erase() {
  unlink();
  clear();
  flags |= kErased;
  set_held(true);
}

}  // namespace tf
