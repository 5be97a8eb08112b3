// The trees of the Unbalanced Tree Search benchmark: a node is 20 bytes, its children are the SHA-1 hashes of it and their number, and
// the hash also decides how many there are. Nothing of the tree is stored, and nobody can tell the size of a subtree beforehand.
// Used by demo/tree_search.c and bench/micro. Written after the published description (Olivier et al., LCPC 2006) and FIPS 180-4.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct TreeNode {
  uint32_t hash[5];
  int depth;
} TreeNode;

typedef struct Tree {
  const char *name;
  enum { binomial, geometric } kind;
  uint32_t root_seed;
  double root_children;  // binomial: of the root. Geometric: the mean number of children of any node
  double probability;    // binomial: that a node other than the root has children
  int children;          // binomial: how many it then has
  int depth_limit;       // geometric: nodes this deep have none
  long nodes;            // as published; every search must find them all
} Tree;

static const Tree known_trees[] = {
    {"T3", binomial, 42, 2000, 0.124875, 8, 0, 4112897},
    {"T1", geometric, 19, 4, 0, 0, 10, 4130071},
};

static inline uint32_t rotate_left(uint32_t x, int n) { return x << n | x >> (32 - n); }

// One block of SHA-1: at most 13 words of message fit into it beside the padding.
static inline void sha1_of_words(const uint32_t *message, int words, uint32_t hash[5]) {
  uint32_t w[80] = {0};
  memcpy(w, message, sizeof *message * (size_t)words);
  w[words] = 0x80000000u;
  w[15] = (uint32_t)words * 32;
  for (int i = 16; i < 80; ++i) w[i] = rotate_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  uint32_t a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
#define SHA1_ROUND(choice, constant)                                 \
  uint32_t next = rotate_left(a, 5) + (choice) + e + constant + w[i]; \
  e = d, d = c, c = rotate_left(b, 30), b = a, a = next
  for (int i = 0; i < 20; ++i) { SHA1_ROUND((b & c) | (~b & d), 0x5a827999u); }
  for (int i = 20; i < 40; ++i) { SHA1_ROUND(b ^ c ^ d, 0x6ed9eba1u); }
  for (int i = 40; i < 60; ++i) { SHA1_ROUND((b & c) | (b & d) | (c & d), 0x8f1bbcdcu); }
  for (int i = 60; i < 80; ++i) { SHA1_ROUND(b ^ c ^ d, 0xca62c1d6u); }
#undef SHA1_ROUND
  hash[0] = a + 0x67452301, hash[1] = b + 0xefcdab89, hash[2] = c + 0x98badcfe;
  hash[3] = d + 0x10325476, hash[4] = e + 0xc3d2e1f0;
}

static inline TreeNode tree_root(const Tree *tree) {
  TreeNode root = {.depth = 0};
  uint32_t message[5] = {0, 0, 0, 0, tree->root_seed};
  sha1_of_words(message, 5, root.hash);
  return root;
}

static inline TreeNode tree_child(const TreeNode *parent, int number) {
  TreeNode child = {.depth = parent->depth + 1};
  uint32_t message[6];
  memcpy(message, parent->hash, sizeof parent->hash);
  message[5] = (uint32_t)number;
  sha1_of_words(message, 6, child.hash);
  return child;
}

static inline int tree_children(const Tree *tree, const TreeNode *node) {
  double random = (node->hash[4] & 0x7fffffffu) / 2147483648.0;
  if (tree->kind == binomial) {
    if (node->depth == 0) return (int)tree->root_children;
    return random < tree->probability ? tree->children : 0;
  }
  if (node->depth >= tree->depth_limit) return 0;
  double p = 1 / (1 + tree->root_children);
  return (int)floor(log(1 - random) / log(1 - p));
}
