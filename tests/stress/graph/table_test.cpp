// The table of partial tasks: threads insert, find and remove under growth, with hashes that spread and with hashes that all
// meet in a few buckets. It runs once more with the library's table (XOMP_TTG_TABLE=chained).
#include "ttg/detail/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace {

struct Node : xomp::graph::Task {
  std::size_t key;
  int inputs;  // under the lock of the bucket
  std::size_t hash_ = 0;
  std::size_t hash() const { return hash_; }
};
using Table = ttg::detail::Table<Node>;

constexpr int kThreads = 4, kInputs = 3;

struct Shape {
  const char* name;
  std::size_t keys;
  std::size_t (*hash)(std::size_t key);
};
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

class Tables : public testing::TestWithParam<Shape> {};

template <class Bucket>
Node* find_or_insert(Bucket& bucket, std::size_t key, std::size_t hash, std::vector<Node>& memory, std::atomic<std::size_t>& next_node) {
  if (Node* const there = bucket.find(hash, [key](const Node& other) { return other.key == key; })) return there;
  Node* const n = &memory[next_node.fetch_add(1)];
  n->key = key;
  n->inputs = 0;
  n->hash_ = hash;
  bucket.insert(n);
  return n;
}

// Each key gets its inputs from different threads, as tasks do.
void add_inputs(Table& table, const Shape& shape, std::vector<Node>& memory, std::atomic<std::size_t>& next_node,
                std::vector<std::atomic<int>>& complete, unsigned seed, int thread) {
  std::vector<std::size_t> keys;
  for (std::size_t k = 0; k < shape.keys; ++k)
    for (int i = 0; i < kInputs; ++i)
      if ((k + static_cast<std::size_t>(i)) % kThreads == static_cast<std::size_t>(thread)) keys.push_back(k);
  std::shuffle(keys.begin(), keys.end(), std::mt19937(seed));
  for (const std::size_t key : keys) {
    const std::size_t hash = shape.hash(key);
    table.prefetch_bucket(hash);
    table.prefetch_node(hash);
    auto bucket = table.lock(hash);
    Node* const n = find_or_insert(bucket, key, hash, memory, next_node);
    const bool is_last = ++n->inputs == kInputs;
    if (is_last) bucket.remove(n);
    bucket.unlock();
    if (is_last) complete[key].fetch_add(1);
  }
}

TEST_P(Tables, EachKeyIsCompleteOnce) {
  const Shape& shape = GetParam();
  for (unsigned round = 0; round < 3; ++round) {
    Table table;
    std::vector<Node> memory(shape.keys);
    std::vector<std::atomic<int>> complete(shape.keys);
    std::atomic<std::size_t> next_node{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back(
          [&, t] { add_inputs(table, shape, memory, next_node, complete, 97 * round + static_cast<unsigned>(t), t); });
    std::size_t seen = 0;
    table.for_each([&seen](const Node&) { ++seen; });  // meanwhile
    for (std::thread& t : threads) t.join();
    EXPECT_LE(seen, 2 * shape.keys);
    EXPECT_EQ(next_node.load(), shape.keys);
    for (const std::atomic<int>& c : complete) ASSERT_EQ(c.load(), 1);
    std::size_t left = 0;
    table.drain([&left](Node*) { ++left; });
    EXPECT_EQ(left, 0u);
  }
}

template <class Bucket>
void remove(Bucket& bucket, Node& node) {
  Node* const found = bucket.find(node.hash_, [&node](const Node& other) { return other.key == node.key; });
  EXPECT_EQ(found, &node);
  if (found != nullptr) bucket.remove(found);
  bucket.unlock();
}

TEST_P(Tables, DrainTakesAll) {
  const Shape& shape = GetParam();
  Table table;
  std::vector<Node> memory(shape.keys);
  for (std::size_t k = 0; k < shape.keys; ++k) {
    memory[k].key = k;
    memory[k].hash_ = shape.hash(k);
    auto bucket = table.lock(memory[k].hash_);
    bucket.insert(&memory[k]);
    bucket.unlock();
  }
  std::size_t seen = 0;
  table.for_each([&seen](const Node&) { ++seen; });
  EXPECT_EQ(seen, shape.keys);
  for (std::size_t k = 0; k < shape.keys; k += 2) {
    auto bucket = table.lock(memory[k].hash_);
    remove(bucket, memory[k]);
  }
  std::vector<char> found(shape.keys);
  table.drain([&found](Node* n) { found[n->key] = 1; });
  for (std::size_t k = 0; k < shape.keys; ++k) EXPECT_EQ(found[k], static_cast<char>(k % 2));
}

INSTANTIATE_TEST_SUITE_P(Hashes, Tables,
                         testing::Values(Shape{"spread", 20000, [](std::size_t k) { return Table::mix(k); }},
                                         Shape{"few", 600, [](std::size_t k) { return Table::mix(k % 5); }},
                                         Shape{"some", 4000, [](std::size_t k) { return Table::mix(k & 63); }}));

}  // namespace
