// The trees of Unbalanced Tree Search (Olivier et al., LCPC 2006) as this problem's parameters choose them, the serial
// search and the check. Each program of this folder includes it once.
#pragma once

#include "../../../demo/tree.h"
#include "../../harness/problem.h"

#include <stdlib.h>

enum { tree_parameter, root_parameter, granularity_parameter, generator_parameter, depth_parameter };
enum { sha1, splittable };

static const Parameter parameters[] = {
    {"tree",
     "1 to 5, 11 to 13, 21, 31: T1 to T5, T1L to T3L, T1XL, T1XXL, as published; 0: T3 with another root",
     {0, 0, 3, 11},
     0,
     31},
    {"root", "children of the root of tree 0", {40, 1000, 1000, 1000}, 1, 1e6},
    {"granularity", "times that the hash of a node is computed", {1, 1, 1, 1}, 1, 1000},
    {"generator", "0: SHA-1, as published; 1: splitmix64, whose trees have other sizes", {0, 0, 0, 0}, 0, 1},
    {"depth", "levels with tasks, where a cut-off is asked for", {4, 4, 4, 4}, 0, 1e6},
    {0, 0, {0}, 0, 0},
};

// What is searched, and how many nodes it has: written by prepare(), constant afterwards.
static Tree tree;
static int granularity, generator;
static long expected;

static long found;  // what the last run found

static TreeNode root_node(void) { return tree_root(&tree); }

// Another, much cheaper generator: the words are random enough for a tree, and each child has its own stream.
static TreeNode split_child(const TreeNode* parent, int number) {
  uint64_t state = ((uint64_t)parent->hash[3] << 32 | parent->hash[4]) + (uint64_t)number * 0xd1342543de82ef95u;
  const uint64_t key = next_random(&state), decision = next_random(&state);
  TreeNode child = *parent;
  child.hash[3] = (uint32_t)key;
  child.hash[4] = (uint32_t)decision;
  child.depth = parent->depth + 1;
  return child;
}

// A node's own work. The empty asm makes each repetition count: to the compiler the parent may have changed.
static TreeNode child_node(TreeNode parent, int number) {
  TreeNode child;
  for (int i = 0; i < granularity; ++i) {
    child = generator == splittable ? split_child(&parent, number) : tree_child(&parent, number);
    __asm__ volatile("" : "+m"(parent), "+m"(child));
  }
  return child;
}

static int child_count(const TreeNode* node) { return tree_children(&tree, node); }

static long search_serial(TreeNode node) {
  const int children = child_count(&node);
  long nodes = 1;
  for (int i = 0; i < children; ++i) nodes += search_serial(child_node(node, i));
  return nodes;
}

static const Tree* published_tree(int number) {
  static const char* const suffixes[] = {"", "L", "XL", "XXL"};
  char name[8];
  snprintf(name, sizeof name, "T%d%s", number % 10, suffixes[number / 10]);
  for (size_t i = 0; i < sizeof known_trees / sizeof *known_trees; ++i)
    if (strcmp(known_trees[i].name, name) == 0) return &known_trees[i];
  return NULL;
}

// A tree of our own making is searched once to know its size.
static void prepare(const Run* run) {
  const int number = (int)parameter(run, tree_parameter);
  const Tree* const published = published_tree(number == 0 ? 3 : number);
  if (!published) {
    fprintf(stderr, "uts: --tree %d is not allowed: 0, 1 to 5, 11 to 13, 21 or 31\n", number);
    exit(2);
  }
  tree = *published;
  if (number == 0) tree.root_children = parameter(run, root_parameter);
  generator = (int)parameter(run, generator_parameter);
  granularity = 1;
  expected = number != 0 && generator == sha1 ? tree.nodes : search_serial(root_node());
  granularity = (int)parameter(run, granularity_parameter);
}

static double check(const Run* run) {
  (void)run;
  if (found == expected) return (double)found;
  fprintf(stderr, "uts: %ld nodes of %s found, not %ld\n", found, tree.name, expected);
  return -1;
}

// The problem as it is solved in one way.
static constexpr Problem uts_by(Version version, unsigned cutoffs) {
  return {
      .name = "uts",
      .summary = "Unbalanced tree search: nodes are counted while hashes make them",
      .operation = "nodes",
      .parameters = parameters,
      .cutoffs = cutoffs,
      .versions = {version},
      .prepare = prepare,
      .reset = nullptr,
      .check = check,
  };
}
