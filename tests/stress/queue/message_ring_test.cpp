// The message ring under several senders, with a list beside it for what it refuses, as the engine returns tasks: each message
// arrives once, with what its sender wrote into it; and a receiver that sleeps is woken.
#include "core/queue/message_ring.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/sleep/event_count.h"
#include "stress/engine.h"

namespace xomp::queue {
namespace {

using testing::kScale;

struct Message {
  int value = 0;  // plain: the sender's before, the receiver's after
  Message* next = nullptr;
};

// The receiver's: the ring, the list, and where it sleeps.
struct Letters {
  MessageRing<Message, 16> ring;
  atomic<Message*> list{nullptr};
  sleep::EventCount event;

  static Message* asleep() {
    static Message mark;
    return &mark;
  }
  void send(Message* m) {
    if (ring.send(m)) {
      if (list.load(seq_cst) == asleep()) event.notify_all();  // [RING-M2]
      return;
    }
    Message* head = list.load(relaxed);
    do {
      m->next = head == asleep() ? nullptr : head;
    } while (!list.compare_exchange_weak(head, m, release, relaxed));
    if (head == asleep()) event.notify_all();
  }
  int receive() {
    int n = 0;
    const auto take = [&n](Message* m) {
      EXPECT_EQ(m->value, 1);
      m->value = 2;
      ++n;
    };
    ring.receive([](Message*) {}, take);
    for (Message* m = list.exchange(nullptr, acquire); m != nullptr;) {
      Message* const next = m->next;
      take(m);
      m = next;
    }
    return n;
  }
  // Sleeps without a limit in time: a wake-up that is lost stops the test.
  void wait() {
    const std::uint32_t announced = event.announce();
    Message* nothing = nullptr;
    if (!list.compare_exchange_strong(nothing, asleep(), seq_cst, relaxed)) return;
    if (!ring.has_messages()) event.sleep(announced, 0);  // [RING-M2]
    Message* mark = asleep();
    list.compare_exchange_strong(mark, nullptr, relaxed, relaxed);
  }
};

TEST(MessageRing, EachMessageArrivesOnce) {
  for (int senders : {1, 2, 7}) {
    const int each = 200'000 / senders / kScale;
    Letters box;
    std::vector<std::vector<Message>> messages(static_cast<std::size_t>(senders));
    for (auto& m : messages) m.resize(static_cast<std::size_t>(each));
    std::vector<std::thread> threads;
    for (auto& own : messages)
      threads.emplace_back([&box, &own] {
        for (Message& m : own) {
          m.value = 1;
          box.send(&m);
        }
      });
    for (int n = 0; n < senders * each;) {
      const int got = box.receive();
      n += got;
      if (got == 0) box.wait();
    }
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(box.receive(), 0);
    for (auto& own : messages)
      for (Message& m : own) ASSERT_EQ(m.value, 2);
  }
}

}  // namespace
}  // namespace xomp::queue
