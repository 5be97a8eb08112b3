// Tells the recorder of `xomp trace` about a world's messages.
#ifndef XOMP_TTG_RANKS_TRANSPORT_MESSAGE_TRACE_H
#define XOMP_TTG_RANKS_TRANSPORT_MESSAGE_TRACE_H

#include "ttg/ranks/transport/transport.h"
#include "xomp/graph.h"
#include <cstdint>

namespace ttg::ranks {

class MessageTrace final : public Observer {
 public:
  explicit MessageTrace(Transport& transport)
      : world_(xomp_graph_world_1(transport.id(), static_cast<std::uint32_t>(transport.rank()),
                                  static_cast<std::uint32_t>(transport.size()))) {
    if (world_ != 0) transport.observer = this;
  }

 private:
  void on_its_way(int to, What what, std::uint64_t number, std::size_t bytes) override {
    tell(to, what, number, bytes, false);
  }
  void has_come(int from, What what, std::uint64_t number, std::size_t bytes) override {
    tell(from, what, number, bytes, true);
  }
  void tell(int peer, What what, std::uint64_t number, std::size_t bytes, bool has_come) const {
    const xomp::graph::Message message{world_,  static_cast<std::uint32_t>(peer), number, bytes, what == What::value,
                                       has_come};
    xomp_graph_message_1(&message);
  }

  const std::uint32_t world_;  // its number in the trace; 0: nobody records
};

}  // namespace ttg::ranks

#endif
