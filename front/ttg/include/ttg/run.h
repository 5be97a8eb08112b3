// The life of a program that uses the library, and the worlds that it makes beside the first one.
#ifndef XOMP_TTG_RUN_H
#define XOMP_TTG_RUN_H

#include "ttg/util/bug.h"
#include "ttg/util/env.h"
#include "ttg/world.h"
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <unistd.h>
#include <utility>
#include <vector>

// --- worlds that a program makes beside the first one, on communicators of its own ---

#ifdef XOMP_TTG_MPI

namespace ttg::ranks {

// In the order in which they were made. The threads that make worlds and call finalize() use it, one at a time, since
// those calls are collective.
inline std::vector<std::weak_ptr<base::WorldImplBase>>& further_worlds() {
  static std::vector<std::weak_ptr<base::WorldImplBase>> worlds;
  return worlds;
}
inline void end_further_worlds() {
  for (const auto& world : std::exchange(further_worlds(), {}))
    if (const auto impl = world.lock()) {
      impl->wait();
      impl->destroy();
    }
}

}  // namespace ttg::ranks

namespace ttg {

// A world of the processes of `comm`, which all of them make. It has fences of its own. It ends with its last handle or at
// finalize(), on all of them.
inline World make_world(MPI_Comm comm) {
  const auto impl = std::make_shared<base::WorldImplBase>();
  impl->link().open(ranks::mpi_transport(comm));
  ranks::further_worlds().push_back(impl);
  return World(impl);
}

}  // namespace ttg

#else

namespace ttg::ranks {

inline void end_further_worlds() {}

}  // namespace ttg::ranks

#endif

namespace ttg {

namespace detail {
inline bool& initialized_flag() {
  static bool flag = false;
  return flag;
}
inline bool& finalized_flag() {
  static bool flag = false;
  return flag;
}
inline int& thread_count() {
  static int count = 1;
  return count;
}
}  // namespace detail

inline bool initialized() { return detail::initialized_flag(); }
inline bool finalized() { return detail::finalized_flag(); }

// Files with XOMP_TTG_MPI and files without have different functions of the same names, so they must not be linked
// together. Each kind leaves a mark in the program.
extern "C" {
#ifdef XOMP_TTG_MPI
[[gnu::used]] inline char xomp_ttg_for_ranks = 1;
[[gnu::weak]] extern char xomp_ttg_for_one;
#else
[[gnu::used]] inline char xomp_ttg_for_one = 1;
[[gnu::weak]] extern char xomp_ttg_for_ranks;
#endif
}
namespace detail {
inline void refuse_mixture() {
#ifdef XOMP_TTG_MPI
  const char* const other = &xomp_ttg_for_one;
#else
  const char* const other = &xomp_ttg_for_ranks;
#endif
  if (other == nullptr) return;
  print_error(
      "ttg: some files of this program were compiled with XOMP_TTG_MPI and others without: compile all of them in one "
      "way");
  std::abort();
}
}  // namespace detail

template <class... Rest>
void ttg_initialize(int argc, char** argv, int num_threads = -1, Rest&&... rest) {
  if (const char* const command = std::getenv("TTG_DEBUGGER")) {
    auto debugger = std::make_shared<Debugger>();
    Debugger::set_default_debugger(debugger);
    if (argc > 0 && argv != nullptr) debugger->set_exec(argv[0]);
    debugger->set_cmd(command);
  }
  detail::refuse_mixture();
  detail::note_foreign_variables(environ);
  ranks::begin_program(argc, argv);
  if (num_threads < 1) num_threads = detail::num_threads();
  constexpr xomp::graph::Layout layout = xomp::graph::kLayout;
  detail::thread_count() = xomp_graph_open(&layout, num_threads);
  set_default_world(World(std::make_shared<base::WorldImplBase>()));
  ranks::open_default(get_default_world().impl().link(), rest...);
}
inline void ttg_finalize() {
  ranks::end_further_worlds();
  get_default_world().impl().wait();
  xomp::graph::wait_for_group(xomp::graph::kAllGroups);
  get_default_world().impl().destroy();
  set_default_world(World());
  ranks::end_program();
}
// Ends all processes.
[[noreturn]] inline void ttg_abort() {
  if (World& world = detail::default_world_slot(); world.is_valid()) world.impl().link().abort();
  std::abort();
}

template <class... Rest>
void initialize(int argc, char** argv, int num_threads = -1, Rest&&... rest) {
  if (initialized()) throw std::runtime_error("ttg::initialize() was called twice");
  if (finalized()) throw std::runtime_error("ttg::initialize() was called after ttg::finalize()");
  ttg_initialize(argc, argv, num_threads, std::forward<Rest>(rest)...);
  detail::initialized_flag() = true;
}
inline void finalize() {
  if (!initialized()) throw std::runtime_error("ttg::finalize() was called without ttg::initialize()");
  ttg_finalize();
  detail::initialized_flag() = false;
  detail::finalized_flag() = true;
}
[[noreturn]] inline void abort() { ttg_abort(); }

inline void execute(World world = default_execution_context()) { ttg_execute(world); }
inline void fence(World world = default_execution_context()) { ttg_fence(world); }
inline int rank(World world = default_execution_context()) { return world.rank(); }
inline int size(World world = default_execution_context()) { return world.size(); }

// Runs the TT on the process that owns the key.
template <class T>
void invoke_once(T& tt) {
  if (tt.keymap() == tt.get_world().rank()) tt.invoke();
}
template <class T, class Key>
  requires(!std::is_void_v<Key>)
void invoke_once(T& tt, const Key& key) {
  if (tt.keymap(key) == tt.get_world().rank()) tt.invoke(key);
}

}  // namespace ttg

#endif
