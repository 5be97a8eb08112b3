// __kmpc_atomic_<type>_<operator>*: atomic updates of a known type. Objects of Intel's compilers call them; clang has
// instructions of its own.
#include "abi_llvm/atomic_entries.h"

using namespace xomp;
using namespace xomp::abi_llvm;

// cmplx4 delivers what it captures through an argument.
#define CAPTURE_OUT(type, T, op, Op)                                                          \
  XOMP_EXPORT void __kmpc_atomic_##type##_##op##_cpt(Loc, int, T* x, T y, T* out, int flag) { \
    *out = captured(forward<Op>(x, y), flag);                                                 \
  }
#define CAPTURE_OUT_REV(type, T, op, Op)                                                          \
  XOMP_EXPORT void __kmpc_atomic_##type##_##op##_cpt_rev(Loc, int, T* x, T y, T* out, int flag) { \
    *out = captured(reversed<Op>(x, y), flag);                                                    \
  }

#define BITS(type, T) COMMUTATIVE(type, T, andb, Andb) COMMUTATIVE(type, T, orb, Orb) COMMUTATIVE(type, T, xor, Xor)
#define SHIFTS(type, T) DIRECTED(type, T, shl, Shl) DIRECTED(type, T, shr, Shr)
#define LOGICAL(type, T)           \
  COMMUTATIVE(type, T, andl, Andl) \
  COMMUTATIVE(type, T, orl, Orl) COMMUTATIVE(type, T, eqv, Eqv) COMMUTATIVE(type, T, neqv, Neqv)
#define BY_FLOAT8(type, T) \
  UPDATE_MIXED(type, T, mul, Mul, float8, double) UPDATE_MIXED(type, T, div, Div, float8, double)

#define FIXED(type, T) \
  ACCESS(type, T)      \
  ARITHMETIC(type, T) EXTREMES(type, T) BITS(type, T) SHIFTS(type, T) LOGICAL(type, T) BY_FLOAT8(type, T)
FIXED(fixed1, std::int8_t)
FIXED(fixed2, std::int16_t)
FIXED(fixed4, std::int32_t)
FIXED(fixed8, std::int64_t)

// Where unsigned differs from signed.
#define FIXED_UNSIGNED(type, T) DIRECTED(type, T, div, Div) DIRECTED(type, T, shr, Shr)
FIXED_UNSIGNED(fixed1u, std::uint8_t)
FIXED_UNSIGNED(fixed2u, std::uint16_t)
FIXED_UNSIGNED(fixed4u, std::uint32_t)
FIXED_UNSIGNED(fixed8u, std::uint64_t)

#define FLOAT(type, T) ACCESS(type, T) ARITHMETIC(type, T) EXTREMES(type, T)
FLOAT(float4, float)
FLOAT(float8, double)
FLOAT(float10, long double)
BY_FLOAT8(float4, float)
UPDATE_MIXED(float4, float, add, Add, float8, double)
UPDATE_MIXED(float4, float, sub, Sub, float8, double)

using Complex4 = _Complex float;
using Complex8 = _Complex double;
using Complex10 = _Complex long double;
#define COMPLEX(type, T) ACCESS(type, T) ARITHMETIC(type, T)
COMPLEX(cmplx8, Complex8)
COMPLEX(cmplx10, Complex10)

#define UPDATE_BOTH(type, T, op, Op) \
  UPDATE(type, T, op, Op) CAPTURE_OUT(type, T, op, Op) UPDATE_MIXED(type, T, op, Op, cmplx8, Complex8)
#define UPDATE_ALL(type, T, op, Op) \
  UPDATE_BOTH(type, T, op, Op) UPDATE_REV(type, T, op, Op) CAPTURE_OUT_REV(type, T, op, Op)
READ(cmplx4, Complex4)
WRITE(cmplx4, Complex4)
UPDATE_BOTH(cmplx4, Complex4, add, Add)
UPDATE_ALL(cmplx4, Complex4, sub, Sub)
UPDATE_BOTH(cmplx4, Complex4, mul, Mul)
UPDATE_ALL(cmplx4, Complex4, div, Div)
XOMP_EXPORT void __kmpc_atomic_cmplx4_swp(Loc, int, Complex4* x, Complex4 y, Complex4* out) {
  *out = api::exchange(x, y);
}
