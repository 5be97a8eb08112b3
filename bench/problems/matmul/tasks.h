// The product by OpenMP tasks. Included twice: with UNTIED empty and as `untied`. Three quarters of a round are tasks, the
// last is a call.

inline void multiply_tasks(const Product& p) {
  if (p.is_small()) return multiply_small(p);
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < quarters - 1; ++i) {
#pragma omp task UNTIED shared(p)
      multiply_tasks(p.quarter(round, i));
    }
    multiply_tasks(p.quarter(round, quarters - 1));
#pragma omp taskwait
  }
}
