// The stages by Taskflow's pipeline.
#include <taskflow/algorithm/pipeline.hpp>
#include <taskflow/taskflow.hpp>

#include <array>
#include <vector>

#include "stages.h"

namespace {

void run_taskflow(const Run* run) {
  static tf::Executor executor(static_cast<std::size_t>(run->threads));
  const auto lines = static_cast<std::size_t>(line_count(run));
  std::vector<std::uint64_t> values(lines);
  const auto step = [&](tf::Pipeflow& flow) {
    std::uint64_t& token = values[flow.line()];
    token = pass(static_cast<int>(flow.pipe()), token);
  };
  const auto first = [&](tf::Pipeflow& flow) {
    if (flow.token() == static_cast<std::size_t>(tokens)) return flow.stop();
    values[flow.line()] = flow.token();
    step(flow);
  };
  using Pipe = tf::Pipe<std::function<void(tf::Pipeflow&)>>;
  std::vector<Pipe> pipes(stage_count, Pipe(tf::PipeType::SERIAL, step));
  pipes[0] = Pipe(tf::PipeType::SERIAL, first);
  tf::ScalablePipeline<std::vector<Pipe>::iterator> pipeline(lines, pipes.begin(), pipes.end());
  tf::Taskflow graph;
  graph.composed_of(pipeline);
  executor.run(graph).wait();
}

}  // namespace

const Problem problem = stages_by({"taskflow", run_taskflow});
