// A problem as a tree of nodes: so libfork.cpp, citor.cpp and toomanycooks.cpp are written once for all problems whose
// build.json names a header with a `Node` in it. The build says by XOMP_NODES which one this program is of.
//
// A node is a leaf, whose value leaf() computes, or has children whose values are added up. Those of one round may run at the
// same time; the next round begins when they have ended. It has
//     static constexpr int rounds, most_children;
//     static constexpr const char *name, *summary, *operation;
//     static constexpr void (*prepare)(const Run*), (*reset)(const Run*);
//     static Node root(const Run*);
//     static void keep(long value);                 // that of the root
//     bool is_leaf() const;
//     long leaf() const;
//     children(int round) const;                    // something with .count and [i], which gives a node
//
// It is included after the library's header, once.
#pragma once

#include XOMP_NODES

constexpr Problem problem_by(const char* library, void (*run)(const Run*)) {
  return {
      .name = Node::name,
      .summary = Node::summary,
      .operation = Node::operation,
      .parameters = parameters,
      .versions = {{library, run}},
      .prepare = Node::prepare,
      .reset = Node::reset,
      .check = check,
  };
}
