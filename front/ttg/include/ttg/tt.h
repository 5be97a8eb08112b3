// TT: a template task. A class derives from TT<Key, outputs, itself, inputs> and has a function op(); make_tt() does so for a
// function.
#ifndef XOMP_TTG_TT_H
#define XOMP_TTG_TT_H

#include "ttg/constraint.h"
#include "ttg/coroutine.h"
#include "ttg/execution.h"
#include "ttg/runtimes.h"
#include "ttg/tt/arrivals.h"
#include "ttg/tt/parked_tasks.h"
#include "ttg/tt/stream_inputs.h"
#include "ttg/util/text.h"
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttg {

template <class KeyT, class OutTuple, class Derived, class... Ins, ExecutionSpace space>
class TT<KeyT, OutTuple, Derived, typelist<Ins...>, space>
    : public detail::TTArrivals<KeyT, OutTuple, Derived, Ins...> {
  static_assert(space == ExecutionSpace::Host, "ttg: there are no devices here: only ExecutionSpace::Host");
  using Base = detail::TTArrivals<KeyT, OutTuple, Derived, Ins...>;
  using Types = detail::TTTypes<KeyT, OutTuple, Ins...>;
  using KeyValue = typename Types::KeyValue;
  using Seat = xomp::graph::Seat;

 public:
  using ttT = TT;
  using key_type = KeyT;
  using input_terminals_type = typename Types::input_terminals_type;
  using input_args_type = typename Types::input_args_type;
  using input_edges_type = typename Types::input_edges_type;
  using input_values_tuple_type = typename Types::input_values_tuple_type;
  using input_refs_tuple_type = typename Types::input_refs_tuple_type;
  using output_terminals_type = OutTuple;
  using output_edges_type = typename Types::output_edges_type;
  static constexpr std::size_t numins = Types::numins;
  static constexpr std::size_t numinedges = Types::numinedges;
  static constexpr std::size_t numouts = Types::numouts;
  static constexpr Runtime runtime = Runtime::XOMP;
  static constexpr bool derived_has_cuda_op() { return false; }
  static constexpr bool derived_has_hip_op() { return false; }
  static constexpr bool derived_has_level_zero_op() { return false; }
  static constexpr bool derived_has_device_op() { return false; }

  // Makes a TT with edges or without. A World, a key map and a priority map may follow the names.
  template <class InEdges, class... Rest>
    requires(!std::is_convertible_v<InEdges, std::string> && std::tuple_size<InEdges>::value == numinedges)
  TT(const InEdges& inedges, const output_edges_type& outedges, const std::string& name,
     const std::vector<std::string>& innames, const std::vector<std::string>& outnames, Rest&&... rest)
      : TT(name, innames, outnames, std::forward<Rest>(rest)...) {
    connect_inputs(inedges, std::make_index_sequence<numinedges>{});
    connect_outputs(outedges, std::make_index_sequence<numouts>{});
  }
  template <class... Rest>
  TT(const input_edges_type& inedges, const output_edges_type& outedges, const std::string& name,
     const std::vector<std::string>& innames, const std::vector<std::string>& outnames, Rest&&... rest)
      : TT(name, innames, outnames, std::forward<Rest>(rest)...) {
    connect_inputs(inedges, std::make_index_sequence<numinedges>{});
    connect_outputs(outedges, std::make_index_sequence<numouts>{});
  }
  template <class... Rest>
  TT(const std::string& name, const std::vector<std::string>& innames, const std::vector<std::string>& outnames,
     Rest&&... rest)
      : Base(name, world_of(rest...)) {
    name_terminals(innames, outnames, std::make_index_sequence<numins>{}, std::make_index_sequence<numouts>{});
    this->keymap_ = detail::default_keymap<KeyT>(this->world_.size());
    set_maps(std::forward<Rest>(rest)...);
    this->world_number_ = this->world_.impl().register_op(this);
  }
  TT(const TT&) = delete;
  TT& operator=(const TT&) = delete;
  ~TT() override { release(); }

  void release() override {
    if (is_released_) return;
    is_released_ = true;
    if (!this->failure_.happened()) report_incomplete_tasks();
    Seat& me = xomp::graph::self();
    this->table_.drain([&](auto* p) { this->discard_partial(me, p); });
    for (xomp::graph::Task* t : std::exchange(this->held_, {}))
      Base::end_task(me, static_cast<typename Base::Task*>(t));
    if (this->world_.is_valid()) this->world_.impl().deregister_op(this, this->world_number_);
  }

  World get_world() const override { return this->world_; }
  void fence() override { ttg_fence(this->world_); }

  using TTBase::in;
  using TTBase::out;
  template <std::size_t i>
  auto* in() {
    return &std::get<i>(this->input_terminals_);
  }
  template <std::size_t i>
  auto* out() {
    return &std::get<i>(this->output_terminals_);
  }

  // --- maps ---

  template <class Map>
  void set_keymap(Map&& map) {
    this->keymap_ = std::forward<Map>(map);
    this->has_keymap_ = this->is_watched_ = true;
  }
  const auto& get_keymap() const { return this->keymap_; }
  template <class... Keys>
  int keymap(const Keys&... key) const {
    return this->keymap_(key...);
  }
  template <class Map>
  void set_priomap(Map&& map) {
    this->priomap_ = std::forward<Map>(map);
  }
  const auto& get_priomap() const { return this->priomap_; }
  template <class Map>
  void set_devicemap(Map&&) {}
  void set_defer_writer(bool value) { this->defers_writers_ = value; }
  bool get_defer_writer(bool) const { return this->defers_writers_; }

  // --- streams ---

  template <std::size_t i, class Reducer>
  void set_input_reducer(Reducer&& reducer) {
    std::get<i>(this->reducers_) = std::forward<Reducer>(reducer);
    this->template make_stream<i>();
  }
  template <std::size_t i, class Reducer>
  void set_input_reducer(Reducer&& reducer, std::size_t size) {
    set_input_reducer<i>(std::forward<Reducer>(reducer));
    set_static_argstream_size<i>(size);
  }
  template <std::size_t i>
  void set_static_argstream_size(std::size_t size) {
    if (this->static_goal_[i] != detail::StreamState::kUnknown)
      detail::fail<std::runtime_error>("ttg: ", this->get_name(), ": the size of stream ", i, " is set already");
    this->template check_size<i>(size, [this] { return detail::joined("ttg: TT ", this->get_name(), ": "); });
    this->static_goal_[i] = size;
  }
  template <std::size_t i, class AnyKey>
    requires(!std::is_void_v<KeyT>)
  void set_argstream_size(const AnyKey& key, std::size_t size) {
    this->template set_goal<i>(KeyValue(key), size);
  }
  template <std::size_t i>
  void set_argstream_size(std::size_t size)
    requires(std::is_void_v<KeyT>)
  {
    this->template set_goal<i>(Void{}, size);
  }
  template <std::size_t i, class AnyKey>
    requires(!std::is_void_v<KeyT>)
  void finalize_argstream(const AnyKey& key) {
    this->template close_stream<i>(KeyValue(key));
  }
  template <std::size_t i>
  void finalize_argstream()
    requires(std::is_void_v<KeyT>)
  {
    this->template close_stream<i>(Void{});
  }

  // --- constraints ---

  template <class Constraint>
  void add_constraint(std::shared_ptr<Constraint> c) {
    if constexpr (detail::is_sequenced_constraint_v<Constraint>)
      add_constraint_by(c, [c](const KeyValue& key) { return c->ordinal(key); });
    else add_listening_constraint(c);
  }
  template <class Constraint, class Mapper>
  void add_constraint(std::shared_ptr<Constraint> c, Mapper&& mapper) {
    const auto ordinal = [mapper]([[maybe_unused]] const KeyValue& key) {
      if constexpr (std::is_void_v<KeyT>) return mapper();
      else return mapper(key);
    };
    if constexpr (detail::is_sequenced_constraint_v<Constraint>) add_constraint_by(c, ordinal);
    else add_listening_constraint(c, ordinal);
  }
  template <class Constraint, class... Mapper>
    requires(std::is_base_of_v<ConstraintBase<KeyT>, std::decay_t<Constraint>>)
  void add_constraint(Constraint&& c, Mapper&&... mapper) {
    add_constraint(std::make_shared<std::decay_t<Constraint>>(std::forward<Constraint>(c)),
                   std::forward<Mapper>(mapper)...);
  }

  // --- messages from outside ---

  template <class AnyKey, class... Args>
    requires(!std::is_void_v<KeyT> && std::is_convertible_v<AnyKey, KeyValue> && sizeof...(Args) > 0)
  void invoke(const AnyKey& key, Args&&... args) {
    this->begin_invoke();
    invoke_all(static_cast<KeyValue>(key), std::forward<Args>(args)...);
  }
  template <class AnyKey>
    requires(!std::is_void_v<KeyT> && std::is_convertible_v<AnyKey, KeyValue>)
  void invoke(const AnyKey& key) {
    static_assert(!Types::kHasData,
                  "ttg: invoke(key) is for a TT whose inputs carry no data: give a value for each of them");
    this->begin_invoke();
    deliver_control(me(), static_cast<KeyValue>(key), std::make_index_sequence<numins>{});
  }
  // Takes the key in braces, too: invoke({i, j}).
  void invoke(const KeyValue& key)
    requires(!std::is_void_v<KeyT> && !Types::kHasData)
  {
    this->begin_invoke();
    deliver_control(me(), key, std::make_index_sequence<numins>{});
  }
  template <class Arg, class... Args>
    requires(std::is_void_v<KeyT>)
  void invoke(Arg&& arg, Args&&... args) {
    this->begin_invoke();
    invoke_all(Void{}, std::forward<Arg>(arg), std::forward<Args>(args)...);
  }
  void invoke() override {
    if constexpr (std::is_void_v<KeyT> && !Types::kHasData) {
      this->begin_invoke();
      deliver_control(me(), Void{}, std::make_index_sequence<numins>{});
    } else {
      TTBase::invoke();
    }
  }

  template <std::size_t i, class AnyKey, class Value>
    requires(!std::is_void_v<KeyT>)
  void set_arg(const AnyKey& key, Value&& value) {
    set_one<i>(me(), KeyValue(key), std::forward<Value>(value));
  }
  template <std::size_t i, class Value>
    requires(std::is_void_v<KeyT>)
  void set_arg(Value&& value) {
    set_one<i>(me(), Void{}, std::forward<Value>(value));
  }
  template <std::size_t i, class AnyKey>
    requires(!std::is_void_v<KeyT>)
  void set_arg(const AnyKey& key) {
    this->template deliver<i>(me(), KeyValue(key), Void{});
  }

  void make_executable() override {
    if (this->executable_) return;
    this->name_number_ = xomp_graph_name_1(this->get_name().c_str());
    for (std::size_t i = 0; i < numins; ++i) this->is_pulled_[i] = this->inputs_[i]->is_pull_terminal;
    this->pulled_ = static_cast<std::uint32_t>(std::count(this->is_pulled_.begin(), this->is_pulled_.end(), true));
    std::vector<xomp::graph::Task*> held;
    {
      const std::lock_guard lock(this->mutex_);
      this->executable_ = true;
      held.swap(this->held_);
    }
    for (xomp::graph::Task* t : held) this->ready(me(), static_cast<typename Base::Task*>(t));
    this->world_.impl().link().set_there(this->world_number_);
  }

  void forget_incomplete_tasks() override {
    Seat& worker = me();
    if (this->executable_) this->table_.drain([&](auto* p) { this->discard_partial(worker, p); });
  }
  bool shrink_table() override { return this->table_.shrink(); }
  void give_table_back() override { this->table_.give_back(); }
  void print_incomplete_tasks() override { report_incomplete_tasks(); }
  std::size_t report_incomplete_tasks() override {
    std::size_t count = 0;
    if (!this->executable_) return 0;  // it may be given the rest by hand, before
    this->table_.for_each([&](const auto& p) {
      if (++count <= this->kMostReported) print_error(this->incomplete(p));
    });
    const std::lock_guard lock(this->mutex_);
    this->report_rest(count, this->constrained_);
    return count + this->constrained_;
  }

  // Inputs of op(), by number; cast to the type that is given.
  template <std::size_t i, class Tuple>
  static auto&& get(Tuple&& tuple) {
    return std::get<i>(std::forward<Tuple>(tuple));
  }
  template <std::size_t i, class As, class Tuple>
  static auto&& get(Tuple&& tuple) {
    return static_cast<std::conditional_t<std::is_reference_v<As>, As, As&>>(std::get<i>(std::forward<Tuple>(tuple)));
  }

 protected:
  auto& get_output_terminals() { return this->output_terminals_; }
  const auto& get_output_terminals() const { return this->output_terminals_; }

 private:
  static Seat& me() { return xomp::graph::self(); }
  // --- construction ---

  template <class... Rest>
  static World world_of(const Rest&... rest) {
    if constexpr (sizeof...(Rest) > 0) {
      const auto& first = std::get<0>(std::tie(rest...));
      if constexpr (std::is_convertible_v<decltype(first), World>) return first;
      else return default_execution_context();
    } else {
      return default_execution_context();
    }
  }
  void set_maps() {}
  template <class First, class... Rest>
  void set_maps(First&& first, Rest&&... rest) {
    if constexpr (std::is_convertible_v<First, World>) {
      set_maps(std::forward<Rest>(rest)...);
    } else {
      set_keymap(std::forward<First>(first));
      if constexpr (sizeof...(Rest) > 0) set_priomap(std::forward<Rest>(rest)...);
    }
  }
  template <std::size_t... i, std::size_t... o>
  void name_terminals(const std::vector<std::string>& innames, const std::vector<std::string>& outnames,
                      std::index_sequence<i...>, std::index_sequence<o...>) {
    this->check_names("inputs", innames, numinedges, numins);
    this->check_names("outputs", outnames, numouts, numouts);
    (name_input<i>(innames), ...);
    (name_output<o>(outnames), ...);
  }
  template <std::size_t i>
  void name_input(const std::vector<std::string>& names) {
    auto& terminal = std::get<i>(this->input_terminals_);
    terminal.set(this, i, this->name_of_terminal("input", names, i), detail::demangled_type_name<KeyT>(),
                 detail::demangled_type_name<typename std::decay_t<decltype(terminal)>::value_type>());
    terminal.set_functions(
        static_cast<Base*>(this),
        {[](void* tt, Seat& worker, const KeyValue& key, typename Types::template ParcelAt<i> parcel) {
           access(tt).template deliver<i>(worker, key, parcel);
         },
         [](void* tt, const KeyValue& key, std::size_t size) { access(tt).template set_goal<i>(key, size); },
         [](void* tt, const KeyValue& key) { access(tt).template close_stream<i>(key); }});
    this->inputs_[i] = &terminal;
    if constexpr (detail::is_aggregator_v<typename Types::template InputAt<i>>) this->template make_stream<i>();
  }
  static TT& access(void* base) { return static_cast<TT&>(*static_cast<Base*>(base)); }
  template <std::size_t o>
  void name_output(const std::vector<std::string>& names) {
    auto& terminal = std::get<o>(this->output_terminals_);
    terminal.set(this, o, this->name_of_terminal("output", names, o),
                 detail::demangled_type_name<typename std::decay_t<decltype(terminal)>::key_type>(),
                 detail::demangled_type_name<typename std::decay_t<decltype(terminal)>::value_type>());
    this->outputs_[o] = &terminal;
  }
  template <class InEdges, std::size_t... i>
  void connect_inputs(const InEdges& edges, std::index_sequence<i...>) {
    (connect_input<i>(std::get<i>(edges)), ...);
  }
  template <std::size_t i, class AnyEdge>
  void connect_input(const AnyEdge& edge) {
    static_assert(std::is_same_v<decltype(edge.edge()), std::tuple_element_t<i, input_edges_type>>,
                  "ttg: an input edge has another key or value type than the input");
    edge.set_out(&std::get<i>(this->input_terminals_));
    if constexpr (requires { edge.target(); }) this->targets_[i] = edge.target();
  }
  template <std::size_t... o>
  void connect_outputs(const output_edges_type& edges, std::index_sequence<o...>) {
    (std::get<o>(edges).set_in(&std::get<o>(this->output_terminals_)), ...);
  }
  auto& made_constraints() {
    using Constraints = typename Base::Constraints;
    if (this->constraints_ == nullptr) this->constraints_ = std::make_unique<Constraints>();
    return static_cast<Constraints&>(*this->constraints_);
  }
  template <class Constraint, class Ordinal>
  void add_constraint_by(std::shared_ptr<Constraint> c, Ordinal ordinal) {
    made_constraints().add(
        [c, ordinal](const KeyValue& key, std::function<void()> go) { return c->enter(ordinal(key), std::move(go)); },
        [c](const KeyValue&) { c->leave(); });
  }
  // For a constraint that the program has written. The TT asks it by check() and tells it by complete(). The constraint
  // lets tasks go through its listener.
  template <class Constraint, class... Ordinal>
  void add_listening_constraint(std::shared_ptr<Constraint> c, Ordinal... ordinal) {
    static_assert(std::is_base_of_v<ConstraintBase<KeyT>, Constraint>,
                  "ttg: a constraint derives from ConstraintBase of its TT's key type");
    static_assert(
        can_check<Constraint, Ordinal...>(),
        "ttg: a constraint has check() and complete(), which take the key (unless it is void), the ordinal (if "
        "add_constraint() is given a mapper) and a TTBase*");
    const auto parked = std::make_shared<detail::ParkedTasks<KeyValue>>();
    if constexpr (std::is_void_v<KeyT>) {
      c->add_listener([parked] { parked->let_go(Void{}); }, this);
    } else {
      c->add_listener(
          [parked](const span<KeyValue>& keys) {
            for (const KeyValue& key : keys) parked->let_go(key);
          },
          this);
    }
    made_constraints().add(
        [=, this](const KeyValue& key, std::function<void()> go) {
          return parked->enter(key, std::move(go), [&] { return check_constraint(*c, key, this, ordinal...); });
        },
        [=, this](const KeyValue& key) { complete_constraint(*c, key, this, ordinal...); });
  }
  template <class Constraint, class... Ordinal>
  static constexpr bool can_check() {
    if constexpr (std::is_void_v<KeyT>)
      return requires(Constraint& c, const KeyValue& key, TTBase* tt, Ordinal... o) {
        { c.check(o(key)..., tt) } -> std::convertible_to<bool>;
        c.complete(o(key)..., tt);
      };
    else
      return requires(Constraint& c, const KeyValue& key, TTBase* tt, Ordinal... o) {
        { c.check(key, o(key)..., tt) } -> std::convertible_to<bool>;
        c.complete(key, o(key)..., tt);
      };
  }
  template <class Constraint, class... Ordinal>
  static bool check_constraint(Constraint& c, const KeyValue& key, TTBase* tt, Ordinal... ordinal) {
    if constexpr (std::is_void_v<KeyT>) return c.check(ordinal(key)..., tt);
    else return c.check(key, ordinal(key)..., tt);
  }
  template <class Constraint, class... Ordinal>
  static void complete_constraint(Constraint& c, const KeyValue& key, TTBase* tt, Ordinal... ordinal) {
    if constexpr (std::is_void_v<KeyT>) c.complete(ordinal(key)..., tt);
    else c.complete(key, ordinal(key)..., tt);
  }

  // --- invoking ---

  template <std::size_t i, class Value>
  void set_one(Seat& worker, const KeyValue& key, Value&& value) {
    if constexpr (std::is_void_v<typename Types::template ValueAt<i>>) this->template deliver<i>(worker, key, Void{});
    else this->template deliver<i>(worker, key, this->template parcel<i>(worker, std::forward<Value>(value)));
  }
  template <std::size_t... i>
  void deliver_control(Seat& worker, const KeyValue& key, std::index_sequence<i...>) {
    (this->template deliver<i>(worker, key, Void{}), ...);
  }
  template <std::size_t i>
  void deliver_if_control(Seat& worker, const KeyValue& key) {
    if constexpr (std::is_void_v<typename Types::template ValueAt<i>>) this->template deliver<i>(worker, key, Void{});
  }
  // Says whether an argument is the tuple of all values. It must ask, because a tuple may also be the value of the only
  // input.
  template <class Arg>
  static constexpr bool is_all_values() {
    using Plain = std::decay_t<Arg>;
    if constexpr (!meta::is_tuple_v<Plain>) return false;
    else if constexpr (std::is_same_v<Plain, input_values_tuple_type>) return true;
    else if constexpr (Types::kDataInputs == 1)
      return std::is_convertible_v<Arg, input_values_tuple_type> &&
             !std::is_convertible_v<Arg, std::tuple_element_t<0, input_values_tuple_type>>;
    else return std::is_convertible_v<Arg, input_values_tuple_type>;
  }
  template <class... Args>
  void invoke_all(const KeyValue& key, Args&&... args) {
    if constexpr (sizeof...(Args) == 1 && (is_all_values<Args>() && ...)) {
      (invoke_tuple(key, args, std::make_index_sequence<Types::kDataInputs>{}), ...);
    } else if constexpr (sizeof...(Args) == numins) {
      invoke_each(key, std::make_index_sequence<numins>{}, std::forward<Args>(args)...);
    } else {
      static_assert(sizeof...(Args) == Types::kDataInputs,
                    "ttg: invoke() needs one value for each input that carries data");
      invoke_data(key, std::make_index_sequence<numins>{}, std::make_index_sequence<Types::kDataInputs>{},
                  std::forward<Args>(args)...);
    }
  }
  template <std::size_t... i, class... Args>
  void invoke_each(const KeyValue& key, std::index_sequence<i...>, Args&&... args) {
    Seat& worker = me();
    (set_one<i>(worker, key, std::forward<Args>(args)), ...);
  }
  template <std::size_t... i, std::size_t... n, class... Args>
  void invoke_data(const KeyValue& key, std::index_sequence<i...>, std::index_sequence<n...>, Args&&... args) {
    Seat& worker = me();
    (set_one<Types::data_index(n)>(worker, key, std::forward<Args>(args)), ...);
    (deliver_if_control<i>(worker, key), ...);
  }
  template <class Tuple, std::size_t... n>
  void invoke_tuple(const KeyValue& key, const Tuple& values, std::index_sequence<n...>) {
    invoke_data(key, std::make_index_sequence<numins>{}, std::index_sequence<n...>{}, std::get<n>(values)...);
  }

  bool is_released_ = false;
};

}  // namespace ttg

#endif
