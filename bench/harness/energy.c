// RAPL, by the files of powercap or, where these are not ours to read, by perf's events of the power unit. BENCH_POWERCAP in
// the environment names another folder than /sys/class/powercap.
#define _GNU_SOURCE
#include "work.h"

#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int read_line(const char *folder, const char *name, char *line, int size) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *const file = fopen(path, "r");
  if (file == NULL) return 0;
  const int is_read = fgets(line, size, file) != NULL;
  fclose(file);
  return is_read;
}

static double read_microjoules(const char *folder, const char *name) {
  char line[64];
  return read_line(folder, name, line, sizeof line) ? strtod(line, NULL) * 1e-6 : -1;
}

// Zones with one number are packages; those below them, with two, are parts that the package's counter has counted. A machine
// may also have a zone for its whole board.
static Energy by_powercap(void) {
  const char *const chosen = getenv("BENCH_POWERCAP"), *const root = chosen != NULL ? chosen : "/sys/class/powercap";
  Energy energy = {0};
  for (int zone = 0; zone < most_packages; ++zone) {
    char folder[400], name[64];
    snprintf(folder, sizeof folder, "%s/intel-rapl:%d", root, zone);
    if (!read_line(folder, "name", name, sizeof name)) break;
    if (strncmp(name, "package", strlen("package")) != 0) continue;
    const double joules = read_microjoules(folder, "energy_uj");
    if (joules < 0) return (Energy){0};
    energy.range[energy.packages] = read_microjoules(folder, "max_energy_range_uj");
    energy.joules[energy.packages++] = joules;
  }
  return energy;
}

static const char power_unit[] = "/sys/bus/event_source/devices/power";
// Opened once. A counter belongs to a package and is read on one of its processors.
static int counters[most_packages], opened = -1;
static double joules_of_a_count;

static int open_counter(uint32_t type, uint64_t event, int processor) {
  struct perf_event_attr wanted = {.type = type, .size = sizeof wanted, .config = event};
  return (int)syscall(SYS_perf_event_open, &wanted, -1, processor, -1, PERF_FLAG_FD_CLOEXEC);
}

// `list`: processors, as "0,32" or "0-3".
static void open_counters_of(const char *list, uint32_t type, uint64_t event) {
  for (char *rest; *list >= '0' && *list <= '9'; list = *rest == ',' ? rest + 1 : rest) {
    const long first = strtol(list, &rest, 10), last = *rest == '-' ? strtol(rest + 1, &rest, 10) : first;
    for (long processor = first; processor <= last && opened < most_packages; ++processor)
      if ((counters[opened] = open_counter(type, event, (int)processor)) >= 0) ++opened;
  }
}

static void open_counters(void) {
  char type[64], event[64], scale[64], processors[1024];
  opened = 0;
  if (!read_line(power_unit, "type", type, sizeof type) || !read_line(power_unit, "events/energy-pkg", event, sizeof event) ||
      !read_line(power_unit, "events/energy-pkg.scale", scale, sizeof scale) ||
      !read_line(power_unit, "cpumask", processors, sizeof processors) || strncmp(event, "event=", strlen("event=")) != 0)
    return;
  joules_of_a_count = strtod(scale, NULL);
  open_counters_of(processors, (uint32_t)strtoul(type, NULL, 10), strtoull(event + strlen("event="), NULL, 0));
}

static Energy by_perf(void) {
  Energy energy = {0};
  if (opened < 0) open_counters();
  for (int i = 0; i < opened; ++i) {
    uint64_t count;
    if (read(counters[i], &count, sizeof count) != sizeof count) return (Energy){0};
    energy.joules[energy.packages++] = (double)count * joules_of_a_count;
  }
  return energy;
}

Energy energy_now(void) {
  const Energy energy = by_powercap();
  return energy.packages != 0 ? energy : by_perf();
}

double joules_between(const Energy *before, const Energy *after) {
  if (before->packages == 0 || before->packages != after->packages) return -1;
  double joules = 0;
  for (int i = 0; i < after->packages; ++i) {
    const double more = after->joules[i] - before->joules[i];
    joules += more < 0 ? more + after->range[i] : more;
  }
  return joules;
}
