// The front end ttg.h: an object is destroyed after its last holder and written by a holder that is alone, a writer that waits
// for readers starts once (front/ttg/include/ttg/detail/copy.h), inputs of a task meet in the table, a stream's values are
// folded by one thread at a time (detail/tt_messages.h), tasks pass a constraint in its order (constraint.h).
#include "models/front/ttg.h"

namespace xomp::models {
namespace {

using ttg::detail::Copy;

// Too large to lie in a message. It is plain, so that an access without an order is found.
struct Value {
  long number = 1;
  char more[56] = {};
  Value() = default;
  Value(long n) : number(n) {}
  Value(const Value& v) : number(v.number) {}
  ~Value() { number = -1; }
};

// --- values ---

template <int kThreads>
struct Readers {
  static constexpr int threads = kThreads;
  FrontEnd front;
  Copy<Value>* copy;
  Readers() {
    copy = Copy<Value>::make(graph::self(), 7L);
    copy->hold(kThreads - 1);
    front.ready();
  }
  void run(int) {
    auto& me = graph::self();
    require(copy->value().number == 7, "a reader sees the value");
    if (kThreads == 2) {
      copy->hold();  // one more taker, and this one lets go twice
      copy->let_go(me);
    }
    require(copy->value().number == 7, "a reader sees the value as long as it holds it");
    copy->let_go(me);
  }
};
const Registered<Readers<2>> readers("ttg-readers", "a value is destroyed after its last reader",
                                     {.departures = 4, .departures_long = 5});
const Registered<Readers<3>> readers3("ttg-readers-3", "a value is destroyed after its last reader");

// Thread 0 has a writer that takes the object when it is alone; the others read.
template <int kThreads>
struct Writer {
  static constexpr int threads = kThreads;
  FrontEnd front;
  struct WriterTask : graph::Task {
    Writer* model;
  } task;
  Copy<Value>* copy;
  Ledger done;

  Writer() {
    task.model = this;
    copy = Copy<Value>::make(graph::self(), 7L);
    copy->hold(kThreads - 1);
    front.ready();
  }
  static void write(graph::Seat& me, graph::Task* t) {
    Writer& model = *static_cast<WriterTask*>(t)->model;
    model.done.enter_once(0, "the writer starts once");
    model.copy->value().number = 8;
    model.copy->hold();  // it goes on to a reader and another writer
    require(model.copy->put_off(t, nullptr), "the next writer is put off, too");
    model.copy->word.store(2, std::memory_order_relaxed);
    model.copy->let_go(me);
  }
  void run(int thread) {
    auto& me = graph::self();
    if (thread == 0) {
      if (!copy->put_off(&task, &write)) write(me, &task);
      return;
    }
    require(copy->value().number == 7, "no reader sees what the writer writes");
    copy->let_go(me);
  }
  void at_end() { require(done.count(0) == 1, "the writer starts"); }
};
const Registered<Writer<2>> writer("ttg-writer", "a writer that waits for a reader starts once, alone",
                                   {.departures = 4, .departures_long = 5});
const Registered<Writer<3>> writer3("ttg-writer-3", "a writer that waits for two readers starts once, alone",
                                    {.departures = 3, .departures_long = 4});

// Two writers of one value, each of which may be put off. If one is not put off, it writes to a copy of its own.
struct TwoWriters {
  static constexpr int threads = 2;
  FrontEnd front;
  struct WriterTask : graph::Task {
    TwoWriters* model;
    int number;
  } tasks[2];
  Copy<Value>* copy;
  Ledger done;

