// Collective calls of a world's ranks, which all of them make in the same order: fences, agreements, sums and
// broadcasts. Called by the program's thread.
#ifndef XOMP_TTG_RANKS_FENCE_FENCE_H
#define XOMP_TTG_RANKS_FENCE_FENCE_H

#include "ttg/ranks/exchange/exchange.h"
#include "ttg/ranks/fence/four_counters.h"
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ttg::ranks {

// Names the collective call. All ranks must make the same ones in the same order.
enum class Call : std::uint64_t { fence, agreement, sum, broadcast, end };
inline const char* name_of(Call call) {
  constexpr const char* names[] = {"fence()", "make_graph_executable()", "ttg_sum()", "ttg_broadcast()", "finalize()"};
  return names[static_cast<std::uint64_t>(call)];
}

class Together {
 public:
  Together(Exchange& exchange, Host& host) : exchange_(exchange), host_(host) {}

  // --- a fence: begin, then steps until is_over() ---

  void begin_fence() {
    begin(Call::fence);
    is_over_ = wave_is_on_ = false;
    not_before_ns_ = 0;
    begin_ns_ = now_ns();
    pause_ns_ = kFirstPause_ns;
  }
  bool is_over() const { return is_over_; }
  // One look, by a thread that has found no task. Returns whether anything has moved.
  bool step() {
    const bool begins = !is_over_ && !wave_is_on_ && may_begin_wave();
    if (!begins && !may_find_something()) {
      exchange_.note_look();
      return false;
    }
    if (!exchange_.try_enter()) return false;
    exchange_.allow();
    bool any = exchange_.move();
    if (wave_is_on_ && exchange_.transport().collective_is_over()) {
      wave_is_on_ = false;
      any = true;
      end_wave();
    }
    if (!is_over_ && !wave_is_on_ && host_.is_quiet() && (begins || may_begin_wave())) begin_wave();
    exchange_.leave();
    return any;
  }
  // Called after a fence and what belongs to it. From then on records of the next epoch may be handled.
  void end_fence() {
    enter();
    exchange_.next_epoch();
    exchange_.leave();
  }
  std::uint64_t waves() const { return counters_.waves(); }

  // --- between fences ---

  // Says whether all ranks give the same hash.
  bool agree(std::uint64_t hash) {
    begin(Call::agreement);
    return all_waves(hash).least_hash == hash && all_.largest_hash == hash;
  }
  void broadcast(void* data, std::size_t bytes, int root) {
    begin(Call::broadcast);
    all_waves(0);
    collect([&](Transport& t) { t.begin_broadcast(data, bytes, root); });
  }
  // Gathers what each rank gives, in the order of ranks.
  std::vector<char> gather(const void* mine, std::size_t bytes, Call call = Call::sum) {
    begin(call);
    if (all_waves(bytes).least_hash != all_.largest_hash)
      exchange_.fail(std::string("the ranks do not give the same type to ") + name_of(call));
    std::vector<char> all(bytes * static_cast<std::size_t>(exchange_.size()));
    collect([&](Transport& t) { t.begin_gather(mine, bytes, all.data()); });
    return all;
  }
  // Must be the last call. What is still on its way is not the program's.
  void end() {
    begin(Call::end);
    while (exchange_.has_pieces_on_their_way()) pause(exchange_.poll(Poller::idle));
    all_waves(0);
    enter();
    exchange_.transport().close();
    exchange_.leave();
  }

 private:
  // The pause before the next wave, if a wave has found messages on their way. It doubles each time. It is at most a
  // sixteenth of the time that the fence has lasted, so that the fence ends late by no more than that.
  static constexpr std::uint64_t kFirstPause_ns = 10'000, kLongestPause_ns = 400'000;
  static constexpr int kHints = 16;                // that are looked for in a step
  static constexpr unsigned kLooksForHints = 256;  // so many steps have one that looks in any case

  // Looks for hints, which takes no token, since a look in vain would make an answer late that comes meanwhile. Now and then it lets a
  // step look in any case.
  bool may_find_something() {
    const Transport& transport = exchange_.transport();
    if (++looks_for_hints_ % kLooksForHints == 0) return true;
    for (int i = transport.is_crowded() ? 1 : kHints; i != 0; --i)
      if (exchange_.may_find_something() || (wave_is_on_ && transport.may_be_over())) return true;
    return false;
  }
  void enter() {
    while (!exchange_.try_enter()) Clock::give_way();
  }
  void begin(Call call) {
    mine_ = {};
    mine_.least_call = mine_.largest_call = ++calls_ << 8 | static_cast<std::uint64_t>(call);
  }
  // The clock is read at every eighth look only, since reading it costs as much as a short task.
  bool may_begin_wave() { return not_before_ns_ == 0 || (++looks_ % 8 == 0 && now_ns() >= not_before_ns_); }
  void begin_wave() {
    if (const std::string text = host_.failure_to_tell(); !text.empty()) tell(text);
    mine_.sent = exchange_.sent();
    mine_.received = exchange_.received();
    exchange_.transport().begin_wave(mine_, all_);
    wave_is_on_ = true;
  }
  void end_wave() {
    check_call();
    is_over_ = counters_.take(all_.sent, all_.received);
    if (is_over_ || all_.sent == all_.received) return;  // in the latter case another one may end it
    const std::uint64_t now = now_ns(), most = std::max((now - begin_ns_) / 16, kFirstPause_ns);
    not_before_ns_ = now + std::min(pause_ns_, most);
    pause_ns_ = std::min({2 * pause_ns_, 2 * most, kLongestPause_ns});
  }
  void check_call() {
    if (all_.least_call == all_.largest_call) return;
    const auto text = [](std::uint64_t call) {
      return std::string(name_of(static_cast<Call>(call & 0xff))) + " as its collective call " +
             std::to_string(call >> 8);
    };
    exchange_.fail("one process makes " + text(all_.least_call) + ", another one " + text(all_.largest_call) +
                   ": all have to make the same calls in the same order (this one makes " + text(mine_.least_call) +
                   ")");
  }
  void tell(const std::string& text) {
    RecordHead head{};
    head.kind = Kind::failure;
    for (int to = 0; to < exchange_.size(); ++to)
      if (to != exchange_.rank()) {
        Bytes body(text.data(), text.size());
        exchange_.post(to, head, body);
      }
  }
  const Wave& all_waves(std::uint64_t hash) {
    mine_.least_hash = mine_.largest_hash = hash;
    collect([&](Transport& t) { t.begin_wave(mine_, all_); });
    check_call();
    return all_;
  }
  // Does one step with all ranks. What comes meanwhile is handled.
  template <class Begin>
  void collect(Begin&& begin_step) {
    enter();
    begin_step(exchange_.transport());
    tries_ = 0;
    for (;;) {
      const bool is_through = exchange_.transport().collective_is_over();
      const bool any = !is_through && exchange_.move();
      exchange_.leave();
      if (is_through) return;
      pause(any);
      enter();
    }
  }
  void pause(bool any) {
    if (any) tries_ = 0;
    if (++tries_ < 200) return;
    if (tries_ < 2000) return Clock::give_way();
    Clock::sleep(std::chrono::microseconds(50));
  }

  Exchange& exchange_;
  Host& host_;
  FourCounters counters_;  // of all fences, one after the other
  Wave mine_, all_;
  std::uint64_t calls_ = 0;
  bool is_over_ = false, wave_is_on_ = false;
  std::uint64_t begin_ns_ = 0, not_before_ns_ = 0, pause_ns_ = kFirstPause_ns;
  unsigned tries_ = 0, looks_ = 0, looks_for_hints_ = 0;
};

}  // namespace ttg::ranks

#endif
