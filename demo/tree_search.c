// Counts the nodes of an unbalanced tree, a task a node and no cut-off: the kind of program that people today coarsen by hand.
//
//   gcc -O2 -fopenmp demo/tree_search.c -o tree_search -lm
//   OMP_NUM_THREADS=2 ./tree_search          its compiler's own runtime
//   OMP_NUM_THREADS=2 xomp run ./tree_search XOMP
//
// Prints the tree, the number of nodes found and the seconds that took; fails when a node is missing.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "tree.h"

static long search(const Tree *tree, TreeNode node) {
  int children = tree_children(tree, &node);
  long found[children + 1];
  for (int i = 0; i < children; ++i) {
#pragma omp task shared(found) firstprivate(node, i)
    found[i] = search(tree, tree_child(&node, i));
  }
#pragma omp taskwait
  long nodes = 1;
  for (int i = 0; i < children; ++i) nodes += found[i];
  return nodes;
}

int main(int argc, char **argv) {
  const Tree *tree = &known_trees[argc > 1 && strcmp(argv[1], "T1") == 0 ? 1 : 0];
  long nodes = 0;
  double start = omp_get_wtime();
#pragma omp parallel
#pragma omp single
  nodes = search(tree, tree_root(tree));
  double seconds = omp_get_wtime() - start;
  printf("%s: %ld nodes, %s, in %.3f s\n", tree->name, nodes, nodes == tree->nodes ? "all of them" : "WRONG", seconds);
  return nodes == tree->nodes ? EXIT_SUCCESS : EXIT_FAILURE;
}
