// Programs of front ends with one known cause each: causes NAME.
#include <cstdio>
#include <cstring>

#include <taskflow/algorithm/pipeline.hpp>
#include <taskflow/taskflow.hpp>

#include "../../examples/trace/work.h"

namespace {

volatile double sum;

// A chain of long tasks beside a few short ones.
void one_slow_chain() {
  tf::Executor executor(2);
  tf::Taskflow taskflow;
  tf::Task before;
  for (int i = 0; i < 10; ++i) {
    const tf::Task link = taskflow.emplace([] { sum = work(2e7); }).name("link");
    if (i > 0) before.precede(link);
    before = link;
  }
  for (int i = 0; i < 4; ++i) taskflow.emplace([] { sum = work(1e6); }).name("short");
  executor.run(taskflow).wait();
}

// One stage takes one token at a time, and most of the time.
void pipeline() {
  tf::Executor executor(2);
  tf::Taskflow taskflow;
  tf::Pipeline stages(4,
                      tf::Pipe{tf::PipeType::SERIAL,
                               [](tf::Pipeflow& flow) {
                                 if (flow.token() == 40) flow.stop();
                               }},
                      tf::Pipe{tf::PipeType::SERIAL, [](tf::Pipeflow&) { sum = work(5e6); }},
                      tf::Pipe{tf::PipeType::PARALLEL, [](tf::Pipeflow&) { sum = work(2e5); }});
  taskflow.composed_of(stages).name("stages");
  executor.run(taskflow).wait();
}

// The program prepares each graph alone, and the graph takes less time than that.
void prepares() {
  tf::Executor executor(2);
  for (int i = 0; i < 5; ++i) {
    sum = work(4e7);
    tf::Taskflow taskflow;
    for (int k = 0; k < 8; ++k) taskflow.emplace([] { sum = work(1e6); }).name("short");
    executor.run(taskflow).wait();
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  if (std::strcmp(argv[1], "one_slow_chain") == 0) one_slow_chain();
  else if (std::strcmp(argv[1], "pipeline") == 0) pipeline();
  else if (std::strcmp(argv[1], "prepares") == 0) prepares();
  else return 2;
  std::printf("%g\n", static_cast<double>(sum));
  return 0;
}
