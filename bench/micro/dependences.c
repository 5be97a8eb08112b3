// Empty tasks in one chain of dependences, over one to six variables, and chains held back until all is made.
#include "micro.h"

// Written in turn by the chain's tasks: each finds its own number or the order was broken.
typedef struct Chain {
  long next;
  long wrong;
} Chain;

static void step(Chain *chain, long i) {
  chain->wrong += chain->next != i;
  chain->next = i + 1;
}

static void chain_of_1(Chain *chain, char *v, long tasks) {
  for (long i = 0; i < tasks; ++i) {
#pragma omp task depend(inout : v[0])
    step(chain, i);
  }
}

static void chain_of_3(Chain *chain, char *v, long tasks) {
  for (long i = 0; i < tasks; ++i) {
#pragma omp task depend(inout : v[0], v[1], v[2])
    step(chain, i);
  }
}

static void chain_of_6(Chain *chain, char *v, long tasks) {
  for (long i = 0; i < tasks; ++i) {
#pragma omp task depend(inout : v[0], v[1], v[2], v[3], v[4], v[5])
    step(chain, i);
  }
}

static long chain(const Setting *s, long repetitions) {
  char variables[6];
  long wrong = 0;
  for (long r = 0; r < repetitions; ++r) {
    Chain chain = {0, 0};
#pragma omp parallel
#pragma omp single
    {
      if (s->variables >= 6) chain_of_6(&chain, variables, s->size);
      else if (s->variables >= 3) chain_of_3(&chain, variables, s->size);
      else chain_of_1(&chain, variables, s->size);
    }
    wrong += chain.wrong + (chain.next != s->size);
  }
  return wrong == 0 ? repetitions * s->size : -1;
}

enum { gates = 16 };

// Chains behind one writer that ends only when the last of their tasks has been made, so all have to be kept meanwhile.
static void make_tasks_behind_gates(char *gate, int *open, long *early, long tasks) {
  omp_event_handle_t opened = (omp_event_handle_t)0;
#pragma omp task depend(iterator(g = 0 : gates), out : gate[g]) detach(opened)
  ;
  for (long i = 0; i < tasks; ++i) {
#pragma omp task depend(inout : gate[i % gates])
    {
      int is_open;
#pragma omp atomic read
      is_open = *open;
      if (!is_open) {
#pragma omp atomic
        *early += 1;
      }
      count_here();
    }
  }
#pragma omp atomic write
  *open = 1;
  omp_fulfill_event(opened);
}

static long gate(const Setting *s, long repetitions) {
  long early = 0;
  clear_slots();
  for (long r = 0; r < repetitions; ++r) {
    char gate[gates];
    int open = 0;
#pragma omp parallel
#pragma omp single
    make_tasks_behind_gates(gate, &open, &early, s->size);
  }
  return early == 0 && sum_of_slots() == repetitions * s->size ? repetitions * s->size : -1;
}

const Program dependence_programs[] = {
    {"chain", "an empty task in a chain of inout on 1, 3 or 6 variables", chain, NULL, 20000, false},
    {"gate", "a task of 16 chains that are held back until all are made", gate, NULL, 100000, false},
    {0},
};
