// The state of a world: objects that live as long as it, promises and callbacks of its next fence, and its TTs.
#ifndef XOMP_TTG_BASE_WORLD_H
#define XOMP_TTG_BASE_WORLD_H

#include "ttg/base/tt.h"
#include "ttg/detail/failure.h"
#include "ttg/detail/recorder.h"
#include "ttg/ranks/part.h"
#include "ttg/util/print.h"
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>
#include <xomp/graph.h>

namespace ttg {

namespace base {

class WorldImplBase {
 public:
  WorldImplBase() : group_(static_cast<std::uint8_t>(xomp_graph_open_group_1())) {}
  WorldImplBase(const WorldImplBase&) = delete;
  WorldImplBase& operator=(const WorldImplBase&) = delete;
  virtual ~WorldImplBase() { destroy(); }

  int size() const { return link_.size(); }
  int rank() const { return link_.rank(); }
  bool is_valid() const { return is_valid_; }
  void* context() { return this; }
  int comm() const { return 0; }

  void execute() {}  // tasks run as soon as they are ready
  // Waits for the tasks of this world. Meanwhile the thread runs no tasks of other worlds.
  void fence() {
    if (!link_.wait()) {
      print_error("ttg: fence() was called inside a task, which it would wait for");
      std::abort();
    }
    if (std::exception_ptr error = failure_.take()) {
      forget();
      link_.end_fence();
      std::rethrow_exception(error);
    }
    report();
    rest_tables();
    link_.end_fence();
    for (auto& status : std::exchange(statuses_, {})) status->set_value();
    for (auto& callback : std::exchange(callbacks_, {})) callback();
  }
  // Waits as a fence does, and does nothing else of it.
  void wait() { (void)link_.wait(); }
  void destroy() {
    if (!is_valid_) return;
    xomp::graph::wait_for_group(group_);
    dag_off();
    profile_off();
    while (!objects_.empty()) objects_.pop_back();
    for (TTBase* tt : std::set<TTBase*>(tts_)) tt->release();  // which deregisters it
    link_.close();
    is_valid_ = false;
    xomp_graph_close_group_1(group_);
  }

  template <class T>
  void register_ptr(const std::shared_ptr<T>& ptr) {
    objects_.push_back(ptr);
  }
  template <class T>
  void register_ptr(std::unique_ptr<T>&& ptr) {
    objects_.push_back(std::shared_ptr<T>(std::move(ptr)));
  }
  void register_status(const std::shared_ptr<std::promise<void>>& status) { statuses_.push_back(status); }
  template <class Callback>
  void register_callback(Callback&& callback) {
    callbacks_.emplace_back(std::forward<Callback>(callback));
  }
  // Returns the TT's number in this world, which is the same in all processes.
  std::uint32_t register_op(TTBase* tt) {
    const std::lock_guard lock(mutex_);
    tts_.insert(tt);
    return link_.add(tt);
  }
  void deregister_op(TTBase* tt, std::uint32_t number) {
    const std::lock_guard lock(mutex_);
    tts_.erase(tt);
    link_.remove(tt, number);
  }
  // The world's link to its ranks.
  ranks::Link& link() { return link_; }
  const ranks::Link& link() const { return link_; }

  // Record what runs between `on` and `off`: as a timeline in the file that TTG_PROFILE names (ttg-profile.json), and
  // as a graph of the executed tasks. They must be called while no task runs.
  void profile_on() { made_recorder().start_timeline(); }
  void profile_off() {
    if (recorder_ != nullptr) recorder_->finish_timeline();
  }
  bool profiling() const { return recorder_ != nullptr && recorder_->times(); }
  void dag_on(const std::string& file) {
    made_recorder().start_graph(file);
    watch_messages();
  }
  void dag_off() {
    if (recorder_ == nullptr) return;
    recorder_->finish_graph();
    watch_messages();
  }
  bool dag_profiling() const { return recorder_ != nullptr && recorder_->draws(); }
  virtual void final_task() {}

  std::unordered_map<const void*, std::shared_ptr<void>>& attachments() { return attachments_; }
  // nullptr if nothing has ever been recorded.
  detail::RecorderBase* recorder() { return recorder_.get(); }
  std::uint8_t group() const { return group_; }
  detail::Failure& failure() { return failure_; }

 private:
  detail::Recorder& made_recorder() {
    if (recorder_ == nullptr) recorder_ = std::make_unique<detail::Recorder>();
    return static_cast<detail::Recorder&>(*recorder_);
  }
  void forget() {
    const std::lock_guard lock(mutex_);
    for (TTBase* tt : tts_) tt->forget_incomplete_tasks();
  }
  void rest_tables() {
    const std::lock_guard lock(mutex_);
    bool shrunk = false;
    for (TTBase* tt : tts_) shrunk |= tt->shrink_table();
    if (!shrunk) return;
    xomp::graph::wait_for_group(group_);
    for (TTBase* tt : tts_) tt->give_table_back();
  }
  void watch_messages() {
    const std::lock_guard lock(mutex_);
    for (TTBase* tt : tts_) tt->watch_messages(dag_profiling());
  }
  void report() {
    const std::lock_guard lock(mutex_);
    for (TTBase* tt : tts_) tt->report_incomplete_tasks();
  }

  const std::uint8_t group_;  // of its tasks, for the engine
  detail::Failure failure_;
  std::unique_ptr<detail::RecorderBase> recorder_;  // written while no task runs
  ranks::Link link_{group_, failure_};
  bool is_valid_ = true;
  std::mutex mutex_;
  std::set<TTBase*> tts_;  // under mutex_
  std::vector<std::shared_ptr<void>> objects_;
  std::vector<std::shared_ptr<std::promise<void>>> statuses_;
  std::vector<std::function<void()>> callbacks_;
  std::unordered_map<const void*, std::shared_ptr<void>> attachments_;
};

}  // namespace base

}  // namespace ttg

#endif
