// TTG: several TTs as one node of a graph; and a TT that takes all and does nothing.
#ifndef XOMP_TTG_TTG_GRAPH_H
#define XOMP_TTG_TTG_GRAPH_H

#include "ttg/tt.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ttg {

template <class InTuple, class OutTuple>
class TTG : public TTBase {
 public:
  static constexpr std::size_t numins = std::tuple_size_v<InTuple>;
  static constexpr std::size_t numouts = std::tuple_size_v<OutTuple>;
  using input_terminals_type = InTuple;
  using output_terminals_type = OutTuple;

  TTG(std::vector<std::unique_ptr<TTBase>>&& tts, const InTuple& ins, const OutTuple& outs,
      const std::string& name = "ttg")
      : TTBase(name, true), tts_(std::move(tts)), ins_(ins), outs_(outs) {
    if (tts_.empty()) throw std::logic_error("ttg: make_ttg() needs at least one TT");
    for (auto& tt : tts_) tt->own_by(this);
    std::apply([&](auto*... t) { (inputs_.push_back(t), ...); }, ins_);
    std::apply([&](auto*... t) { (outputs_.push_back(t), ...); }, outs_);
  }

  template <std::size_t i>
  auto in() {
    return std::get<i>(ins_);
  }
  template <std::size_t i>
  auto out() {
    return std::get<i>(outs_);
  }
  using TTBase::in;
  using TTBase::out;
  TTBase* get_op(std::size_t i) { return tts_.at(i).get(); }

  void make_executable() override {
    for (auto& tt : tts_) tt->make_executable();
    executable_ = true;
  }
  World get_world() const override { return tts_[0]->get_world(); }
  void fence() override { ttg_fence(get_world()); }

 private:
  std::vector<std::unique_ptr<TTBase>> tts_;
  InTuple ins_;
  OutTuple outs_;
};
using CompositeOp [[deprecated]] = TTBase;

template <class InTuple, class OutTuple>
auto make_ttg(std::vector<std::unique_ptr<TTBase>>&& tts, const InTuple& ins, const OutTuple& outs,
              const std::string& name = "ttg") {
  return std::make_unique<TTG<InTuple, OutTuple>>(std::move(tts), ins, outs, name);
}

// Takes what an edge brings and does nothing with it.
template <class Key, class Value>
class SinkTT : public TT<Key, std::tuple<>, SinkTT<Key, Value>, typelist<const Value>> {
  using baseT = typename SinkTT::ttT;

 public:
  explicit SinkTT(const Edge<Key, Value>& in) : baseT(edges(in), edges(), "sink", {"in"}, {}) {}
  template <class... Args>
  void op(Args&&...) {}
};

}  // namespace ttg

#endif
