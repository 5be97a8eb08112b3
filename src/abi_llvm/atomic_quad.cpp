// __kmpc_atomic_*: variables of 16 bytes, and updates of smaller ones by an operand of 16 bytes (_fp), computed in that
// type. libiomp5 has them, libomp has not.
#include "abi_llvm/atomic_entries.h"
#include "platform/quad.h"

using namespace xomp;
using namespace xomp::abi_llvm;
using platform::ComplexQuad;
using platform::Quad;

ACCESS(float16, Quad)
ARITHMETIC(float16, Quad)
EXTREMES(float16, Quad)
ACCESS(cmplx16, ComplexQuad)
ARITHMETIC(cmplx16, ComplexQuad)

#define CAPTURE_FP(type, T, op, Op)                                                      \
  XOMP_EXPORT T __kmpc_atomic_##type##_##op##_cpt_fp(Loc, int, T* x, Quad y, int flag) { \
    return captured(forward<Op>(x, y), flag);                                            \
  }
#define UPDATE_REV_FP(type, T, op, Op) \
  XOMP_EXPORT void __kmpc_atomic_##type##_##op##_rev_fp(Loc, int, T* x, Quad y) { reversed<Op>(x, y); }
#define CAPTURE_REV_FP(type, T, op, Op)                                                      \
  XOMP_EXPORT T __kmpc_atomic_##type##_##op##_cpt_rev_fp(Loc, int, T* x, Quad y, int flag) { \
    return captured(reversed<Op>(x, y), flag);                                               \
  }
#define COMMUTATIVE_FP(type, T, op, Op) UPDATE_MIXED(type, T, op, Op, fp, Quad) CAPTURE_FP(type, T, op, Op)
#define DIRECTED_FP(type, T, op, Op) \
  COMMUTATIVE_FP(type, T, op, Op) UPDATE_REV_FP(type, T, op, Op) CAPTURE_REV_FP(type, T, op, Op)
#define ARITHMETIC_FP(type, T)      \
  COMMUTATIVE_FP(type, T, add, Add) \
  DIRECTED_FP(type, T, sub, Sub) COMMUTATIVE_FP(type, T, mul, Mul) DIRECTED_FP(type, T, div, Div)
ARITHMETIC_FP(fixed1, std::int8_t)
ARITHMETIC_FP(fixed1u, std::uint8_t)
ARITHMETIC_FP(fixed2, std::int16_t)
ARITHMETIC_FP(fixed2u, std::uint16_t)
ARITHMETIC_FP(fixed4, std::int32_t)
ARITHMETIC_FP(fixed4u, std::uint32_t)
ARITHMETIC_FP(fixed8, std::int64_t)
ARITHMETIC_FP(fixed8u, std::uint64_t)
ARITHMETIC_FP(float4, float)
ARITHMETIC_FP(float8, double)
ARITHMETIC_FP(float10, long double)
