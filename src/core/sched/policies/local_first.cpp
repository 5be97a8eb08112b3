// local-first: each thread keeps its tasks to itself, newest first, without an atomic instruction. A thread without
// work sends a request to a busy one, through its mailbox, and goes on looking. The busy one serves it when it
// makes or takes a task, and hands over its oldest tasks. For programs whose data follow their tasks, and whose threads
// make or take tasks often: a task that stands behind a long one waits for it, milliseconds at least (raids.h). Source: X-TaskFlow's LF (2025), requests
// of X-OpenMP (2024; core/queue/mailbox.h).
#include <bit>

#include "core/queue/handover_word.h"
#include "core/queue/mailbox.h"
#include "core/sched/engine.h"
#include "core/sched/policies/parts/neighbours.h"
#include "core/sched/policies/parts/raids.h"
#include "platform/clock.h"
#include "platform/probe.h"

namespace xomp::sched {

namespace {

enum : int { kQueue, kSteal };
constexpr Parameter kParameters[] = {
    {"queue", "tasks that a thread may have deferred, rounded up to a power of two; more run at once", Unit::count, 2,
     65536, 2048},
    {"steal", "most tasks that answer a request; at most half of what there is", Unit::count, 1, 1024, 32},
};

// What the policy keeps for one thread.
struct Local {
  Local() {
    const std::uint32_t capacity = std::bit_ceil(static_cast<std::uint32_t>(count_parameter(kQueue)));
    slots = static_cast<Task**>(platform::allocate_forever(capacity * sizeof(Task*)));
    mask = capacity - 1;
  }

  // Hints, because the role is not needed: a raider may be there.
  bool empty() const { return size() == 0; }
  std::uint32_t size() const { return bottom.load(relaxed) - top.load(relaxed); }
  // In the owner's role.
  bool push(Task* t) {
    const std::uint32_t b = bottom.load(relaxed);
    if (b - top.load(relaxed) > mask) return false;
    slots[b & mask] = t;
    set_bottom(b + 1);
    return true;
  }
  Task* newest() const { return empty() ? nullptr : slots[(bottom.load(relaxed) - 1) & mask]; }
  Task* pop() {
    set_bottom(bottom.load(relaxed) - 1);
    return slots[bottom.load(relaxed) & mask];
  }
  Task* take_oldest() {
    const std::uint32_t t = top.load(relaxed);
    top.store(t + 1, relaxed);
    set_bottom(bottom.load(relaxed));
    return slots[t & mask];
  }
  void set_bottom(std::uint32_t b) {
    bottom.store(b, relaxed);
    has_tasks.store(b != top.load(relaxed), relaxed);  // hint for thieves
  }

  OwnerRole role;
  // Written in the role, which orders them. Indexes count modulo 2^32.
  Task** slots;
  std::uint32_t mask = 0;
  atomic<std::uint32_t> top{0}, bottom{0};
  // Read and written by the owner only.
  std::uint32_t next_number = 0;  // as FLOOR-1 in engine.h; tasks from others have kNoFloor
  Local* asked = nullptr;         // the victim of this thread's last request, and its round there
  queue::Mailbox::Round asked_round = 0;
  std::uint32_t looks_left = 0;  // looks until it sends a request to another one
  std::int32_t last_victim = 0;
  std::uint64_t woke_ns = 0;  // when it last woke a sleeper
  Neighbours neighbours;
  // Read by thieves.
  alignas(platform::cache_line) atomic<bool> has_tasks{false};
  queue::Mailbox requests;
  queue::HandoverWord<Task> handed;  // the first of a chain by `next`
};

class LocalFirst {
 public:
  static constexpr bool kHoldersOnly = true;
  using Thread = Local;

  explicit LocalFirst(int threads) : threads_(threads) {}

  static Holder put(Worker& me, Task* t) {
    Local& own = own_of(me);
    t->saved_floor = own.next_number;  // [FLOOR-1] also when it runs at once
    if (const InRole role(own.role); !role || !own.push(t)) return kNoRoom;
    if (++own.next_number == task::kNoFloor) own.next_number = 0;
    share(me, own);
    return me.thread->number;
  }

  static std::uint32_t position(const Local& own) { return own.next_number; }
  // [SUSPEND-1] What is put meanwhile gets numbers that are older than every floor.
  static Task* freeze(Worker& me) {
    own_of(me).next_number -= kFarBack;
    return nullptr;
  }
  static void thaw(Worker& me, std::uint32_t position, Task*) { own_of(me).next_number = position; }

