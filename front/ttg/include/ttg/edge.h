// Edges: which output terminals lead to which input terminals. Copies of an edge are the same edge.
#ifndef XOMP_TTG_EDGE_H
#define XOMP_TTG_EDGE_H

#include "ttg/terminal.h"
#include "ttg/util/diagnose.h"
#include "ttg/util/print.h"
#include "ttg/util/text.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace ttg {

template <class Key, class Value>
class Edge {
 public:
  typedef Out<Key, Value> output_terminal_type;
  typedef Key key_type;
  typedef Value value_type;
  static_assert(std::is_same_v<Key, std::decay_t<Key>>, "ttg: Edge's key type must be neither a reference nor const");
  static_assert(std::is_same_v<Value, std::decay_t<Value>>,
                "ttg: Edge's value type must be neither a reference nor const");

  Edge(const std::string name = "anonymous edge") : parts_{std::make_shared<Part>(name)} {}
  Edge(const char* name) : Edge(std::string(name)) {}
  Edge(const std::string name, bool is_pull, detail::ContainerWrapper<Key, Value> container)
      : parts_{std::make_shared<Part>(name)} {
    static_assert(!std::is_void_v<Key>, "ttg: a pull edge needs a key");
    parts_[0]->is_pull = is_pull;
    parts_[0]->container = std::move(container);
  }
  template <class... Values>
    requires(sizeof...(Values) > 1 && (std::is_same_v<Values, Value> && ...))
  Edge(const Edge<Key, Values>&... edges) {
    if ((edges.is_pull_edge() || ...)) throw std::runtime_error("ttg: a pull edge cannot be fused with others");
    (parts_.insert(parts_.end(), edges.parts_.begin(), edges.parts_.end()), ...);
  }

  Edge edge() const { return *this; }
  bool live() const {
    for (const auto& p : parts_)
      if (!p->producers.empty()) return true;
    return false;
  }
  bool is_pull_edge() const { return !parts_.empty() && parts_[0]->is_pull; }

  void set_in(Out<Key, Value>* out) const {
    for (const auto& p : parts_) {
      out->is_pull_terminal = p->is_pull;
      p->producers.push_back(out);
      for (TerminalBase* consumer : p->consumers) out->connect(consumer);
    }
  }
  void set_out(TerminalBase* in) const {
    for (const auto& p : parts_) {
      p->consumers.push_back(in);
      in->add_edge(p->is_invoked);
      if (p->is_pull) {
        in->is_pull_terminal = true;
        static_cast<detail::InputOf<Key, Value>*>(in)->container = p->container;
        in->set_connected();
      } else {
        for (Out<Key, Value>* producer : p->producers) producer->connect(in);
      }
    }
  }
  // Invokes each consumer.
  template <class K = Key, class V = Value>
    requires(std::is_void_v<K> && std::is_void_v<V>)
  void fire() const {
    for (const auto& p : parts_)
      for (TerminalBase* consumer : p->consumers) static_cast<detail::InputOf<void, void>*>(consumer)->send();
  }

 private:
  template <class K, class V>
  friend class Edge;
  struct Part {
    explicit Part(std::string n) : name(std::move(n)) {}
    ~Part() {
      const bool is_begun = is_invoked->load(std::memory_order_relaxed);  // by whoever: nobody has the edge any more
      if (diagnose() && producers.empty() != consumers.empty() && !is_pull && !is_begun)
        print_error(detail::joined("ttg: the edge '", name, "' ends with ",
                                   producers.empty() ? "consumers but no producer" : "producers but no consumer",
                                   ": the graph may be incomplete"));
    }
    std::string name;
    bool is_pull = false;
    const TerminalBase::EdgeFlag is_invoked = std::make_shared<std::atomic<bool>>(false);  // a consumer was
    std::vector<Out<Key, Value>*> producers;
    std::vector<TerminalBase*> consumers;
    detail::ContainerWrapper<Key, Value> container;
  };
  std::vector<std::shared_ptr<Part>> parts_;
};

// One edge that stands for several.
template <class Key, class... Values>
auto fuse(const Edge<Key, Values>&... edges) {
  using Value = std::tuple_element_t<0, std::tuple<Values...>>;
  static_assert((std::is_same_v<Values, Value> && ...), "ttg: fuse() is for edges of one key type and one value type");
  return Edge<Key, Value>(edges...);
}

// The edges of a TT's inputs, or outputs.
template <class... Edges>
auto edges(Edges&&... args) {
  return std::make_tuple(std::decay_t<Edges>(std::forward<Edges>(args))...);
}

template <class T>
struct edges_to_output_terminals;
template <class... Edges>
struct edges_to_output_terminals<std::tuple<Edges...>> {
  using type = std::tuple<typename std::decay_t<Edges>::output_terminal_type...>;
};
template <class T>
using edges_to_output_terminals_t = typename edges_to_output_terminals<T>::type;
template <class T>
struct edges_to_output_value_types;
template <class... Edges>
struct edges_to_output_value_types<std::tuple<Edges...>> {
  using type = std::tuple<typename std::decay_t<Edges>::value_type...>;
};
template <class T>
struct terminals_to_edges;
template <class... Terminals>
struct terminals_to_edges<std::tuple<Terminals...>> {
  using type = std::tuple<typename Terminals::edge_type...>;
};
template <class T>
using terminals_to_edges_t = typename terminals_to_edges<T>::type;

}  // namespace ttg

#endif
