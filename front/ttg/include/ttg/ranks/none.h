// In place of ranks, for a program that was compiled for one process. Everything here is empty.
#ifndef XOMP_TTG_RANKS_NONE_H
#define XOMP_TTG_RANKS_NONE_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <xomp/graph.h>

namespace ttg {
class TTBase;
}

namespace ttg::ranks {

class Link {
 public:
  template <class Failure>
  Link(std::uint32_t group, const Failure&) : group_(group) {}
  void close() {}
  static constexpr int rank() { return 0; }
  static constexpr int size() { return 1; }
  static constexpr std::nullptr_t exchange() { return nullptr; }
  bool wait() { return xomp::graph::wait_for_group(group_); }
  void end_fence() {}
  std::uint32_t add(TTBase*) { return 0; }
  void remove(TTBase*, std::uint32_t) {}
  void set_there(std::uint32_t) {}
  void agree() {}
  [[noreturn]] void abort() { std::abort(); }
  template <class T>
  void sum(T&) {}
  template <class T>
  void broadcast(T&, int) {}

 private:
  const std::uint32_t group_;
};

// Called between two tasks.
inline void look_in(const Link&) {}

}  // namespace ttg::ranks

#endif
