// LLVM's and Intel's affinity calls: sets of processors, and the calling thread's binding. 0 is success. A mask is a
// pointer to ours, kept in a variable of the program.
#include <new>

#include "abi_omp/names.h"
#include "core/api/machine.h"
#include "core/api/memory.h"

using namespace xomp;
using Mask = api::ProcessorSet;

namespace {

constexpr int kNoSuchProcessor = -1;
constexpr int kNotAllowed = -2;  // exists, but was not in the process's mask when it started

int verdict_of(int processor) {
  if (processor < 0 || processor >= api::processor_numbers()) return kNoSuchProcessor;
  return api::initial_mask().contains(processor) ? 0 : kNotAllowed;
}

}  // namespace

XOMP_EXPORT void kmp_create_affinity_mask(Mask** mask) {
  void* memory = api::allocate({sizeof(Mask)}, api::kDefaultAllocator);
  *mask = memory == nullptr ? nullptr : new (memory) Mask;
}

XOMP_EXPORT void kmp_destroy_affinity_mask(Mask** mask) {
  api::deallocate(*mask);
  *mask = nullptr;
}

XOMP_EXPORT int kmp_set_affinity(const Mask* const* mask) { return api::bind_self(**mask) ? 0 : -1; }
XOMP_EXPORT int kmp_get_affinity(Mask* const* mask) { return api::read_own_mask(**mask) ? 0 : -1; }
// oneTBB calls this before it reads the process's mask, because the calling thread may be bound to a place. A thread that OpenMP does not
// know keeps its mask.
XOMP_EXPORT int kmp_set_thread_affinity_mask_initial() {
  return api::is_known_thread() && api::bind_self(api::initial_mask()) ? 0 : -1;
}
XOMP_EXPORT int kmp_get_affinity_max_proc() { return api::processor_numbers(); }

XOMP_EXPORT int kmp_set_affinity_mask_proc(int processor, Mask* const* mask) {
  const int verdict = verdict_of(processor);
  if (verdict == 0) (*mask)->add(processor);
  return verdict;
}
XOMP_EXPORT int kmp_unset_affinity_mask_proc(int processor, Mask* const* mask) {
  const int verdict = verdict_of(processor);
  if (verdict == 0) (*mask)->remove(processor);
  return verdict;
}
XOMP_EXPORT int kmp_get_affinity_mask_proc(int processor, const Mask* const* mask) {
  const int verdict = verdict_of(processor);
  if (verdict == kNoSuchProcessor) return verdict;
  return verdict == 0 && (*mask)->contains(processor) ? 1 : 0;
}

// ---- other names ----

XOMP_ALSO(kmp_create_affinity_mask_, kmp_create_affinity_mask);
XOMP_ALSO(kmp_destroy_affinity_mask_, kmp_destroy_affinity_mask);
XOMP_ALSO(kmp_set_affinity_, kmp_set_affinity);
XOMP_ALSO(kmp_get_affinity_, kmp_get_affinity);
XOMP_ALSO(kmp_get_affinity_max_proc_, kmp_get_affinity_max_proc);
XOMP_ALSO(kmpc_set_affinity_mask_proc, kmp_set_affinity_mask_proc);
XOMP_ALSO(kmpc_unset_affinity_mask_proc, kmp_unset_affinity_mask_proc);
XOMP_ALSO(kmpc_get_affinity_mask_proc, kmp_get_affinity_mask_proc);

XOMP_EXPORT int kmp_set_affinity_mask_proc_(const std::int32_t* processor, Mask* const* mask) {
  return kmp_set_affinity_mask_proc(*processor, mask);
}
XOMP_EXPORT int kmp_unset_affinity_mask_proc_(const std::int32_t* processor, Mask* const* mask) {
  return kmp_unset_affinity_mask_proc(*processor, mask);
}
XOMP_EXPORT int kmp_get_affinity_mask_proc_(const std::int32_t* processor, const Mask* const* mask) {
  return kmp_get_affinity_mask_proc(*processor, mask);
}

// With eight-byte integers, as LLVM 24 has them.
XOMP_EXPORT int kmp_set_affinity_mask_proc_8(std::int64_t processor, Mask* const* mask) {
  return kmp_set_affinity_mask_proc(abi_omp::value_of(&processor), mask);
}
XOMP_EXPORT int kmp_unset_affinity_mask_proc_8(std::int64_t processor, Mask* const* mask) {
  return kmp_unset_affinity_mask_proc(abi_omp::value_of(&processor), mask);
}
XOMP_EXPORT int kmp_get_affinity_mask_proc_8(std::int64_t processor, const Mask* const* mask) {
  return kmp_get_affinity_mask_proc(abi_omp::value_of(&processor), mask);
}
XOMP_EXPORT int kmp_set_affinity_mask_proc_8_(const std::int64_t* processor, Mask* const* mask) {
  return kmp_set_affinity_mask_proc_8(*processor, mask);
}
XOMP_EXPORT int kmp_unset_affinity_mask_proc_8_(const std::int64_t* processor, Mask* const* mask) {
  return kmp_unset_affinity_mask_proc_8(*processor, mask);
}
XOMP_EXPORT int kmp_get_affinity_mask_proc_8_(const std::int64_t* processor, const Mask* const* mask) {
  return kmp_get_affinity_mask_proc_8(*processor, mask);
}
