/* Some work that no compiler removes: about so many nanoseconds. */
#pragma once

static double work(double ns) {
  double x = 1.0;
  for (long i = 0; i < (long)(ns / 1.6); ++i) x = x * 0.999999 + 1e-7;
  return x;
}
