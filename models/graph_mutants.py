"""Faults of what graphs have as TTG's paper has it: chained tables (XOMP_TTG_TABLE=chained), the reader-biased lock around them, and tasks
counted one by one (XOMP_TTG_TERMINATION=process)."""
from mutant import Mutant

CHAINED = "core/graph/chained_table.cpp"
BRAVO = "core/sync/bravo_lock.h"
GROUPS = "core/graph/groups.cpp"
BY_EACH = {"policy": "XOMP_TTG_TERMINATION=process"}
IN_TABLE = {"through": CHAINED}
GRAPH_MUTANTS = [
    # --- chained tables ---
    Mutant("chained_table", CHAINED, "  if (front_ == full) {\n", "  {\n", "two threads grow the same table: the first one's new table is lost",
           ["chained-growers"]),
    Mutant("chained_table", CHAINED, "      full->left.store(tasks, relaxed);  // published by unlock()\n", "      full->left.store(1, relaxed);\n",
           "a table is taken for empty while it has tasks", ["chained-growth", "chained-moves"]),
    Mutant("chained_table", CHAINED, "  if (task != nullptr) insert(place, task);  // to the front, where the next look finds it at once\n", "",
           "a task is taken out of an older table and put nowhere", ["chained-growth", "chained-moves"]),
    Mutant("chained_table", CHAINED, "  if (place.held != nullptr) put_back(place);\n", "", "a task that was found stays in no chain", ["chained-growth"]),
    Mutant("chained_table", CHAINED, "    lock_bucket(bucket.lock);  // [CHAIN-1]\n    place.older = &bucket;\n    Task* const task = take(bucket, fits);\n"
           "    place.older = nullptr;\n    bucket.lock.unlock();\n", "    Task* const task = take(bucket, fits);\n",
           "two threads with buckets of the front table take from one bucket of an older table", ["chained-moves", "chained-growth"]),
    Mutant("chained_table", CHAINED, "  lock_bucket(bucket.lock);  // [CHAIN-1]\n}\n", "}\n", "two threads have a key at once", ["chained-growth"]),
    # --- the reader-biased lock ---
    Mutant("chained_table", BRAVO, "      if (slots_[i].reading.load(acquire) != 0) wait_for(slots_[i]);  // [BRAVO-1] [BRAVO-2]\n", "      {}\n",
           "a writer does not wait for readers: they hold buckets of a table that is no longer in front", ["chained-growth"], **IN_TABLE),
    Mutant("chained_table", BRAVO, "    const std::uint32_t count = count_->load(relaxed);  // [BRAVO-1] after the fence\n",
           "    const std::uint32_t count = 1;\n", "a writer does not wait for a thread that came late", ["chained-late"], **IN_TABLE),
    Mutant("chained_table", BRAVO, "    fence_writer();                                     // [BRAVO-1] between writing_ and reading\n"
           "    const std::uint32_t count = count_->load(relaxed);  // [BRAVO-1] after the fence\n",
           "    const std::uint32_t count = count_->load(relaxed);\n    fence_writer();\n",
           "a thread comes after the writer has looked how many there are, and does not see the writer", ["chained-late"], **IN_TABLE),
    Mutant("chained_table", BRAVO, "    reading.store(left, release);  // [BRAVO-2]\n", "    reading.store(left, relaxed);\n",
           "a writer does not see what readers did under their buckets' locks", ["chained-growth"], **IN_TABLE),
    Mutant("chained_table", BRAVO, "    writing_.store(0, release);  // [BRAVO-2] [BRAVO-3] before unlock\n", "    writing_.store(0, relaxed);\n",
           "a reader does not see the new table", ["chained-growth", "chained-late"], **IN_TABLE),
    # --- tasks counted one by one ---
    Mutant("termination", "core/sched/termination.h", "word_.fetch_sub(1, release) == 1; }  // [TERM-3]", "word_.fetch_sub(1, relaxed) == 1; }",
           "what the tasks did is not seen where the word is 0", ["each-task"]),
    Mutant("groups", GROUPS, "    the_groups.terminations[task->flags].add_one();  // [TERM-3] [GRAPH-4]\n", "",
           "a task that is not counted: the wait ends before it", ["group-rounds"], **BY_EACH),
    Mutant("groups", GROUPS, "[static_cast<std::uint8_t>(me.group)].end_one()) tell_waiters();  // [TERM-3]",
           "[static_cast<std::uint8_t>(me.group)].end_one()) return;", "nobody tells the thread that waits for the group of its end",
           ["group-rounds"], **BY_EACH),
    Mutant("groups", GROUPS, "    if (!seat->view->counts_each) state.balance.wake_up(", "    state.balance.wake_up(",
           "fork()'s child counts its thread, which nobody takes away again", ["group-fork-inside"], **BY_EACH),
]
