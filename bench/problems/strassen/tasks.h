// Strassen's algorithm by OpenMP tasks. Included twice: with UNTIED empty and as `untied`. A cut-off is by the clauses
// if and final, or by calls.

template <Cutoff cutoff>
void multiply_tasks(const Product& p, int depth) {
  if (p.is_small() || (cutoff == cutoff_manual && depth <= 0)) return multiply(p);
  const Step step(p);
  for (const Product& each : step.products) {
#pragma omp task UNTIED shared(each) if (cutoff != cutoff_if || depth > 0) final(cutoff == cutoff_final && depth <= 0)
    multiply_tasks<cutoff>(each, depth - 1);
  }
#pragma omp taskwait
  step.combine();
}

inline void multiply_cut_off(Cutoff cutoff, const Product& p, int depth) {
  switch (cutoff) {
    case cutoff_none: return multiply_tasks<cutoff_none>(p, depth);
    case cutoff_if: return multiply_tasks<cutoff_if>(p, depth);
    case cutoff_final: return multiply_tasks<cutoff_final>(p, depth);
    case cutoff_manual: return multiply_tasks<cutoff_manual>(p, depth);
  }
}
