// Memory on the node that is asked for, and what comes of it where nobody can ask.
#include "platform/node_memory.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "platform/memory.h"
#include "topology/machine.h"

namespace xomp::platform {
namespace {

// What the system was asked, and what it says.
struct Asked {
  std::uintptr_t start;
  std::size_t bytes;
  int node;
};
std::vector<Asked> asked;
int refusal = 0;

bool note(void* start, std::size_t bytes, int node) {
  asked.push_back({reinterpret_cast<std::uintptr_t>(start), bytes, node});
  errno = refusal;
  return refusal == 0;
}

class Pieces : public ::testing::Test {
 protected:
  Pieces() {
    asked.clear();
    refusal = 0;
  }
  static int node_asked_for(const void* piece) {
    const auto at = reinterpret_cast<std::uintptr_t>(piece);
    for (const Asked& a : asked)
      if (at >= a.start && at < a.start + a.bytes) return a.node;
    return -1;
  }
};

bool is_zero(const void* piece, std::size_t bytes) {
  const auto* p = static_cast<const unsigned char*>(piece);
  for (std::size_t i = 0; i < bytes; ++i)
    if (p[i] != 0) return false;
  return true;
}

TEST_F(Pieces, EachComesFromABlockOfItsNode) {
  NodeMemory memory(note);
  std::vector<unsigned char*> pieces;
  for (int i = 0; i < 1000; ++i) {
    const int node = i % 3;
    auto* p = static_cast<unsigned char*>(memory.allocate(2200, node));
    EXPECT_EQ(node_asked_for(p), node);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 64, 0u);
    ASSERT_TRUE(is_zero(p, 2200));
    std::memset(p, i % 255 + 1, 2200);
    pieces.push_back(p);
  }
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(pieces[static_cast<std::size_t>(i)][2199] == i % 255 + 1) << "overlaps";
  EXPECT_LT(asked.size(), 40u) << "a system call a block, not a piece";
}

TEST_F(Pieces, LargeOnesStandAlone) {
  NodeMemory memory(note);
  void* const p = memory.allocate(1 << 20, 5);
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked[0].start, reinterpret_cast<std::uintptr_t>(p));
  EXPECT_EQ(asked[0].bytes, std::size_t{1} << 20);
  EXPECT_EQ(asked[0].node, 5);
}

TEST_F(Pieces, WithoutANodeTheyAreCutFromAnywhere) {
  NodeMemory memory(note);
  for (int node : {-1, 64, 5000}) {
    void* const p = memory.allocate(100, node);
    ASSERT_TRUE(is_zero(p, 100));
    std::memset(p, 1, 100);
  }
  EXPECT_TRUE(asked.empty());
}

TEST_F(Pieces, ARefusalIsNotNoticed) {
  for (int error : {ENOSYS, EPERM, EINVAL}) {
    refusal = error;
    NodeMemory memory(note);
    void* const p = memory.allocate(3000, 1);
    ASSERT_TRUE(is_zero(p, 3000));
    std::memset(p, 1, 3000);
    void* const large = memory.allocate(300'000, 1);
    ASSERT_TRUE(is_zero(large, 300'000));
  }
}

TEST_F(Pieces, ManyThreadsGetPiecesOfTheirOwn) {
  NodeMemory memory([](void*, std::size_t, int) { return true; });
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&memory, t] {
      std::vector<unsigned char*> mine;
      for (int i = 0; i < 500; ++i) {
        mine.push_back(static_cast<unsigned char*>(memory.allocate(200, i % 2)));
        std::memset(mine.back(), t + 1, 200);
      }
      for (unsigned char* p : mine)
        for (int i = 0; i < 200; ++i) EXPECT_EQ(p[i], t + 1);
    });
  for (std::thread& t : threads) t.join();
}

// The node that the memory of a page is on that has been written; -1: the system does not say.
int node_of_page(const void* address) {
  int node = -1;
  const unsigned long flags = MPOL_F_NODE | MPOL_F_ADDR;
  return syscall(SYS_get_mempolicy, &node, nullptr, 0ul, address, flags) == 0 ? node : -1;
}

// The real calls; the machine may have one node, or refuse.
TEST(System, PagesAreWhereTheyWereAskedFor) {
  const topology::Machine& machine = topology::machine();
  for (int domain = 0; domain < machine.count_of(topology::Layer::numa_domain); ++domain) {
    const int node = machine.system_node(domain);
    const std::size_t bytes = 4 * page_bytes();
    auto* p = static_cast<unsigned char*>(map_pages(bytes));
    errno = 0;
    const bool preferred = prefer_node(p, bytes, node);
    EXPECT_EQ(errno, 0) << "errno is the program's";
    std::memset(p, 1, bytes);
    const int found = node_of_page(p);
    if (preferred && found >= 0) {
      EXPECT_EQ(found, node);
    } else {
      std::printf("node %d: mbind %s, get_mempolicy %s\n", node, preferred ? "works" : "refused", found >= 0 ? "works" : "refused");
    }
    unmap_pages(p, bytes);
    if (found < 0) continue;
    auto* piece = static_cast<unsigned char*>(node_memory.allocate(2200, node));
    piece[0] = 1;
    if (preferred) {
      EXPECT_EQ(node_of_page(piece), node);
    }
  }
}

TEST(System, NodesThatDoNotExistAreRefused) {
  void* const p = map_pages(page_bytes());
  EXPECT_FALSE(prefer_node(p, page_bytes(), -1));
  EXPECT_FALSE(prefer_node(p, page_bytes(), 1023));
  EXPECT_FALSE(prefer_node(p, page_bytes(), 100'000));
  std::memset(p, 1, page_bytes());
  unmap_pages(p, page_bytes());
}

}  // namespace
}  // namespace xomp::platform
