// Tables of made-up machines, of this one, and of what hwloc says about it.
#include "topology/machine.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "topology/machine_builder.h"
#include "topology/processor_list.h"
#include "topology/processors.h"
#include "unit/topology/fake_machine.h"

namespace xomp::topology {
namespace {

void expect_shape(const Machine& machine, Shape shape) {
  EXPECT_EQ(machine.count_of(Layer::thread), shape.total());
  EXPECT_EQ(machine.count_of(Layer::core), shape.total_cores());
  EXPECT_EQ(machine.count_of(Layer::ll_cache), shape.sockets * shape.domains * shape.caches);
  EXPECT_EQ(machine.count_of(Layer::numa_domain), shape.sockets * shape.domains);
  EXPECT_EQ(machine.count_of(Layer::socket), shape.sockets);
}

TEST(Machine, IsReadFromSysfs) {
  for (Shape shape : {Shape{1, 1, 1, 1, 1}, Shape{1, 1, 1, 4, 2}, Shape{2, 1, 1, 8, 2}, Shape{2, 4, 3, 8, 1},
                      Shape{8, 1, 2, 12, 1}}) {
    FakeMachine fake(shape);
    Machine machine;
    discover(machine, fake.root(), fake.all());
    EXPECT_STREQ(machine.source(), "sysfs");
    expect_shape(machine, shape);
  }
}

TEST(Machine, PutsSiblingsSideBySide) {
  FakeMachine fake({2, 2, 1, 4, 2});
  Machine machine;
  discover(machine, fake.root(), fake.all());
  for (int index = 0; index < machine.count(); ++index) {
    EXPECT_EQ(machine[index].of(Layer::thread), index);
    EXPECT_EQ(machine[index].of(Layer::core), index / 2);
    EXPECT_EQ(machine[index].of(Layer::numa_domain), index / 8);
    EXPECT_EQ(machine[index].of(Layer::socket), index / 16);
    EXPECT_EQ(machine.find(machine[index].processor), &machine[index]);
  }
  EXPECT_EQ(machine[1].processor, 16);
  EXPECT_EQ(machine.find(32), nullptr);
  EXPECT_EQ(machine.find(-1), nullptr);
}

TEST(Machine, KnowsDistances) {
  FakeMachine fake({2, 4, 3, 8, 1});
  Machine machine;
  discover(machine, fake.root(), fake.all());
  EXPECT_EQ(machine.distance(0, 0), 10);
  EXPECT_EQ(machine.distance(5, 6), 12);
  EXPECT_EQ(machine.distance(5, 0), 32);
  EXPECT_EQ(machine.domain_of(191), 7);
  EXPECT_EQ(machine.system_node(7), 7);
  int order[8];
  machine.nearest_domains(5, order);
  EXPECT_EQ(std::vector<int>(order, order + 8), (std::vector<int>{5, 6, 7, 4, 0, 1, 2, 3}));
}

TEST(Machine, IsFlatWithoutSysfs) {
  FakeSystem nothing;
  ProcessorSet three;
  for (int processor : {2, 3, 7}) three.add(processor);
  Machine machine;
  discover(machine, nothing.root(), three);
  EXPECT_STREQ(machine.source(), "");
  expect_shape(machine, {1, 1, 3, 1, 1});
  EXPECT_EQ(machine.distance(0, 0), 10);
  EXPECT_EQ(machine[2].processor, 7);
}

TEST(Machine, SurvivesMalformedSysfs) {
  FakeMachine fake({2, 2, 1, 2, 2});
  for (const char* text : {"", "\n", "x", "-", "5-2", "0-", "0-99999999999999999999", "0,,1", "9"}) {
    for (const char* file : {"cpu/cpu3/topology/core_cpus_list", "cpu/cpu0/cache/index1/shared_cpu_list",
                             "cpu/cpu2/topology/package_cpus_list", "cpu/cpu0/cache/index1/level", "node/node1/cpulist",
                             "node/node0/distance"}) {
      fake.write(std::string("/sys/devices/system/") + file, text);
    }
    Machine machine;
    discover(machine, fake.root(), fake.all());
    EXPECT_EQ(machine.count(), 16) << text;
    EXPECT_GE(machine.count_of(Layer::socket), 1);
    for (const Location& location : machine) {
      for (int layer = 0; layer < kLayers; ++layer)
        EXPECT_LT(location.group[layer], machine.count_of(static_cast<Layer>(layer)));
    }
  }
}

TEST(Machine, LeavesOutDomainsWithoutProcessors) {
  FakeMachine fake({1, 2, 1, 2, 1});
  fake.write("/sys/devices/system/node/online", "0-1,5\n");
  fake.write("/sys/devices/system/node/node5/cpulist", "\n");
  Machine machine;
  discover(machine, fake.root(), fake.all());
  EXPECT_EQ(machine.count_of(Layer::numa_domain), 2);
  EXPECT_EQ(machine.distance(1, 0), 12);
}

TEST(Machine, HasAllProcessorsOfTheMask) {
  count_processors();
  for (int processor : members(initial_mask())) EXPECT_NE(machine().find(processor), nullptr);
  EXPECT_EQ(&machine(), &machine());
}

TEST(Machine, IsTheSameForHwloc) {
  count_processors();
  MachineBuilder builder(initial_mask());
  if (!read_hwloc(builder)) GTEST_SKIP() << "no hwloc, or it knows nothing";
  Machine by_hwloc;
  builder.finish(by_hwloc, "hwloc", sysfs_distance, const_cast<char*>(""));
  Machine by_sysfs;
  discover(by_sysfs, "", initial_mask());
  if (by_sysfs.count() != by_hwloc.count()) GTEST_SKIP() << "the mask is narrower than the machine";
  for (int layer = 0; layer < kLayers; ++layer)
    EXPECT_EQ(by_hwloc.count_of(static_cast<Layer>(layer)), by_sysfs.count_of(static_cast<Layer>(layer)));
}

std::string written(std::vector<int> processors, std::size_t capacity) {
  char buffer[64] = "unwritten";
  const std::size_t length =
      write_processor_list(processors.data(), static_cast<int>(processors.size()), buffer, capacity);
  EXPECT_EQ(length, strlen(buffer));
  return buffer;
}

TEST(ProcessorList, IsWrittenAsRanges) {
  EXPECT_EQ(written({}, 64), "");
  EXPECT_EQ(written({4}, 64), "4");
  EXPECT_EQ(written({0, 1, 2, 3, 8, 10, 11}, 64), "0-3,8,10-11");
  EXPECT_EQ(written({0, 1, 2, 3, 8, 10, 11}, 12), "0-3,8,10-11");
  EXPECT_EQ(written({0, 1, 2, 3, 8, 10, 11}, 11), "0-3,8...");
  EXPECT_EQ(written({1000}, 3), "..");
  EXPECT_EQ(written({1000}, 1), "");
}

TEST(ProcessorList, IsRead) {
  ProcessorSet set;
  EXPECT_TRUE(read_processor_list("0-3,8\n", set));
  EXPECT_EQ(set.count(), 5);
  EXPECT_TRUE(read_processor_list("", set));
  EXPECT_TRUE(set.empty());
  for (const char* text : {",", "1,", "1-", "3-1", "a", "8192", "1 2", "-1"})
    EXPECT_FALSE(read_processor_list(text, set)) << text;
}

}  // namespace
}  // namespace xomp::topology
