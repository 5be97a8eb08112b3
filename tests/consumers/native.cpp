// A program with native tasks of a project that uses XOMP.
#include <atomic>
#include <cstdio>
#include <xomp.h>

int main() {
  std::atomic<int> count{0};
  xomp::run(2, [&] {
    xomp::Group group;
    for (int i = 0; i < 100; ++i) group.spawn([&count] { ++count; });
    group.sync();
  });
  std::printf("%d native tasks\n", count.load());
  return count == 100 ? 0 : 1;
}
