// The end of a fence of several ranks (front/ttg/include/ttg/ranks/fence/four_counters.h). Two threads stand for ranks,
// one for the network between them.
#include "ttg/ranks/fence/four_counters.h"

#include "models/explore/model.h"
#include "platform/atomic.h"

namespace xomp::models {
namespace {

// Rank 0 sends to rank 1, which sends two more back. A slot is a message: 1 while it is on its way, 2 when it has come. Ranks
// handle those that have come, and give their counts to one wave after the other while there are none.
struct Fence {
  static constexpr int threads = 3, kRanks = 2;
  static constexpr int kWaves = 40, kMessages = 3;
  struct Wave {
    atomic<int> sent{0}, received{0}, given{0};
  };
  atomic<int> on_its_way[kMessages] = {};
  int written[kMessages] = {};
  Wave waves[kWaves];
  Ledger handled;

  struct Rank {
    int number;
    std::uint64_t sent = 0, received = 0;
  };
  void send(Rank& me, int message) {
    written[message] = 7;
    ++me.sent;  // before it can be handled
    on_its_way[message].store(1, release);
  }
  bool handle_one(Rank& me) {
    for (int message = 0; message < kMessages; ++message) {
      const bool is_mine = (message == 0) == (me.number == 1);
      if (!is_mine || on_its_way[message].load(acquire) != 2) continue;
      on_its_way[message].store(0, relaxed);
      handled.enter_once(message, "a message is handled once");
      require(written[message] == 7, "what was sent is seen");
      if (message == 0) {
        send(me, 1);
        send(me, 2);
      }
      ++me.received;  // after all that handling it did
      return true;
    }
    return false;
  }
  void carry() {
    for (int left = kMessages; left != 0;)
      for (int message = 0; message < kMessages; ++message)
        if (int sent = 1; on_its_way[message].compare_exchange_strong(sent, 2, acq_rel, relaxed)) --left;
        else give_way();
  }
  void run(int thread) {
    if (thread == kRanks) return carry();
    Rank me{thread};
    if (thread == 0) send(me, 0);
    ttg::ranks::FourCounters counters;
    bool has_given = false;
    for (int w = 0;;) {
      if (handle_one(me)) continue;
      if (!has_given) {
        require(w < kWaves, "the fence ends");
        waves[w].sent.fetch_add(static_cast<int>(me.sent), relaxed);
        waves[w].received.fetch_add(static_cast<int>(me.received), relaxed);
        waves[w].given.fetch_add(1, acq_rel);  // an all-reduce ends after all have given theirs
        has_given = true;
      } else if (waves[w].given.load(acquire) == kRanks) {
        const auto sum = [](atomic<int>& a) { return static_cast<std::uint64_t>(a.load(relaxed)); };
        if (counters.take(sum(waves[w].sent), sum(waves[w].received))) break;
        ++w;
        has_given = false;
      } else {
        give_way();
      }
    }
    require(handled.sum() == kMessages, "a fence is over only when no message is on its way");
  }
  void at_end() {}
};
const Registered<Fence> fence("two-ranks", "a fence is over when nothing is on its way, and then for all",
                              {.departures = 1, .departures_long = 2});

// Two fences in a row, whose counters are the same ones. Rank 0 sends in the first fence. Between the two fences rank 1 sends, or nobody
// does, or rank 1 gets a task that sends nothing: then one wave ends the second fence.
struct InARow {
  static constexpr int threads = 3, kRanks = 2;
  static constexpr int kWaves = 40;
  enum class Between { sends, nothing, task };
  struct Wave {
    atomic<int> sent{0}, received{0}, given{0};
  };
  atomic<int> on_its_way[2] = {};  // to rank 1, to rank 0
  Wave waves[kWaves];
  Ledger handled;
  atomic<bool> task_has_ended{false};
  const Between between;
  explicit InARow(Between b) : between(b) {}

  struct Rank {
    int number;
    std::uint64_t sent = 0, received = 0;
    ttg::ranks::FourCounters counters{};
    int wave = 0;
  };
  void send(Rank& me, int message) {
    ++me.sent;
    on_its_way[message].store(1, release);
  }
  // Messages of the second fence wait until the rank is in it.
  bool handle_one(Rank& me, int fence) {
    const int message = me.number == 1 ? 0 : 1;
    if (message > fence || on_its_way[message].load(acquire) != 2) return false;
    on_its_way[message].store(0, relaxed);
    handled.enter_once(message, "a message is handled once");
    ++me.received;
    return true;
  }
  void carry() {
    for (int left = between == Between::sends ? 2 : 1; left != 0;)
      for (auto& message : on_its_way)
        if (int sent = 1; message.compare_exchange_strong(sent, 2, acq_rel, relaxed)) --left;
        else give_way();
  }
  void pass_fence(Rank& me, int fence) {
    for (bool has_given = false;;) {
      if (handle_one(me, fence)) continue;
      Wave& wave = waves[me.wave];
      if (!has_given) {
        require(me.wave + 1 < kWaves, "the fence ends");
        wave.sent.fetch_add(static_cast<int>(me.sent), relaxed);
        wave.received.fetch_add(static_cast<int>(me.received), relaxed);
        wave.given.fetch_add(1, acq_rel);
        has_given = true;
      } else if (wave.given.load(acquire) == kRanks) {
        const auto sum = [](atomic<int>& a) { return static_cast<std::uint64_t>(a.load(relaxed)); };
        const bool is_over = me.counters.take(sum(wave.sent), sum(wave.received));
        ++me.wave;
        has_given = false;
        if (is_over) return;
      } else {
        give_way();
      }
    }
  }
  void run(int thread) {
    if (thread == kRanks) return carry();
    Rank me{thread};
    if (thread == 0) send(me, 0);
    pass_fence(me, 0);
    require(handled.sum() == 1, "the first fence is over only when its message has come");
    const int waves_before = me.wave;
    if (thread == 1 && between == Between::sends) send(me, 1);
    if (thread == 1 && between == Between::task) task_has_ended.store(true, relaxed);  // the fence orders it
    pass_fence(me, 1);
    require(handled.sum() == (between == Between::sends ? 2 : 1),
            "the second fence is over only when all messages have come");
    require(between != Between::task || task_has_ended.load(relaxed), "nor is it over before a task has ended");
    require(between == Between::sends || me.wave == waves_before + 1,
            "a fence in which nothing was sent takes one wave");
  }
  void at_end() {}
};
struct SendsBetween : InARow {
  SendsBetween() : InARow(Between::sends) {}
};
struct NothingBetween : InARow {
  NothingBetween() : InARow(Between::nothing) {}
};
struct TaskBetween : InARow {
  TaskBetween() : InARow(Between::task) {}
};
const Registered<SendsBetween> sends_between("in-a-row",
                                             "a fence behind another one is over when nothing is on its way",
                                             {.departures = 1, .departures_long = 2});
const Registered<NothingBetween> nothing_between("in-a-row-empty", "a fence in which nothing was sent takes one wave",
                                                 {.departures = 1, .departures_long = 2});
const Registered<TaskBetween> task_between("in-a-row-task",
                                           "a fence in which only tasks ran takes one wave, which comes after them",
                                           {.departures = 1, .departures_long = 2});

}  // namespace
}  // namespace xomp::models
