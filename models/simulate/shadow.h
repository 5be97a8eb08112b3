// What the simulator knows of each line of the process's memory: one entry of type T for each 64 bytes of address
// space, made of zeroes when it is first asked for. Two loads to find one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <vector>

namespace xomp::simulate {

template <class T>
class Shadow {
 public:
  T& of(const void* address) {
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    T* const segment = segments_[a >> kSegmentBits];
    T* const found = segment != nullptr ? segment : make(a >> kSegmentBits);
    return found[(a & (kSegmentBytes - 1)) / 64];
  }
  // Everything is zero again.
  void forget() {
    for (T* const segment : made_) madvise(segment, kEntries * sizeof(T), MADV_DONTNEED);
  }

 private:
  static constexpr int kAddressBits = 47, kSegmentBits = 30;
  static constexpr std::uintptr_t kSegmentBytes = std::uintptr_t{1} << kSegmentBits;
  static constexpr std::size_t kEntries = kSegmentBytes / 64;

  [[gnu::cold, gnu::noinline]] T* make(std::uintptr_t segment) {
    void* const pages =
        mmap(nullptr, kEntries * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) {
      std::perror("xomp-sim: no memory for the state of lines");
      std::exit(1);
    }
    madvise(pages, kEntries * sizeof(T),
            MADV_HUGEPAGE);  // a simulation of many threads goes through more pages than a TLB has
    segments_[segment] = static_cast<T*>(pages);
    made_.push_back(segments_[segment]);
    return segments_[segment];
  }

  T* segments_[std::size_t{1} << (kAddressBits - kSegmentBits)] = {};
  std::vector<T*> made_;
};

}  // namespace xomp::simulate
