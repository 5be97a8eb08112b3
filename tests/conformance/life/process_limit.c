// RLIMIT_NPROC, as a user who is not root: smaller teams, one warning, right results.
// runtimes: xomp
// threads: 64
// output: any
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <grp.h>
#include <sys/resource.h>

#include "life.h"

int main(void) {
  // Root is not limited; a user that has no other process.
  const uid_t user = 54321;
  if (geteuid() == 0 && (setgroups(0, NULL) != 0 || setresuid(user, user, user) != 0)) return 0;
  const struct rlimit limit = {8, 8};
  if (geteuid() != user || setrlimit(RLIMIT_NPROC, &limit) != 0) return 0;
  int said[2];
  if (pipe(said) != 0) return 0;
  const int out = dup(2);
  dup2(said[1], 2);
  int size = 0;
#pragma omp parallel
#pragma omp single
  size = omp_get_num_threads();
  const int wrong = compute();
  dup2(out, 2);
  CHECK(size >= 1 && size <= 8);
  CHECK_EQUAL(wrong, 0);
  char text[1000] = "";
  close(said[1]);
  CHECK(read(said[0], text, sizeof text - 1) > 0);
  char* line = strstr(text, "the system allows no more threads");
  CHECK(line != NULL);
  CHECK(line == NULL || strstr(line + 1, "the system") == NULL);
  return check_result();
}
