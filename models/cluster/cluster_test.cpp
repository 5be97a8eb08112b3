// The simulator of ranks: descriptions, the network's arithmetic, and programs whose messages can be counted by hand.
#include <gtest/gtest.h>

#include <stdexcept>

#include "models/cluster/run.h"
#include "models/description_test.h"

namespace xomp::cluster {
namespace {

using models::replaced;

std::string text_of(const std::string& name) { return models::description_text("clusters", name); }
std::string mistake_in(const std::string& text) { return models::mistake_found(read_description, text); }

TEST(Description, EveryOneIsRead) {
  models::for_each_description("clusters",
                               [](const std::string& name) { EXPECT_EQ(read_description(text_of(name)).name, name); });
}

TEST(Description, MistakesAreNamed) {
  const std::string good = text_of("infiniband-100");
  EXPECT_EQ(mistake_in(good), "");
  EXPECT_NE(mistake_in("[]").find("no JSON object"), std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"ranks_per_node\": 2", "\"ranks_per_node\": 0")).find("ranks_per_node"),
            std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"network\"", "\"net\"")).find("\"network\" is missing"), std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"gap_ns\"", "\"gap\"")).find("\"gap_ns\" is missing"), std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"value\": 750", "\"value\": -1")).find("latency_ns"), std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"value\": 750", "\"value\": 0")).find("time stands still"), std::string::npos);
  EXPECT_NE(mistake_in(replaced(good, "\"jitter\": 0.2", "\"jitter\": 11")).find("jitter"), std::string::npos);
}

// A network where each part has another cost. Our own code costs nothing but a look.
Description plain(int ranks_per_node = 1) {
  Description d;
  d.name = "plain";
  d.ranks_per_node = ranks_per_node;
  d.network.latency = 1'000'000;
  d.network.send = 100'000;
  d.network.receive = 200'000;
  d.network.byte = 1'000;
  d.network.eager_bytes = 1 << 20;
  d.node = d.network;
  d.costs.poll = 1'000;
  return d;
}
const Program& program(const std::string& name) {
  for (const Program& p : all_programs)
    if (name == p.name) return p;
  throw std::runtime_error(name);
}
Settings with(const Program& p, int ranks) {
  Settings s;
  s.ranks = ranks;
  s.parameters = p.usual;
  return s;
}
Sent sum_of(const Run& run) {
  Sent sum;
  for (const Outcome& o : run.outcomes) {
    sum.records += o.sent.records, sum.batches += o.sent.batches, sum.batch_bytes += o.sent.batch_bytes;
    sum.pieces += o.sent.pieces, sum.piece_bytes += o.sent.piece_bytes;
  }
  return sum;
}

TEST(Network, AMessageTakesWhatItsPathSays) {
  const Program& hop = program("hop");
  Settings s = with(hop, 2);
  s.parameters.steps = 1000;
  const auto short_run = run_program(hop, plain(), s);
  s.parameters.steps = 2000;
  const auto long_run = run_program(hop, plain(), s);
  // Send, latency, 56 bytes (a batch's and a record's head, key and value), receive. A fence ends late by a sixteenth of its time at
  // most: the long run by two sixteenths of the difference.
  constexpr double kHop = 100 + 1000 + 56 + 200;
  const double hop_ns = (long_run.outcomes[0].ns - short_run.outcomes[0].ns) / 1000;
  EXPECT_GE(hop_ns, kHop);
  EXPECT_LE(hop_ns, kHop * 18 / 16);
  EXPECT_EQ(sum_of(long_run).batch_bytes, 2000u * 56);
}

TEST(Network, AFenceIsOneAllReduceAlongATree) {
  const Program& fence = program("fence");
  for (const int ranks : {2, 4, 8, 16, 64}) {
    Settings s = with(fence, ranks);
    s.parameters.steps = 50;
    const double ns = run_program(fence, plain(), s).outcomes[0].ns / 50;
    int depth = 0;
    while (1 << depth < ranks) ++depth;
    // Each edge: 64 bytes; on the way down the root sends to all below it, one after the other, the longest path first.
    const double edge = 100 + 1000 + 64 + 200;
    static_assert(sizeof(ttg::ranks::Wave) == 64);
    EXPECT_GE(ns, 2 * depth * edge) << ranks;
    EXPECT_LE(ns, 2 * depth * (edge + 120)) << ranks;
  }
}

