// A program that starts itself anew after its first region: `left_behind exec [WORD...]` runs WORD... `left_behind`, `left_behind plain` reports.
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char** words) {
  int threads = 0;
#pragma omp parallel num_threads(2) reduction(+ : threads)
  threads += 1;
  printf("%s: %d threads\n", words[1], threads);
  fflush(stdout);
  if (strcmp(words[1], "exec") != 0) return 0;
  if (fork() == 0) {
    if (count > 2) execvp(words[2], words + 2);
    execl("/proc/self/exe", words[0], "plain", NULL);
    _exit(127);
  }
  int status;
  wait(&status);
  return status;
}
