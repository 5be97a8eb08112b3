// No thread can be made, from the first region on: everything runs on the threads that the program has.
// runtimes: xomp
// threads: 8
// link: -Wl,--export-dynamic
// expect: \Axomp: warning: the system allows no more threads: a team of 8 gets 1\n\Z
#include <errno.h>
#include <pthread.h>

#include "life.h"

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* argument) {
  (void)thread, (void)attributes, (void)body, (void)argument;
  return EAGAIN;
}

int main(void) {
  CHECK_EQUAL(compute(), 0);
  CHECK_EQUAL(compute(), 0);
  return check_result();
}
