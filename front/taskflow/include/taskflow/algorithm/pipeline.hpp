// Pipelines whose pipes pass nothing on: Pipeline with a fixed list of pipes, ScalablePipeline with a range of them.
#pragma once

#include "../detail/pipeline_base.hpp"

namespace tf {

template <typename C = std::function<void(Pipeflow&)>>
class Pipe : public detail::PipeBase<C> {
 public:
  using detail::PipeBase<C>::PipeBase;
};
template <typename C>
Pipe(PipeType, C) -> Pipe<C>;

template <typename... Ps>
class Pipeline : public PipelineBase<Pipeline<Ps...>> {
  using Base = PipelineBase<Pipeline<Ps...>>;

 public:
  Pipeline(std::size_t lines, Ps&&... pipes) : Base(lines), pipes_(std::forward<Ps>(pipes)...) { this->build(); }
  Pipeline(std::size_t lines, std::tuple<Ps...>&& pipes) : Base(lines), pipes_(std::move(pipes)) { this->build(); }

  constexpr std::size_t num_pipes() const noexcept { return sizeof...(Ps); }
  // The next run begins with token 0.
  void reset() { this->reset_tokens(); }

 private:
  friend Base;
  PipeType pipe_type(std::size_t p) { return pipes_.type(p); }
  void call_pipe(std::size_t p, Pipeflow& flow, NonpreemptiveRuntime& runtime) {
    pipes_.at(p, [&](auto& pipe) { detail::call_pipe_with(pipe.get(), flow, runtime); });
  }
  detail::PipeList<Ps...> pipes_;
};
template <typename... Ps>
Pipeline(std::size_t, Ps&&...) -> Pipeline<Ps...>;
template <typename... Ps>
Pipeline(std::size_t, std::tuple<Ps...>&&) -> Pipeline<Ps...>;

// `P`: an iterator over Pipes. The program keeps them, and may change the range between runs.
template <typename P>
class ScalablePipeline : public PipelineBase<ScalablePipeline<P>> {
  using Base = PipelineBase<ScalablePipeline<P>>;

 public:
  using pipe_t = typename std::iterator_traits<P>::value_type;

  ScalablePipeline() = default;
  explicit ScalablePipeline(std::size_t lines) : Base(lines) {}
  ScalablePipeline(std::size_t lines, P first, P last) : Base(lines) { reset(first, last); }
  ScalablePipeline(ScalablePipeline&& other) { *this = std::move(other); }
  ScalablePipeline& operator=(ScalablePipeline&& other) {
    if (this == &other) return *this;
    this->take(other);
    pipes_ = std::move(other.pipes_);
    other.pipes_.clear();
    if (!pipes_.empty()) this->build();  // its tasks are this object's
    return *this;
  }

  std::size_t num_pipes() const noexcept { return pipes_.size(); }
  void reset() { this->reset_tokens(); }
  void reset(P first, P last) {
    pipes_.clear();
    for (; first != last; ++first) pipes_.push_back(first);
    this->reset_tokens();
    this->build();
  }
  void reset(std::size_t lines, P first, P last) {
    this->set_lines(lines);
    reset(first, last);
  }

 private:
  friend Base;
  PipeType pipe_type(std::size_t p) { return pipes_[p]->type(); }
  void call_pipe(std::size_t p, Pipeflow& flow, NonpreemptiveRuntime& runtime) {
    detail::call_pipe_with(pipes_[p]->get(), flow, runtime);
  }
  std::vector<P> pipes_;
};

}  // namespace tf
