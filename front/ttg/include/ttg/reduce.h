// BinaryTreeReduce: one value for each number from 0 on, brought together along a tree.
#ifndef XOMP_TTG_REDUCE_H
#define XOMP_TTG_REDUCE_H

#include "ttg/tt.h"
#include "ttg/util/tree.h"
#include <tuple>
#include <utility>

namespace ttg {

// op(op(left, own), right) at each node. The result goes to `dest_key`.
template <class Value, class BinaryOp, class OutKey>
class BinaryTreeReduce
    : public TT<int, std::tuple<Out<int, Value>, Out<int, Value>, Out<int, Value>, Out<OutKey, Value>>,
                BinaryTreeReduce<Value, BinaryOp, OutKey>, typelist<Value, Value, Value>> {
 public:
  using baseT = typename BinaryTreeReduce::ttT;

  BinaryTreeReduce(Edge<int, Value>& in, Edge<OutKey, Value>& out, int root = 0, OutKey dest_key = OutKey(),
                   BinaryOp op = BinaryOp{}, World world = default_execution_context(), int max_key = -1,
                   Edge<int, Value> inout = Edge<int, Value>("inout"), Edge<int, Value> left = Edge<int, Value>("left"),
                   Edge<int, Value> right = Edge<int, Value>("right"))
      : baseT(edges(fuse(in, inout), left, right), edges(inout, left, right, out), "BinaryTreeReduce",
              {"own", "left", "right"}, {"own", "left", "right", "out"}, world),
        tree_(max_key == -1 ? world.size() : max_key, root),
        dest_key_(std::move(dest_key)),
        op_(std::move(op)) {
    // A node without a child gets a value that is not looked at, because its task needs all inputs.
    for (int key = 0; key != tree_.size(); ++key) {
      if (this->keymap(key) != world.rank()) continue;
      const auto [l, r] = tree_.child_keys(key);
      if (l == -1) this->template set_arg<1>(key, Value());
      if (r == -1) this->template set_arg<2>(key, Value());
    }
  }

  void op(const int& key, typename baseT::input_refs_tuple_type&& data, typename baseT::output_terminals_type& outs) {
    const auto [l, r] = tree_.child_keys(key);
    Value result = std::move(std::get<0>(data));
    if (l != -1) result = op_(std::move(std::get<1>(data)), std::move(result));
    if (r != -1) result = op_(std::move(result), std::move(std::get<2>(data)));
    const int parent = tree_.parent_key(key);
    if (parent == -1) std::get<3>(outs).send(dest_key_, std::move(result));
    else if (tree_.child_keys(parent).first == key) std::get<1>(outs).send(parent, std::move(result));
    else std::get<2>(outs).send(parent, std::move(result));
  }

 private:
  BinarySpanningTree tree_;
  OutKey dest_key_;
  BinaryOp op_;
};

}  // namespace ttg

#endif
