// What explored threads see of atomic words. Three kinds of memory:
//
//   sequential     every load sees the newest store.
//   store_buffers  x86: stores wait in the thread's own queue, in order; it sees them itself. It is emptied by
//                  read-modify-writes, seq_cst stores and full fences. When a store leaves matters only to others that
//                  access the same word, so there it is decided.
//   weak           C++: a location is the list of its messages in modification order, each with its writer's view.
//                  A thread may read any message that is not older than its own view of the location, and may put its
//                  store behind any such message that no read-modify-write follows. Release sequences go through
//                  read-modify-writes; fences have views of their own; seq_cst goes through one view of all (RC11,
//                  without loads that see a store of the future).
//
// What happened before what, for plain data, follows C++'s orders under all three.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "models/explore/choices.h"
#include "models/explore/view.h"
#include "platform/atomic.h"

namespace xomp::models {

enum class MemoryKind : std::uint8_t { sequential, store_buffers, weak };
const char* name_of(MemoryKind kind);

// Returns what a read-modify-write makes of a word.
std::uint64_t changed(Change change, std::uint64_t old, std::uint64_t operand);

class Memory {
 public:
  explicit Memory(Choices& choices) : choices_(choices) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Begins a new execution. Threads may come later, by start().
  void begin(MemoryKind kind);
  // Thread t begins. `starter` -1: all that was set up happened before it.
  void start(int t, int starter);

  // --- accesses of thread t. `contended`: more than one thread is known to use the word, and not only to read it ---

  std::uint64_t load(int t, const void* where, unsigned size, Order order, bool contended);
  void store(int t, void* where, unsigned size, std::uint64_t value, Order order, bool contended);
  std::uint64_t change(int t, void* where, unsigned size, Change change, std::uint64_t operand, Order order,
                       bool contended);
  bool compare_exchange(int t, void* where, unsigned size, std::uint64_t* expected, std::uint64_t value, Order success,
                        Order failure, Failing failing, bool contended);
  void fence(int t, Order order);

  // Plain code of thread t writes here. So atomics that the write covers begin anew with what it writes.
  void write_plainly(int t, const void* where, std::size_t bytes);

  // All stores leave their buffers. Returns false if there were none.
  bool empty_buffers();
  // From now on thread t runs alone, with memory as it is: the others' stores are in it, or are lost.
  void be_alone(int t);
  // Counts what others could notice.
  std::uint64_t changes() const { return changes_; }
  const View& view_of(int t) const { return threads_[t].now; }

 private:
  struct Message {
    std::uint64_t value;
    std::uint32_t stamp;  // its place in the modification order
    bool followed;        // a read-modify-write comes directly after it
    View view;            // what who acquires it gets
  };
  struct Location {
    std::uintptr_t address;
    unsigned size;
    std::size_t number;
    bool anew = true;               // the first message is what stands in memory
    std::vector<Message> messages;  // in modification order; the newest only, unless memory is weak
  };
  struct Buffered {
    Location* location;
    std::uint64_t value;
    View view;
  };
  struct Thread {
    View now;       // what its next access builds on
    View acquired;  // what a fence_acquire would add
    View released;  // what the last fence_release covers
    std::vector<Buffered> buffer;
  };

  Location& at(const void* where, unsigned size);
  Message& choose_message(int t, Location& x, Order order, bool contended, const std::uint64_t* unless_followed);
  std::size_t choose_place(int t, Location& x, Order order, bool contended);
  std::uint32_t oldest_readable(int t, const Location& x, Order order) const;
  void read(int t, Location& x, const Message& m, Order order);
  void write(int t, Location& x, std::size_t behind, std::uint64_t value, Order order, bool follows);
  void append(Location& x, std::uint64_t value, const View& view);
  View view_for_readers(int t, Order order) const;
  void let_stores_out(int t, const Location& x);
  void leave_buffer(Thread& thread);
  void empty_buffer(int t);
  void tick(int t) { ++threads_[t].now.clock[t]; }

  Choices& choices_;
  MemoryKind kind_ = MemoryKind::sequential;
  std::unordered_map<std::uintptr_t, std::size_t> numbers_;
  std::deque<Location> locations_;  // stay where they are; used again in the next execution
  std::size_t used_ = 0;            // of locations_
  Thread threads_[kMostThreads];
  View in_order_;  // of seq_cst accesses and fences
  std::uint64_t changes_ = 0;
};

}  // namespace xomp::models
