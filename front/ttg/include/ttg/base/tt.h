// The base of all TTs (template tasks): what does not depend on the types of keys and values.
#ifndef XOMP_TTG_BASE_TT_H
#define XOMP_TTG_BASE_TT_H

#include "ttg/base/terminal.h"
#include "ttg/detail/context.h"
#include "ttg/fwd.h"
#include "ttg/util/print.h"
#include "ttg/util/text.h"
#include "ttg/util/trace.h"
#include <atomic>
#include <bit>
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

  // Says whether only invoke() can start the tasks: no producer is connected with any input, pull terminals aside.
  bool is_started_by_invoke() const {
    for (const TerminalBase* const in : inputs_)
      if (in != nullptr && in->is_connected() && !in->is_pull_terminal) return false;
    return true;
  }
  virtual void make_executable() = 0;
  // Called by each invoke().
  void begin_invoke() {
    if (!executable_)
      detail::fail<std::logic_error>("ttg: TT ", name_, " is not executable: call make_graph_executable() first");
    const std::atomic_ref<bool> is_known(is_invoked_);     // any thread may invoke
    if (is_known.load(std::memory_order_relaxed)) return;  // only a message depends on it
    is_known.store(true, std::memory_order_relaxed);       // as above
    for (TerminalBase* const in : inputs_)
      if (in != nullptr) in->note_invoke();
  }
  virtual void invoke() {
    detail::fail<std::runtime_error>("ttg: TT ", name_, " cannot be invoked without a key and values");
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

  // What follows does not depend on types, so it is compiled once for all TTs.
  void check_names(const char* what, const std::vector<std::string>& names, std::size_t edges,
                   std::size_t terminals) const {
    if (!names.empty() && names.size() != edges && names.size() != terminals)
      detail::fail<std::logic_error>("ttg: TT ", name_, " has another number of ", what, " than names of them");
  }
  static std::string name_of_terminal(const char* what, const std::vector<std::string>& names, std::size_t i) {
    return i < names.size() ? names[i] : detail::joined(what, i);
  }
  std::string about_input(const std::string* key, std::size_t input) const {
    const std::string name = inputs_[input]->get_name();
    const bool has_key = key != nullptr;
    return detail::joined("ttg: TT ", name_, has_key ? ", key " : "", has_key ? *key : "", ", input ", input, " (",
                          name, "): ");
  }
  // `missing` has a bit for each input that a task waits for.
  std::string about_incomplete(const std::string* key, std::uint64_t missing) const {
    const bool has_key = key != nullptr;
    std::string text = detail::joined("ttg: a task of TT ", name_, has_key ? " with key " : "", has_key ? *key : "",
                                      " never got its inputs:");
    for (; missing != 0; missing &= missing - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(missing));
      text += detail::joined(" ", i, " (", inputs_[i]->get_name(), ")");
    }
    return text;
  }
  static constexpr std::size_t kMostReported = 10;
  void report_rest(std::size_t count, std::size_t constrained) const {
    if (count > kMostReported)
      print_error(detail::joined("ttg: TT ", name_, ": so do ", count - kMostReported, " more"));
    if (constrained != 0)
      print_error(detail::joined("ttg: TT ", name_, ": ", constrained, " tasks wait for a constraint to let them go"));
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
      throw detail::joined(name_, ":", id_, ": you are requesting an ", what, "put terminal that does not exist: ", i);
    return of[i];
  }

  std::uint64_t id_;
  std::string name_;
  bool is_ttg_ = false;
  TTBase* owner_ = nullptr;
  bool traces_ = false;
  bool is_lazy_ = false;
  bool is_invoked_ = false;
};

using OpBase [[deprecated]] = TTBase;

}  // namespace ttg

#endif
