// What executors record and what is stored: observers, the profile file, counts by name, the serializer; and the public
// queues.
#include <taskflow/core/wsq.hpp>
#include <taskflow/observer/chrome.hpp>
#include <taskflow/utility/serializer.hpp>

#include "../check.h"

namespace {

// Three named tasks, a condition, a module and an async; two of them 40 characters long.
void run_named(tf::Executor& executor) {
  tf::Taskflow inner, taskflow("named");
  inner.emplace([] {}).name("inside");
  auto [a, b, c] = taskflow.emplace([] {}, [] { return 0; }, [] {});
  a.name("first");
  b.name("choice");
  c.name(std::string(40, 'x'));
  a.precede(b);
  b.precede(c);
  taskflow.composed_of(inner).name("module");
  executor.run_n(taskflow, 10).get();
  executor.async("an async", [] { return 1; }).get();
  executor.silent_async([] {});
  executor.wait_for_all();
}

void observers(tf::Executor& executor) {
  auto chrome = executor.make_observer<tf::ChromeObserver>();
  auto profile = executor.make_observer<tf::TFProfObserver>();
  run_named(executor);
  CHECK(chrome->num_tasks() == 42 && profile->num_tasks() == 42);
  CHECK(chrome->dump().find(std::string(40, 'x')) != std::string::npos);
  const std::string binary = profile->dump();
  CHECK(binary.find(std::string(31, 'x')) != std::string::npos && binary.find(std::string(32, 'x')) == std::string::npos);
  std::ostringstream json;
  profile->dump_json(json);
  CHECK(json.str().find("\"an async\"") != std::string::npos);
  CHECK(profile->summary().find("count") != std::string::npos);
  profile->clear();
  CHECK(profile->num_tasks() == 0 && profile->num_workers() == 0);
  executor.remove_observer(chrome);
  executor.remove_observer(profile);
  CHECK(executor.num_observers() <= 1);  // TF_ENABLE_PROFILER's own
}

struct Point {
  int x = 0;
  std::string name;
  template <typename Archive>
  auto save(Archive& archive) const {
    return archive(x, name);
  }
  template <typename Archive>
  auto load(Archive& archive) {
    return archive(x, name);
  }
  bool operator==(const Point& other) const { return x == other.x && name == other.name; }
};

template <typename T>
void stores(const T& value) {
  std::stringstream stream;
  tf::Serializer<std::stringstream> out(stream);
  tf::Deserializer<std::stringstream> in(stream);
  T back{};
  const auto bytes = out(value);
  CHECK(in(back) == bytes && stream.rdbuf()->in_avail() == 0);
  CHECK(back == value);
}

void serializer() {
  stores(Point{3, "three"});
  stores(std::vector<Point>{{1, "a"}, {2, "b"}});
  stores(std::forward_list<std::string>{"x", "y", "z"});
  stores(std::map<std::string, std::vector<int>>{{"p", {1, 2}}, {"q", {}}});
  stores(std::unordered_set<int>{1, 2, 3});
  stores(std::array<std::optional<int>, 3>{1, std::nullopt, 3});
  stores(std::tuple<int, std::pair<char, double>>{1, {'c', 2.5}});
  stores(std::variant<int, std::string>{"text"});
  stores(std::chrono::system_clock::now());
  std::stringstream wrong;
  tf::Serializer<std::stringstream> out(wrong);
  tf::Deserializer<std::stringstream> in(wrong);
  out(std::uint64_t{7});
  std::variant<int, std::string> v;
  CHECK(throws("no alternative", [&] { in(v); }));
  // A number of elements that are not there.
  out(~std::uint64_t{0});
  std::vector<int> many;
  in(many);
  CHECK(many.size() <= 1);
}

struct Item {
  std::size_t urgency;
  std::size_t priority() const { return urgency; }
};

void priority_queue() {
  tf::BoundedPriorityWSQ<tf::BoundedWSQ<Item*, 2>, 3> queue;
  std::vector<Item> items = {{2}, {0}, {1}, {0}, {2}};
  std::vector<Item*> pointers;
  for (Item& item : items) pointers.push_back(&item);
  auto first = pointers.begin();
  CHECK(queue.try_bulk_push(first, pointers.size()) == 5 && first == pointers.end());
  CHECK(queue.size() == 5 && queue.capacity() == 12 && queue[0].size() == 2);
  CHECK(queue.pop() == &items[3] && queue.steal() == &items[1]);
  CHECK(queue.pop() == &items[2] && queue.steal() == &items[0] && queue.pop() == &items[4]);
  CHECK(queue.empty() && queue.pop() == nullptr && queue.steal() == nullptr);
  std::vector<Item*> many(6, &items[0]);
  first = many.begin();
  CHECK(queue.try_bulk_push(first, many.size()) == 4 && first == many.begin() + 4);
}

// The queue of 3.3 to 3.7.
void task_queue() {
  tf::TaskQueue<Item*> queue(2);
  std::vector<Item> items(8);
  for (std::size_t i = 0; i < items.size(); ++i) queue.push(&items[i], i % 2 == 0 ? 2 : 0);
  CHECK(queue.size() == 8 && queue.size(0) == 4 && queue.size(1) == 0 && queue.capacity(0) == 4 && queue.capacity() == 10);
  CHECK(queue.pop() == &items[7] && queue.steal() == &items[1]);
  CHECK(queue.pop(2) == &items[6] && queue.steal(2) == &items[0] && queue.pop(1) == nullptr && queue.steal(1) == nullptr);
  CHECK(queue.pop() == &items[5] && queue.pop() == &items[3] && queue.empty(0) && !queue.empty());
  CHECK(queue.steal() == &items[2] && queue.pop() == &items[4] && queue.empty() && queue.pop() == nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  {
    tf::Executor executor(workers_of(argc, argv));
    observers(executor);
    run_named(executor);
  }
  serializer();
  priority_queue();
  task_queue();
}
