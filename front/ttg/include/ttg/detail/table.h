// Tasks that wait for inputs, by key: a table of buckets with a lock each. A bucket is a line of the cache: a word with the
// lock and a tag of eight bits for each entry, then the entries. So a look costs that line, and the task's own where a tag
// fits. The table grows while others use it.
//
// TABLE-1: a node is in the first table of the row, from the oldest on, whose bucket for it has not moved.
//   grower: locks a bucket, puts its nodes into the next table, marks it as moved and unlocks it in one store (release).
//   user:   locks a bucket (acquire); if it has moved, goes to the next table.
//   Until a bucket has moved, no thread uses those buckets of the next table to which its nodes go. So a thread waits
//   for one bucket at most.
// TABLE-2: an old table stays as long as a user may be on its way through it. Such a user is a task of the table's own world, or
//   a visitor, who counts itself.
//   visitor: visitors + 1 (acq_rel), root.     give_back(): root is another, no task of the world is left, visitors + 0 (acq_rel) is 0.
//   One of the two additions comes first: give_back() sees the visitor, or the visitor finds the new root.
//   Tables that grew out of one another have together fewer buckets than the newest.
//
// Where the environment asks for it (XOMP_TTG_TABLE=chained), the tasks are in a table of the library's instead. Then the root has one
// bucket, which has moved there. So who uses ours finds that out where it costs nothing: at a bucket that has moved, that has more, or that
// has no room.
#ifndef XOMP_TTG_DETAIL_TABLE_H
#define XOMP_TTG_DETAIL_TABLE_H

#include "ttg/detail/chained_tasks.h"
#include "ttg/detail/table_line.h"
#include <mutex>
#include <new>

#ifndef XOMP_TTG_FIRST_LINES
#define XOMP_TTG_FIRST_LINES 16  // a power of two; models have fewer
#endif

namespace ttg::detail {

// What does not depend on the kind of nodes.
class TableBase {
 public:
  TableBase() = default;
  TableBase(const TableBase&) = delete;
  TableBase& operator=(const TableBase&) = delete;

  static std::size_t mix(std::size_t hash) {
    hash *= 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
  }
  // Prefetches the lines that a look will need: the bucket's, and once that has come the task's, if there is one. For a
  // thread that has other things to do meanwhile. These are hints: if a bucket has moved they only cost time.
  void prefetch_bucket(std::size_t hash) const {
    if (const Buckets* const b = root_.load(std::memory_order_acquire)) prefetch_to_write(&b->line_of(hash));
  }
  void prefetch_node(std::size_t hash) const {
    const Buckets* const b = root_.load(std::memory_order_acquire);
    if (b == nullptr) return;
    const TableLine& line = b->line_of(hash);
    const std::uint64_t fits = TableLine::fitting(line.word.load(std::memory_order_relaxed), tag_of(hash));
    if (fits != 0) prefetch_to_write(line.entries[TableLine::index_of(fits)].load(std::memory_order_relaxed));
  }
  // For a caller that may be no task of the table's world. With nullptr it is a task of that world, so it need not be
  // counted.
  class Visit {
   public:
    explicit Visit(TableBase* table) : table_(table) {
      if (table != nullptr) table->visitors_.fetch_add(1, std::memory_order_acq_rel);  // [TABLE-2]
    }
    ~Visit() {
      if (table_ != nullptr) table_->visitors_.fetch_sub(1, std::memory_order_release);  // [TABLE-2]
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    TableBase* const table_;
  };
  // Frees what shrink() has left, unless there are visitors. The caller makes sure that the tasks of the world which
  // ran since shrink() have ended.
  void give_back() {
    if (visitors_.fetch_add(0, std::memory_order_acq_rel) != 0) return;  // [TABLE-2]
    const Buckets* const root = root_.load(std::memory_order_relaxed);   // as shrink() or a grower has left it
    while (oldest_ != nullptr && oldest_ != root) {
      Buckets* const next = oldest_->newer.load(std::memory_order_relaxed);
      discard(oldest_);
      oldest_ = next;
    }
  }
  // Says whether looks are likely to miss the nearer caches. A hint.
  bool is_large() const {
    const Buckets* const b = root_.load(std::memory_order_acquire);
    return b != nullptr && b->mask >= kLarge;
  }

