// micro PROGRAM [--trials N] [--size N] [--variables N] [--grain-us X] [--at-least-ms N]: runs one program and prints one line of
// JSON a trial. The number of threads comes from OMP_NUM_THREADS, as it does for any program.
#define _GNU_SOURCE
#include "micro.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

typedef struct Options {
  const Program *program;
  Setting setting;
  int trials;
  double at_least_ms; // a trial repeats the construct until it lasts this long
} Options;

typedef struct Measured {
  long operations;
  double wall;
  double cpu;
  double joules;  // of the whole machine; negative if the system does not tell
} Measured;

static const Program *const tables[] = {construct_programs, region_programs, task_programs, dependence_programs, graph_programs, wait_programs};
enum { table_count = sizeof tables / sizeof *tables };

static const Program *find_program(const char *name) {
  for (int t = 0; t < table_count; ++t)
    for (const Program *p = tables[t]; p->name; ++p)
      if (strcmp(p->name, name) == 0) return p;
  return NULL;
}

static void print_help(FILE *out) {
  fputs("usage: micro PROGRAM [--trials N] [--size N] [--variables N] [--grain-us X] [--at-least-ms N]\n"
        "programs, and what one operation of each is:\n",
        out);
  for (int t = 0; t < table_count; ++t)
    for (const Program *p = tables[t]; p->name; ++p) {
      fprintf(out, "  %-18s %s", p->name, p->operation);
      if (p->default_size) fprintf(out, " (size %ld)", p->default_size);
      fputc('\n', out);
    }
}

static void read_option(Options *options, const char *name, const char *value) {
  if (!value) {
    fprintf(stderr, "micro: %s needs a value\n", name);
    exit(2);
  }
  double number = atof(value);
  if (strcmp(name, "--trials") == 0) options->trials = (int)number;
  else if (strcmp(name, "--size") == 0) options->setting.size = (long)number;
  else if (strcmp(name, "--variables") == 0) options->setting.variables = (int)number;
  else if (strcmp(name, "--grain-us") == 0) options->setting.grain_us = number;
  else if (strcmp(name, "--at-least-ms") == 0) options->at_least_ms = number;
  else {
    fprintf(stderr, "micro: unknown option %s\n", name);
    print_help(stderr);
    exit(2);
  }
}

static Options read_options(int argc, char **argv) {
  if (argc < 2 || strcmp(argv[1], "--help") == 0) {
    print_help(argc < 2 ? stderr : stdout);
    exit(argc < 2 ? 2 : 0);
  }
  Options options = {.program = find_program(argv[1]), .trials = 1, .at_least_ms = 20};
  if (!options.program) {
    fprintf(stderr, "micro: no program %s\n", argv[1]);
    print_help(stderr);
    exit(2);
  }
  options.setting = (Setting){.size = options.program->default_size, .variables = 1, .grain_us = 1};
  for (int i = 2; i < argc; i += 2) read_option(&options, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
  options.setting.threads = omp_get_max_threads();
  if (options.setting.threads > max_threads) {
    fprintf(stderr, "micro: at most %d threads\n", max_threads);
    exit(2);
  }
  return options;
}

// The one timing loop of all programs. A wrong result ends the process: its time would mean nothing.
static Measured measure(const Options *options, Run run, long repetitions) {
  const Energy before = energy_now();
  double wall = seconds_now(), cpu = cpu_seconds_now();
  long operations = run(&options->setting, repetitions);
  Measured measured = {operations, seconds_now() - wall, cpu_seconds_now() - cpu, 0};
  const Energy after = energy_now();
  measured.joules = joules_between(&before, &after);
  if (operations < 0) {
    printf("{\"program\": \"%s\", \"threads\": %d, \"ok\": false}\n", options->program->name, options->setting.threads);
    exit(1);
  }
  return measured;
}

// How many repetitions make a trial long enough; counting them is the warm-up, too. A long time must show twice, because the
// first may have been that of starting threads or of another program.
static long enough_repetitions(const Options *options, Run run) {
  if (options->program->long_run) return 1;
  double target = options->at_least_ms * 1e-3;
  for (long repetitions = 1;; repetitions *= 2) {
    double took = measure(options, run, repetitions).wall;
    if (took < target / 20) repetitions *= 4;
    if (took >= target / 2 && took < target * 10) {
      double again = measure(options, run, repetitions).wall;
      if (again < took) took = again;
    }
    if (took >= target / 2) {
      double wanted = (double)repetitions * target / took;
      return wanted < 1 ? 1 : (long)wanted;
    }
  }
}

// The file that answers this program's OpenMP calls, so that a comparison can tell that it measured what it meant to.
static const char *runtime_path(void) {
  Dl_info info;
  void *entry = dlsym(RTLD_DEFAULT, "omp_get_thread_num");
  return entry && dladdr(entry, &info) && info.dli_fname ? info.dli_fname : "?";
}

static void print_trial(const Options *options, Measured trial, double serial_ns) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const Setting *setting = &options->setting;
  double operations = (double)trial.operations;
#ifdef __clang__
  const char *compiler = "clang";
#else
  const char *compiler = "gcc";
#endif
  printf("{\"program\": \"%s\", \"compiler\": \"%s\", \"runtime_path\": \"%s\", \"threads\": %d, \"size\": %ld, "
         "\"variables\": %d, \"grain_us\": %g, \"operations\": %ld, \"wall_ns\": %.4g, \"cpu_ns\": %.4g, \"wall_s\": %.6f, "
         "\"cpu_s\": %.6f, \"peak_kb\": %ld",
         options->program->name, compiler, runtime_path(), setting->threads, setting->size, setting->variables,
         setting->grain_us, trial.operations, trial.wall / operations * 1e9, trial.cpu / operations * 1e9, trial.wall,
         trial.cpu, usage.ru_maxrss);
  if (serial_ns > 0) {
    double wall_ns = trial.wall / operations * 1e9;
    printf(", \"serial_ns\": %.4g, \"efficiency\": %.3f", serial_ns, serial_ns / wall_ns / setting->threads);
  }
  if (trial.joules >= 0) printf(", \"joules\": %.6g", trial.joules);
  printf(", \"ok\": true}\n");
  fflush(stdout);
}

int main(int argc, char **argv) {
  Options options = read_options(argc, argv);
  calibrate_work();
  double serial_ns = 0;
  if (options.program->serial) {
    Measured serial = measure(&options, options.program->serial, enough_repetitions(&options, options.program->serial));
    serial_ns = serial.wall / (double)serial.operations * 1e9;
  }
  long repetitions = enough_repetitions(&options, options.program->run);
  for (int trial = 0; trial < options.trials; ++trial)
    print_trial(&options, measure(&options, options.program->run, repetitions), serial_ns);
  return 0;
}
