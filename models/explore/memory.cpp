// The three kinds of memory. Nothing is scheduled here: the caller has the processor (access.cpp).
#include "models/explore/memory.h"

#include <algorithm>
#include <cstring>

namespace xomp::models {

namespace {

constexpr std::uint32_t kGap = 1 << 10;  // between stamps, for stores that go between others
constexpr std::size_t kLongestBuffer = 8;

bool acquires(Order o) {
  return o == Order::acquire || o == Order::acq_rel || o == Order::seq_cst || o == Order::consume;
}
bool releases(Order o) { return o == Order::release || o == Order::acq_rel || o == Order::seq_cst; }

std::uint64_t mask_of(unsigned size) { return size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * size) - 1; }

}  // namespace

std::uint64_t changed(Change change, std::uint64_t old, std::uint64_t operand) {
  switch (change) {
    case Change::exchange: return operand;
    case Change::add: return old + operand;
    case Change::subtract: return old - operand;
    case Change::conjoin: return old & operand;
    case Change::disjoin: return old | operand;
  }
  return old;
}

const char* name_of(MemoryKind kind) {
  return kind == MemoryKind::sequential ? "sc" : kind == MemoryKind::store_buffers ? "tso" : "cpp";
}

void Memory::begin(MemoryKind kind) {
  kind_ = kind;
  numbers_.clear();
  used_ = 0;
  changes_ = 0;
  in_order_.clear();
  for (Thread& t : threads_) {
    t.now.clear();
    t.acquired.clear();
    t.released.clear();
    t.buffer.clear();
  }
}

void Memory::start(int t, int starter) {
  if (starter >= 0) {
    threads_[t].now.join(threads_[starter].now);
    tick(starter);
  }
  tick(t);
}

Memory::Location& Memory::at(const void* where, unsigned size) {
  const auto address = reinterpret_cast<std::uintptr_t>(where);
  const auto [found, is_new] = numbers_.try_emplace(address, used_);
  if (is_new) {
    if (used_ == locations_.size()) locations_.emplace_back();
    Location& x = locations_[used_];
    x.address = address;
    x.size = size;
    x.number = used_++;
    x.anew = true;
  }
  Location& x = locations_[found->second];
  if (x.anew) {
    x.anew = false;
    std::uint64_t value = 0;
    std::memcpy(&value, where, size);
    // Stamps go on, because what a thread has seen of the old words says nothing of the new one.
    const std::uint32_t stamp = is_new ? 0 : x.messages.back().stamp + kGap;
    x.messages.clear();
    x.messages.push_back({value, stamp, false, {}});
  }
  return x;
}

void Memory::write_plainly(int t, const void* where, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(where) & ~std::uintptr_t{7};
  const auto end = reinterpret_cast<std::uintptr_t>(where) + bytes;
  for (std::uintptr_t a = first; a < end; ++a)
    if (const auto found = numbers_.find(a);
        found != numbers_.end() && a + locations_[found->second].size > end - bytes) {
      Location& x = locations_[found->second];
      // The thread's earlier stores there come before this one.
      std::vector<Buffered>& waiting = threads_[t].buffer;
      while (std::any_of(waiting.begin(), waiting.end(), [&x](const Buffered& b) { return b.location == &x; }))
        leave_buffer(threads_[t]);
      x.anew = true;
    }
}

// --- reading ---

std::uint32_t Memory::oldest_readable(int t, const Location& x, Order order) const {
  const std::uint32_t own = threads_[t].now.of(x.number);
  return order == Order::seq_cst ? std::max(own, in_order_.of(x.number)) : own;
}

// `unless_followed`: a compare-exchange that expects this value cannot succeed on a message that another one follows.
Memory::Message& Memory::choose_message(int t, Location& x, Order order, bool contended,
                                        const std::uint64_t* unless_followed) {
  const std::uint32_t oldest = oldest_readable(t, x, order);
  std::size_t readable[16];
  int count = 0;
  for (std::size_t i = x.messages.size(); i-- != 0 && count < 16 && x.messages[i].stamp >= oldest;) {
    const Message& m = x.messages[i];
    if (unless_followed == nullptr || m.value != *unless_followed || !m.followed) readable[count++] = i;
    if (m.stamp == oldest) break;
  }
  if (count == 0) readable[count++] = x.messages.size() - 1;
  return x.messages[readable[choices_.choose(count, Price::departure, contended)]];
}