TEST(Network, LargerMessagesWaitUntilTheyAreAskedFor) {
  const Program& hop = program("hop");
  Settings s = with(hop, 2);
  s.parameters.bytes = 100'000;
  const auto ns = [&](const Description& d) { return run_program(hop, d, s).outcomes[0].ns / 1000; };
  Description at_once = plain(), asked = plain();
  asked.network.eager_bytes = asked.node.eager_bytes = 4096;
  EXPECT_GE(ns(asked) - ns(at_once), 2 * 1000);  // there and back
  EXPECT_LE(ns(asked) - ns(at_once), 3 * 1000);
}

TEST(Programs, SendAsManyRecordsAsTheirTasksNeed) {
  const Program& all = program("alltoall");
  const auto run = run_program(all, plain(), with(all, 12));
  EXPECT_EQ(sum_of(run).records, 12u * 11);
  const Program& flood = program("flood");
  EXPECT_EQ(sum_of(run_program(flood, plain(), with(flood, 3))).records, 30'000u);
  const Program& stencil = program("stencil");  // a grid of 3 x 4 ranks: 2 x 2 tiles each, so 8 borders to others
  EXPECT_EQ(sum_of(run_program(stencil, plain(), with(stencil, 12))).records, 12u * 8 * 20);
}

TEST(Programs, BroadcastOneValueToEachRankOnce) {
  const Program& broadcast = program("broadcast");
  for (const int ranks : {2, 5, 6, 40, 300}) {
    Settings s = with(broadcast, ranks);
    s.parameters.steps = 1;
    const auto run = run_program(broadcast, plain(), s);
    const Sent sent = sum_of(run);
    EXPECT_EQ(sent.records, static_cast<std::uint64_t>(ranks - 1));
    const std::uint64_t least = static_cast<std::uint64_t>(ranks - 1) << 20;
    EXPECT_GE(sent.piece_bytes, least);
    EXPECT_LE(sent.piece_bytes,
              least + 64 * static_cast<std::uint64_t>(ranks));  // lists of keys that are no batch's any longer
    if (ranks <= 5) continue;
    for (const Outcome& o : run.outcomes) EXPECT_LE(o.sent.records, 10u);  // along a tree
  }
}

TEST(Programs, RunOnSeveralThreadsOfARank) {
  const Program& stencil = program("stencil");
  Settings s = with(stencil, 4);
  const double one = run_program(stencil, plain(), s).outcomes[0].ns;
  s.threads = 4;
  const double four = run_program(stencil, plain(), s).outcomes[0].ns;
  EXPECT_LT(four,
            0.7 * one);  // 0.59: a thread in a task does not look for messages, and idle ones but the first never do
}

TEST(Programs, AreTheSameWithOneSeed) {
  const Program& cholesky = program("cholesky");
  Description d = plain(2);
  d.jitter = 0.5;
  Settings s = with(cholesky, 6);
  const double first = run_program(cholesky, d, s).outcomes[0].ns;
  EXPECT_EQ(run_program(cholesky, d, s).outcomes[0].ns, first);
  s.seed = 2;
  EXPECT_NE(run_program(cholesky, d, s).outcomes[0].ns, first);
}

// A rank keeps one word for each rank that it never talks to, and nothing else.
TEST(Memory, OfARankIsForThoseThatItTalksTo) {
  const Program& fence = program("fence");
  const double few = run_program(fence, plain(), with(fence, 16)).bytes_at_end;
  const double many = run_program(fence, plain(), with(fence, 512)).bytes_at_end;
  EXPECT_LT(many - few, 512 * 32);
}

}  // namespace
}  // namespace xomp::cluster
