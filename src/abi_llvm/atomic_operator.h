// The operators in the names of the __kmpc_atomic_ entries, and the entries' common bodies: type and operator come from
// the name, the rest from core/api/sync.h.
#pragma once

#include <type_traits>

#include "abi_llvm/types.h"
#include "core/api/sync.h"

namespace xomp::abi_llvm {

// Sums and products of integers wrap around.
template <class T>
using Wrapping =
    typename std::conditional_t<std::is_integral_v<T>, std::type_identity<std::uint64_t>, std::type_identity<T>>::type;
template <class T>
constexpr Wrapping<T> wrapping(T value) {
  return static_cast<Wrapping<T>>(value);
}

inline constexpr auto Add = [](auto a, auto b) { return static_cast<decltype(a)>(wrapping(a) + wrapping(b)); };
inline constexpr auto Sub = [](auto a, auto b) { return static_cast<decltype(a)>(wrapping(a) - wrapping(b)); };
inline constexpr auto Mul = [](auto a, auto b) { return static_cast<decltype(a)>(wrapping(a) * wrapping(b)); };
inline constexpr auto Div = [](auto a, auto b) { return static_cast<decltype(a)>(a / b); };
inline constexpr auto Andb = [](auto a, auto b) { return static_cast<decltype(a)>(a & b); };
inline constexpr auto Orb = [](auto a, auto b) { return static_cast<decltype(a)>(a | b); };
inline constexpr auto Xor = [](auto a, auto b) { return static_cast<decltype(a)>(a ^ b); };
inline constexpr auto Shl = [](auto a, auto b) { return static_cast<decltype(a)>(wrapping(a) << (b & 63)); };
inline constexpr auto Shr = [](auto a, auto b) { return static_cast<decltype(a)>(a >> (b & 63)); };
inline constexpr auto Andl = [](auto a, auto b) { return static_cast<decltype(a)>(a && b); };
inline constexpr auto Orl = [](auto a, auto b) { return static_cast<decltype(a)>(a || b); };
inline constexpr auto Eqv = [](auto a, auto b) { return static_cast<decltype(a)>(~(a ^ b)); };
inline constexpr auto Neqv = [](auto a, auto b) { return static_cast<decltype(a)>(a ^ b); };
inline constexpr auto Min = [](auto a, auto b) { return a > b ? b : a; };
inline constexpr auto Max = [](auto a, auto b) { return a < b ? b : a; };

// x = x op operand, computed in the operand's type when that differs.
template <auto Op, class T, class Operand>
api::Change<T> forward(T* x, Operand operand) {
  return api::update(x, [=](T before) { return static_cast<T>(Op(static_cast<Operand>(before), operand)); });
}

// x = operand op x
template <auto Op, class T, class Operand>
api::Change<T> reversed(T* x, Operand operand) {
  return api::update(x, [=](T before) { return static_cast<T>(Op(operand, static_cast<Operand>(before))); });
}

// Returns what a capture delivers: the new value if the flag says so, otherwise the old one.
template <class T>
T captured(const api::Change<T>& change, int flag) {
  return flag != 0 ? change.after : change.before;
}

}  // namespace xomp::abi_llvm
