// How the threads of a team stand in a tree: who meets whom on the way up, who tells whom on the way down. Threads that share a cache are in
// one subtree, and so are the threads of a NUMA domain. Plain data; the primary makes it between two regions.
#pragma once

#include <cstdint>
#include <span>

namespace xomp::barrier {

// Where a thread runs. Threads whose places are not known are all in the same spot, so that neighbours in number meet.
struct Spot {
  std::int32_t domain = 0;
  std::int32_t cache = 0;
};
using SpotOf = Spot (*)(const void* context, std::uint32_t thread);

// Up: on each level the members (at first all threads) meet in groups of at most `fan_out`, and the first one of a group stands for it on
//   the next level. While two members share a cache, only such members meet; then only members of one domain, while there are two of one.
// Down: the one that stands for a group tells its other members, those of the highest level first. Thread 0 stands for all.
class TreeShape {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Group {
    std::uint32_t members;  // at least 2
    std::uint32_t parent;   // the next group that its first member meets in; kNone: it holds all
  };

  explicit TreeShape(std::uint32_t capacity);
  // `spot_of` nullptr: not known.
  void build(std::uint32_t size, std::uint32_t fan_out, SpotOf spot_of, const void* context);

  std::uint32_t groups() const { return group_count_; }  // at most size - 1
  Group group(std::uint32_t g) const { return groups_[g]; }
  // The first group that the thread meets in.
  std::uint32_t group_of(std::uint32_t thread) const { return threads_[thread].group; }
  // The threads that this one tells: listeners()[first_listener] and the following.
  std::uint32_t first_listener(std::uint32_t thread) const { return threads_[thread].first_listener; }
  std::uint32_t listener_count(std::uint32_t thread) const { return threads_[thread].listeners; }
  std::span<const std::uint32_t> listeners() const { return {listeners_, size_ - 1}; }  // of all threads

 private:
  enum class Shared : std::uint8_t { cache, domain, machine };
  struct ThreadPart {
    Spot spot;
    std::uint32_t group;         // the first group
    std::uint32_t latest_group;  // while the groups are made
    std::uint32_t teller;        // kNone: thread 0
    std::uint32_t level;         // of the group in which it is told
    std::uint32_t first_listener;
    std::uint32_t listeners;
  };

  void order_by_spot(SpotOf spot_of, const void* context);
  bool share(std::uint32_t a, std::uint32_t b, Shared what) const;
  Shared innermost_shared(std::uint32_t count) const;
  std::uint32_t meet(std::uint32_t count, std::uint32_t fan_out, std::uint32_t level);
  void make_group(const std::uint32_t* members, std::uint32_t count, std::uint32_t level);
  void list_listeners(std::uint32_t levels);

  std::uint32_t size_ = 0;
  std::uint32_t group_count_ = 0;
  ThreadPart* threads_;     // by number
  std::uint32_t* members_;  // those of the level that is being made
  std::uint32_t* listeners_;
  Group* groups_;
};

}  // namespace xomp::barrier
