// __kmpc_atomic_<bytes>: atomic updates by the compiler's own function; compare and swap; and the bracket around an
// update that has no entry of its own.
#include "abi_llvm/atomic_operator.h"

using namespace xomp;
using namespace xomp::abi_llvm;
using Loc = const Ident*;
using Combine = void (*)(void* result, void* left, void* right);  // *result = *left op *right

template <std::size_t bytes>
struct Block {
  unsigned char content[bytes];
};
template <std::size_t bytes>
using Content = std::conditional_t<api::kFitsWord<Block<bytes>>, api::WordOf<bytes>, Block<bytes>>;

template <std::size_t bytes>
static void update_by(void* x, void* operand, Combine combine) {
  using T = Content<bytes>;
  api::update(static_cast<T*>(x), [=](T before) {
    T after;
    combine(&after, &before, operand);
    return after;
  });
}

#define GENERIC(bytes)                                                                        \
  XOMP_EXPORT void __kmpc_atomic_##bytes(Loc, int, void* x, void* operand, Combine combine) { \
    update_by<bytes>(x, operand, combine);                                                    \
  }
GENERIC(1)
GENERIC(2)
GENERIC(4)
GENERIC(8)
GENERIC(10)
GENERIC(16)
GENERIC(20)
GENERIC(32)

// x becomes `desired` if it is `expected`. bool: whether it was; val: what was found. _cpt also delivers a value
// through `out`: bool only when the comparison failed, val what x is afterwards.
template <class T>
static bool swap_and_tell(T* x, T expected, T desired, T* out) {
  const T found = api::compare_exchange(x, expected, desired);
  if (found == expected) return true;
  *out = found;
  return false;
}

template <class T>
static T swap_and_deliver(T* x, T expected, T desired, T* out) {
  const T found = api::compare_exchange(x, expected, desired);
  *out = found == expected ? desired : found;
  return found;
}

#define CAS_BOOL(bytes, T)                                                      \
  XOMP_EXPORT bool __kmpc_atomic_bool_##bytes##_cas(Loc, int, T* x, T e, T d) { \
    return api::compare_exchange(x, e, d) == e;                                 \
  }
#define CAS_VAL(bytes, T) \
  XOMP_EXPORT T __kmpc_atomic_val_##bytes##_cas(Loc, int, T* x, T e, T d) { return api::compare_exchange(x, e, d); }
#define CAS_BOOL_CPT(bytes, T)                                                              \
  XOMP_EXPORT bool __kmpc_atomic_bool_##bytes##_cas_cpt(Loc, int, T* x, T e, T d, T* out) { \
    return swap_and_tell(x, e, d, out);                                                     \
  }
#define CAS_VAL_CPT(bytes, T)                                                           \
  XOMP_EXPORT T __kmpc_atomic_val_##bytes##_cas_cpt(Loc, int, T* x, T e, T d, T* out) { \
    return swap_and_deliver(x, e, d, out);                                              \
  }
#define CAS(bytes, T) CAS_BOOL(bytes, T) CAS_VAL(bytes, T) CAS_BOOL_CPT(bytes, T) CAS_VAL_CPT(bytes, T)
CAS(1, std::int8_t)
CAS(2, std::int16_t)
CAS(4, std::int32_t)
CAS(8, std::int64_t)

XOMP_EXPORT void __kmpc_atomic_start() { api::atomic_updates.word.lock(); }
XOMP_EXPORT void __kmpc_atomic_end() { api::atomic_updates.word.unlock(); }
