// A child of fork() has a pool of its own; the parent goes on.
#include <sys/wait.h>
#include <unistd.h>
#include <xomp.h>

#include "../check.h"
#include "fib.h"

static void check_child(pid_t child) {
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main() {
  CHECK(xomp::parallel([] { return fib(18); }) == 2584);
  const pid_t child = fork();
  if (child == 0) {
    CHECK(xomp::parallel([] { return fib(18); }) == 2584);
    _exit(0);
  }
  check_child(child);
  // In the middle of a team: the child is alone in it, and has what no other thread had taken.
  xomp::parallel([] {
    fib(12);
    const pid_t inner = fork();
    if (inner == 0) {
      CHECK(fib(15) == 610);
      _exit(0);
    }
    check_child(inner);
  });
  CHECK(xomp::parallel([] { return fib(18); }) == 2584);
}