 protected:
  static constexpr std::size_t kFirstSize = XOMP_TTG_FIRST_LINES, kLargestSize = std::size_t{1} << 26, kLarge = 4096;

  struct alignas(64) Buckets {
    std::size_t mask;
    Atomic<Buckets*> newer;
    Atomic<bool> has_moved;  // all of its buckets
    TableLine* lines() const { return reinterpret_cast<TableLine*>(const_cast<Buckets*>(this) + 1); }
    TableLine& line_of(std::size_t hash) const { return lines()[hash & mask]; }
  };
  static_assert(sizeof(Buckets) == 64);

  static std::uint64_t tag_of(std::size_t hash) { return hash >> 57 | 0x80; }
  static std::size_t bytes_of(std::size_t mask) { return sizeof(Buckets) + (mask + 1) * sizeof(TableLine); }
  static Buckets* make(std::size_t size) {
    Buckets* const b = static_cast<Buckets*>(xomp_graph_lines_1(bytes_of(size - 1)));  // zeroes
    b->mask = size - 1;
    return b;
  }
  static void discard(Buckets* b) { xomp_graph_lines_back_1(b, bytes_of(b->mask)); }

  Buckets* root() {
    Buckets* b = root_.load(std::memory_order_acquire);
    return b != nullptr ? b : make_root();
  }
  [[gnu::noinline, gnu::cold]] Buckets* make_root() {
    if (ChainedTasks::are_wanted()) return make_chained();
    Buckets* const fresh = make(kFirstSize);
    Buckets* seen = nullptr;
    if (root_.compare_exchange_strong(seen, fresh, std::memory_order_acq_rel, std::memory_order_acquire)) {
      oldest_ = fresh;
      return fresh;
    }
    discard(fresh);
    return seen;
  }
  Buckets* make_chained() {
    const std::lock_guard lock(making_);
    if (Buckets* const there = root_.load(std::memory_order_relaxed)) return there;  // under the lock
    chained_.make();
    oldest_ = make(1);
    oldest_->lines()->word.store(TableLine::kMoved | TableLine::kChained,
                                 std::memory_order_relaxed);  // published with the root
    root_.store(oldest_, std::memory_order_release);          // as it was made
    return oldest_;
  }
  // Called when a bucket has no room. Says whether the reason is that the table is full. It looks at the bucket's
  // neighbours, because a count would be one line that all threads write.
  static bool is_full(const Buckets* b, const TableLine* line) {
    constexpr std::size_t kNeighbours = kFirstSize;
    const std::size_t first = static_cast<std::size_t>(line - b->lines()) & ~(kNeighbours - 1);
    int used = 0;
    for (std::size_t i = first; i < first + kNeighbours; ++i)
      used += TableLine::used(b->lines()[i].word.load(std::memory_order_relaxed));  // a guess will do
    return used > static_cast<int>(kNeighbours * TableLine::kEntries * 3 / 4);
  }
  // Adds a new table behind `old`. Returns nullptr if none is needed.
  static Buckets* append(Buckets* old) {
    if (old->mask + 1 >= kLargestSize || old->newer.load(std::memory_order_relaxed) != nullptr) return nullptr;
    Buckets* const fresh = make(2 * (old->mask + 1));
    Buckets* seen = nullptr;
    if (old->newer.compare_exchange_strong(seen, fresh, std::memory_order_acq_rel, std::memory_order_acquire))
      return fresh;
    discard(fresh);
    return nullptr;
  }
  // Called when all buckets of `old` have moved.
  void leave(Buckets* old) {
    old->has_moved.store(true, std::memory_order_release);
    for (Buckets* b = root_.load(std::memory_order_acquire); b->has_moved.load(std::memory_order_acquire);)
      if (Buckets* const next = b->newer.load(std::memory_order_acquire);
          root_.compare_exchange_strong(b, next, std::memory_order_acq_rel, std::memory_order_acquire))
        b = next;
  }
  // Returns the word as it was. If that has kMoved, the line is not locked.
  static std::uint64_t lock_line(TableLine& line) {
    for (int tries = 0;; ++tries) {
      std::uint64_t word = line.word.load(std::memory_order_acquire);  // [TABLE-1]
      if ((word & TableLine::kMoved) != 0) return word;
      if ((word & TableLine::kLocked) == 0 &&
          line.word.compare_exchange_weak(word, word | TableLine::kLocked, std::memory_order_acquire,
                                          std::memory_order_relaxed))
        return word;
      if (tries > 64) XOMP_TTG_YIELD();  // the holder may have lost its processor
    }
  }

