// The search by OpenMP tasks. Included twice: with UNTIED empty and as `untied`. A cut-off is by the clauses if and
// final, or by calls.

template <Cutoff cutoff>
long search_tasks(Board board, int row) {
  if (row == n) return 1;
  if (cutoff == cutoff_manual && row >= depth) return search(board, row);
  long found[most_queens];
  for (int column = 0; column < n; ++column) {
    if (!inside && !board.fits(row, column)) {
      found[column] = 0;
      continue;
    }
#pragma omp task UNTIED shared(found) if (cutoff != cutoff_if || row < depth) \
    final(cutoff == cutoff_final && row >= depth)
    found[column] = board.found_with(row, column, search_tasks<cutoff>);
  }
#pragma omp taskwait
  long sum = 0;
  for (int column = 0; column < n; ++column) sum += found[column];
  return sum;
}

inline long search_cut_off(Cutoff cutoff) {
  switch (cutoff) {
    case cutoff_none: return search_tasks<cutoff_none>({}, 0);
    case cutoff_if: return search_tasks<cutoff_if>({}, 0);
    case cutoff_final: return search_tasks<cutoff_final>({}, 0);
    case cutoff_manual: return search_tasks<cutoff_manual>({}, 0);
  }
  return -1;
}
