// See run.h.
#include "models/cluster/run.h"

#include <algorithm>
#include <exception>
#include <malloc.h>

#include "models/cluster/transport.h"

namespace xomp::cluster {

namespace {

constexpr std::size_t kStack = 256 * 1024;
constexpr Picoseconds kLongest = 10'000'000'000'000'000;  // 10,000 s

double memory_in_use() {
  const struct mallinfo2 m = mallinfo2();
  return static_cast<double>(m.uordblks + m.hblkhd);
}

class Runner {
 public:
  Runner(const Program& program, const Description& description, const Settings& settings)
      : program_(program),
        description_(description),
        settings_(settings),
        ranks_(static_cast<std::size_t>(settings.ranks)) {
    result_.outcomes.resize(ranks_.size());
  }

  Run run() {
    timeline_.keep(&ttg::detail::default_world_slot(), sizeof(ttg::World));
    (void)Block(static_cast<std::size_t>(settings_.parameters.bytes));  // the memory that all share
    for (std::size_t i = 0; i < ranks_.size(); ++i) start(i);
    memory_before_ = memory_in_use();
    timeline_.run([this] { return over_ == settings_.ranks || error_ != nullptr; }, kLongest);
    if (error_ != nullptr) std::rethrow_exception(error_);
    for (const Rank& r : ranks_) result_.usages.push_back(r.usage);
    result_.network_messages = network_.messages();
    result_.events = timeline_.events();
    return std::move(result_);
  }

 private:
  void start(std::size_t i) {
    Rank& rank = ranks_[i];
    rank.number = static_cast<int>(i);
    rank.costs = &description_.costs;
    rank.timeline = &timeline_;
    const Picoseconds late = i * 7919 * settings_.seed % 1'000'000;  // no two begin at the same time
    rank.threads.push_back(&timeline_.start(rank, kStack, [this, &rank] { run_rank(rank); }, late));
    for (int t = 1; t < settings_.threads; ++t)
      rank.threads.push_back(&timeline_.start(rank, kStack, [&rank] { run_worker(rank); }, late));
  }
  void run_rank(Rank& rank) {
    try {
      const auto world = std::make_shared<ttg::base::WorldImplBase>();
      ttg::set_default_world(ttg::World(world));
      world->link().open(std::make_unique<SimulatedTransport>(network_, ranks_, rank.number));
      ttg::fence();
      if (rank.number == 0) result_.bytes_after_open = memory_of_a_rank();
      result_.outcomes[static_cast<std::size_t>(rank.number)] = program_.run(settings_.parameters);
      if (rank.number == 0) result_.bytes_at_end = memory_of_a_rank();
      world->destroy();
      ttg::set_default_world(ttg::World());
      rank.is_over = true;
      for (Thread* thread : rank.threads) thread->wake(Timeline::running().clock());
      ++over_;
    } catch (...) {
      error_ = std::current_exception();
    }
  }
  double memory_of_a_rank() const { return (memory_in_use() - memory_before_) / settings_.ranks; }

  const Program& program_;
  const Description& description_;
  const Settings& settings_;
  Timeline timeline_;
  std::vector<Rank> ranks_;
  Network network_{timeline_, description_, ranks_, settings_.seed};
  Run result_;
  int over_ = 0;
  std::exception_ptr error_;
  double memory_before_ = 0;
};

}  // namespace

Run run_program(const Program& program, const Description& description, const Settings& settings) {
  return Runner(program, description, settings).run();
}

}  // namespace xomp::cluster
