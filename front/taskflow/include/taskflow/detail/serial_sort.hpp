// The sort of one thread. A quicksort that partitions blocks without branches which depend on the elements (Edelkamp and Weiss, BlockQuicksort,
// 2016), and that is linear where few values repeat or the range is sorted already (Peters, pattern-defeating quicksort, 2021).
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace tf {
namespace detail {

template <typename It>
using element_t = typename std::iterator_traits<It>::value_type;

// A wrong guess of a branch costs more than to move such an element.
template <typename T>
inline constexpr bool is_cheap_to_move = std::is_trivially_copyable_v<T> && sizeof(T) <= 16;

// Moves a good guess of the median to the front: of three, or of nine for long ranges. An element that is not before it, and one that it is not
// before, stand elsewhere in the range then, so that searches for them end.
template <typename It, typename C>
void bring_pivot_to_front(It first, It last, C& less) {
  const auto order = [&](It a, It b, It c) {
    if (less(*b, *a)) std::iter_swap(a, b);
    if (less(*c, *b)) std::iter_swap(b, c);
    if (less(*b, *a)) std::iter_swap(a, b);
  };
  const auto n = last - first;
  const It middle = first + n / 2;
  order(first, middle, last - 1);
  if (n > 128) {
    order(first + 1, middle - 1, last - 2);
    order(first + 2, middle + 1, last - 3);
    order(middle - 1, middle, middle + 1);
  }
  std::iter_swap(first, middle);
}

// `place`: where the pivot stands, with what is less before it. `was_done`: no element had to be moved.
template <typename It>
struct Partition {
  It place;
  bool was_done;
};

// The elements of one side's block that belong to the other side.
class MisplacedBlock {
 public:
  static constexpr std::ptrdiff_t kSize = 64;
  std::ptrdiff_t count() const { return end_ - begin_; }
  // Looks at `n` elements from `base` on, in the direction of `step`; is_misplaced says which belong to the other side.
  template <std::ptrdiff_t step, typename It, typename Is>
  void look(It base, std::ptrdiff_t n, Is&& is_misplaced) {
    begin_ = end_ = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      at_[end_] = static_cast<unsigned char>(i);
      end_ += is_misplaced(base[step * i]) ? 1 : 0;
    }
  }
  std::ptrdiff_t take() { return at_[begin_++]; }
  std::ptrdiff_t last() const { return at_[end_ - 1]; }
  void drop_last() { --end_; }

 private:
  unsigned char at_[kSize];
  std::ptrdiff_t begin_ = 0, end_ = 0;
};

// Partitions a range by is_right(element). A block that still has misplaced elements stands outside of [left, right) when the other side's
// has none.
template <typename It, typename Is>
class BlockPartition {
 public:
  BlockPartition(It left, It right, Is is_right) : left_(left), right_(right), is_right_(is_right) {}
  // Returns where the right part begins.
  It run() {
    while (left_ < right_) {
      look();
      for (std::ptrdiff_t pairs = std::min(from_left_.count(), from_right_.count()); pairs > 0; --pairs)
        std::iter_swap(left_base_ + from_left_.take(), right_base_ - from_right_.take());
    }
    // One side has elements left over, in a block next to the border. They go to that border, the furthest ones last.
    for (; from_left_.count() > 0; from_left_.drop_last()) std::iter_swap(left_base_ + from_left_.last(), --left_);
    for (; from_right_.count() > 0; from_right_.drop_last()) std::iter_swap(right_base_ - from_right_.last(), left_++);
    return left_;
  }

 private:
  // Each side without misplaced elements looks at a block. Near the end the two share what is left.
  void look() {
    constexpr std::ptrdiff_t kBlock = MisplacedBlock::kSize;
    const bool needs_right = from_right_.count() == 0;
    if (from_left_.count() == 0) {
      const std::ptrdiff_t rest = right_ - left_, n = std::min(kBlock, needs_right ? rest - rest / 2 : rest);
      left_base_ = left_;
      from_left_.template look<1>(left_base_, n, is_right_);
      left_ += n;
    }
    if (needs_right) {
      const std::ptrdiff_t n = std::min(kBlock, right_ - left_);
      right_base_ = right_ - 1;
      from_right_.template look<-1>(right_base_, n,
                                    [this](const element_t<It>& element) { return !is_right_(element); });
      right_ -= n;
    }
  }

  It left_, right_, left_base_ = left_, right_base_ = right_;
  Is is_right_;
  MisplacedBlock from_left_, from_right_;
};

// Brings what is less than the pivot, which is first, before it.
template <typename It, typename C>
Partition<It> partition_by_copy_of_first(It first, It last, C& less) {
  It left = first + 1, right = last;
  const element_t<It> pivot = *first;
  while (left != last && less(*left, pivot)) ++left;
  while (left < right && !less(*(right - 1), pivot)) --right;
  const bool was_done = left >= right;
  if (!was_done)
    left = BlockPartition(left, right, [&](const element_t<It>& element) { return !less(element, pivot); }).run();
  std::iter_swap(first, left - 1);
  return {left - 1, was_done};
}
// As above. Equal elements are spread over both sides, so that a range of equal elements is halved, too.
template <typename It, typename C>
Partition<It> partition_by_first(It first, It last, C& less) {
  if constexpr (is_cheap_to_move<element_t<It>>) {
    return partition_by_copy_of_first(first, last, less);
  } else {
    It left = first, right = last;
    for (bool was_done = true;; was_done = false) {
      do ++left;
      while (left != last && less(*left, *first));
      do --right;
      while (less(*first, *right));
      if (left >= right) {
        std::iter_swap(first, right);
        return {right, was_done};
      }
      std::iter_swap(left, right);
    }
  }
}

// Brings what is not greater than the pivot, which is first and the least element, to the front. Returns where the others begin.
template <typename It, typename C>
It skip_equals_of_first(It first, It last, C& less) {
  It left = first + 1, right = last;
  for (;;) {
    while (left < right && !less(*first, *left)) ++left;
    while (left < right && less(*first, *(right - 1))) --right;
    if (left >= right) return left;
    std::iter_swap(left++, --right);
  }
}

// Gives up, and returns false, when more than `most` elements have been moved by a place.
template <typename It, typename C>
bool sort_by_insertion(It first, It last, C& less, std::ptrdiff_t most) {
  if (first == last) return true;
  for (It next = first + 1; next != last; ++next) {
    if (!less(*next, *(next - 1))) continue;
    element_t<It> element = std::move(*next);
    It hole = next;
    do {
      *hole = std::move(*(hole - 1));
      --hole;
    } while (hole != first && less(element, *(hole - 1)));
    *hole = std::move(element);
    if ((most -= next - hole) < 0) return next + 1 == last;
  }
  return true;
}

// Swaps some elements of a side that is much too large, to break the pattern that made it so.
template <typename It>
void shuffle_some(It first, It last) {
  const auto n = last - first;
  if (n < 32) return;
  for (std::ptrdiff_t i = 0; i < 3; ++i) {
    std::iter_swap(first + i, first + n / 4 + i);
    std::iter_swap(last - 1 - i, last - 1 - n / 4 - i);
  }
}

// How many much too uneven partitions a sort of n elements takes before it goes over to a heap.
inline int bad_partitions_for(std::ptrdiff_t n) {
  int logarithm = 1;
  while (n > 1) n /= 2, ++logarithm;
  return logarithm;
}
template <typename It>
bool is_bad(const Partition<It>& at, It first, It last) {
  return std::min(at.place - first, last - at.place - 1) < (last - first) / 8;
}

// What a step of the quicksort has made of a range.
enum class Divided {
  by_place,  // there are two ranges to sort
  sorted,
  less_left,  // `first` has moved on: what was before it is in its place
  badly,      // too often: the caller should sort the range in another way
};

// One step on [first, last). `follows`: an element stands before `first`, and no element here is less.
template <typename It, typename C>
Divided divide(It& first, It last, C& less, int& bad_left, bool follows, It& place) {
  constexpr std::ptrdiff_t kMoves = 8;
  bring_pivot_to_front(first, last, less);
  if (follows && !less(*(first - 1), *first)) {
    first = skip_equals_of_first(first, last, less);
    return Divided::less_left;
  }
  const Partition<It> at = partition_by_first(first, last, less);
  place = at.place;
  if (is_bad(at, first, last)) {
    if (bad_left-- == 0) return Divided::badly;
    shuffle_some(first, place);
    shuffle_some(place + 1, last);
  } else if (at.was_done && sort_by_insertion(first, place, less, kMoves) &&
             sort_by_insertion(place + 1, last, less, kMoves)) {
    return Divided::sorted;
  }
  return Divided::by_place;
}

template <typename It, typename C>
void sort_serially(It first, It last, C& less, int bad_left, bool follows) {
  constexpr std::ptrdiff_t kFew = 24, kAll = std::ptrdiff_t{1} << 60;
  while (last - first > kFew) {
    It place = first;
    const Divided divided = divide(first, last, less, bad_left, follows, place);
    if (divided == Divided::sorted) return;
    if (divided == Divided::less_left) continue;
    if (divided == Divided::badly) {
      std::make_heap(first, last, std::ref(less));
      return std::sort_heap(first, last, std::ref(less));
    }
    sort_serially(first, place, less, bad_left, follows);
    first = place + 1;
    follows = true;
  }
  sort_by_insertion(first, last, less, kAll);
}

template <typename It, typename C>
void sort_serially(It first, It last, C& less) {
  sort_serially(first, last, less, bad_partitions_for(last - first), false);
}

}  // namespace detail
}  // namespace tf
