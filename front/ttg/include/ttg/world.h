// World: a handle of a group of processes and of the tasks that run in them; and the default world.
#ifndef XOMP_TTG_WORLD_H
#define XOMP_TTG_WORLD_H

#include "ttg/base/world.h"
#include "ttg/edge.h"
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace ttg {

class World {
 public:
  World() = default;
  explicit World(std::shared_ptr<base::WorldImplBase> impl) : impl_(std::move(impl)) {}

  int size() const { return checked().size(); }
  int rank() const { return checked().rank(); }
  bool is_valid() const { return impl_ != nullptr && impl_->is_valid(); }
  base::WorldImplBase& impl() { return checked(); }
  const base::WorldImplBase& impl() const { return checked(); }

  void profile_on() { checked().profile_on(); }
  void profile_off() { checked().profile_off(); }
  bool profiling() const { return checked().profiling(); }
  void dag_on(const std::string& file) { checked().dag_on(file); }
  void dag_off() { checked().dag_off(); }
  bool dag_profiling() const { return checked().dag_profiling(); }
  void final_task() { checked().final_task(); }

 private:
  base::WorldImplBase& checked() const {
    if (impl_ == nullptr)
      throw std::runtime_error("ttg: this World stands for none: has ttg::initialize() been called?");
    return *impl_;
  }
  std::shared_ptr<base::WorldImplBase> impl_;
};

namespace detail {
inline World& default_world_slot() {
  static World world;
  return world;
}
}  // namespace detail

inline World& get_default_world() {
  World& world = detail::default_world_slot();
  if (!world.is_valid()) throw std::runtime_error("ttg: there is no default World: has ttg::initialize() been called?");
  return world;
}
inline void set_default_world(World world) { detail::default_world_slot() = std::move(world); }
inline World default_execution_context() { return get_default_world(); }
inline World ttg_default_execution_context() { return get_default_world(); }

inline void ttg_execute(World world) { world.impl().execute(); }
inline void ttg_fence(World world) { world.impl().fence(); }

template <class T>
void ttg_register_ptr(World world, const std::shared_ptr<T>& ptr) {
  world.impl().register_ptr(ptr);
}
template <class T>
void ttg_register_ptr(World world, std::unique_ptr<T>&& ptr) {
  world.impl().register_ptr(std::move(ptr));
}
inline void ttg_register_status(World world, const std::shared_ptr<std::promise<void>>& status) {
  world.impl().register_status(status);
}
template <class Callback>
void ttg_register_callback(World world, Callback&& callback) {
  world.impl().register_callback(std::forward<Callback>(callback));
}
inline Edge<>& ttg_ctl_edge(World world) {
  static const char name = 0;
  auto& slot = world.impl().attachments()[&name];
  if (slot == nullptr) slot = std::make_shared<Edge<>>("control");
  return *static_cast<Edge<>*>(slot.get());
}
// Collective, between fences: the sum of what the processes give.
template <class T>
void ttg_sum(World world, T& value) {
  world.impl().link().sum(value);
}
// Collective, between fences: all get what process `root` has.
template <class T>
void ttg_broadcast(World world, T& value, int root) {
  world.impl().link().broadcast(value, root);
}

}  // namespace ttg

#endif
