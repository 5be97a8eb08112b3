// Fibers by themselves: values, stacks and the variables that are theirs.
#include "models/fiber/fiber.h"

#include <gtest/gtest.h>

namespace xomp::models {
namespace {

thread_local int* own = nullptr;
int steps = 0;

struct Part {
  Fiber* partner;
  int value;
};

void play(void* argument) {
  Part& part = *static_cast<Part*>(argument);
  own = &part.value;
  double sum = 0;
  for (;;) {
    switch_to(*part.partner);
    sum += 0.5;
    ++*own;
    ++steps;
    EXPECT_EQ(sum, 0.5 * *own);
  }
}

TEST(Fiber, EachHasItsStackAndItsVariables) {
  keep_per_fiber(own);
  Fiber a(65536), b(65536);
  Part part_a{&b, 0}, part_b{&running_fiber(), 0};
  for (int round = 0; round < 3; ++round) {
    part_a.value = part_b.value = steps = 0;
    a.begin(play, &part_a);
    b.begin(play, &part_b);
    for (int i = 0; i < 101; ++i) {
      switch_to(a);
      EXPECT_EQ(own, nullptr);
    }
    EXPECT_EQ(part_a.value, 100);
    EXPECT_EQ(part_b.value, 100);
    EXPECT_EQ(steps, 200);
  }
}

}  // namespace
}  // namespace xomp::models
