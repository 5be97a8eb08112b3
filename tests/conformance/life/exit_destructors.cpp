// Constructors and destructors of global, static and thread_local objects use regions.
#include "life.h"

struct Uses {
  int* counter;
  explicit Uses(int* c) : counter(c) {
    if (compute() != 0) _exit(3);
  }
  ~Uses() {
    if (compute() != 0) _exit(4);
  }
};

static int made;
static Uses global(&made);

static void use_local() {
  static Uses local(&made);
  static thread_local Uses own(&made);
  (void)own.counter;
}

int main() {
  use_local();
  CHECK_EQUAL(compute(), 0);
  return check_result();
}
