// The transform by OpenMP tasks. Included twice: with UNTIED empty and as `untied`. A cut-off is by the clauses if and
// final, or by calls.

template <Cutoff cutoff, class Pass>
void pass_tasks(Pass pass, ptrdiff_t first, ptrdiff_t last) {
  const ptrdiff_t n = 4 * (last - first);
  if (n <= base || (cutoff == cutoff_manual && n <= grain)) return pass(first, last);
  const bool deferred = cutoff != cutoff_if || n > grain, final = cutoff == cutoff_final && n <= grain;
  const ptrdiff_t middle = first + (last - first) / 2;
#pragma omp task UNTIED if (deferred) final(final)
  pass_tasks<cutoff>(pass, first, middle);
#pragma omp task UNTIED if (deferred) final(final)
  pass_tasks<cutoff>(pass, middle, last);
#pragma omp taskwait
}

template <Cutoff cutoff>
void transform_tasks(Complex* x, Complex* other, ptrdiff_t n) {
  if (n <= base || (cutoff == cutoff_manual && n <= grain)) return transform(x, other, n);
  const bool deferred = cutoff != cutoff_if || n > grain, final = cutoff == cutoff_final && n <= grain;
  const ptrdiff_t quarter = n / 4;
  pass_tasks<cutoff>(Unshuffle{x, other, quarter}, 0, quarter);
  for (ptrdiff_t at = 0; at < n; at += quarter) {
#pragma omp task UNTIED if (deferred) final(final)
    transform_tasks<cutoff>(other + at, x + at, quarter);
  }
#pragma omp taskwait
  pass_tasks<cutoff>(Combine{other, x, quarter}, 0, quarter);
}

inline void transform_cut_off(Cutoff cutoff, Complex* x, Complex* other, ptrdiff_t n) {
  switch (cutoff) {
    case cutoff_none: return transform_tasks<cutoff_none>(x, other, n);
    case cutoff_if: return transform_tasks<cutoff_if>(x, other, n);
    case cutoff_final: return transform_tasks<cutoff_final>(x, other, n);
    case cutoff_manual: return transform_tasks<cutoff_manual>(x, other, n);
  }
}
