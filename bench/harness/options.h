// The command line of every program of bench/problems.
#pragma once

#include "problem.h"

typedef struct Options {
  Run run;
  const Version* version;
  int trials;
  int warm_up;        // runs before the first trial
  double at_least_s;  // a trial repeats the run until it has taken this long
  double at_most_s;   // no further trial begins after this
} Options;

// Ends the process with a message, or after --help and --describe.
Options read_options(int argc, char** argv);
const char* size_name(Size size);
const char* cutoff_name(Cutoff cutoff);
