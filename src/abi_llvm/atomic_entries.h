// How the __kmpc_atomic_ entries are written down: macros, because the language has no other way to make 500 exported
// names. Included by the files that list them, and by nobody else.
#pragma once

#include "abi_llvm/atomic_operator.h"

using Loc = const xomp::abi_llvm::Ident*;

// One entry each: x = x op y; the same, with the old value or (flag) the new one captured; both for x = y op x.
#define UPDATE(type, T, op, Op) \
  XOMP_EXPORT void __kmpc_atomic_##type##_##op(Loc, int, T* x, T y) { forward<Op>(x, y); }
#define CAPTURE(type, T, op, Op)                                                   \
  XOMP_EXPORT T __kmpc_atomic_##type##_##op##_cpt(Loc, int, T* x, T y, int flag) { \
    return captured(forward<Op>(x, y), flag);                                      \
  }
#define UPDATE_REV(type, T, op, Op) \
  XOMP_EXPORT void __kmpc_atomic_##type##_##op##_rev(Loc, int, T* x, T y) { reversed<Op>(x, y); }
#define CAPTURE_REV(type, T, op, Op)                                                   \
  XOMP_EXPORT T __kmpc_atomic_##type##_##op##_cpt_rev(Loc, int, T* x, T y, int flag) { \
    return captured(reversed<Op>(x, y), flag);                                         \
  }

// x = x op y with y of a wider type, in which the operation is done.
#define UPDATE_MIXED(type, T, op, Op, wide, Wide) \
  XOMP_EXPORT void __kmpc_atomic_##type##_##op##_##wide(Loc, int, T* x, Wide y) { forward<Op>(x, y); }

#define READ(type, T) \
  XOMP_EXPORT T __kmpc_atomic_##type##_rd(Loc, int, const T* x) { return api::read(x); }
#define WRITE(type, T) \
  XOMP_EXPORT void __kmpc_atomic_##type##_wr(Loc, int, T* x, T y) { api::write(x, y); }
#define SWAP(type, T) \
  XOMP_EXPORT T __kmpc_atomic_##type##_swp(Loc, int, T* x, T y) { return api::exchange(x, y); }

// Groups of entries for one type.
#define COMMUTATIVE(type, T, op, Op) UPDATE(type, T, op, Op) CAPTURE(type, T, op, Op)
#define DIRECTED(type, T, op, Op) COMMUTATIVE(type, T, op, Op) UPDATE_REV(type, T, op, Op) CAPTURE_REV(type, T, op, Op)
#define ACCESS(type, T) READ(type, T) WRITE(type, T) SWAP(type, T)
#define ARITHMETIC(type, T) \
  COMMUTATIVE(type, T, add, Add) DIRECTED(type, T, sub, Sub) COMMUTATIVE(type, T, mul, Mul) DIRECTED(type, T, div, Div)
#define EXTREMES(type, T) COMMUTATIVE(type, T, min, Min) COMMUTATIVE(type, T, max, Max)
