// xqueue-wait: static round robin, and a thread without a task sends a request to another one. It waits a while for a
// task, which comes into a word of its own. It waits for a number of tries, which doubles with each request in vain and
// falls slowly with each success. Tasks in its own queues, into which the others still put, end the wait. The victim
// serves the request when it gets a task. For programs whose tasks differ in length and are made in bursts. Source:
// X-OpenMP (Nookala et al. 2024), section 4.1.
#include "core/queue/handover_word.h"
#include "core/sched/policies/parts/requests.h"
#include "core/sched/policies/parts/round_robin.h"
#include "core/sleep/pressure.h"

namespace xomp::sched {

namespace {

enum : int { kMinTries, kMaxTries, kQueue };
constexpr Parameter kParameters[] = {
    {"min", "looks for the answer to a request, at first", Unit::count, 1, 1e6, 16},
    {"max", "looks for the answer to a request, at most", Unit::count, 1, 1e6, 1024},
    {"queue", "tasks in the queue from one thread to another, rounded up to a power of two", Unit::count, 2, 65536,
     256},
};

class AwaitedAnswers : public RoundRobin {
 public:
  explicit AwaitedAnswers(int threads)
      : RoundRobin(threads, count_parameter(kQueue)),
        requests_(threads),
        min_(count_parameter(kMinTries)),
        max_(count_parameter(kMaxTries) > min_ ? count_parameter(kMaxTries) : min_),
        answers_(static_cast<Answer*>(platform::allocate_forever(static_cast<std::size_t>(threads) * sizeof(Answer)))),
        threads_(threads) {
    for (int i = 0; i < threads; ++i) new (&answers_[i]) Answer{{}, min_};
  }

  Grant grant_in_place(Worker& me) {
    return requests_.pending(me) == Requests::kNone ? RoundRobin::grant_in_place(me) : Grant::none;
  }
  bool is_requested(Worker& me) { return requests_.pending(me) != Requests::kNone; }

  Task* get(Worker& me, Allowed allowed) {
    Task* t = take(me, allowed);
    const int thief = requests_.pending(me);
    if (thief != Requests::kNone) [[unlikely]]
      serve(me, thief);
    if (t == nullptr) t = ask_and_wait(me, allowed);
    if (t == nullptr) return nullptr;
    requests_.find_task(me);
    queues_.wake_thieves(me);
    return t;
  }

  Task* search(Worker& me, Allowed allowed, Effort effort) {
    if (Task* t = get(me, allowed)) return t;
    Task* const t = queues_.search(me, allowed, effort, LateAnswers{answers_});
    if (t != nullptr) requests_.find_task(me);
    return t;
  }
  bool has_work(Worker& me) { return !answer_of(me).word.looks_empty() || queues_.has_work(me); }
  template <class Visit>
  void drain(TeamTasks&, TeamThread&, Visit&& visit) {
    queues_.drain(visit);
    for (int i = 0; i < threads_; ++i) {
      answers_[i].word.for_each(visit);
      answers_[i].word.clear();
    }
  }

 private:
  struct alignas(platform::cache_line) Answer {
    queue::HandoverWord<Task> word;
    int tries;  // read and written by its thread only
  };
  struct LateAnswers {
    Answer* answers;
    bool looks_empty(int i) const { return answers[i].word.looks_empty(); }
    void take_out(int i, auto&& visit) const {
      if (Task* late = answers[i].word.take()) visit(late);
    }
  };
  Answer& answer_of(const Worker& me) const { return answers_[me.thread->number]; }

  // Also takes a task that comes after the thread has given up waiting, because its request may still be served then
  // (HANDOVER-1).
  Task* take(Worker& me, Allowed allowed) {
    if (!answer_of(me).word.looks_empty()) [[unlikely]] {
      Task* const t = queues_.in_role(me, [&] { return answer_of(me).word.take(); });
      if (t != nullptr && is_permitted(me, t, allowed)) return t;
      if (t != nullptr) queues_.turn_away(me, t);
    }
    return queues_.get(me, allowed);
  }

  [[gnu::noinline]] void serve(Worker& me, int thief) {
    Task* t = queues_.take_for(me, thief);
    if (t != nullptr && !answers_[thief].word.try_hand_over(t)) {
      queues_.turn_away(me, t);
      t = nullptr;
    }
    requests_.answer(me, t != nullptr ? 1 : 0);
    if (t == nullptr) return;
    queues_.count_moved(me, thief);
    sleep::fence_after_putting();  // [POLICY-1] [HANDOVER-3]
    wake_holder(*me.thread->team, thief);
  }

  [[gnu::noinline]] Task* ask_and_wait(Worker& me, Allowed allowed) {
    Answer& my = answer_of(me);
    requests_.fall_idle(me);
    if (requests_.ask(me) == Requests::kNone) return nullptr;
    // While the process is oversubscribed it tries few times, because the victim may need this thread's processor.
    const int tries = sleep::oversubscribed() ? min_ : my.tries;
    for (int i = 0; i < tries && my.word.looks_empty(); ++i) {
      requests_.fall_idle(me);  // a late request may have opened the mailbox
      if (requests_.answered(me)) break;
      requests_.repeat(me);
      if (i % kTriesPerLook == 0 && queues_.has_work(me)) break;
      platform::cpu_relax();
    }
    Task* const t = take(me, allowed);
    if (t != nullptr) {
      my.tries = my.tries - min_ > min_ ? my.tries - min_ : min_;
    } else {
      my.tries = my.tries * 2 < max_ ? my.tries * 2 : max_;
    }
    return t;
  }

  static constexpr int kTriesPerLook = 8;  // into the thread's own queues

  Requests requests_;
  int min_, max_;
  Answer* answers_;
  int threads_;
};

}  // namespace

extern const Policy xqueue_wait_policy;
constinit const Policy xqueue_wait_policy = policy_entry<AwaitedAnswers>(
    "xqueue-wait", "round robin, and idle threads ask for a task and wait for it", kParameters);

}  // namespace xomp::sched
