// What ran where and when, as a file for chrome://tracing or Perfetto, and the graph as text for `dot`.
#include <cstdio>
#include <cstdlib>
#include <taskflow/observer/chrome.hpp>
#include <taskflow/taskflow.hpp>

int main() {
  tf::Executor executor;
  auto observer = executor.make_observer<tf::ChromeObserver>();
  tf::Taskflow taskflow("profiled");
  auto [load, parse, store] = taskflow.emplace([] {}, [] {}, [] {});
  load.name("load").precede(parse);
  parse.name("parse").precede(store);
  store.name("store");
  executor.run(taskflow).wait();
  const std::string trace = observer->dump(), graph = taskflow.dump();
  std::printf("%s%s", trace.c_str(), graph.c_str());
  const bool ok = observer->num_tasks() == 3 && trace.find("\"name\":\"parse\"") != std::string::npos &&
                  graph.find("label=\"store\"") != std::string::npos;
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