  static Task* pop(Worker& me, Allowed allowed) {
    Local& own = own_of(me);
    own.role.note_look();
    Task* const t = take_own(me, own, allowed);
    if (t != nullptr) share(me, own);
    return t;
  }
  static Task* get(Worker& me, Allowed allowed) {
    Local& own = own_of(me);
    Task* const t = take_handed(me, own, allowed);
    share(me, own);
    if (t == nullptr) ask_someone(me, own);
    return t;
  }
  Task* search(Worker& me, Allowed allowed, Effort effort) {
    if (Task* t = pop(me, allowed)) return t;
    if (Task* t = get(me, allowed)) return t;
    if (Task* t = take_shared(me, allowed, effort)) return t;
    return effort == Effort::utmost && raid(me) ? take_shared(me, allowed, effort) : nullptr;
  }

  static Grant grant_in_place(Worker& me) {
    const Local& own = own_of(me);
    if (own.size() < kEnough || own.requests.pending() != queue::Mailbox::kNobody) return Grant::none;
    return Grant::once;
  }
  static bool is_requested(Worker& me) { return own_of(me).requests.pending() != queue::Mailbox::kNobody; }
  static void share(Worker& me, Going) { share(me, own_of(me)); }

  static bool has_work(Worker& me) {
    const Local& own = own_of(me);
    return !own.empty() || !own.handed.looks_empty();
  }

  // In a wait inside a task this thread may not run some of its tasks. Other threads may, so it hands them out.
  static void before_sleep(Worker& me, Allowed allowed) {
    Local& own = own_of(me);
    if (allowed == Allowed::any) return;
    const InRole role(own.role);
    if (!role) return;
    while (!own.empty()) spill(*me.thread->team, own.take_oldest());
    if (own.handed.looks_empty()) return;
    for_each(own.handed.take(), [&me](Task* t) { spill(*me.thread->team, t); });  // requested in an earlier wait
    own.asked = nullptr;
  }

  template <class Visit>
  void drain(TeamTasks& team, TeamThread&, Visit&& visit) {
    raids_.reset();
    for (int i = 0; i < team.size; ++i) {
      Local& local = part_of<LocalFirst>(*team.threads[i]);
      local.role.reset();
      while (!local.empty()) visit(local.pop());
      for_each(local.handed.take(), visit);
    }
  }

 private:
  static constexpr std::uint32_t kFarBack = 1u << 30;
  static constexpr std::uint32_t kEnough = 4;        // with so many own tasks queued, new ones may run in place
  static constexpr std::uint32_t kLooksForOne = 32;  // looks at a request before another victim gets one
  static constexpr std::uint64_t kWake_ns = 50'000;  // a wake-up takes about that
  static constexpr int kMostRaided = 256;            // tasks of one victim at a time

  // Calls visit(t) for each task of a chain by `next`, which may change that link.
  template <class Visit>
  static void for_each(Task* first, Visit&& visit) {
    while (Task* const t = first) {
      first = t->next;
      visit(t);
    }
  }

  static Local& own_of(Worker& me) { return part_of<LocalFirst>(*me.thread); }

  // [FLOOR-1] No other thread takes from this queue, so the newest task can be looked at where it is.
  static Task* take_own(Worker& me, Local& own, Allowed allowed) {
    const InRole role(own.role);
    if (!role) return nullptr;
    Task* const t = own.newest();
    if (t == nullptr || !(allowed == Allowed::any || put_since_begin(me, t) || is_permitted(me, t, allowed)))
      return nullptr;
    return own.pop();
  }
  static bool put_since_begin(const Worker& me, const Task* t) {
    return t->saved_floor != task::kNoFloor && static_cast<std::int32_t>(t->saved_floor - me.thread->floor) >= 0;
  }

  static Task* take_handed(Worker& me, Local& own, Allowed allowed) {
    if (own.handed.looks_empty()) return nullptr;
    const InRole role(own.role);
    Task* t = role ? own.handed.take() : nullptr;
    if (t == nullptr) return nullptr;
    own.asked = nullptr;
    Task* found = nullptr;
    for_each(t, [&](Task* given) {
      given->saved_floor = task::kNoFloor;
      if (found == nullptr) {
        found = permitted(me, given, allowed);
      } else if (!own.push(given)) {
        spill(*me.thread->team, given);
      }
      Counters::add(me.counters.stolen);
      platform::probe::steal(me.thread->team, me.thread->number, 1);
    });
    return found;
  }

  // Called by a busy thread: hands its oldest tasks to a thread that has sent a request.
  static void share(Worker& me, Local& own) {
    const queue::Mailbox::Thief thief = own.requests.pending();
    if (thief != queue::Mailbox::kNobody) [[unlikely]]
      answer(me, own, static_cast<int>(thief));
    // Sleepers send no requests, so one is woken. It then sends a request, which a later call serves.
    if (!own.empty() && me.thread->team->sleepers.load(relaxed) != 0) [[unlikely]]
      wake_a_thief(me, own);  // hint, each time again
  }
  [[gnu::noinline]] static void wake_a_thief(Worker& me, Local& own) {
    const std::uint64_t now = platform::now_ns();
    if (now - own.woke_ns < kWake_ns) return;
    own.woke_ns = now;
    notify_one_more(*me.thread->team);
  }

