// The product by libfork: three quarters of a round are forked, the last runs at once.
#include "../with_libfork.h"

#include "product.h"

namespace {
constexpr auto recursion = [](auto self, Product p) -> lf::task<void> {
  if (p.is_small()) {
    multiply_small(p);
    co_return;
  }
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < quarters - 1; ++i) co_await lf::fork(self)(p.quarter(round, i));
    co_await lf::call(self)(p.quarter(round, quarters - 1));
    co_await lf::join;
  }
};
}  // namespace

static void run_forks(const Run* run) { run_in_pool(run->threads, recursion, whole_product()); }

#include "library.h"