  ChainedTasks chained_;                        // in place of buckets
  std::mutex making_;                           // of chained_
  Atomic<Buckets*> root_{nullptr};              // the oldest whose buckets have not all moved
  Buckets* oldest_ = nullptr;                   // written with the first root_, and by give_back()
  Atomic<int> visitors_{0};                     // [TABLE-2]
  std::uint32_t rests_ = 0, rests_needed_ = 1;  // calls of shrink() since it last did; how many it takes
};

// Returns look(). If that throws, because a function of the program's does, the bucket is unlocked.
template <class Bucket, class Look>
auto look_safely(Bucket& bucket, Look&& look) {
  try {
    return look();
  } catch (...) {
    bucket.unlock();
    throw;
  }
}

// Node is a graph::Task and has hash().
template <class Node>
class Table : public TableBase {
 public:
  // A bucket that the caller has locked.
  class Locked {
   public:
    template <class Same>
    [[gnu::always_inline]] Node* find(std::size_t hash, Same&& same) {
      const std::uint64_t tag = tag_of(hash);
      std::uint64_t word = word_;
      for (TableLine* line = first_;; word = line->word.load(std::memory_order_relaxed)) {  // under the lock
        for (std::uint64_t fits = TableLine::fitting(word, tag); fits != 0; fits &= fits - 1) {
          const int i = TableLine::index_of(fits);
          Node* const n = static_cast<Node*>(line->entry(i));
          if (!same(*n)) continue;
          found_ = line;
          index_ = i;
          return n;
        }
        if ((word & TableLine::kHasMore) == 0) return nullptr;
        if ((word & TableLine::kChained) != 0) [[unlikely]] {
          found_ = first_;
          index_ = 0;
          return ChainedTasks::find<Node>(first_, same);
        }
        line = line->further();
      }
    }
    void insert(Node* node) {
      found_ = first_;
      std::uint64_t word = word_;
      while (TableLine::is_full(word)) {
        has_no_room_ = true;
        if ((word & TableLine::kHasMore) == 0) add_line(found_, word);
        found_ = found_->further();
        word = found_->word.load(std::memory_order_relaxed);  // under the lock
      }
      index_ = TableLine::free_index(word);
      found_->set_entry(index_, node);
      set_word(found_, word | tag_of(node->hash()) << TableLine::shift_of(index_));
    }
    void remove(Node* node) {
      if (found_ == nullptr || found_->entry(index_) != node)
        find(node->hash(), [node](const Node& n) { return &n == node; });
      const std::uint64_t word = found_ == first_ ? word_ : found_->word.load(std::memory_order_relaxed);
      set_word(found_, word & ~(std::uint64_t{0xff} << TableLine::shift_of(index_)));
    }
    void unlock() {
      first_->word.store(word_, std::memory_order_release);  // [TABLE-1]
      if (has_no_room_) table_->give_room(buckets_, first_, word_);
    }

   private:
    friend class Table;
    Locked(Table* table, Buckets* buckets, TableLine* line, std::uint64_t word, bool has_no_room = false)
        : table_(table), buckets_(buckets), first_(line), word_(word), has_no_room_(has_no_room) {}

