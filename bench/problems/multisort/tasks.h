// Multisort by OpenMP tasks. Included twice: with UNTIED empty and as `untied`. A cut-off is by the clauses if and
// final, or by calls.

template <Cutoff cutoff>
void merge_tasks(Sorted a, Sorted b, Number* out) {
  const ptrdiff_t n = a.size() + b.size();
  if (n <= base || (cutoff == cutoff_manual && n <= grain)) return merge(a, b, out);
  const bool deferred = cutoff != cutoff_if || n > grain, last = cutoff == cutoff_final && n <= grain;
  const Cut cut = a.size() < b.size() ? Cut(b, a) : Cut(a, b);
#pragma omp task UNTIED if (deferred) final(last)
  merge_tasks<cutoff>(cut.left_a, cut.left_b, out);
#pragma omp task UNTIED if (deferred) final(last)
  merge_tasks<cutoff>(cut.right_a, cut.right_b, out + cut.left_size());
#pragma omp taskwait
}

template <Cutoff cutoff>
void sort_tasks(Number* from, Number* other, ptrdiff_t n) {
  if (n <= base || (cutoff == cutoff_manual && n <= grain)) return multisort(from, other, n);
  const bool deferred = cutoff != cutoff_if || n > grain, last = cutoff == cutoff_final && n <= grain;
  const ptrdiff_t quarter = n / 4, half = 2 * quarter;
  for (ptrdiff_t at = 0; at < 4 * quarter; at += quarter) {
#pragma omp task UNTIED if (deferred) final(last)
    sort_tasks<cutoff>(from + at, other + at, at < 3 * quarter ? quarter : n - at);
  }
#pragma omp taskwait
#pragma omp task UNTIED if (deferred) final(last)
  merge_tasks<cutoff>({from, from + quarter}, {from + quarter, from + half}, other);
#pragma omp task UNTIED if (deferred) final(last)
  merge_tasks<cutoff>({from + half, from + half + quarter}, {from + half + quarter, from + n}, other + half);
#pragma omp taskwait
  merge_tasks<cutoff>({other, other + half}, {other + half, other + n}, from);
}

inline void sort_cut_off(Cutoff cutoff, Number* from, Number* other, ptrdiff_t n) {
  switch (cutoff) {
    case cutoff_none: return sort_tasks<cutoff_none>(from, other, n);
    case cutoff_if: return sort_tasks<cutoff_if>(from, other, n);
    case cutoff_final: return sort_tasks<cutoff_final>(from, other, n);
    case cutoff_manual: return sort_tasks<cutoff_manual>(from, other, n);
  }
}
