// A graph as a picture, for the program dot.
#ifndef XOMP_TTG_UTIL_DOT_H
#define XOMP_TTG_UTIL_DOT_H

#include "ttg/traverse.h"
#include <sstream>
#include <string>
#include <vector>

namespace ttg {

class Dot {
 public:
  explicit Dot(bool disable_type = false) : shows_types_(!disable_type) {}

  template <class... TTs>
  std::string operator()(TTs&&... tts) {
    std::ostringstream nodes, edges;
    detail::Walk walk;
    (walk.from(detail::tt_of(tts), [&](TTBase* tt) { node(nodes, edges, tt); }), ...);
    return "digraph G {\n  ranksep=1.5;\n" + nodes.str() + edges.str() + "}\n";
  }

 private:
  bool shows_types_;

  static std::string name_of(TTBase* tt) { return "n" + std::to_string(tt->get_instance_id()); }
  static std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
      if (c == '<' || c == '>' || c == '"' || c == '|' || c == '{' || c == '}') result += '\\';
      result += c;
    }
    return result;
  }
  std::string ports(const std::vector<TerminalBase*>& terminals, const char* prefix) {
    std::string text;
    for (TerminalBase* t : terminals) {
      if (t == nullptr) continue;
      if (!text.empty()) text += " | ";
      text += "<" + std::string(prefix) + std::to_string(t->get_index()) + "> " + escaped(t->get_name());
      if (shows_types_) text += " " + escaped("<" + t->get_key_type_str() + "," + t->get_value_type_str() + ">");
    }
    return text;
  }
  void node(std::ostream& nodes, std::ostream& edges, TTBase* tt) {
    if (tt->is_ttg()) return;  // its parts are shown
    TTBase* const graph = tt->ttg_ptr();
    const std::string shape = "  " + name_of(tt) + " [shape=record,label=\"{ {" + ports(tt->get_inputs(), "in") +
                              "} | " + escaped(tt->get_name()) + " | {" + ports(tt->get_outputs(), "out") + "} }\"];\n";
    if (graph != tt)
      nodes << "  subgraph cluster_" << graph->get_instance_id() << " { label=\"" << escaped(graph->get_name())
            << "\";\n  " << shape << "  }\n";
    else nodes << shape;
    for (TerminalBase* out : tt->get_outputs())
      if (out != nullptr)
        for (TerminalBase* in : out->get_connections())
          edges << "  " << name_of(tt) << ":out" << out->get_index() << ":s -> " << name_of(in->get_tt()) << ":in"
                << in->get_index() << ":n;\n";
  }
};

}  // namespace ttg

#endif