    void set_word(TableLine* line, std::uint64_t word) {
      if (line == first_) word_ = word;
      else line->word.store(word, std::memory_order_relaxed);  // under the lock
    }
    // The last entry moves into a further line and leaves its place to that line.
    void add_line(TableLine* line, std::uint64_t& word) {
      constexpr int last = TableLine::kEntries - 1;
      TableLine* const more = static_cast<TableLine*>(xomp_graph_lines_1(sizeof(TableLine)));
      more->set_entry(0, line->entry(last));
      const std::uint64_t tag = word >> TableLine::shift_of(last) & 0xff;
      more->word.store(tag << TableLine::shift_of(0), std::memory_order_relaxed);  // under the lock
      line->set_entry(last, more);
      word = (word & ~(std::uint64_t{0xff} << TableLine::shift_of(last))) | TableLine::kHasMore;
      set_word(line, word);
    }

    Table* table_;
    Buckets* buckets_;
    TableLine* first_;
    std::uint64_t word_;  // of the first line, without the lock
    TableLine* found_ = nullptr;
    int index_ = 0;
    bool has_no_room_;
  };

  Table() = default;
  ~Table() {
    for (Buckets* b = oldest_; b != nullptr;) {
      Buckets* const next = b->newer.load(std::memory_order_relaxed);  // nobody else is left
      for (std::size_t i = 0; i <= b->mask; ++i) forget_further(b->lines()[i]);
      discard(b);
      b = next;
    }
  }

  Locked lock(std::size_t hash) { return lock_from(root(), hash); }

