// What clang's code passes: source locations, outlined functions, task blocks. Layouts are the compiler's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "omp-tools.h"
#include "platform/export.h"

namespace xomp::abi_llvm {

struct Ident {
  std::int32_t reserved_1;
  std::int32_t flags;
  std::int32_t reserved_2;
  std::int32_t source_length;
  const char* source;  // ";file;function;line;column;;"
};
// Ident::flags of a barrier: which construct it belongs to.
inline constexpr std::int32_t kExplicitBarrier = 0x20, kImplicitBarrier = 0x40;
// Ident::flags of a static loop: which construct it is.
inline constexpr std::int32_t kWorkSections = 0x400, kWorkDistribute = 0x800;
inline constexpr std::int32_t kAtomicReduction = 0x10;  // Ident::flags: the compiler has atomic code for the reduction

using Microtask = void (*)(std::int32_t* thread_id, std::int32_t* thread_number, ...);
using TaskEntry = std::int32_t (*)(std::int32_t thread_id, void* task);

struct KmpTask {
  void* shareds;
  TaskEntry routine;
  std::int32_t part;
  union {
    TaskEntry destructors;
    std::int64_t raw;
  } data1;
  union {
    std::int32_t priority;
    std::int64_t raw;
  } data2;
};
static_assert(sizeof(KmpTask) == 40);

enum TaskFlag : std::int32_t {
  kTied = 1,
  kFinal = 2,
  kDestructors = 8,
  kProxy = 16,
  kPriorityGiven = 32,
  kDetachable = 64,
  kFreeAgent =
      128,  // threadset(omp_pool): a thread outside the team may run it. None does, so it is no different from others
  kTransparent = 256,  // its children's dependences count among its siblings
};

struct DependInfo {
  std::int64_t address;
  std::size_t length;
  std::uint8_t flags;
};
static_assert(sizeof(DependInfo) == 24);

// For a tool: the kind of a barrier, and of a static loop.
inline int barrier_kind(const Ident* loc) {
  if (loc == nullptr) return ompt_sync_region_barrier_implementation;
  if ((loc->flags & kExplicitBarrier) != 0) return ompt_sync_region_barrier_explicit;
  return (loc->flags & kImplicitBarrier) != 0 ? int{ompt_sync_region_barrier_implicit_workshare}
                                              : int{ompt_sync_region_barrier_implementation};
}

}  // namespace xomp::abi_llvm
