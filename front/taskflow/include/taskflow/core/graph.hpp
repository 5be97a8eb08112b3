// Graphs. They own their nodes, which run in place, again and again: no memory is taken for a run.
#pragma once

#include <iterator>
#include <utility>

#include "../detail/node.hpp"
#include "../detail/node_memory.hpp"

namespace tf {

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

// Owns its nodes. They lie in chunks, in the order in which they were made.
class Graph {
  using Chunk = detail::NodeChunk;

 public:
  // `tiny` is for a graph that mostly has one or two nodes, so that its first nodes take less memory.
  enum class Size : bool { usual, tiny };

  Graph() = default;
  explicit Graph(Size size) : expected_(size) {}
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

  void clear() {
    if (first_ != nullptr) give_chunks_back();
    size_ = 0;
    has_run_ = false;
  }
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
    const std::uint32_t place = last_->used++;
    Node* const node = last_->nodes() + place;
    Node::prefetch_beyond(node);
    return ::new (static_cast<void*>(node)) Node(static_cast<std::uint16_t>(place));
  }
  // Removes the last node, which must be as add_node() has made it.
  void take_back(Node* node) {
    node->~Node();
    --last_->used;
    --size_;
  }
  void erase(Node* node) {
    node->erase();
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
  // visit(node) for each node without a predecessor.
  template <typename Visit>
  void for_each_source(Visit&& visit) {
    for (Chunk* chunk = first_; chunk != nullptr; chunk = chunk->following) chunk->for_each_source(visit);
  }
  // Says whether this is the graph's first run. Then all nodes are still as they were built, so none has to be reset.
  bool begins_first_run() {
    if (has_run_) return false;
    return has_run_ = true;
  }

 private:
  void add_chunk();
  void give_chunks_back();
  void take(Graph& other) {
    first_ = std::exchange(other.first_, nullptr);
    last_ = std::exchange(other.last_, nullptr);
    size_ = std::exchange(other.size_, 0);
    has_run_ = std::exchange(other.has_run_, false);
    expected_ = other.expected_;
  }

  Chunk* first_ = nullptr;
  Chunk* last_ = nullptr;
  std::size_t size_ = 0;
  bool has_run_ = false;
  Size expected_ = Size::usual;
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

TF_NO_INLINE inline void Graph::add_chunk() {
  const std::size_t bytes = detail::bytes_of_next_chunk(last_, expected_ == Size::tiny);
  Chunk* const chunk = detail::take_chunk(bytes);
  if (last_ == nullptr) {
    first_ = chunk;
  } else {
    chunk->before = last_->before + 1;
    last_->following = chunk;
  }
  last_ = chunk;
}

TF_NO_INLINE inline void Graph::give_chunks_back() {
  for (Chunk* chunk = first_; chunk != nullptr;) {
    Chunk* const following = chunk->following;
    if (chunk->has_more.load(std::memory_order_relaxed)) chunk->give_more_back();  // nobody else has the graph
    detail::give_chunk_back(chunk);
    chunk = following;
  }
  first_ = last_ = nullptr;
}

}  // namespace tf
