// usage: native N: fib(N) by native tasks; prints what the program's own part of them did with atomics. Built with the
// library's counting atomics in place of std::atomic.
#include "platform/atomic.h"

#define XOMP_NATIVE_ATOMIC ::xomp::atomic
#include <cstdio>
#include <cstdlib>

#include "xomp.h"

static long fib(int n) {
  if (n < 2) return n;
  auto a = xomp::spawn([n] { return fib(n - 1); });
  const long b = fib(n - 2);
  return a.sync() + b;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 20;
  const long value = xomp::parallel([n] { return fib(n); });
  const xomp::platform::AtomicsCount count = xomp::platform::count_of_atomics();
  std::printf("%ld %llu %llu\n", value, static_cast<unsigned long long>(count.read_modify_writes),
              static_cast<unsigned long long>(count.fences));
}