void Memory::read(int t, Location& x, const Message& m, Order order) {
  Thread& thread = threads_[t];
  if (kind_ == MemoryKind::weak) thread.now.raise(x.number, m.stamp);
  if (acquires(order)) thread.now.join(m.view);
  thread.acquired.join(m.view);
}

std::uint64_t Memory::load(int t, const void* where, unsigned size, Order order, bool contended) {
  Location& x = at(where, size);
  if (kind_ == MemoryKind::store_buffers) {
    const std::vector<Buffered>& own = threads_[t].buffer;
    for (std::size_t i = own.size(); i-- != 0;)
      if (own[i].location == &x) return own[i].value;
    let_stores_out(t, x);
  }
  const Message& m = kind_ == MemoryKind::weak ? choose_message(t, x, order, contended, nullptr) : x.messages.back();
  read(t, x, m, order);
  return m.value;
}

// --- writing ---

View Memory::view_for_readers(int t, Order order) const {
  return releases(order) ? threads_[t].now : threads_[t].released;
}

void Memory::append(Location& x, std::uint64_t value, const View& view) {
  if (kind_ == MemoryKind::weak) {
    x.messages.push_back({value, x.messages.back().stamp + kGap, false, view});
  } else {
    x.messages.back() = {value, 0, false, view};
  }
  std::memcpy(reinterpret_cast<void*>(x.address), &value, x.size);
  ++changes_;
}

// Returns the message that the store follows: the newest, or an older one, if the thread may not know that it is
// overwritten.
std::size_t Memory::choose_place(int t, Location& x, Order order, bool contended) {
  const std::uint32_t oldest = oldest_readable(t, x, order);
  std::size_t places[8];
  int count = 0;
  for (std::size_t i = x.messages.size(); i-- != 0 && count < 8 && x.messages[i].stamp >= oldest;) {
    const bool has_room = i + 1 == x.messages.size() || x.messages[i + 1].stamp - x.messages[i].stamp > 1;
    if (!x.messages[i].followed && has_room) places[count++] = i;
  }
  return places[choices_.choose(count, Price::departure, contended)];
}

void Memory::write(int t, Location& x, std::size_t behind, std::uint64_t value, Order order, bool follows) {
  Thread& thread = threads_[t];
  const bool newest = behind + 1 == x.messages.size();
  const std::uint32_t before = x.messages[behind].stamp;
  const std::uint32_t stamp = newest ? before + kGap : before + (x.messages[behind + 1].stamp - before) / 2;
  if (kind_ == MemoryKind::weak) {
    thread.now.raise(x.number, stamp);
    if (order == Order::seq_cst) in_order_.raise(x.number, stamp);
  }
  View view = view_for_readers(t, order);
  if (follows) view.join(x.messages[behind].view);  // the release sequence goes on
  if (newest) {
    if (follows) x.messages[behind].followed = true;
    append(x, value, view);
  } else {
    if (follows) x.messages[behind].followed = true;
    x.messages.insert(x.messages.begin() + static_cast<std::ptrdiff_t>(behind) + 1, {value, stamp, false, view});
    ++changes_;
  }
  tick(t);
}

// On the storing thread's own stack no other thread looks (STACK-1), and the compiler reuses the place by plain stores,
// which do not wait in the buffer: a store that left it later would overwrite them.
static bool is_on_own_stack(const void* where) {
  constexpr std::uintptr_t kMostBelow = 256 << 10;  // a fiber's stack
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return reinterpret_cast<std::uintptr_t>(where) - here < kMostBelow;
}

void Memory::store(int t, void* where, unsigned size, std::uint64_t value, Order order, bool contended) {
  Location& x = at(where, size);
  if (is_on_own_stack(where)) return write(t, x, x.messages.size() - 1, value, order, false);
  if (kind_ == MemoryKind::weak) return write(t, x, choose_place(t, x, order, contended), value, order, false);
  if (kind_ == MemoryKind::store_buffers) {
    Thread& thread = threads_[t];
    if (order == Order::seq_cst || thread.buffer.size() >= kLongestBuffer) empty_buffer(t);
    if (order != Order::seq_cst && (!thread.buffer.empty() || choices_.choose(2, Price::departure, contended) != 0)) {
      thread.buffer.push_back({&x, value, view_for_readers(t, order)});
      tick(t);
      return;
    }
    let_stores_out(t, x);
  }
  write(t, x, x.messages.size() - 1, value, order, false);
}

