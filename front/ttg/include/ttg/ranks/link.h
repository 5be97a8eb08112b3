// A world's side of its ranks: the numbers of its TTs, and the exchange with the other processes, if there are any.
#ifndef XOMP_TTG_RANKS_LINK_H
#define XOMP_TTG_RANKS_LINK_H

#include "ttg/base/tt.h"
#include "ttg/detail/copy.h"
#include "ttg/detail/failure.h"
#include "ttg/ranks/exchange/progress.h"
#include "ttg/ranks/exchange/statistics.h"
#include "ttg/ranks/fence/fence.h"
#include "ttg/ranks/transport/message_trace.h"
#include "ttg/ranks/tt_list.h"
#include "ttg/ranks/wire/values.h"
#include "ttg/util/hash.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttg::ranks {

class Link final : public Host {
 public:
  // `group` is the group of the world's tasks.
  Link(std::uint32_t group, detail::Failure& failure) : group_(group), failure_(failure) {}
  Link(const Link&) = delete;
  ~Link() { close(); }

  // Called once, before the world's first TT. A world that is not opened belongs to this process alone.
  void open(std::unique_ptr<Transport> transport) {
    if (transport->size() == 1) {
      transport->close();
      return;
    }
    exchange_ = std::make_unique<Exchange>(std::move(transport), *this);
    together_ = std::make_unique<Together>(*exchange_, *this);
    trace_ = std::make_unique<MessageTrace>(exchange_->transport());
    progress_ = std::make_unique<Progress>(*exchange_, [this] { return state(); });
    xomp_graph_add_look_1(look_while_idle, exchange_.get());  // a 65th world does without
  }
  void close() {
    if (exchange_ == nullptr) return;
    report_counts();
    xomp_graph_remove_look_1(look_while_idle, exchange_.get());
    together_->end();
    progress_ = nullptr;
    together_ = nullptr;
    exchange_ = nullptr;
  }

  int rank() const { return exchange_ == nullptr ? 0 : exchange_->rank(); }
  int size() const { return exchange_ == nullptr ? 1 : exchange_->size(); }
  // Returns nullptr if this process is alone.
  Exchange* exchange() const { return exchange_.get(); }

  // Waits until all tasks of all ranks have ended, and nothing is on its way. Must not be called inside of a task: it
  // returns false then.
  bool wait() {
    if (exchange_ == nullptr) return xomp::graph::wait_for_group(group_);
    if (xomp::graph::self().inside != 0) return false;
    together_->begin_fence();
    progress_->begin_fence();
    exchange_->transport().begin_fence();
    const bool result = xomp::graph::wait_for_group_by_steps(
        group_,
        [](void* link) {
          Link& self = *static_cast<Link*>(link);
          const bool any = self.together_->step();
          if (self.together_->is_over()) return xomp::graph::StepResult::over;
          return result_of(any, *self.exchange_);
        },
        this);
    exchange_->transport().end_fence();
    progress_->end_fence();
    report_orphans();
    return result;
  }
  // Called after all that belongs to the fence.
  void end_fence() {
    if (exchange_ == nullptr) return;
    has_told_ = false;
    together_->end_fence();
  }

  // --- TTs ---

  std::uint32_t add(TTBase* tt) { return tts_.add(tt); }
  void remove(TTBase*, std::uint32_t number) { tts_.remove(number); }
  // The TT takes records from now on.
  void set_there(std::uint32_t number) {
    tts_.set_there(number);
    if (exchange_ != nullptr) exchange_->retry();
  }
  // Makes sure that all ranks have made the same TTs executable. Otherwise the program ends.
  void agree();

  // --- between fences ---

