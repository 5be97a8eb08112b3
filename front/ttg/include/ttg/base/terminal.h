// What input and output terminals of all types have in common.
#ifndef XOMP_TTG_BASE_TERMINAL_H
#define XOMP_TTG_BASE_TERMINAL_H

#include <atomic>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttg {

class TTBase;

class TerminalBase {
 public:
  enum class Type { Write, Read, Consume };

  TerminalBase(const TerminalBase&) = delete;
  TerminalBase(TerminalBase&&) = delete;
  TerminalBase& operator=(const TerminalBase&) = delete;
  TerminalBase& operator=(TerminalBase&&) = delete;
  virtual ~TerminalBase() = default;

  TTBase* get_tt() const { return checked(), tt_; }
  std::size_t get_index() const { return checked(), index_; }
  const std::string& get_name() const { return checked(), name_; }
  const std::string& get_key_type_str() const { return checked(), key_type_; }
  const std::string& get_value_type_str() const { return checked(), value_type_; }
  Type get_type() const { return type_; }
  const std::vector<TerminalBase*>& get_connections() const { return successors_; }
  const std::vector<TerminalBase*>& get_predecessors() const { return predecessors_; }
  bool is_connected() const { return connected_; }
  void connect_pull_nopred(TerminalBase* p) { p->connected_ = true; }

  virtual void connect(TerminalBase* in) = 0;

  bool is_pull_terminal = false;

  // --- the library's own ---
  void set(TTBase* tt, std::size_t index, std::string name, std::string key_type, std::string value_type) {
    tt_ = tt;
    index_ = index;
    name_ = std::move(name);
    key_type_ = std::move(key_type);
    value_type_ = std::move(value_type);
  }
  // The address differs for each pair of key and value types, so that types can be compared without being known.
  const void* type_tag() const { return tag_; }
  void set_connected() { connected_ = true; }
  // An input's edge, which may outlive the input, learns by this flag that invoke() has made tasks. So it needs no producer.
  using EdgeFlag = std::shared_ptr<std::atomic<bool>>;
  void add_edge(EdgeFlag is_invoked) { edges_.push_back(std::move(is_invoked)); }
  void note_invoke() {
    for (const EdgeFlag& is_invoked : edges_)
      is_invoked->store(true, std::memory_order_relaxed);  // read when the edge ends
  }

 protected:
  TerminalBase(Type type, const void* tag) : type_(type), tag_(tag) {}
  void connect_base(TerminalBase* successor) {
    successors_.push_back(successor);
    successor->predecessors_.push_back(this);
    connected_ = successor->connected_ = true;
  }

 private:
  void checked() const {
    if (tt_ == nullptr) throw std::logic_error("ttg: a terminal was asked for what it gets with its TT, but has none");
  }

  TTBase* tt_ = nullptr;
  std::size_t index_ = 0;
  std::string name_, key_type_, value_type_;
  const Type type_;
  const void* const tag_;
  bool connected_ = false;
  std::vector<TerminalBase*> successors_, predecessors_;
  std::vector<EdgeFlag> edges_;
};

namespace detail {
template <class K, class V>
inline constexpr char type_tag = 0;
}  // namespace detail

namespace meta {
template <class T>
inline constexpr bool is_terminal_v = std::is_base_of_v<TerminalBase, T>;
}  // namespace meta

}  // namespace ttg

#endif