std::uint64_t Memory::change(int t, void* where, unsigned size, Change change, std::uint64_t operand, Order order,
                             bool contended) {
  Location& x = at(where, size);
  if (kind_ == MemoryKind::store_buffers) {
    empty_buffer(t);
    let_stores_out(t, x);
  }
  const std::size_t behind = kind_ == MemoryKind::weak ? choose_place(t, x, order, contended) : x.messages.size() - 1;
  const std::uint64_t old = x.messages[behind].value;
  read(t, x, x.messages[behind], order);
  write(t, x, behind, changed(change, old, operand) & mask_of(size), order, true);
  return old;
}

bool Memory::compare_exchange(int t, void* where, unsigned size, std::uint64_t* expected, std::uint64_t value,
                              Order success, Order failure, Failing failing, bool contended) {
  Location& x = at(where, size);
  if (kind_ == MemoryKind::store_buffers) {
    empty_buffer(t);
    let_stores_out(t, x);
  }
  Message& m = kind_ == MemoryKind::weak ? choose_message(t, x, success, contended, expected) : x.messages.back();
  const bool fails_for_nothing = failing == Failing::also_for_nothing && m.value == *expected &&
                                 choices_.choose(2, Price::departure, contended) != 0;
  if (m.value != *expected || fails_for_nothing) {
    read(t, x, m, failure);
    *expected = m.value;
    return false;
  }
  read(t, x, m, success);
  write(t, x, static_cast<std::size_t>(&m - x.messages.data()), value, success, true);
  return true;
}

// --- fences and buffers ---

void Memory::fence(int t, Order order) {
  Thread& thread = threads_[t];
  if (acquires(order)) thread.now.join(thread.acquired);
  if (order == Order::seq_cst) {
    if (kind_ == MemoryKind::store_buffers) empty_buffer(t);
    thread.now.join_seen(in_order_);
    in_order_.join_seen(thread.now);
  }
  if (releases(order)) thread.released = thread.now;
  tick(t);
}

void Memory::leave_buffer(Thread& thread) {
  const Buffered first = thread.buffer.front();
  thread.buffer.erase(thread.buffer.begin());
  append(*first.location, first.value, first.view);
}

void Memory::empty_buffer(int t) {
  while (!threads_[t].buffer.empty()) {
    let_stores_out(t, *threads_[t].buffer.front().location);
    leave_buffer(threads_[t]);
  }
}

bool Memory::empty_buffers() {
  bool any = false;
  for (Thread& thread : threads_)
    for (; !thread.buffer.empty(); any = true) leave_buffer(thread);
  return any;
}

void Memory::be_alone(int t) {
  bool any = false;
  for (const Thread& thread : threads_) any |= !thread.buffer.empty();
  if (any && choices_.choose(2, Price::free) == 0) empty_buffers();
  for (Thread& thread : threads_) {
    thread.buffer.clear();
    threads_[t].now.join(thread.now);
  }
  if (kind_ != MemoryKind::weak) return;
  for (std::size_t i = 0; i < used_; ++i)
    if (!locations_[i].anew) threads_[t].now.raise(i, locations_[i].messages.back().stamp);
}

// Called before thread t accesses x: stores of others to x may leave now, with all that stand before them in their
// buffers.
void Memory::let_stores_out(int t, const Location& x) {
  for (;;) {
    int who[kMostThreads], count = 0;
    for (int u = 0; u < kMostThreads; ++u) {
      if (u == t) continue;
      for (const Buffered& b : threads_[u].buffer)
        if (b.location == &x) {
          who[count++] = u;
          break;
        }
    }
    const int way = choices_.choose(count + 1, Price::free);
    if (way == 0) return;
    Thread& thread = threads_[who[way - 1]];
    for (bool out = false; !out;) {
      out = thread.buffer.front().location == &x;
      leave_buffer(thread);
    }
  }
}

}  // namespace xomp::models
