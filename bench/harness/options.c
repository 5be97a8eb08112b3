#include "options.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static const char *const size_names[size_count] = {"tiny", "small", "medium", "large"};
static const char *const cutoff_names[] = {"none", "if", "final", "manual"};
enum { cutoff_count = 4 };

const char *size_name(Size size) { return size_names[size]; }

const char *cutoff_name(Cutoff cutoff) {
  int at = 0;
  while (1 << at != (int)cutoff) ++at;
  return cutoff_names[at];
}

static unsigned cutoffs_here(void) { return problem.cutoffs | cutoff_none; }

static void print_help(FILE *out) {
  fprintf(out, "%s: %s. An operation is one of its %s.\n", problem.name, problem.summary, problem.operation);
  fputs("  --version NAME         ", out);
  for (const Version *v = problem.versions; v->name; ++v) fprintf(out, "%s%s", v == problem.versions ? "" : "|", v->name);
  fputs("\n  --size NAME            tiny|small|medium|large (small)\n", out);
  if (problem.cutoffs) {
    fputs("  --cutoff NAME          ", out);
    for (int i = 0, some = 0; i < cutoff_count; ++i)
      if (cutoffs_here() & 1u << i) fprintf(out, "%s%s", some++ ? "|" : "", cutoff_names[i]);
    fputs(" (none)\n", out);
  }
  if (problem.has_untied) fputs("  --untied               untied tasks\n", out);
  if (problem.takes_input) fputs("  --input FILE           instead of what --size generates\n", out);
  for (const Parameter *p = problem.parameters; p && p->name; ++p)
    fprintf(out, "  --%-20s %s: %g to %g (%g, %g, %g, %g)\n", p->name, p->meaning, p->least, p->most, p->value[0], p->value[1],
            p->value[2], p->value[3]);
  fputs("  --trials N             (1); each prints a line of JSON\n"
        "  --warm-up N            runs before the first trial (1)\n"
        "  --at-least SECONDS     a trial repeats the run until it has taken this long (0)\n"
        "  --at-most SECONDS      no further trial begins after this (1e9)\n"
        "  --describe             what this program has, as JSON\n",
        out);
}

static void print_description(void) {
  printf("{\"problem\": \"%s\", \"summary\": \"%s\", \"operation\": \"%s\", \"versions\": [", problem.name, problem.summary,
         problem.operation);
  for (const Version *v = problem.versions; v->name; ++v) printf("%s\"%s\"", v == problem.versions ? "" : ", ", v->name);
  printf("], \"cutoffs\": [");
  for (int i = 0, some = 0; i < cutoff_count; ++i)
    if (cutoffs_here() & 1u << i) printf("%s\"%s\"", some++ ? ", " : "", cutoff_names[i]);
  printf("], \"untied\": %s, \"input\": %s, \"steps_per_ns\": %.6g, \"parameters\": {", problem.has_untied ? "true" : "false",
         problem.takes_input ? "true" : "false", calibrate_work());
  for (const Parameter *p = problem.parameters; p && p->name; ++p)
    printf("%s\"%s\": {\"meaning\": \"%s\", \"least\": %.17g, \"most\": %.17g, \"sizes\": [%.17g, %.17g, %.17g, %.17g]}",
           p == problem.parameters ? "" : ", ", p->name, p->meaning, p->least, p->most, p->value[0], p->value[1], p->value[2],
           p->value[3]);
  printf("}}\n");
}

_Noreturn static void refuse(const char *option, const char *value, const char *allowed) {
  fprintf(stderr, "%s: %s%s%s is not allowed: %s\n", problem.name, option, value ? " " : "", value ? value : "", allowed);
  exit(2);
}

static double number_of(const char *option, const char *text, double least, double most) {
  char *end, allowed[80];
  double number = strtod(text, &end);
  snprintf(allowed, sizeof allowed, "a number from %g to %g", least, most);
  if (end == text || *end || !(number >= least && number <= most)) refuse(option, text, allowed);
  return number;
}

static int index_of(const char *option, const char *text, const char *const *names, int count, unsigned allowed_bits,
                    const char *allowed) {
  for (int i = 0; i < count; ++i)
    if ((allowed_bits & 1u << i) && strcmp(text, names[i]) == 0) return i;
  refuse(option, text, allowed);
}

static const Version *version_of(const char *text) {
  for (const Version *v = problem.versions; v->name; ++v)
    if (strcmp(text, v->name) == 0) return v;
  refuse("--version", text, "see --help");
}

static void set_parameter(Options *options, bool *given, const char *option, const char *text) {
  for (int i = 0; problem.parameters && problem.parameters[i].name; ++i) {
    const Parameter *p = &problem.parameters[i];
    if (strcmp(option + 2, p->name) != 0) continue;
    options->run.value[i] = number_of(option, text, p->least, p->most);
    given[i] = true;
    return;
  }
  refuse(option, NULL, "see --help");
}

static void read_option(Options *o, bool *given, const char *option, const char *text) {
  if (strcmp(option, "--version") == 0) o->version = version_of(text);
  else if (strcmp(option, "--size") == 0)
    o->run.size = (Size)index_of(option, text, size_names, size_count, ~0u, "tiny, small, medium or large");
  else if (strcmp(option, "--cutoff") == 0)
    o->run.cutoff = (Cutoff)(1 << index_of(option, text, cutoff_names, cutoff_count, cutoffs_here(), "see --help"));
  else if (problem.takes_input && strcmp(option, "--input") == 0) o->run.input = text;
  else if (strcmp(option, "--trials") == 0) o->trials = (int)number_of(option, text, 1, 1e6);
  else if (strcmp(option, "--warm-up") == 0) o->warm_up = (int)number_of(option, text, 0, 1e6);
  else if (strcmp(option, "--at-least") == 0) o->at_least_s = number_of(option, text, 0, 1e6);
  else if (strcmp(option, "--at-most") == 0) o->at_most_s = number_of(option, text, 0, 1e9);
  else if (strncmp(option, "--", 2) == 0) set_parameter(o, given, option, text);
  else refuse(option, NULL, "see --help");
}

Options read_options(int argc, char **argv) {
  Options options = {.version = problem.versions, .trials = 1, .warm_up = 1, .at_most_s = 1e9};
  options.run.size = size_small;
  options.run.cutoff = cutoff_none;
  options.run.threads = omp_get_max_threads();
  bool given[most_parameters] = {false};
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "--describe") == 0) {
      if (argv[i][2] == 'h') print_help(stdout);
      else print_description();
      exit(0);
    }
    if (problem.has_untied && strcmp(argv[i], "--untied") == 0) {
      options.run.untied = true;
      continue;
    }
    if (i + 1 == argc) refuse(argv[i], NULL, "it wants a value, or is unknown; see --help");
    read_option(&options, given, argv[i], argv[i + 1]);
    ++i;
  }
  for (int i = 0; problem.parameters && problem.parameters[i].name; ++i)
    if (!given[i]) options.run.value[i] = problem.parameters[i].value[options.run.size];
  options.run.version = options.version->name;
  return options;
}
