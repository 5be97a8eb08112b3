// The one timing loop of all problems: one line of JSON a trial. The number of threads comes from OMP_NUM_THREADS, as it does for any
// program. A wrong result ends the process with status 1: its time would mean nothing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "options.h"

typedef struct Trial {
  long runs;
  double wall_s, cpu_s;
  double joules;  // of the whole machine; negative if the system does not tell
  double operations;
} Trial;

// Of a number that each process has of its own; with one process that is its number.
static double largest_of_all(double mine) { return problem.ranks ? problem.ranks->largest(mine) : mine; }
static bool is_first(void) { return !problem.ranks || problem.ranks->rank() == 0; }

static void run_once(const Options *options, Trial *trial) {
  if (problem.reset) problem.reset(&options->run);
  const Energy before = energy_now();
  largest_of_all(0);  // all begin together
  const double wall = seconds_now(), cpu = cpu_seconds_now();
  options->version->run(&options->run);
  const double took = seconds_now() - wall;
  trial->cpu_s += cpu_seconds_now() - cpu;
  trial->wall_s += largest_of_all(took);
  const Energy after = energy_now();
  trial->joules += joules_between(&before, &after);
  const double operations = problem.check(&options->run);
  if (largest_of_all(operations < 0) > 0) {
    if (is_first()) printf("{\"problem\": \"%s\", \"version\": \"%s\", \"ok\": false}\n", problem.name, options->version->name);
    exit(1);
  }
  trial->operations += operations;
  ++trial->runs;
}

// The file that answers this program's OpenMP calls: a comparison can tell that it measured what it meant to.
static const char *runtime_path(void) {
  Dl_info info;
  void *entry = dlsym(RTLD_DEFAULT, "omp_get_thread_num");
  return entry && dladdr(entry, &info) && info.dli_fname ? info.dli_fname : "";
}

// The most memory that the process has had at a time. getrusage() also counts what its memory was before exec(), which is
// that of the program that started it.
static long own_peak_kb(void) {
  FILE *const status = fopen("/proc/self/status", "r");
  char line[256];
  long kb = 0;
  while (status != NULL && kb == 0 && fgets(line, sizeof line, status) != NULL)
    if (sscanf(line, "VmHWM: %ld kB", &kb) != 1) kb = 0;
  if (status != NULL) fclose(status);
  return kb;
}

static void print_trial(const Options *options, const Trial *trial) {
  const long peak_kb = (long)largest_of_all((double)own_peak_kb());
  const double cpu_s = largest_of_all(trial->cpu_s);
  if (!is_first()) return;
#ifdef __clang__
  const char *compiler = "clang";
#else
  const char *compiler = "gcc";
#endif
  const Run *run = &options->run;
  printf("{\"problem\": \"%s\", \"version\": \"%s\", \"compiler\": \"%s\", \"runtime_path\": \"%s\", \"threads\": %d, "
         "\"size\": \"%s\", \"cutoff\": \"%s\", \"untied\": %s, \"parameters\": {",
         problem.name, options->version->name, compiler, runtime_path(), run->threads, size_name(run->size),
         cutoff_name(run->cutoff), run->untied ? "true" : "false");
  for (int i = 0; problem.parameters && problem.parameters[i].name; ++i)
    printf("%s\"%s\": %.17g", i ? ", " : "", problem.parameters[i].name, run->value[i]);
  printf("}, \"runs\": %ld, \"operations\": %.17g, \"wall_s\": %.9g, \"cpu_s\": %.9g, \"peak_kb\": %ld", trial->runs,
         trial->operations / (double)trial->runs, trial->wall_s / (double)trial->runs, cpu_s / (double)trial->runs, peak_kb);
  if (trial->joules >= 0) printf(", \"joules\": %.6g", trial->joules / (double)trial->runs);
  if (problem.write_metrics) problem.write_metrics(run, trial->wall_s / (double)trial->runs, stdout);
  printf(", \"ok\": true}\n");
  fflush(stdout);
}

int main(int argc, char **argv) {
  const Options options = read_options(argc, argv);
  calibrate_work();
  if (problem.prepare) problem.prepare(&options.run);
  const double start = seconds_now();
  Trial warm_up = {0};
  for (int i = 0; i < options.warm_up; ++i) run_once(&options, &warm_up);
  for (int i = 0; i < options.trials; ++i) {
    Trial trial = {0};
    do run_once(&options, &trial);
    while (trial.wall_s < options.at_least_s);
    print_trial(&options, &trial);
    if (largest_of_all(seconds_now() - start) > options.at_most_s) break;
  }
  if (problem.ranks) problem.ranks->end();
  return 0;
}