  template <class T>
  void sum(T& value) {
    static_assert(std::is_arithmetic_v<T>, "ttg: ttg_sum() is for arithmetic types");
    if (exchange_ == nullptr) return;
    const std::vector<char> all = together_->gather(&value, sizeof value);
    T sum{};
    for (int i = 0; i < size(); ++i) {
      T one;
      std::memcpy(&one, all.data() + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
      sum = static_cast<T>(sum + one);
    }
    value = sum;
  }
  template <class T>
  void broadcast(T& value, int root) {
    if (exchange_ == nullptr) return;
    if (root < 0 || root >= size())
      exchange_->fail("ttg_broadcast() from process " + std::to_string(root) + ", but there are only " +
                      std::to_string(size()));
    if constexpr (!arrives<T>) {
      exchange_->fail("ttg_broadcast() of a value of type " + detail::demangled_type_name<T>() +
                      ", which cannot be written as bytes: give it a serialize() member");
    } else {
      Bytes bytes;
      if (rank() == root) write_plain(bytes, value);
      std::uint64_t count = bytes.size();
      together_->broadcast(&count, sizeof count, root);
      if (rank() != root) bytes.grow(count);
      constexpr std::size_t most = std::size_t{1} << 30;
      for (std::size_t at = 0; at < count; at += most)
        together_->broadcast(bytes.data() + at, std::min(most, count - at), root);
      Reader reader(bytes.data(), bytes.size());
      if (rank() != root) value = read_plain<T>(reader);
    }
  }

  // Ends all ranks.
  [[noreturn]] void abort() {
    if (exchange_ != nullptr) exchange_->transport().abort();
    std::abort();
  }

 private:
  static xomp::graph::StepResult result_of(bool any, Exchange& exchange) {
    if (any) return xomp::graph::StepResult::progress;
    if (exchange.transport().is_crowded()) [[unlikely]]
      Clock::give_way();
    return exchange.moves_pieces() ? xomp::graph::StepResult::under_way : xomp::graph::StepResult::nothing;
  }
  static xomp::graph::StepResult look_while_idle(void* exchange) {
    Exchange& e = *static_cast<Exchange*>(exchange);
    const Exchange::Found found = e.look_while_idle();
    if (found == Exchange::Found::left_to_others) return xomp::graph::StepResult::nothing;
    return result_of(found == Exchange::Found::something, e);
  }

  // Hides the thread's running task, if it has one. While records are handled nothing must be taken for a send of that
  // task.
  struct OutsideOfTasks {
    detail::Context* const before = std::exchange(detail::context, nullptr);
    ~OutsideOfTasks() { detail::context = before; }
  };

  // --- Host ---
  bool is_quiet() override { return xomp::graph::is_group_quiet(group_); }
  bool is_there(std::uint32_t tt) override { return tts_.find(tt) != nullptr; }
  TTBase& at(std::uint32_t number) { return *tts_.find(number); }  // it was there, and is till the fence is over
  void read_value(Arrival& arrival) override {
    const OutsideOfTasks here;
    if (arrival.head.more_targets != 0) check_targets(arrival);
    at(arrival.head.tt).read_arrival(arrival);
  }
  // They are there (is_there), the head names the first one, all take a value of its type, and they have as many keys as it says.
  void check_targets(const Arrival& arrival) {
    const RecordHead& head = arrival.head;
    const Target& first = arrival.targets[0];
    const void* const type = at(first.tt).type_of_input(first.terminal);
    std::uint64_t keys = 0;
    bool all_right = type != nullptr && first.tt == head.tt && first.terminal == head.terminal;
    for (int i = 0; i <= head.more_targets; ++i) {
      const Target& t = arrival.targets[i];
      all_right = all_right && at(t.tt).type_of_input(t.terminal) == type;
      keys += t.keys;
    }
    if (!all_right || keys != head.keys)
      throw std::length_error("ttg: a value of another process is for inputs of other types");
  }
  void deliver(Arrival& arrival) override {
    const OutsideOfTasks here;
    const RecordHead& head = arrival.head;
    if (head.more_targets == 0) return at(head.tt).deliver_arrival(arrival, {head.tt, head.terminal, head.keys});
    for (int i = 0; i <= head.more_targets; ++i) at(arrival.targets[i].tt).deliver_arrival(arrival, arrival.targets[i]);
  }
  void let_go(Arrival& arrival) override {
    static_cast<detail::CopyBase*>(arrival.value)->let_go_of(xomp::graph::self(), std::exchange(arrival.held, 0));
  }
  void hold(const Arrival& arrival, Offers::Offer& offer) override {
    detail::CopyBase* const copy = static_cast<detail::CopyBase*>(arrival.value);
    copy->hold();
    offer.held = copy;
    offer.let_go = detail::CopyBase::let_go_by_address;
  }
  void note_failure(const std::string& text) override {
    if (text.starts_with("process ")) has_told_ = true;  // it comes from another one, which has told all
    failure_.note(std::make_exception_ptr(std::runtime_error(text)));
  }
  std::string failure_to_tell() override {
    if (has_told_ || !failure_.happened()) return {};
    has_told_ = true;
    return failure_.text();
  }

  void report_counts() {
    const std::string names = tasks_by_name();
    const Counts mine = counts_of(*exchange_, names);
    const std::vector<char> gathered = together_->gather(&mine, sizeof mine, Call::end);
    std::vector<Counts> all(gathered.size() / sizeof mine);
    std::memcpy(all.data(), gathered.data(), gathered.size());
    const std::string text = text_of(all);
    if (text.empty()) return;  // nobody wants it
    std::uint64_t room = 1;
    for (const Counts& counts : all) room = std::max(room, counts.names_bytes);
    std::string padded = names;
    padded.resize(room);
    const std::vector<char> texts = together_->gather(padded.data(), room, Call::end);
    std::vector<std::string> ranks;
    for (std::size_t i = 0; i < all.size(); ++i) ranks.emplace_back(texts.data() + i * room, all[i].names_bytes);
    if (rank() == 0) print_error(text + text_of_names(ranks));
  }
  void report_orphans() {
    std::vector<std::uint32_t> orphans = exchange_->orphans();
    std::sort(orphans.begin(), orphans.end());
    orphans.erase(std::unique(orphans.begin(), orphans.end()), orphans.end());
    for (const std::uint32_t tt : orphans)
      print_error("ttg: process " + std::to_string(rank()) + ": messages came for TT number " + std::to_string(tt) +
                  ", which is not executable here, or has ended");
  }
  std::string state() {
    return std::to_string(exchange_->sent()) + " records sent, " + std::to_string(exchange_->received()) +
           " received; " + (is_quiet() ? "no task is left here" : "tasks are left here") + exchange_->state();
  }

  const std::uint32_t group_;
  detail::Failure& failure_;
  TTList tts_;
  bool has_told_ = false;  // the thread in the fence, or one with the token
  std::unique_ptr<Exchange> exchange_;
  std::unique_ptr<MessageTrace> trace_;
  std::unique_ptr<Together> together_;
  std::unique_ptr<Progress> progress_;
};

// Called by a thread between two tasks: it looks for messages, if no thread has for a while. Reading the clock costs as
// much as a short task, so after short tasks it is read only every fourth time.
inline void look_in(const Link& link) {
  constexpr unsigned kShortTasks = 4;
  static thread_local unsigned left = kShortTasks;
  static thread_local std::uint64_t looked_ns = 0;
  Exchange* const exchange = link.exchange();
  if (exchange == nullptr || --left != 0) return;
  const std::uint64_t now = now_ns();
  left = now - looked_ns < Exchange::kSeldom_ns ? kShortTasks : 1;
  looked_ns = now;
  exchange->look_in(now);
}

inline void Link::agree() {
  if (exchange_ == nullptr) return;
  const std::string list = tts_.text();
  detail::FNVhasher hasher;
  hasher.update(list.size(), reinterpret_cast<const std::byte*>(list.data()));
  if (together_->agree(hasher.value())) return;
  print_error("ttg: the TTs that process " + std::to_string(rank()) + " has made executable:" + list);
  const char nothing = 0;
  together_->gather(&nothing, 1);  // all have said theirs
  exchange_->fail(
      "make_graph_executable(): the processes have made different TTs, or in another order (the lists are above); a "
      "TT's "
      "number, name and types must be the same on all of them");
}

}  // namespace ttg::ranks

#endif
