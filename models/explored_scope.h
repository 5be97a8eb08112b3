// For models of executors: a view, and the count of unfinished tasks, with the front end's own header.
#pragma once

#include "core/graph/layout.h"  // before scope.hpp: with the checker's atomics

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>

#include "models/graph_task.h"

// scope.hpp is explored as it is: its atomics are the checker's while it is read.
namespace std {
template <class T>
using explored_atomic = xomp::atomic<T>;
}
#define atomic explored_atomic
#include <taskflow/detail/scope.hpp>
#undef atomic

namespace xomp::models {

struct OpenView {
  static constexpr graph::ViewHooks kHooks = {tf::detail::settle, nullptr};
  graph::View* view;
  explicit OpenView(std::uint32_t seats) : view(xomp_graph_view_open(&graph::kLayout, seats, &kHooks)) {}
  ~OpenView() { xomp_graph_view_close_1(view); }
};

}  // namespace xomp::models
