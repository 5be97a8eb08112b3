// gcc's depend arrays, old and new layout, read into a builder, or into the list that a tool gets.
#pragma once

#include <cstdint>

#include "core/api/task.h"

namespace xomp::abi_gnu {

// omp_depend_t: {address, kind}; written inline by compiled code.
struct DependObject {
  void* address;
  std::uintptr_t kind;  // 1 in, 2 out, 3 inout, 4 mutexinoutset, 5 inoutset
};

template <class Builder>
inline void add_address(Builder& builder, void* address, task::DependenceKind kind) {
  if (address == nullptr && kind == task::DependenceKind::out) return builder.add_all_memory();  // gcc 13 and later
  builder.add(address, kind);
}

template <class Builder>
inline void add_object(Builder& builder, const DependObject& object) {
  switch (object.kind) {
    case 1: return add_address(builder, object.address, task::DependenceKind::in);
    case 4: return add_address(builder, object.address, task::DependenceKind::mutexinoutset);
    case 5: return add_address(builder, object.address, task::DependenceKind::inoutset);
    default: return add_address(builder, object.address, task::DependenceKind::out);
  }
}

template <class Builder>
inline void add_dependences(Builder& builder, void** depend) {
  using Kind = task::DependenceKind;
  const auto count_at = [depend](int i) { return reinterpret_cast<std::uintptr_t>(depend[i]); };
  if (count_at(0) != 0) {
    const std::uintptr_t total = count_at(0), outs = count_at(1);
    for (std::uintptr_t i = 0; i < total; ++i) add_address(builder, depend[2 + i], i < outs ? Kind::out : Kind::in);
    return;
  }
  const std::uintptr_t total = count_at(1), outs = count_at(2), mutexes = count_at(3), ins = count_at(4);
  void** items = depend + 5;
  for (std::uintptr_t i = 0; i < total; ++i) {
    if (i < outs) {
      add_address(builder, items[i], Kind::out);
    } else if (i < outs + mutexes) {
      builder.add(items[i], Kind::mutexinoutset);
    } else if (i < outs + mutexes + ins) {
      builder.add(items[i], Kind::in);
    } else {
      add_object(builder, *static_cast<const DependObject*>(items[i]));
    }
  }
}

}  // namespace xomp::abi_gnu
