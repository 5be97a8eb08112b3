// Parallel sort: a quicksort whose smaller parts are children of the runtime.
#pragma once

#include "../detail/serial_sort.hpp"
#include "launch.hpp"

namespace tf {
namespace detail {

// So many elements are sorted before a further thread would have come to help.
template <typename It>
constexpr std::ptrdiff_t sort_cutoff() {
  return std::max<std::ptrdiff_t>(
      512, static_cast<std::ptrdiff_t>((16384 + sizeof(element_t<It>) - 1) / sizeof(element_t<It>)));
}

template <typename It, typename C>
void sort_part(Runtime& runtime, It first, It last, C& less, int bad_left, bool follows) {
  while (last - first > sort_cutoff<It>()) {
    It place = first;
    const Divided divided = divide(first, last, less, bad_left, follows, place);
    if (divided == Divided::sorted) return;
    if (divided == Divided::less_left) continue;
    if (divided == Divided::badly) break;
    // The smaller part becomes a task for another thread, and this one sorts the larger part.
    const auto start = [=, &less, &runtime](It part_first, It part_last, bool part_follows) {
      runtime.silent_async(
          [=, &less, &runtime] { sort_part(runtime, part_first, part_last, less, bad_left, part_follows); });
    };
    if (place - first < last - place) {
      start(first, place, follows);
      first = place + 1;
      follows = true;
    } else {
      start(place + 1, last, true);
      last = place;
    }
  }
  sort_serially(first, last, less, std::max(bad_left, 0), follows);
}

}  // namespace detail

template <typename B, typename E, typename C>
auto make_sort_task(B first, E last, C cmp) {
  return [=](Runtime& runtime) mutable {
    const stateful_iterator_t<B, E> begin = detail::value_of(first), end = detail::value_of(last);
    if (begin >= end) return;
    if (runtime.executor().num_workers() == 1) return detail::sort_serially(begin, end, cmp);
    detail::sort_part(runtime, begin, end, cmp, detail::bad_partitions_for(end - begin), false);
  };
}
template <typename B, typename E>
auto make_sort_task(B first, E last) {
  return make_sort_task(first, last, std::less<>());
}

template <typename B, typename E, typename C>
Task FlowBuilder::sort(B first, E last, C cmp) {
  return emplace(make_sort_task(first, last, cmp));
}
template <typename B, typename E>
Task FlowBuilder::sort(B first, E last) {
  return emplace(make_sort_task(first, last));
}

}  // namespace tf
