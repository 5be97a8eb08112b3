"""Faults of the teams' barriers."""
from mutant import Mutant

BARRIER = "core/barrier/"
WAIT = "core/team/barrier_wait.h"
HERE = {"through": "core/team/barrier.cpp"}
TREE = {"through": "core/team/tree_barrier.cpp", "policy": "XOMP_BARRIER=tree:fanout=2"}
MUTANTS_OF_BARRIERS = [
    # --- arrivals in groups ---
    Mutant("arrivals", BARRIER + "arrival.h", "{group.word.fetch_add(1, acq_rel) + 1}", "{group.word.fetch_add(1, acquire) + 1}",
           "what a thread did before the barrier is not seen by those of other groups"),
    Mutant("arrivals", BARRIER + "arrival.h", "level[group].word.store(seen.next().word, relaxed);", "level[group].word.store(seen.with(0).word, relaxed);",
           "a group does not know that its barrier is another one"),
    Mutant("arrivals", BARRIER + "arrival.h", "      level[group].word.store(seen.next().word, relaxed);  // [ARRIVE-2]\n", "",
           "the next barrier's arrivals are counted on top"),
    Mutant("arrivals", BARRIER + "arrival.h", "if (size != size_ || groups_[0].word.load(relaxed) != ready.word)", "if (size != size_)",
           "groups that a small region has left out count for a barrier of before", ["arrivals-sizes"]),
    Mutant("arrivals", BARRIER + "arrival.cpp", "groups_[i].word.store(ready.word, relaxed);", "if (i != 1) groups_[i].word.store(ready.word, relaxed);",
           "a group that was left half full when a barrier was given up stays so", ["arrivals-sizes", "arrivals-given-up"]),
    Mutant("arrivals", BARRIER + "barrier_word.h", "word_.store(all.word, release);", "word_.store(all.word, relaxed);",
           "a thread that completes does not see what the others did", ["arrivals-2", "arrivals-3"]),
    # --- the wait ---
    Mutant("tasks", WAIT, "seems_quiescent() : sched::team_is_quiescent(team_);", "seems_quiescent() : true;",
           "the barrier does not ask whether a task is left", ["barrier"], **HERE),
    Mutant("regions", WAIT, "      team_.barrier.announce_all(arrival_);\n", "", "in a large team nobody learns that all are here", ["growing"], **HERE),
    Mutant("regions", WAIT, "if (team_.tasking.load(relaxed)) {  // published by the arrivals; only", "if (false) {  // only",
           "the last thread of a large team does not ask whether a task is left", ["growing"], **HERE),
    Mutant("regions", WAIT, "  sched::wake_idle(team);\n}\n", "}\n", "nobody wakes who sleeps in a barrier that is complete", ["regions"], **HERE),
    Mutant("regions", WAIT, "if (!must_look_ && own == seen_ends_.own && others == seen_ends_.others) return false;", "if (own == seen_ends_.own && others == seen_ends_.others) return false;",
           "the last thread to arrive does not look whether a task is left, nor does anybody else", ["growing"], **HERE),
    # --- the tree ---
    Mutant("tree_barrier", BARRIER + "tree_barrier.h", "own = group->word.fetch_add(1, acq_rel) + 1;", "own = group->word.fetch_add(1, acquire) + 1;",
           "what a thread did before the barrier is not seen by the last one"),
    Mutant("tree_barrier", BARRIER + "tree_barrier.h", "      seen = group->word.fetch_add(1, acq_rel) + 1;", "      seen = group->word.fetch_add(1, acquire) + 1;",
           "what the threads of a group did is not seen above it"),
    Mutant("tree_barrier", BARRIER + "tree_barrier.h", "      group->word.store(((seen >> kNumberAt) + 1) << kNumberAt, relaxed);  // [TREE-1]\n", "",
           "the next barrier's arrivals are counted on top"),
    Mutant("tree_barrier", BARRIER + "tree_barrier.h", "word.store(((seen >> kNumberAt) + 1) << kNumberAt, relaxed);", "word.store((seen >> kNumberAt) << kNumberAt, relaxed);",
           "a group does not know that its barrier is another one"),
    Mutant("tree_barrier", BARRIER + "tree_barrier.h", "arrived(seen) == members;)", "arrived(seen) == group->members;)",
           "a thread that has counted reads what the primary writes for the next region", ["tree-sizes"]),
    Mutant("tree_barrier", BARRIER + "tree_barrier.h", "told.store(before + 1, release);", "told.store(before + 1, relaxed);",
           "a thread that is let go does not see what the others did"),
    Mutant("tree_barrier", BARRIER + "tree_barrier.h", "told.load(acquire) > before;", "told.load(relaxed) > before;", "the same, at the other side"),
    Mutant("tree_barrier", BARRIER + "tree_barrier.h", "told.load(acquire) > before;", "told.load(acquire) >= before;",
           "the word of the barrier before lets a thread go"),
    Mutant("tree_barrier", BARRIER + "tree_barrier.h", "{ size_ = 0; }", "{}", "a barrier that was given up leaves groups half full", ["tree-given-up"]),
    Mutant("tree_barrier", BARRIER + "tree_barrier.cpp", "if (number < former) number += kCompletions + 1;", "number += kCompletions + 1;",
           "the number runs ahead of the word's", harmless="only its low 16 bits count for the word, and it need not be dense"),
    Mutant("tree_barrier", BARRIER + "tree_shape.cpp", "if (i == 0) continue;", "if (i == 0 || level == 1) continue;", "a group of the second level is not told", ["tree-plain"]),
    Mutant("regions", WAIT, "return w.is_complete() || w.next_region() ||", "return w.next_region() ||",
           "a thread sleeps beside the release, because nobody has told it yet", ["regions", "growing"], **TREE),
    Mutant("regions", "core/team/tree_barrier.cpp", "if (!waiter.given_up() && !team.alone) waiter.let_others_go();", "",
           "nobody tells anybody", ["regions", "growing"], policy=TREE["policy"],
           harmless="TREE-3: a thread that waits looks at the word, too; the tellers only save it most of these looks"),
]
