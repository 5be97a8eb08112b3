// The trees of the Unbalanced Tree Search benchmark: a node is 20 bytes, its children are the SHA-1 hashes of it and their number, and
// the hash also decides how many there are. Nothing of the tree is stored, and nobody can tell the size of a subtree beforehand.
// Used by demo/tree_search.c and bench/problems/uts. Written after the published description (Olivier et al., LCPC 2006) and FIPS 180-4.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct TreeNode {
  uint32_t hash[5];
  int depth;
} TreeNode;

// Geometric trees differ in the mean number of children: the same everywhere; less and less with the depth; up and down with the depth.
// A hybrid one is a linear one in the upper half of its levels, and binomial below.
typedef enum TreeKind { binomial, geometric, linear, cyclic, hybrid } TreeKind;

typedef struct Tree {
  const char *name;
  TreeKind kind;
  uint32_t root_seed;
  double root_children;  // binomial: of the root. Geometric: the mean number of children of any node, linear, cyclic: of the root
  double probability;    // binomial: that a node other than the root has children
  int children;          // binomial: how many it then has
  int depth_limit;       // geometric, linear: nodes this deep have none. Cyclic: the period; they end after five
  long nodes;            // as published with the benchmark; every search must find them all
} Tree;

static const Tree known_trees[] = {
    {"T3", binomial, 42, 2000, 0.124875, 8, 0, 4112897},
    {"T1", geometric, 19, 4, 0, 0, 10, 4130071},
    {"T2", cyclic, 502, 6, 0, 0, 16, 4117769},
    {"T4", hybrid, 1, 6, 0.234375, 4, 16, 4132453},
    {"T5", linear, 34, 4, 0, 0, 20, 4147582},
    {"T1L", geometric, 29, 4, 0, 0, 13, 102181082},
    {"T2L", cyclic, 220, 7, 0, 0, 23, 96793510},
    {"T3L", binomial, 7, 2000, 0.200014, 5, 0, 111345631},
    {"T1XL", geometric, 29, 4, 0, 0, 15, 1635119272},
    {"T1XXL", geometric, 19, 4, 0, 0, 15, 4230646601},
};

static inline uint32_t rotate_left(uint32_t x, int n) { return x << n | x >> (32 - n); }

// One block of SHA-1: at most 13 words of message fit into it beside the padding. Unrolled as a whole, the words stay in registers.
static inline void sha1_of_words(const uint32_t *message, int words, uint32_t hash[5]) {
  uint32_t w[16] = {0};
  memcpy(w, message, sizeof *message * (size_t)words);
  w[words] = 0x80000000u;
  w[15] = (uint32_t)words * 32;
  uint32_t a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
#pragma GCC unroll 80
  for (int i = 0; i < 80; ++i) {
    if (i >= 16) w[i & 15] = rotate_left(w[(i + 13) & 15] ^ w[(i + 8) & 15] ^ w[(i + 2) & 15] ^ w[i & 15], 1);
    const uint32_t mixed = i < 20   ? (d ^ (b & (c ^ d))) + 0x5a827999u
                           : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1u
                           : i < 60 ? ((b & c) | (d & (b | c))) + 0x8f1bbcdcu
                                    : (b ^ c ^ d) + 0xca62c1d6u;
    const uint32_t next = rotate_left(a, 5) + mixed + e + w[i & 15];
    e = d, d = c, c = rotate_left(b, 30), b = a, a = next;
  }
  hash[0] = a + 0x67452301, hash[1] = b + 0xefcdab89, hash[2] = c + 0x98badcfe;
  hash[3] = d + 0x10325476, hash[4] = e + 0xc3d2e1f0;
}

static inline TreeNode tree_root(const Tree *tree) {
  TreeNode root;
  root.depth = 0;
  uint32_t message[5] = {0, 0, 0, 0, tree->root_seed};
  sha1_of_words(message, 5, root.hash);
  return root;
}

static inline TreeNode tree_child(const TreeNode *parent, int number) {
  TreeNode child;
  child.depth = parent->depth + 1;
  uint32_t message[6];
  memcpy(message, parent->hash, sizeof parent->hash);
  message[5] = (uint32_t)number;
  sha1_of_words(message, 6, child.hash);
  return child;
}

// The mean number of children of a node of a tree that is not binomial.
static inline double tree_mean(const Tree *tree, int depth) {
  if (depth == 0) return tree->root_children;
  const double levels = tree->depth_limit;
  switch (tree->kind) {
    case geometric: return depth < tree->depth_limit ? tree->root_children : 0;
    case cyclic:
      return depth > 5 * tree->depth_limit ? 0 : pow(tree->root_children, sin(2 * 3.141592653589793 * depth / levels));
    default: return tree->root_children * (1 - depth / levels);
  }
}

static inline int tree_children(const Tree *tree, const TreeNode *node) {
  const double most = 100;  // as published: but for the root of a binomial tree
  const double random = (node->hash[4] & 0x7fffffffu) / 2147483648.0;
  if (tree->kind == binomial && node->depth == 0) return (int)tree->root_children;
  if (tree->kind == binomial || (tree->kind == hybrid && 2 * node->depth >= tree->depth_limit))
    return random < tree->probability ? tree->children : 0;
  const double mean = tree_mean(tree, node->depth);
  if (mean <= 0) return 0;
  const double children = floor(log(1 - random) / log(1 - 1 / (1 + mean)));
  return (int)(children < most ? children : most);
}
