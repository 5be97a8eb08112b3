// Walking through graphs, from some TTs to all that are connected with them.
#ifndef XOMP_TTG_TRAVERSE_H
#define XOMP_TTG_TRAVERSE_H

#include "ttg/base/tt.h"
#include "ttg/util/print.h"
#include "ttg/util/text.h"
#include "ttg/world.h"
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttg {

namespace detail {

template <class T>
TTBase* tt_of(T&& p) {
  if constexpr (std::is_convertible_v<T, TTBase*>) return p;
  else return p.get();
}

// Calls visit() once for each TT that is connected with the given ones, and for the parts of graphs.
class Walk {
 public:
  template <class Visit>
  void from(TTBase* tt, Visit&& visit) {
    walk(
        tt, [](void* v, TTBase* there) { (*static_cast<std::remove_reference_t<Visit>*>(v))(there); },
        const_cast<void*>(static_cast<const void*>(&visit)));
  }

 private:
  // Compiled once for all visitors.
  void walk(TTBase* tt, void (*call)(void* visit, TTBase* tt), void* visit) {
    if (tt == nullptr || !seen_.insert(tt).second) return;
    call(visit, tt);
    const auto to = [&](const std::vector<TerminalBase*>& terminals) {
      for (TerminalBase* t : terminals)
        if (t != nullptr && has_tt(t)) walk(t->get_tt(), call, visit);
    };
    for (const auto* side : {&tt->get_inputs(), &tt->get_outputs()})
      for (TerminalBase* t : *side) {
        if (t == nullptr) continue;
        to(t->get_connections());
        to(t->get_predecessors());
        if (tt->is_ttg() && has_tt(t)) walk(t->get_tt(), call, visit);
      }
  }
  static bool has_tt(TerminalBase* t) {
    try {
      return t->get_tt() != nullptr;
    } catch (const std::logic_error&) {
      return false;
    }
  }
  std::set<TTBase*> seen_;
};

template <class... TTs>
World world_of_first(const TTBase* first, const TTs*...) {
  return first->get_world();
}

}  // namespace detail

template <class TTFunction, class InFunction, class OutFunction>
class Traverse {
 public:
  Traverse(TTFunction ttf, InFunction inf, OutFunction outf)
      : ttf_(std::move(ttf)), inf_(std::move(inf)), outf_(std::move(outf)) {}

  template <class... TTs>
  bool operator()(TTs&&... tts) {
    return all({detail::tt_of(tts)...});
  }
  bool all(const std::vector<TTBase*>& tts) {
    bool connected = true;
    detail::Walk walk;
    const auto visit = [&](TTBase* tt) {
      ttf_(tt);
      for (TerminalBase* in : tt->get_inputs()) {
        if (in == nullptr) continue;
        inf_(in);
        if (!in->is_connected() && tt->get_inputs().size() > 0 && !is_virtual(tt, in)) connected = false;
      }
      for (TerminalBase* out : tt->get_outputs()) {
        if (out == nullptr) continue;
        outf_(out);
        if (!out->is_connected()) connected = false;
      }
    };
    for (TTBase* const tt : tts) walk.from(tt, visit);
    return connected;
  }
  void reset() {}

  // Says whether the input is the one that a TT without inputs gets.
  static bool is_virtual(TTBase* tt, TerminalBase* in) {
    return tt->get_inputs().size() == 1 && in->get_value_type_str() == "void";
  }

 private:
  TTFunction ttf_;
  InFunction inf_;
  OutFunction outf_;
};

template <class TTFunction, class InFunction, class OutFunction>
auto make_traverse(TTFunction&& ttf, InFunction&& inf, OutFunction&& outf) {
  return Traverse<std::decay_t<TTFunction>, std::decay_t<InFunction>, std::decay_t<OutFunction>>(
      std::forward<TTFunction>(ttf), std::forward<InFunction>(inf), std::forward<OutFunction>(outf));
}

// Prints terminals that are not connected, but not the inputs of a TT that only invoke() can start. If nobody calls that either, such an
// input's edge tells at its end.
struct verify_function {
  template <class... TTs>
  bool operator()(TTs&&... tts) const {
    return look({detail::tt_of(tts)...});
  }

 private:
  static void complain(TerminalBase* t, const char* what) {
    if (!t->is_connected())
      print_error(detail::joined("ttg: ", what, " ", t->get_index(), " (", t->get_name(), ") of TT ",
                                 t->get_tt()->get_name(), " is not connected"));
  }
  // Compiled once for TTs of all types.
  static bool look(std::vector<TTBase*> tts) {
    auto traverse = make_traverse([](TTBase*) {},
                                  [](TerminalBase* t) {
                                    if (!t->get_tt()->is_started_by_invoke()) complain(t, "input");
                                  },
                                  [](TerminalBase* t) { complain(t, "output"); });
    return traverse.all(tts);
  }
};

struct print_ttg_function {
  template <class... TTs>
  bool operator()(TTs&&... tts) const {
    const auto show = [](TerminalBase* t, const char* what) {
      std::string line = detail::joined("  ", what, " ", t->get_index(), " ", t->get_name(), " <",
                                        t->get_key_type_str(), ", ", t->get_value_type_str(), ">");
      for (TerminalBase* to : t->get_connections())
        line += detail::joined(" -> ", to->get_tt()->get_name(), ":", to->get_name());
      ttg::print(line);
    };
    return make_traverse([](TTBase* tt) { ttg::print(tt->get_name(), tt->get_class_name()); },
                         [&](TerminalBase* t) { show(t, "in"); },
                         [&](TerminalBase* t) { show(t, "out"); })(std::forward<TTs>(tts)...);
  }
};

inline constexpr verify_function verify{};
inline constexpr print_ttg_function print_ttg{};

// Makes all TTs executable that are connected with the given ones. Returns false if some terminal is not connected. The
// call is collective: all processes must have made the same TTs.
template <class... TTs>
bool make_graph_executable(TTs&&... tts) {
  detail::Walk walk;
  const auto make = [](TTBase* tt) { tt->make_executable(); };
  (walk.from(detail::tt_of(tts), make), ...);
  if constexpr (sizeof...(tts) != 0) detail::world_of_first(detail::tt_of(tts)...).impl().link().agree();
  return verify(tts...);
}

}  // namespace ttg

#endif
