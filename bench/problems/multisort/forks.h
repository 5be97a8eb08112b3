// Multisort with a library's fork and join: included by tbb.cpp, native.cpp and threads.cpp after the library's header.
#pragma once

#include "sorting.h"

template <bool cut_off>
static void merge_forks(Sorted a, Sorted b, Number* out) {
  const ptrdiff_t n = a.size() + b.size();
  if (n <= base || (cut_off && n <= grain)) return merge(a, b, out);
  const Cut cut = a.size() < b.size() ? Cut(b, a) : Cut(a, b);
  invoke([=] { merge_forks<cut_off>(cut.left_a, cut.left_b, out); },
         [=] { merge_forks<cut_off>(cut.right_a, cut.right_b, out + cut.left_size()); });
}

template <bool cut_off>
static void sort_forks(Number* from, Number* other, ptrdiff_t n) {
  if (n <= base || (cut_off && n <= grain)) return multisort(from, other, n);
  const ptrdiff_t quarter = n / 4, half = 2 * quarter;
  const auto sort_quarter = [=](ptrdiff_t at, ptrdiff_t size) { sort_forks<cut_off>(from + at, other + at, size); };
  invoke([=] { sort_quarter(0, quarter); }, [=] { sort_quarter(quarter, quarter); },
         [=] { sort_quarter(half, quarter); }, [=] { sort_quarter(half + quarter, n - half - quarter); });
  const auto merge_quarters = [=](ptrdiff_t at, ptrdiff_t end) {
    merge_forks<cut_off>({from + at, from + at + quarter}, {from + at + quarter, from + end}, other + at);
  };
  invoke([=] { merge_quarters(0, half); }, [=] { merge_quarters(half, n); });
  merge_forks<cut_off>({other, other + half}, {other + half, other + n}, from);
}

static void run_forks(const Run* run) {
  with_threads(run->threads, [run] {
    Number *const from = numbers.data(), *const other = scratch.data();
    const ptrdiff_t n = static_cast<ptrdiff_t>(numbers.size());
    if (run->cutoff == cutoff_manual) sort_forks<true>(from, other, n);
    else sort_forks<needs_cutoff>(from, other, n);
  });
}

const Problem problem = {
    .name = "multisort",
    .summary = "random 32-bit numbers are sorted",
    .operation = "numbers",
    .parameters = parameters,
    .cutoffs = cutoff_manual,
    .versions = {{library_name, run_forks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
