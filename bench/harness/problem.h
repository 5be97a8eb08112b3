// What a problem of `xomp bench` gives: its parameters, its versions, a check. Each program of bench/problems defines
// `problem` once, in C or C++; main.c reads the command line, takes all times and prints them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "work.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum Size { size_tiny, size_small, size_medium, size_large, size_count } Size;

// Where a recursive program stops making tasks: nowhere; by the `if` clause; by `final`; by a
// call of its serial code instead.
typedef enum Cutoff { cutoff_none = 1, cutoff_if = 2, cutoff_final = 4, cutoff_manual = 8 } Cutoff;

enum { most_parameters = 8, most_versions = 12, most_threads = 1024 };

// A number that describes the instance (n, depth, tile, grain). The command line sets it by --NAME VALUE.
typedef struct Parameter {
  const char* name;
  const char* meaning;       // with its unit, and what is allowed
  double value[size_count];  // by --size
  double least, most;
} Parameter;

// One run with the settings of the command line. Constant while the process lasts.
typedef struct Run {
  const char* version;  // the name of the one that runs
  int threads;          // OMP_NUM_THREADS, or the processors
  Size size;
  Cutoff cutoff;
  bool untied;
  const char* input;              // a file that replaces the generated input, or NULL
  double value[most_parameters];  // in the order of Problem.parameters
} Run;

// One way to solve the problem: "serial" without any parallelism, "tasks" by OpenMP tasks, "loops" by worksharing,
// "threads" by std::thread, "tbb" by oneTBB, "native" by xomp.h.
typedef struct Version {
  const char* name;
  void (*run)(const Run* run);  // what is timed
} Version;

// Of a problem that several processes solve together (suite "ranks"): each of them runs the same loop, and what the loop decides by has to
// be the same on all.
typedef struct Ranks {
  int (*rank)(void);
  double (*largest)(double mine);  // of all processes; all call it, and none returns before all have
  void (*end)(void);               // the last call
} Ranks;

// What a problem need not give, in C++: there, unlike in C, a member that is left out needs a value for that.
#ifdef __cplusplus
#define BY_DEFAULT(value) = value
#else
#define BY_DEFAULT(value)
#endif

typedef struct Problem {
  const char* name;
  const char* summary;                 // one line: what is computed
  const char* operation;               // what `operations` counts, in the plural: "tasks", "nodes", "flops"
  const Parameter* parameters;         // ended by one without a name; NULL = none
  unsigned cutoffs BY_DEFAULT(0);      // those that the "tasks" version has; 0 = only cutoff_none, without a choice
  bool has_untied BY_DEFAULT(false);   // whether it also has an untied variant
  bool takes_input BY_DEFAULT(false);  // whether --input FILE means something
  Version versions[most_versions];     // ended by one without a name
  void (*prepare)(const Run* run);     // once, not timed: input, expected result; or NULL
  void (*reset)(const Run* run);       // before every single run, not timed; or NULL
  // Called after every single run, not timed. Returns how many operations the run made, or a number below 0 after a
  // wrong result, about which it has printed a line on stderr.
  double (*check)(const Run* run);
  // Members of a JSON object about the last run, each as `, "name": value`; or NULL.
  void (*write_metrics)(const Run* run, double wall_s, FILE* out) BY_DEFAULT(nullptr);
  const Ranks* ranks BY_DEFAULT(nullptr);  // NULL: one process
} Problem;
#undef BY_DEFAULT

extern const Problem problem;

// For problems: the value of a parameter; the order of two doubles, for qsort(); a 64-bit generator (splitmix64) whose state is any number.
static inline double parameter(const Run* run, int index) { return run->value[index]; }
static inline int compare_doubles(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}
static inline uint64_t next_random(uint64_t* state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

#ifdef __cplusplus
}
#endif
