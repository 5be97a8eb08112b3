// The transform with a library's fork and join: included by tbb.cpp, native.cpp and
// threads.cpp after the library's header.
#pragma once

#include "transform.h"

template <bool cut_off, class Pass>
static void pass_forks(Pass pass, ptrdiff_t first, ptrdiff_t last) {
  const ptrdiff_t n = 4 * (last - first);
  if (n <= base || (cut_off && n <= grain)) return pass(first, last);
  const ptrdiff_t middle = first + (last - first) / 2;
  invoke([=] { pass_forks<cut_off>(pass, first, middle); }, [=] { pass_forks<cut_off>(pass, middle, last); });
}

template <bool cut_off>
static void transform_forks(Complex* x, Complex* other, ptrdiff_t n) {
  if (n <= base || (cut_off && n <= grain)) return transform(x, other, n);
  const ptrdiff_t quarter = n / 4;
  pass_forks<cut_off>(Unshuffle{x, other, quarter}, 0, quarter);
  const auto transform_quarter = [=](ptrdiff_t at) { transform_forks<cut_off>(other + at, x + at, quarter); };
  invoke([=] { transform_quarter(0); }, [=] { transform_quarter(quarter); }, [=] { transform_quarter(2 * quarter); },
         [=] { transform_quarter(3 * quarter); });
  pass_forks<cut_off>(Combine{other, x, quarter}, 0, quarter);
}

static void run_forks(const Run* run) {
  with_threads(run->threads, [run] {
    Complex *const x = points.data(), *const other = scratch.data();
    const ptrdiff_t n = static_cast<ptrdiff_t>(points.size());
    if (run->cutoff == cutoff_manual) transform_forks<true>(x, other, n);
    else transform_forks<needs_cutoff>(x, other, n);
  });
}

const Problem problem = {
    .name = "fft",
    .summary = "Fourier transform of random complex numbers in double precision",
    .operation = "flops",
    .parameters = parameters,
    .cutoffs = cutoff_manual,
    .versions = {{library_name, run_forks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