  [[gnu::noinline]] static void answer(Worker& me, Local& own, int thief) {
    TeamTasks& team = *me.thread->team;
    const bool there = !own.empty() && thief < team.size && thief != me.thread->number;
    if (const std::uint32_t given = there ? hand_over(team, own, thief) : 0; given != 0) {
      Counters::add(me.counters.requests_served);
      count_push(me, *team.threads[thief], given);
    } else {
      Counters::add(me.counters.requests_refused);
    }
    own.requests.advance();     // [REQUEST-3]
    platform::fence_seq_cst();  // [HANDOVER-3] the word, then whether its owner sleeps
    if (thief < team.size) wake_holder(team, thief);
  }

  // Hands over some of the oldest tasks and returns how many.
  static std::uint32_t hand_over(TeamTasks& team, Local& own, int number) {
    // A request may be older than the team. The thread that has that number now need not have sent it, so its word must
    // be empty.
    Local& thief = part_of<LocalFirst>(*team.threads[number]);
    if (!thief.handed.looks_empty()) return 0;
    const InRole role(own.role);
    if (!role || own.empty()) return 0;
    const auto most = static_cast<std::uint32_t>(count_parameter(kSteal));
    std::uint32_t n = (own.size() + 1) / 2;
    if (n > most) n = most;
    Task* const first = own.take_oldest();
    Task* last = first;
    for (std::uint32_t i = 1; i < n; ++i) {
      Task* const t = own.take_oldest();
      last->next = t;
      last = t;
    }
    last->next = nullptr;
    if (thief.handed.try_hand_over(first)) return n;
    // Another victim was quicker, so these go where every thread looks.
    for_each(first, [&team](Task* t) { spill(team, t); });
    return 0;
  }
  static void count_push(Worker& me, const TeamThread& thief, std::uint32_t tasks) {
    const std::int32_t here = me.thread->processor.load(relaxed), there = thief.processor.load(relaxed);  // hints
    const bool far =
        here >= 0 && there >= 0 && topology::machine().domain_of(here) != topology::machine().domain_of(there);
    Counters::add(far ? me.counters.pushed_far : me.counters.pushed_near, tasks);
    Counters::add(me.counters.moved, tasks);
  }

  bool raid(Worker& me) {
    TeamTasks& team = *me.thread->team;
    const auto local = [&team](int i) -> Local& { return part_of<LocalFirst>(*team.threads[i]); };
    return raids_.raid(
        me, threads_, [&](int i) -> OwnerRole& { return local(i).role; },
        // A thread that has gone to another team has nothing of this team's [TEAM-1].
        [&](int i) { return team.threads[i]->team != &team || (local(i).empty() && local(i).handed.looks_empty()); },
        [&](int i, auto&& share) {
          Local& victim = local(i);
          if (team.threads[i]->team != &team) return;
          for (int left = kMostRaided; left > 0 && !victim.empty(); --left) share(victim.take_oldest());
          for_each(victim.handed.take(), share);
        });
  }

  // Sends one request at a time. The next one goes to another victim, if this one had nothing or is busy for long.
  static void ask_someone(Worker& me, Local& own) {
    if (own.asked != nullptr && !own.asked->requests.answered(own.asked_round) && own.looks_left-- != 0) return;
    own.asked = nullptr;
    TeamThread& thread = *me.thread;
    TeamTasks& team = *thread.team;
    const int n = team.size;
    const auto neighbours = own.neighbours.of(thread);
    for (std::int32_t victim : neighbours)
      if (victim < n && ask(me, own, victim)) return;
    if (!neighbours.empty()) return;
    for (int i = 0, victim = own.last_victim; i < n; ++i, ++victim) {
      if (victim >= n) victim = 0;
      if (victim != thread.number && ask(me, own, victim)) return;
    }
  }
  static bool ask(Worker& me, Local& own, int number) {
    TeamThread& thread = *me.thread;
    Local& victim = part_of<LocalFirst>(*thread.team->threads[number]);
    if (&victim == &own || !victim.has_tasks.load(relaxed)) return false;  // hint
    if (!victim.requests.try_request(static_cast<std::uint32_t>(thread.number), own.asked_round)) return false;
    own.asked = &victim;
    own.looks_left = kLooksForOne;
    own.last_victim = number;
    Counters::add(me.counters.requests_sent);
    return true;
  }

  int threads_;
  Raids raids_;
};

}  // namespace

extern const Policy local_first_policy;
constinit const Policy local_first_policy = policy_entry<LocalFirst>(
    "local-first", "own tasks first, shared on request; for data that stay with their threads", kParameters);

}  // namespace xomp::sched
