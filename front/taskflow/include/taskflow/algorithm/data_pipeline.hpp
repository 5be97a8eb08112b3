// DataPipeline: each pipe takes what the pipe before has returned for the token.
#pragma once

#include "../detail/pipeline_base.hpp"

namespace tf {

template <typename Input, typename Output, typename C>
class DataPipe : public detail::PipeBase<C> {
 public:
  using input_t = Input;
  using output_t = Output;
  using detail::PipeBase<C>::PipeBase;
};

// A pipe that turns an Input into an Output; either may be void. The callable takes Input&, Pipeflow& or both.
template <typename Input, typename Output, typename C>
auto make_data_pipe(PipeType type, C&& callable) {
  return DataPipe<Input, Output, std::decay_t<C>>(type, std::decay_t<C>(std::forward<C>(callable)));
}

namespace detail {

// The types without repetitions, nothing for void.
template <typename List, typename... Ts>
struct UniqueVariant;
template <typename... Known>
struct UniqueVariant<std::variant<Known...>> {
  using type = std::variant<Known...>;
};
template <typename... Known, typename T, typename... Rest>
struct UniqueVariant<std::variant<Known...>, T, Rest...> {
  using D = std::decay_t<T>;
  using type = typename std::conditional_t<std::is_void_v<D> || (std::is_same_v<D, Known> || ...),
                                           UniqueVariant<std::variant<Known...>, Rest...>,
                                           UniqueVariant<std::variant<Known..., D>, Rest...>>::type;
};

}  // namespace detail

template <typename... Ps>
class DataPipeline : public PipelineBase<DataPipeline<Ps...>> {
  using Base = PipelineBase<DataPipeline<Ps...>>;

 public:
  using data_t = typename detail::UniqueVariant<std::variant<std::monostate>, typename Ps::output_t...>::type;

  DataPipeline(std::size_t lines, Ps&&... pipes) : Base(lines), pipes_(std::forward<Ps>(pipes)...), data_(lines) {
    this->build("rt-");
  }
  DataPipeline(std::size_t lines, std::tuple<Ps...>&& pipes) : Base(lines), pipes_(std::move(pipes)), data_(lines) {
    this->build("rt-");
  }
  constexpr std::size_t num_pipes() const noexcept { return sizeof...(Ps); }
  void reset() { this->reset_tokens(); }

 private:
  friend Base;
  struct alignas(64) Slot {
    data_t value;
  };

  PipeType pipe_type(std::size_t p) { return pipes_.type(p); }
  void call_pipe(std::size_t p, Pipeflow& flow, NonpreemptiveRuntime&) {
    pipes_.at(p, [&](auto& pipe) { call(pipe, flow, data_[flow.line()].value); });
  }
  template <typename In, typename Out, typename C>
  static void call(DataPipe<In, Out, C>& pipe, Pipeflow& flow, data_t& data) {
    const auto store = [&](auto&& invoke) {
      if constexpr (std::is_void_v<Out>) invoke();
      else data = static_cast<std::decay_t<Out>>(invoke());
    };
    if constexpr (std::is_invocable_v<C&, Pipeflow&>) {  // the first pipe, whatever In is
      store([&]() -> decltype(auto) { return pipe.get()(flow); });
    } else if constexpr (std::is_void_v<In>) {
      store([&]() -> decltype(auto) { return pipe.get()(); });
    } else {
      auto& in = std::get<std::decay_t<In>>(data);
      if constexpr (std::is_invocable_v<C&, decltype(in), Pipeflow&>)
        store([&]() -> decltype(auto) { return pipe.get()(in, flow); });
      else store([&]() -> decltype(auto) { return pipe.get()(in); });
    }
  }
  detail::PipeList<Ps...> pipes_;
  std::vector<Slot> data_;  // of each line
};
template <typename... Ps>
DataPipeline(std::size_t, Ps&&...) -> DataPipeline<Ps...>;
template <typename... Ps>
DataPipeline(std::size_t, std::tuple<Ps...>&&) -> DataPipeline<Ps...>;

}  // namespace tf
