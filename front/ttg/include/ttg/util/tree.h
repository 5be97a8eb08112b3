// A binary spanning tree of the numbers 0 to size - 1, rooted at one of them.
#ifndef XOMP_TTG_UTIL_TREE_H
#define XOMP_TTG_UTIL_TREE_H

#include <cassert>
#include <utility>

namespace ttg {

class BinarySpanningTree {
 public:
  BinarySpanningTree(int size, int root) : size_(size), root_(root) { assert(root >= 0 && root < size); }

  int size() const { return size_; }
  int root() const { return root_; }

  // Returns -1 for the root, since it has no parent.
  int parent_key(int key) const {
    const int number = number_of(key);
    return number == 0 ? -1 : key_of((number - 1) / 2);
  }
  // -1 for a child that does not exist.
  std::pair<int, int> child_keys(int key) const {
    const int left = 2 * number_of(key) + 1;
    return {left < size_ ? key_of(left) : -1, left + 1 < size_ ? key_of(left + 1) : -1};
  }

 private:
  // Numbers as in a heap, counted from the root.
  int number_of(int key) const { return (key - root_ + size_) % size_; }
  int key_of(int number) const { return (number + root_) % size_; }

  int size_;
  int root_;
};

}  // namespace ttg

#endif
