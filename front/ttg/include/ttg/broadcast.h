// BinaryTreeBroadcast: one value for all numbers from 0 on, along a tree, and from each to some keys.
#ifndef XOMP_TTG_BROADCAST_H
#define XOMP_TTG_BROADCAST_H

#include "ttg/tt.h"
#include "ttg/util/tree.h"
#include <tuple>
#include <utility>
#include <vector>

namespace ttg {

template <class Value, class OutKey = int>
class BinaryTreeBroadcast : public TT<int, std::tuple<Out<int, Value>, Out<int, Value>, Out<OutKey, Value>>,
                                      BinaryTreeBroadcast<Value, OutKey>, typelist<const Value>> {
 public:
  using baseT = typename BinaryTreeBroadcast::ttT;

  BinaryTreeBroadcast(Edge<int, Value>& in, Edge<OutKey, Value>& out, std::vector<OutKey> local_keys, int root = 0,
                      World world = default_execution_context(), int max_key = -1,
                      Edge<int, Value> left = Edge<int, Value>("left"),
                      Edge<int, Value> right = Edge<int, Value>("right"))
      : baseT(edges(fuse(in, left, right)), edges(left, right, out), "BinaryTreeBroadcast", {"in"},
              {"left", "right", "out"}, world),
        tree_(max_key == -1 ? world.size() : max_key, root),
        local_keys_(std::move(local_keys)) {}

  void op(const int& key, const typename baseT::input_refs_tuple_type& data,
          typename baseT::output_terminals_type& outs) {
    const auto [l, r] = tree_.child_keys(key);
    const Value& value = std::get<0>(data);
    if (l != -1) std::get<0>(outs).send(l, value);
    if (r != -1) std::get<1>(outs).send(r, value);
    std::get<2>(outs).broadcast(local_keys_, value);
  }

 private:
  BinarySpanningTree tree_;
  std::vector<OutKey> local_keys_;
};

}  // namespace ttg

#endif
