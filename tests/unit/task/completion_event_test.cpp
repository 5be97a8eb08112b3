// Events of detachable tasks: a handle names its own event only, and slots come home from any thread.
#include "core/task/completion_event.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace xomp::task {
namespace {

TEST(CompletionEvent, AHandleEndsWithItsEvent) {
  EventPool pool;
  CompletionEvent& first = pool.open(nullptr, nullptr);
  const EventHandle old = first.handle();
  EXPECT_NE(old, 0u);
  EXPECT_EQ(event_of(old), &first);
  EXPECT_EQ(generation_of(old), first.state(relaxed).generation());
  first.close(pool);
  EXPECT_NE(generation_of(old), first.state(relaxed).generation());
  CompletionEvent& second = pool.open(nullptr, nullptr);
  EXPECT_EQ(&second, &first);
  EXPECT_NE(second.handle(), old);
  EXPECT_FALSE(second.state(relaxed).has(EventState::kFulfilledBefore | EventState::kFulfilled));
  second.word.fetch_or(EventState::kFulfilled, relaxed);
  second.close(pool);
  EXPECT_TRUE(first.state(relaxed).has(EventState::kFulfilledBefore));
  EXPECT_FALSE(first.state(relaxed).has(EventState::kFulfilled | EventState::kBodyOver));
}

TEST(CompletionEvent, NobodyHasSuchAHandle) {
  EXPECT_EQ(event_of(~EventHandle{0}), nullptr);
  EXPECT_EQ(event_of(0x123456789abcdef0), nullptr);
}

TEST(CompletionEvent, ManyAreOpenAtOnce) {
  constexpr int kMany = 20000;
  EventPool pool;
  std::vector<EventHandle> handles;
  std::set<CompletionEvent*> slots;
  for (int i = 0; i < kMany; ++i) handles.push_back(pool.open(nullptr, nullptr).handle());
  for (const EventHandle handle : handles) {
    ASSERT_NE(event_of(handle), nullptr);
    ASSERT_EQ(event_of(handle)->handle(), handle);
    slots.insert(event_of(handle));
  }
  EXPECT_EQ(slots.size(), std::size_t{kMany});
  for (const EventHandle handle : handles) event_of(handle)->close(pool);
  for (int i = 0; i < kMany; ++i) EXPECT_EQ(slots.count(&pool.open(nullptr, nullptr)), 1u);
}

// DETACH-2, DETACH-3: others close the pool's events while it opens more, and try handles that are used up.
TEST(CompletionEvent, OtherThreadsCloseThem) {
  constexpr int kThreads = 3, kRounds = 2000;
  EventPool home;
  atomic<EventHandle> given[kThreads];
  for (auto& g : given) g.store(0, relaxed);
  std::vector<std::thread> threads;
  for (auto& g : given)
    threads.emplace_back([&g] {
      EventPool own;
      EventHandle last = 0;
      for (int round = 0; round < kRounds;) {
        const EventHandle handle = g.load(acquire);
        if (handle == 0) {
          std::this_thread::yield();
          continue;
        }
        if (last != 0) {
          CompletionEvent* const event = event_of(last);
          std::uint64_t word = generation_of(last) << 3;
          ASSERT_FALSE(event->word.compare_exchange_strong(word, word | EventState::kFulfilled, acq_rel, relaxed));
        }
        CompletionEvent* const event = event_of(handle);
        ASSERT_EQ(event->handle(), handle);
        event->close(own);
        last = handle;
        g.store(0, release);
        ++round;
      }
    });
  for (int left = kThreads * kRounds; left != 0;)
    for (auto& g : given)
      if (left != 0 && g.load(acquire) == 0 && &g == &given[left % kThreads]) {
        g.store(home.open(nullptr, nullptr).handle(), release);
        --left;
      }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace xomp::task
