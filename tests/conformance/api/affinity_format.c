// omp_set_affinity_format, get, capture: fields, layout, lengths of what does not fit.
// threads: 2
#include <omp.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static char buffer[256];

static void gives(const char *format, const char *want) {
  size_t length = omp_capture_affinity(buffer, sizeof buffer, format);
  CHECK_EQUAL(length, strlen(want));
  if (strcmp(buffer, want) != 0) fprintf(stderr, "%s gives '%s', not '%s'\n", format, buffer, want);
  CHECK(strcmp(buffer, want) == 0);
}

int main(void) {
  char want[64];
  gives("%L|%n|%N|%a|%t|%T", "0|0|1|-1|0|1");
  gives("%{nesting_level}|%{thread_num}|%{num_threads}|%{ancestor_tnum}|%{team_num}|%{num_teams}", "0|0|1|-1|0|1");
  gives("[%3N][%.3N][%0.3N]", "[1  ][  1][001]");
  gives("100%%", "100%");
  snprintf(want, sizeof want, "[%d][%08d]", (int)getpid(), (int)getpid());
  gives("[%P][%0.8{process_id}]", want);
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    {
      snprintf(want, sizeof want, "%d of 2 under 0", omp_get_thread_num());
      gives("%n of %N under %a", want);
    }
  }

  omp_set_affinity_format("abc %n");
  CHECK_EQUAL(omp_get_affinity_format(0, 0), 6);
  CHECK_EQUAL(omp_get_affinity_format(buffer, sizeof buffer), 6);
  CHECK(strcmp(buffer, "abc %n") == 0);
  CHECK_EQUAL(omp_get_affinity_format(buffer, 3), 6);
  CHECK(strcmp(buffer, "ab") == 0);
  gives("", "abc 0");
  CHECK_EQUAL(omp_capture_affinity(buffer, sizeof buffer, 0), 5);
  CHECK_EQUAL(omp_capture_affinity(buffer, 4, "abcdef"), 6);
  CHECK(strcmp(buffer, "abc") == 0);
  return check_result();
}
