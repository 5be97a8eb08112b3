// Which process owns a key: the hash of the key modulo their number.
#ifndef XOMP_TTG_BASE_KEYMAP_H
#define XOMP_TTG_BASE_KEYMAP_H

#include "ttg/util/hash.h"
#include "ttg/world.h"

namespace ttg::detail {

template <class Key>
struct default_keymap_impl {
  default_keymap_impl() = default;
  explicit default_keymap_impl(int size) : size_(size) {}
  int operator()(const Key& key) const {
    return size_ == 1 ? 0 : static_cast<int>(hash<Key>{}(key) % static_cast<std::size_t>(size_));
  }

 private:
  int size_ = 1;
};
template <>
struct default_keymap_impl<void> {
  default_keymap_impl() = default;
  explicit default_keymap_impl(int) {}
  int operator()() const { return 0; }
};
template <class Key>
using default_keymap = default_keymap_impl<Key>;

}  // namespace ttg::detail

#endif
