// In which order a thread looks at the others.
#include "core/sched/policies/parts/neighbours.h"

#include <gtest/gtest.h>

#include <vector>

#include "unit/topology/fake_machine.h"

namespace xomp::sched {
namespace {

using Numbers = std::vector<std::int32_t>;

// 2 sockets of 2 domains of 2 caches of 2 cores: 16 processors.
class Order : public ::testing::Test {
 protected:
  Order() : fake_({2, 2, 2, 2, 1}) { topology::discover(machine_, fake_.root(), fake_.all()); }
  Numbers of(int me, const Numbers& processors) {
    Numbers order(processors.size(), -7);
    order.resize(static_cast<std::size_t>(order_neighbours(me, processors, machine_, order.data())));
    return order;
  }
  topology::FakeMachine fake_;
  topology::Machine machine_;
};

TEST_F(Order, CacheThenDomainThenOthersByDistance) {
  Numbers all;
  for (int i = 0; i < 16; ++i) all.push_back(i);
  EXPECT_EQ(of(0, all), (Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
  // Domain 1 is 4 to 7; domain 0 is in the same socket; then the other socket's.
  EXPECT_EQ(of(6, all), (Numbers{7, 4, 5, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST_F(Order, BeginsBehindItself) {
  const Numbers same(5, 3);
  EXPECT_EQ(of(0, same), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(of(3, same), (Numbers{4, 0, 1, 2}));
}

TEST_F(Order, UnknownPlacesComeLast) {
  EXPECT_EQ(of(1, {-1, 0, 15, 1, 9999}), (Numbers{3, 2, 4, 0}));
  EXPECT_EQ(of(0, {-1, 0, 15, 1, -1}), (Numbers{1, 2, 3, 4}));
}

}  // namespace
}  // namespace xomp::sched
