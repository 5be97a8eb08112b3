"""Faults that the explorer must find: each is one small change of the engine's real code, in a copy, for one program of models.
ci/explore makes them one after the other. `old` stands in the file exactly once; who changes the code there changes it here."""
from dataclasses import dataclass, field


@dataclass
class Mutant:
    program: str  # models/PROGRAM.cpp
    file: str  # below src/
    old: str
    new: str
    why: str  # what goes wrong
    models: list = field(default_factory=list)  # of the program; empty: any
    harmless: str = ""  # not found, and why that is right


QUEUE = "core/queue/"
MUTANTS = [
    # --- B-queue ---
    Mutant("b_queue", QUEUE + "b_queue.h", "slot.store(nullptr, release);     // [BQUEUE-2]", "slot.store(nullptr, relaxed);     //",
           "the null of a slot may come after the item that is put there next, which is lost"),
    Mutant("b_queue", QUEUE + "b_queue.h", "my.slot(my.next).store(item, release);",
           "my.slot(my.next).store(item, relaxed);", "an item is had without what its maker wrote"),
    Mutant("b_queue", QUEUE + "b_queue.h", "while ((slot(next + n - 1).load(acquire)", "while ((slot(next).load(acquire)",
           "the slot looked at is not the batch's last"),
    Mutant("b_queue", QUEUE + "b_queue.h", "      n /= 2;\n", "      return false;\n",
           "a side that does not go down to smaller batches waits for a whole one for ever"),
    # --- split deque ---
    Mutant("split_deque", QUEUE + "split_deque.h", "const bool fenced = platform::fence_heavy();", "const bool fenced = true;",
           "owner and raider both have an item: the owner's store waits in its buffer", ["raid"]),
    Mutant("split_deque", QUEUE + "split_deque.h", "if (wrap(taken) == top) limit_ =", "limit_ =",
           "a slot is written again before its thief has read it", ["wrap"]),
    Mutant("split_deque", QUEUE + "split_deque.h", "bottom_.store(b, release);  // [DEQUE-3]; [DEQUE-1] for a raider", "bottom_.store(b, relaxed);  //",
           "a raider that reads a pop's bottom has not acquired the items below", ["raid", "two-raiders", "sleeper"]),
    Mutant("split_deque", QUEUE + "split_deque.h", "bottom_.store(wrap(b + 1), release);     // [DEQUE-1]", "bottom_.store(wrap(b + 1), relaxed);     //",
           "a raider makes public what is not written yet", ["raid", "two-raiders", "sleeper"]),
    Mutant("split_deque", QUEUE + "split_deque.h", "const Index wanted = wrap(top + static_cast<Index>((unshared + 1) / 2));",
           "const Index wanted = wrap(top + static_cast<Index>(unshared + 1));", "a raid publishes one more than there is",
           harmless="the raid's second compare-exchange takes what bottom says if that is less (DEQUE-3): too much is never published"),
    Mutant("split_deque", QUEUE + "split_deque.h", "    if (distance(b, end) < 0) end = b;\n", "",
           "a raid publishes what the owner has popped meanwhile", ["raid", "two-raiders", "sleeper"]),
    # --- Chase-Lev ---
    Mutant("chase_lev_deque", QUEUE + "chase_lev_deque.h", "bottom_.store(--b, seq_cst);", "bottom_.store(--b, release);",
           "owner and thief both have the last item"),
    Mutant("chase_lev_deque", QUEUE + "chase_lev_deque.h", "Index t = top_.load(seq_cst);                    // [CHASE-2]",
           "Index t = top_.load(acquire);                    //", "S1 must be in the one order of all: acquire does not give that",
           ["two-thieves"],
           harmless="on x86 and aarch64, and beyond the explorer: its order of all seq_cst accesses is that of execution, while"
                    " C++20 lets it contradict what happened before (docs/verification.md)"),
    Mutant("chase_lev_deque", QUEUE + "chase_lev_deque.h", "if (t == b && top_.compare_exchange_strong(t, b + 1, seq_cst, relaxed))",
           "if (t == b)", "the owner takes the last item without asking"),
    # --- request cell and handover word ---
    Mutant("request_cell", QUEUE + "request_cell.h",
           "    const std::uint64_t cell = cell_.load(acquire);  // [REQUEST-1] before round_\n    const Round round = round_.load(acquire);        // [REQUEST-1]\n",
           "    const Round round = round_.load(acquire);\n    const std::uint64_t cell = cell_.load(acquire);\n",
           "a newer request is taken for an old one, and overwritten",
           harmless="a slow thief may do that in any case: the request's thief repeats it or goes elsewhere (Request cell, 2)"),
    Mutant("request_cell", QUEUE + "request_cell.h", "round_.store(next(round_.load(relaxed)), release);", "round_.store(round_.load(relaxed), release);",
           "the round does not advance: the thief waits for ever"),
    Mutant("request_cell", QUEUE + "handover_word.h", "word_.compare_exchange_strong(none, item, release, relaxed);",
           "(word_.store(item, release), none == nullptr);", "two victims' answers: one is overwritten", ["no-wait-form"]),
    Mutant("request_cell", QUEUE + "handover_word.h", "Item* item = word_.load(acquire);", "Item* item = word_.load(relaxed);",
           "an item is had without what its maker wrote"),
    # --- XQueue ---
    Mutant("xqueue", QUEUE + "xqueue.h", "    rings_[producer].store(r, release);  // [XQUEUE-1]\n    mark_created(producer);\n",
           "    mark_created(producer);\n    rings_[producer].store(r, release);\n", "a bit without a ring"),
    Mutant("xqueue", QUEUE + "xqueue.h", "      if (i == last) bits &= ~from_first;\n", "      if (i == last) bits = 0;\n",
           "queues below the one where the turn begins are never looked at"),
    # --- combining queue ---
    Mutant("combining_queue", QUEUE + "combining_queue.h", "node->state_.store(Node::State::done, release);", "node->state_.store(Node::State::done, relaxed);",
           "the answer is not seen with its mark"),
    Mutant("combining_queue", QUEUE + "combining_queue.h", "node->next_.store(next, release);  // [CC-2]", "node->next_.store(next, relaxed);  //",
           "the combiner serves a request that is not written yet"),
    Mutant("combining_queue", QUEUE + "combining_queue.h", "    node->state_.store(Node::State::combiner, release);  // [CC-3]\n",
           "    if (node->next_.load(acquire) == nullptr) node->state_.store(Node::State::combiner, release);\n",
           "the role is lost when a combiner has served its share", ["role-handed-on"]),
    # --- list with priorities ---
    Mutant("priority_lifo", QUEUE + "priority_lifo.h", "    ++tag_;\n", "", "an address that comes back is taken for the old list (ABA)", ["aba"]),
    Mutant("priority_lifo", QUEUE + "priority_lifo.h", "head_.store(pack(first, tag_), release);", "head_.store(pack(first, tag_), relaxed);",
           "a merged list is had without its links", ["merge", "merge-two-thieves"]),
    # --- buffers and FIFO ---
    Mutant("hierarchical_buffer", QUEUE + "hierarchical_buffer.h", "slot.item.store(item, release);", "slot.item.store(item, relaxed);",
           "an item is had without what its maker wrote"),
    Mutant("hierarchical_buffer", QUEUE + "overflow_fifo.h", "taking_.store(0, release);  ", "taking_.store(0, relaxed);  ",
           "the front goes from taker to taker without its links", ["fifo-two-takers", "buffer-two-thieves", "fifo-two-putters"]),
    Mutant("hierarchical_buffer", QUEUE + "overflow_fifo.h",
           "inbox_.load(acquire) == nullptr && taking_.load(acquire) == 0 &&\n           front_.load(relaxed) == nullptr;",
           "front_.load(relaxed) == nullptr && taking_.load(acquire) == 0 &&\n           inbox_.load(acquire) == nullptr;",
           "items on their way from inbox to front look gone: somebody sleeps beside them", ["fifo-two-takers"]),
    # --- message ring, batches, pending queue ---
    Mutant("message_ring", QUEUE + "message_ring.h", "slot(t).compare_exchange_strong(expected, word, seq_cst, relaxed)",
           "slot(t).compare_exchange_strong(expected, word, relaxed, relaxed)", "a message without what was written before it"),
    Mutant("message_ring", QUEUE + "message_ring.h", "slot(t).store(vacant(t + N), release);", "slot(t).store(vacant(t + N - 1), release);",
           "the number in a free slot is off by one: the ring stands still", ["wrap"]),
    Mutant("return_batch", "core/task/return_batch.h", "compare_exchange_weak(head, t, release, relaxed)", "compare_exchange_weak(head, t, relaxed, relaxed)",
           "a task is handed back without what it did"),
    Mutant("pending_queue", "core/task/pending_queue.h", "t->flags.store(t->flags.load(relaxed) | kExecuted, release);",
           "t->flags.store(t->flags.load(relaxed) | kExecuted, relaxed);", "memory is used anew while the executor's stores are on their way"),
    # --- sleep, locks ---
    Mutant("event_word", "core/sleep/event_word.h", "      const std::uint32_t seen = announce();\n      if (ready()) break;\n",
           "      const std::uint32_t seen = announce();\n", "no look after the announcement: a wake-up is lost"),
    Mutant("event_word", "core/sleep/event_word.h", "if (word_.fetch_add(kOne, acq_rel) & kSleeping) wake_sleepers();",
           "if (word_.load(acquire) & kSleeping) { word_.fetch_add(kOne, acq_rel); wake_sleepers(); }",
           "a look instead of a read-modify-write: the sleeper announces itself in between"),
    Mutant("event_word", "core/sleep/event_word.h", "    word_.fetch_and(~kSleeping, relaxed);  // those",
           "    word_.store(0, relaxed);  // those", "the count comes round at once: a sleeper on its way to the kernel is forgotten",
           ["two-conditions", "two-sleepers", "signal", "nudge"]),
    Mutant("lock_word", "core/sync/lock_word.cpp", "word_.compare_exchange_weak(seen, owner | kSleeping, acquire, relaxed)",
           "word_.compare_exchange_weak(seen, owner, acquire, relaxed)", "several sleepers, one wake: the last ones sleep beside a free lock",
           ["three-threads", "three-threads-twice"]),
    Mutant("lock_word", "core/sync/lock_word.h", "word_.exchange(0, release)", "word_.exchange(0, relaxed)", "what was written under the lock is not seen by the next"),
    Mutant("lock_word", "core/sync/bravo_lock.h", "    fence_reader();             // [BRAVO-1] between reading and writing_\n", "",
           "reader and writer together: the reader's mark waits in its store buffer", ["bravo", "bravo-two-readers"]),
    Mutant("lock_word", "core/sync/bravo_lock.h", "    reading.store(1, relaxed);  // [BRAVO-3]\n    lock_.unlock();\n",
           "    lock_.unlock();\n    reading.store(1, relaxed);\n", "a writer comes between the lock and the mark", ["bravo", "bravo-two-readers", "bravo-light"]),
    # --- roles, termination, regions, barriers ---
    Mutant("owner_role", "core/sched/owner_role.h", "void leave() { inside_.store(false, release); }", "void leave() { inside_.store(false, relaxed); }",
           "a raider does not see what the owner did inside"),
    Mutant("owner_role", "core/sched/owner_role.h", "if (!raider_.load(acquire)) [[likely]] return true;", "return true;", "the owner does not look for a raider"),
    Mutant("termination", "core/sched/termination.h", "    team.word_.fetch_add(Termination::kThread, acq_rel);  // [TERM-1]\n",
           "", "a thread that woke up does not hold the word: over while a task is left"),
    Mutant("termination", "core/sched/termination.h", "    const std::int64_t change = balance_ - Termination::kThread;\n    balance_ = 0;\n",
           "    const std::int64_t change = balance_ - Termination::kThread;\n", "a balance is added twice"),
    Mutant("region_word", "core/team/region_word.h",
           "if ((word & kSleeping) == 0 && !word_.compare_exchange_strong(word, word | kSleeping, acq_rel, relaxed)) return;",
           "word_.store(word | kSleeping, relaxed);", "the sleeper overwrites the word of a new region"),
    Mutant("region_word", "core/team/region_word.h", "while (!word_.compare_exchange_weak(seen, next(seen, size), acq_rel, relaxed));",
           "while (!word_.compare_exchange_weak(seen, next(seen, size), relaxed, relaxed));", "a region starts without its description"),
    Mutant("region_word", "core/team/region_word.h", "    wake_sleepers(seen);\n    return true;\n", "    return true;\n", "a thread sleeps beside its region"),
    Mutant("region_word", "core/barrier/barrier_word.h", "return {word_.fetch_add(1, acq_rel) + 1};", "return {word_.fetch_add(1, acquire) + 1};",
           "what a thread did before the barrier is not seen after it"),
    Mutant("tree_barrier", "core/barrier/tree_barrier.h", "    if (!seen.all_here() || seen.completions() != me.before || !waiter.quiescent()) return false;  // [TREE-3]\n",
           "    if (!waiter.quiescent() || !root_.look().all_here() || seen.completions() != me.before) return false;\n",
           "quiescent first, all here afterwards: a task stays behind",
           harmless="the compare-and-swap still compares with the look before quiescent(): it fails where that was not 'all here'"),
    Mutant("tree_barrier", "core/barrier/tree_barrier.h", "        level[g].arrived.store(0, relaxed);  // for the next barrier", "        //",
           "the next barrier's arrivals are counted on top"),
    Mutant("tree_barrier", "core/barrier/tree_barrier.h", "seats[i].told.store(me.before + 1, release);  // [TREE-2]", "seats[i].told.store(me.before + 1, relaxed);  //",
           "who is let go does not see what the others did"),
    # --- the engine ---
    Mutant("tasks", "core/sched/finish.cpp", "t->set(task::kOrphaned | task::kKept);", "t->set(task::kOrphaned);",
           "the owner frees a descriptor in which the thief still counts children", ["orphans"]),
    Mutant("tasks", "core/sched/finish.cpp", "const bool free_now = (flags & task::kKept) == 0 || t->handshake.fetch_add(1, acq_rel) == 1;",
           "const bool free_now = true;", "the same, at the other side", ["orphans"]),
    Mutant("tasks", "core/sched/finish.cpp",
           "  for (int i = 0; i < team.size; ++i) finished += team.threads[i]->finished.load(acquire);  // [BARRIER-1]\n  for (int i = 0; i < team.size; ++i) created += team.threads[i]->created.load(relaxed);    // [BARRIER-1]\n",
           "  for (int i = 0; i < team.size; ++i) created += team.threads[i]->created.load(relaxed);\n  for (int i = 0; i < team.size; ++i) finished += team.threads[i]->finished.load(acquire);\n",
           "creations summed before ends: the barrier is complete while a task is left", ["barrier", "tree", "orphans"]),
    Mutant("tasks", "core/team/barrier.cpp", "(!team->tasking.load(relaxed) || sched::team_is_quiescent(*team));", "true;",
           "the barrier does not ask whether a task is left", ["barrier"]),
    Mutant("tasks", "core/task/taskgroup.cpp", "  created = own.created.load(relaxed);\n", "  created = own.finished.load(relaxed);\n", "the group counts ends for creations", ["taskgroup"]),
    Mutant("dependences", "core/task/dependences.cpp", "    if (!set.held) {\n      set.held = true;\n", "    if (true) {\n      set.held = true;\n", "two members of a set at once", ["mutexinoutset"]),
    Mutant("dependences", "core/task/dependences.cpp", "return task->dependences->successors.exchange(closed(), acq_rel);",
           "return task->dependences->successors.exchange(nullptr, acq_rel);", "a successor that comes late waits for a task that is over", ["chain", "detach", "generators"]),
    Mutant("dependences", "core/sched/execute.cpp", "const std::uint32_t seen = t->completion.fetch_or(kFulfilled, acq_rel);",
           "const std::uint32_t seen = t->completion.load(acquire); t->completion.store(seen | kFulfilled, release);",
           "body and event miss one another: the task never ends", ["detach"]),
    Mutant("regions", "core/team/barrier.cpp", "sched::wake_idle(team);\n}\n\n// Runs", "}\n\n// Runs", "nobody wakes who sleeps in a barrier that is complete",
           ["regions"]),
]
