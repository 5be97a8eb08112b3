// threadprivate values, and the threads themselves, outlast a long serial part between two regions.
// threads: 4
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { kThreads = 4, kSeconds = 12 };  // longer than idle threads live where nothing keeps them
static int number = -1;
#pragma omp threadprivate(number)
static pthread_t threads[kThreads];

int main(void) {
#pragma omp parallel num_threads(kThreads)
  {
    number = omp_get_thread_num();
    threads[number] = pthread_self();
  }
  sleep(kSeconds);
#pragma omp parallel num_threads(kThreads)
  {
    CHECK_EQUAL(number, omp_get_thread_num());
    CHECK(pthread_equal(threads[omp_get_thread_num()], pthread_self()));
  }
  return check_result();
}
