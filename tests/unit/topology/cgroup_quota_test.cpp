// Quotas from trees of control groups of both versions, seen from outside and inside containers.
#include "topology/cgroup_quota.h"

#include <gtest/gtest.h>

#include "unit/topology/fake_system.h"

namespace xomp::topology {
namespace {

class CgroupQuota : public testing::Test {
 protected:
  void unified(const std::string& group, const std::string& mount_root = "/") {
    system.write("/proc/self/cgroup", "0::" + group + "\n");
    system.write("/proc/self/mountinfo",
                 "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
                 "30 22 0:26 " +
                     mount_root + " /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n");
  }
  double quota() {
    find_cgroups(system.root());
    return read_cgroup_quota();
  }

  FakeSystem system;
};

TEST_F(CgroupQuota, IsNoneWithoutProc) { EXPECT_EQ(quota(), kNoQuota); }

TEST_F(CgroupQuota, IsNoneWithoutMount) {
  system.write("/proc/self/cgroup", "0::/a\n");
  EXPECT_EQ(quota(), kNoQuota);
}

TEST_F(CgroupQuota, IsNoneWhereNothingIsLimited) {
  unified("/user.slice/a");
  EXPECT_EQ(quota(), kNoQuota);
  system.write("/sys/fs/cgroup/user.slice/a/cpu.max", "max 100000\n");
  EXPECT_EQ(quota(), kNoQuota);
}

TEST_F(CgroupQuota, ReadsCpuMax) {
  unified("/user.slice/a");
  system.write("/sys/fs/cgroup/user.slice/a/cpu.max", "150000 100000\n");
  EXPECT_DOUBLE_EQ(quota(), 1.5);
}

TEST_F(CgroupQuota, TakesTheSmallestOnTheWayUp) {
  unified("/a/b/c");
  system.write("/sys/fs/cgroup/a/b/c/cpu.max", "800000 100000\n");
  system.write("/sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  system.write("/sys/fs/cgroup/a/cpu.max", "100000 50000\n");
  EXPECT_DOUBLE_EQ(quota(), 2);
  system.write("/sys/fs/cgroup/a/b/cpu.max", "2000 10000\n");
  EXPECT_DOUBLE_EQ(quota(), 0.2);
}

TEST_F(CgroupQuota, ReadsTheMountPointInANamespace) {
  unified("/");
  system.write("/sys/fs/cgroup/cpu.max", "300000 100000\n");
  EXPECT_DOUBLE_EQ(quota(), 3);
}

TEST_F(CgroupQuota, ReadsTheMountPointWhenTheContainerSeesTheHostsPath) {
  unified("/docker/0123", "/docker/0123");
  system.write("/sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_DOUBLE_EQ(quota(), 0.5);
}

TEST_F(CgroupQuota, ReadsBelowTheMountsRoot) {
  unified("/docker/0123/inner", "/docker/0123");
  system.write("/sys/fs/cgroup/inner/cpu.max", "50000 100000\n");
  EXPECT_DOUBLE_EQ(quota(), 0.5);
}

TEST_F(CgroupQuota, ReadsTheMountPointForGroupsOutsideOfTheNamespace) {
  unified("/../other");
  system.write("/sys/fs/cgroup/cpu.max", "400000 100000\n");
  EXPECT_DOUBLE_EQ(quota(), 4);
}

TEST_F(CgroupQuota, IgnoresRootsThatOnlyBeginAlike) {
  unified("/docker/01234", "/docker/0123");
  system.write("/sys/fs/cgroup/4/cpu.max", "100000 100000\n");
  EXPECT_EQ(quota(), kNoQuota);
}

TEST_F(CgroupQuota, ReadsVersionOne) {
  system.write("/proc/self/cgroup", "5:cpuset:/x\n4:cpu,cpuacct:/a/b\n1:name=systemd:/s\n0::/u\n");
  system.write("/proc/self/mountinfo",
               "33 31 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
               "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw master:3 - cgroup cgroup rw,cpu,cpuacct\n"
               "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
  system.write("/sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1\n");
  system.write("/sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(quota(), kNoQuota);
  system.write("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "250000\n");
  system.write("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
  EXPECT_DOUBLE_EQ(quota(), 2.5);
  system.write("/sys/fs/cgroup/unified/u/cpu.max", "100000 100000\n");  // a kernel has one of both; be safe with two
  EXPECT_DOUBLE_EQ(quota(), 1);
}

TEST_F(CgroupQuota, UndoesEscapesInMountPoints) {
  system.write("/proc/self/cgroup", "0::/a\n");
  system.write("/proc/self/mountinfo", "30 22 0:26 / /my\\040groups rw - cgroup2 none rw\n");
  system.write("/my groups/a/cpu.max", "200000 100000\n");
  EXPECT_DOUBLE_EQ(quota(), 2);
}

TEST_F(CgroupQuota, FindsTheMountBehindVeryLongLines) {
  unified("/a");
  system.write("/sys/fs/cgroup/a/cpu.max", "200000 100000\n");
  std::string lines;
  for (int mounts = 0; mounts < 500; ++mounts)
    lines += "29 22 0:9 / /m rw - overlay overlay lowerdir=" + std::string(mounts * 97 % 20'000, 'x') + "\n";
  system.write("/proc/self/mountinfo", lines + "30 22 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  EXPECT_DOUBLE_EQ(quota(), 2);
}

TEST_F(CgroupQuota, SurvivesMalformedFiles) {
  for (const char* text : {"", "\n", ":", "::", "0::", "0:", "x", "0::/a\0/b", "4:cpu", "4:cpu:", "0::/a/../..//"}) {
    system.write("/proc/self/cgroup", text);
    for (const char* mounts :
         {"", " - cgroup2 ", " - cgroup ", "1 2 3 - cgroup2 x", "30 22 0:26 / /sys/fs/cgroup rw - cgroup2 c rw",
          "30 22 0:26 / - cgroup cpu", "\\04 \\04 \\04 \\04 \\04 - cgroup2 c cpu"}) {
      system.write("/proc/self/mountinfo", mounts);
      EXPECT_EQ(quota(), kNoQuota) << text << mounts;
    }
  }
  unified("/a");
  for (const char* text : {"", "x\n", "100000\n", "-1 100000\n", "100000 0\n", "0 100000\n", "100000 -5\n"}) {
    system.write("/sys/fs/cgroup/a/cpu.max", text);
    EXPECT_EQ(quota(), kNoQuota) << text;
  }
}

TEST_F(CgroupQuota, IsReadAgainInBothVersions) {
  system.write("/proc/self/cgroup", "4:cpu,cpuacct:/old\n0::/new\n");
  system.write("/proc/self/mountinfo",
               "30 22 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
               "31 22 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
  EXPECT_EQ(quota(), kNoQuota);
  system.write("/sys/fs/cgroup/unified/new/cpu.max", "200000 100000\n");
  EXPECT_DOUBLE_EQ(read_cgroup_quota(), 2);
  system.write("/sys/fs/cgroup/cpu/old/cpu.cfs_period_us", "100000\n");
  system.write("/sys/fs/cgroup/cpu/old/cpu.cfs_quota_us", "50000\n");
  EXPECT_DOUBLE_EQ(read_cgroup_quota(), 0.5);
  system.write("/sys/fs/cgroup/cpu/old/cpu.cfs_quota_us", "-1\n");
  EXPECT_DOUBLE_EQ(read_cgroup_quota(), 2);
  system.write("/sys/fs/cgroup/unified/new/cpu.max", "max 100000\n");
  EXPECT_EQ(read_cgroup_quota(), kNoQuota);
}

}  // namespace
}  // namespace xomp::topology
