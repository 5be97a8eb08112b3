// has_device_addr, use_device_addr, device_type, link, nested teams constructs in target: all host.
// flags-clang: -fopenmp-version=52
#include <omp.h>

#include "check.h"

// The clause has another name in OpenMP 5.2; gcc 12 knows the older one only.
#ifdef __clang__
#define DECLARE_TARGET(list) PRAGMA(omp declare target enter list)
#else
#define DECLARE_TARGET(list) PRAGMA(omp declare target to list)
#endif
#define PRAGMA(text) _Pragma(#text)

static int counter = 3;
DECLARE_TARGET((counter))
static int big[16];
#pragma omp declare target link(big)
static int triple(int x) { return 3 * x; }
DECLARE_TARGET((triple) device_type(any))
static int four_times(int x) { return 4 * x; }
DECLARE_TARGET((four_times) device_type(host))

static void addresses(void) {
  int a[20], x = 5;
  for (int i = 0; i < 20; i++) a[i] = i;
#pragma omp target has_device_addr(x)
  x = 6;
  CHECK_EQUAL(x, 6);
#pragma omp target has_device_addr(a)
  a[3] = triple(a[3]);
  CHECK_EQUAL(a[3], 9);
#pragma omp target has_device_addr(a[4 : 2])
  a[5] = four_times(a[5]);
  CHECK_EQUAL(a[5], 20);
#pragma omp target data map(tofrom : x, a) use_device_addr(x, a)
  {
#pragma omp target has_device_addr(x, a)
    {
      x += 1;
      a[19] = x;
    }
  }
  CHECK_EQUAL(x, 7);
  CHECK_EQUAL(a[19], 7);
}

static void of_device(void) {
  int got = 0;
#pragma omp target map(tofrom : got)
  got = ++counter;
  CHECK(got > 3);
  for (int i = 0; i < 16; i++) big[i] = i;
#pragma omp target map(big)
  big[2] = 40;
  CHECK_EQUAL(big[2], 40);
  CHECK_EQUAL(big[15], 15);
}

int main(void) {
  for (int i = 0; i < 10; i++) addresses();
  of_device();
#pragma omp parallel
  addresses();
  return check_result();
}