  TwoWriters() {
    for (int i = 0; i < 2; ++i) tasks[i].model = this, tasks[i].number = i;
    copy = Copy<Value>::make(graph::self(), 7L);
    copy->hold();
    front.ready();
  }
  static void write(graph::Seat& me, graph::Task* t) {
    auto& task = *static_cast<WriterTask*>(t);
    TwoWriters& model = *task.model;
    model.done.enter_once(task.number, "each writer starts once");
    if (model.copy->is_alone()) model.copy->value().number = 8;
    else require(model.copy->value().number == 7, "who is not alone sees what was sent");
    model.copy->let_go(me);
  }
  void run(int thread) {
    if (!copy->put_off(&tasks[thread], &write)) write(graph::self(), &tasks[thread]);
  }
  void at_end() { require(done.sum() == 2, "each writer starts"); }
};
const Registered<TwoWriters> two_writers("ttg-two-writers", "of two writers one may wait for the other, not each",
                                         {.departures = 4, .departures_long = 5});

// --- tasks ---

// Two inputs from two threads, for two keys of one hash.
struct SameHash {
  int number;
  std::size_t hash() const { return 5; }
  friend bool operator==(SameHash a, SameHash b) { return a.number == b.number; }
};
struct Meeting {
  static constexpr int threads = 2;
  struct Meet : ttg::TT<SameHash, std::tuple<>, Meet, ttg::typelist<const Value, const Value>> {
    explicit Meet(Ledger& l) : ttT("meet", {}, {}), ran(l) {}
    template <class Inputs>
    void op(const SameHash& key, Inputs&& inputs, std::tuple<>&) {
      require(std::get<0>(inputs).number == key.number && std::get<1>(inputs).number == 10 + key.number,
              "a task has the inputs of its key");
      ran.enter_once(key.number, "a task runs once");
    }
    Ledger& ran;
  };
  FrontEnd front;
  Ledger ran;
  Meet tt{ran};
  Meeting() {
    tt.make_executable();
    front.ready();
  }
  void run(int thread) {
    for (int key = 0; key < 2; ++key) {
      if (thread == 0) tt.in<0>()->send(SameHash{key}, Value(key));
      else tt.in<1>()->send(SameHash{key}, Value(10 + key));
    }
  }
  void at_end() { require(ran.sum() == 2, "each task runs"); }
};
const Registered<Meeting> meeting("ttg-meeting", "inputs from two threads make one task each",
                                  {.departures = 3, .departures_long = 4});

// Values of a stream come from several threads. One thread tells the stream's length, when some or all have come.
template <int kThreads, int kValues>
struct Stream {
  static constexpr int threads = kThreads;
  struct Sum : ttg::TT<int, std::tuple<>, Sum, ttg::typelist<const Value>> {
    explicit Sum(Ledger& l) : Sum::ttT("sum", {}, {}), ran(l) {}
    template <class Inputs>
    void op(const int&, Inputs&& inputs, std::tuple<>&) {
      require(std::get<0>(inputs).number == kThreads * kValues, "a stream has all of its values");
      ran.enter_once(0, "a task runs once");
    }
    Ledger& ran;
  };
  FrontEnd front;
  Ledger ran;
  Sum tt{ran};
  Stream() {
    tt.template set_input_reducer<0>([](Value& sum, const Value& v) { sum.number += v.number; });
    tt.make_executable();
    front.ready();
  }
  void run(int thread) {
    for (int i = 0; i < kValues; ++i) tt.template in<0>()->send(0, Value(1));
    if (thread == 0) tt.template set_argstream_size<0>(0, kThreads * kValues);
  }
  void at_end() { require(ran.count(0) == 1, "the task runs"); }
};
const Registered<Stream<2, 2>> stream("ttg-stream", "values of two threads are folded one at a time, none is left out",
                                      {.departures = 2, .departures_long = 3});
const Registered<Stream<3, 1>> stream3("ttg-stream-3", "values of three threads are folded one at a time",
                                       {.departures = 1, .departures_long = 2});

// --- constraints ---

// Each of two threads has a task of ordinal 1. When both are let in, each has one of ordinal 2, which waits for the former.
struct Automatic {
  static constexpr int threads = 2;
  FrontEnd front;
  ttg::SequencedKeysConstraint<int, int> constraint{true};
  Ledger ran;
  atomic<int> let_in{0};
  int written[2] = {};  // by tasks of ordinal 1

  Automatic() { front.ready(); }
  void task(int thread, int ordinal) {
    if (ordinal == 1) {
      give_way();
      written[thread] = 1;
    } else {
      require(written[0] == 1 && written[1] == 1, "a task waits for those of lower ordinals");
    }
    ran.enter_once(2 * thread + ordinal, "a task runs once");
    constraint.leave();
  }
  void run(int thread) {
    const bool enters = constraint.enter(1, [this, thread] { task(thread, 1); });
    let_in.fetch_add(1, acq_rel);
    if (enters) task(thread, 1);
    wait_until([this] { return let_in.load(acquire) == 2; });
    if (constraint.enter(2, [this, thread] { task(thread, 2); })) task(thread, 2);
  }
  void at_end() { require(ran.sum() == 4, "each task is let go"); }
};
const Registered<Automatic> automatic("ttg-constraint-auto",
                                      "no task beside one of a lower ordinal, nobody stays behind",
                                      {.departures = 3, .departures_long = 4});

// A release runs beside the tasks that it lets go.
struct Released {
  static constexpr int threads = 2;
  FrontEnd front;
  ttg::SequencedKeysConstraint<int, int> constraint{false};
  Ledger ran;
  atomic<int> released{0};

  Released() { front.ready(); }
  void task(int t) {
    require(t == 0 || released.load(acquire) != 0, "no task before its ordinal is released");
    ran.enter_once(t, "a task runs once");
  }
  void run(int thread) {
    if (thread == 0) {
      for (int t = 1; t < 3; ++t)
        if (constraint.enter(t, [this, t] { task(t); })) task(t);
    } else {
      released.store(1, release);
      constraint.release(2);
    }
  }
  void at_end() { require(ran.sum() == 2, "a release beside the task lets it go"); }
};
const Registered<Released> released("ttg-constraint-release", "a task that comes beside its release is let go",
                                    {.departures = 3, .departures_long = 4});

// A release while the constraint is stopped is kept for the start.
struct Stopped {
  static constexpr int threads = 2;
  FrontEnd front;
  ttg::SequencedKeysConstraint<int, int> constraint{false};
  Ledger ran;
  atomic<int> started{0};

  Stopped() {
    constraint.stop();
    front.ready();
  }
  void task(int t) {
    require(started.load(acquire) != 0, "no task while it is stopped");
    ran.enter_once(t, "a task runs once");
  }
  void run(int thread) {
    if (thread == 0) {
      for (int t = 0; t < 2; ++t)
        if (constraint.enter(t, [this, t] { task(t); })) task(t);
    } else {
      constraint.release(2);
      started.store(1, release);
      constraint.start();
    }
  }
  void at_end() { require(ran.sum() == 2, "the start lets them go"); }
};
const Registered<Stopped> stopped("ttg-constraint-stop", "a release while it is stopped is kept for the start",
                                  {.departures = 3, .departures_long = 4});

}  // namespace
}  // namespace xomp::models