  // Calls visit(node) for each of them, under the locks of their buckets. Any thread; a node that comes or goes meanwhile may
  // be left out.
  template <class Visit>
  void for_each(Visit&& visit) {
    chained_.for_each([&](graph::Task* task) { visit(*static_cast<Node*>(task)); });
    for_each_line([&](TableLine& line, std::uint64_t word) {
      visit_line(line, word, visit);
      line.word.store(word, std::memory_order_release);  // [TABLE-1]
    });
  }
  // After a big graph a table that is large and empty becomes a small one. It does so at once the first time, and later
  // the more seldom the more often it had to grow again. One thread at a time calls it; others may use the table.
  bool shrink(std::size_t large = kLarge) {
    constexpr std::uint32_t kMostRests = 64;
    Buckets* const old = root_.load(std::memory_order_acquire);
    if (old == nullptr || old->mask < large || ++rests_ < rests_needed_) return false;
    for (std::size_t i = 0; i <= old->mask; ++i)
      if (TableLine::used_bits(old->lines()[i].word.load(std::memory_order_relaxed)) != 0)
        return false;  // a guess: what is there all the same is moved
    Buckets* const small = make(kFirstSize);
    Buckets* seen = nullptr;
    if (!old->newer.compare_exchange_strong(seen, small, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      discard(small);
      return false;
    }
    rests_ = 0;
    if (rests_needed_ < kMostRests) rests_needed_ *= 2;
    for (std::size_t i = 0; i <= old->mask; ++i) move_bucket(old->lines()[i], small);
    leave(old);
    return true;
  }
  // Takes out each task and calls take(node).
  template <class Take>
  void drain(Take&& take) {
    chained_.drain([&](graph::Task* task) { take(static_cast<Node*>(task)); });
    Node* taken = nullptr;
    for_each_line([&](TableLine& line, std::uint64_t word) {
      visit_line(line, word, [&](Node& n) {
        n.next = taken;
        taken = &n;
      });
      forget_further(line, word);
      line.word.store(0, std::memory_order_release);  // [TABLE-1]
    });
    while (Node* const n = taken) {
      taken = static_cast<Node*>(n->next);
      take(n);
    }
  }

 private:
  // Calls use(line, word) for the first line of each bucket that has not moved; that unlocks it.
  template <class Use>
  void for_each_line(Use&& use) {
    for (Buckets* b = root_.load(std::memory_order_acquire); b != nullptr; b = b->newer.load(std::memory_order_acquire))
      for (std::size_t i = 0; i <= b->mask; ++i) {
        TableLine& line = b->lines()[i];
        if (line.word.load(std::memory_order_acquire) == 0) continue;  // [TABLE-1] empty
        const std::uint64_t word = lock_line(line);
        if ((word & TableLine::kMoved) == 0) use(line, word);
      }
  }
  template <class Visit>
  static void visit_line(TableLine& first, std::uint64_t word, Visit&& visit) {
    for (TableLine* line = &first;; word = line->word.load(std::memory_order_relaxed)) {  // under the lock
      for (std::uint64_t used = TableLine::used_bits(word); used != 0; used &= used - 1)
        visit(*static_cast<Node*>(line->entry(TableLine::index_of(used))));
      if ((word & TableLine::kHasMore) == 0) return;
      line = line->further();
    }
  }
  static void forget_further(TableLine& line) { forget_further(line, line.word.load(std::memory_order_relaxed)); }
  static void forget_further(TableLine& first, std::uint64_t word) {
    for (TableLine* line = (word & TableLine::kHasMore) != 0 ? first.further() : nullptr; line != nullptr;) {
      const bool has_more = (line->word.load(std::memory_order_relaxed) & TableLine::kHasMore) != 0;  // under the lock
      TableLine* const next = has_more ? line->further() : nullptr;
      xomp_graph_lines_back_1(line, sizeof(TableLine));
      line = next;
    }
  }

  Locked lock_from(Buckets* b, std::size_t hash) {
    TableLine* line = &b->line_of(hash);
    std::uint64_t word = lock_line(*line);
    bool has_no_room = false;
    if ((word & TableLine::kMoved) != 0) [[unlikely]] {
      const Moved there = lock_moved(b, hash);
      b = there.buckets;
      line = there.line;
      word = line->word.load(std::memory_order_relaxed) & ~TableLine::kLocked;  // under the lock
      has_no_room = (word & TableLine::kChained) != 0;
    }
    return Locked(this, b, line, word, has_no_room);
  }
  // Locks the bucket for the hash in a newer table, or a place in the library's.
  struct Moved {
    Buckets* buckets;
    TableLine* line;
  };
  [[gnu::noinline, gnu::cold]] Moved lock_moved(Buckets* b, std::size_t hash) {
    for (;;) {
      TableLine& line = b->line_of(hash);
      const std::uint64_t word = lock_line(line);
      if ((word & TableLine::kMoved) == 0) return {b, &line};
      if ((word & TableLine::kChained) != 0) return {b, chained_.lock(hash, TableLine::chained_word(tag_of(hash)))};
      b = b->newer.load(std::memory_order_acquire);  // [TABLE-1]
    }
  }
  // Called when a bucket has been unlocked that had no room, or a chained one.
  [[gnu::noinline, gnu::cold]] void give_room(Buckets* buckets, TableLine* first, std::uint64_t word) {
    if ((word & TableLine::kChained) != 0) chained_.unlock(first, word);
    else if (is_full(buckets, first)) grow(buckets);
  }

  [[gnu::noinline, gnu::cold]] void grow(Buckets* old) {
    constexpr std::size_t kAhead = 4;
    Buckets* const fresh = append(old);
    if (fresh == nullptr) return;
    for (std::size_t i = 0; i <= old->mask; ++i) {
      if (i + kAhead <= old->mask) old->lines()[i + kAhead].prefetch_entries();
      move_bucket(old->lines()[i], fresh);
    }
    leave(old);
  }
  void move_bucket(TableLine& line, Buckets* to) {
    const std::uint64_t word = lock_line(line);
    visit_line(line, word, [&](Node& n) {
      Locked place = lock_from(to, n.hash());
      place.insert(&n);
      place.first_->word.store(place.word_, std::memory_order_release);  // [TABLE-1]
    });
    forget_further(line, word);
    line.word.store(TableLine::kMoved, std::memory_order_release);  // [TABLE-1]
  }
};

}  // namespace ttg::detail

#endif
