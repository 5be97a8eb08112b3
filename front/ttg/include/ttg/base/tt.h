// The base of all TTs (template tasks): what does not depend on the types of keys and values.
#ifndef XOMP_TTG_BASE_TT_H
#define XOMP_TTG_BASE_TT_H

#include "ttg/base/terminal.h"
#include "ttg/detail/context.h"
#include "ttg/fwd.h"
#include "ttg/util/trace.h"
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cxxabi.h>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace ttg {

namespace ranks {
struct Arrival;
struct Target;
}  // namespace ranks

class TTBase {
 public:
  TTBase(const TTBase&) = delete;
  TTBase& operator=(const TTBase&) = delete;
  virtual ~TTBase() = default;

  // The output terminals of the task that the calling thread runs; nullptr outside of tasks.
  static const std::vector<TerminalBase*>* get_outputs_tls_ptr() {
    return detail::context == nullptr ? nullptr : detail::context->outputs;
  }

  static bool set_trace_all(bool value) { return std::exchange(trace_all(), value); }
  bool set_trace_instance(bool value) { return std::exchange(traces_, value); }
  bool get_trace() const { return trace_all() || traces_; }
  bool tracing() const { return get_trace(); }
  template <class... Ts>
  void trace(const Ts&... ts) const {
    if constexpr (trace_enabled())
      if (tracing()) log(ts...);
  }
  static bool set_lazy_pull(bool value) { return std::exchange(lazy_pull(), value); }
  bool set_lazy_pull_instance(bool value) { return std::exchange(is_lazy_, value); }
  bool is_lazy_pull() const { return is_lazy_ || lazy_pull(); }

  const std::string& get_name() const { return name_; }
  void set_name(const std::string& name) { name_ = name; }
  std::string get_class_name() const {
    int status = 0;
    char* const text = abi::__cxa_demangle(typeid(*this).name(), nullptr, nullptr, &status);
    std::string name = status == 0 ? text : typeid(*this).name();
    std::free(text);
    return name;
  }
  std::uint64_t get_instance_id() const { return id_; }

  bool is_ttg() const { return is_ttg_; }
  // The graph that this node is a part of.
  TTBase* ttg_ptr() const { return owner_ != nullptr ? owner_ : const_cast<TTBase*>(this); }
  TTBase* ttg() const { return ttg_ptr(); }
  void own_by(TTBase* owner) { owner_ = owner; }
  bool is_executable() const { return executable_; }

  const std::vector<TerminalBase*>& get_inputs() const { return inputs_; }
  const std::vector<TerminalBase*>& get_outputs() const { return outputs_; }
  TerminalBase* in(std::size_t i) { return checked(inputs_, i, "in"); }
  TerminalBase* out(std::size_t i) { return checked(outputs_, i, "out"); }
  template <std::size_t i>
  TerminalBase* in() {
    return in(i);
  }
  template <std::size_t i>
  TerminalBase* out() {
    return out(i);
  }

  virtual void make_executable() = 0;
  virtual void invoke() {
    throw std::runtime_error("ttg: TT " + name_ + " cannot be invoked without a key and values");
  }
  virtual void fence() {}
  virtual void release() {}
  virtual void print_incomplete_tasks() {}
  // Says on stderr which tasks wait for inputs, and returns how many do.
  virtual std::size_t report_incomplete_tasks() { return 0; }
  // Ends the tasks that wait for inputs, because the graph has failed.
  virtual void forget_incomplete_tasks() {}
  // After a big graph shrink_table() makes the table of waiting tasks small. give_table_back() then frees the large
  // one. It may be called when all tasks that have run since then have ended.
  virtual bool shrink_table() { return false; }
  virtual void give_table_back() {}
  // Says whether messages are noted for World::dag_on().
  virtual void watch_messages(bool) {}
  virtual World get_world() const = 0;
  // How records of other processes are read and delivered: tt/arrivals.h.
  virtual const void* type_of_input(std::uint32_t) const { return nullptr; }  // an address for each type
  virtual void read_arrival(ranks::Arrival&) {}
  virtual void deliver_arrival(ranks::Arrival&, const ranks::Target&) {}
  // Names what must be the same in all processes.
  virtual std::string signature() const { return name_; }

 protected:
  TTBase(TTBase&&) = default;
  TTBase(const std::string& name, bool is_graph = false) : id_(next_id()), name_(name), is_ttg_(is_graph) {}
  TTBase(const std::string& name, std::size_t inputs, std::size_t outputs) : TTBase(name) {
    inputs_.resize(inputs);
    outputs_.resize(outputs);
  }

  std::vector<TerminalBase*> inputs_, outputs_;
  bool executable_ = false;

 private:
  static std::uint64_t next_id() {
    static std::atomic<std::uint64_t> id{0};
    return id.fetch_add(1, std::memory_order_relaxed);
  }
  static bool& trace_all() {
    static bool value = false;
    return value;
  }
  static bool& lazy_pull() {
    static bool value = false;
    return value;
  }
  TerminalBase* checked(const std::vector<TerminalBase*>& of, std::size_t i, const char* what) const {
    if (i >= of.size())
      throw name_ + ":" + std::to_string(id_) + ": you are requesting an " + what +
          "put terminal that does not exist: " + std::to_string(i);
    return of[i];
  }

  std::uint64_t id_;
  std::string name_;
  bool is_ttg_ = false;
  TTBase* owner_ = nullptr;
  bool traces_ = false;
  bool is_lazy_ = false;
};

using OpBase [[deprecated]] = TTBase;

}  // namespace ttg

#endif
