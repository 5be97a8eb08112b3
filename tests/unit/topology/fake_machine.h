// A machine's /sys, made up: sockets of NUMA domains of caches of cores of hardware threads, numbered as firmware does
// it: all first threads of the cores, then all second ones.
#pragma once

#include <string>
#include <vector>

#include "topology/machine.h"
#include "unit/topology/fake_system.h"

namespace xomp::topology {

struct Shape {
  int sockets, domains, caches, cores, threads;  // each in one of the layer before
  int total_cores() const { return sockets * domains * caches * cores; }
  int total() const { return total_cores() * threads; }
};

class FakeMachine : public FakeSystem {
 public:
  explicit FakeMachine(Shape shape) : shape_(shape) {
    write("/sys/devices/system/cpu/online", "0-" + std::to_string(shape.total() - 1) + "\n");
    const int per_cache = shape.cores, per_domain = per_cache * shape.caches, per_socket = per_domain * shape.domains;
    std::string nodes = "0-" + std::to_string(shape.sockets * shape.domains - 1) + "\n";
    write("/sys/devices/system/node/online", nodes);
    for (int cpu = 0; cpu < shape.total(); ++cpu) {
      const int core = cpu % shape.total_cores();
      const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu);
      write(folder + "/topology/core_cpus_list", cpus_of_cores(core, 1));
      write(folder + "/topology/package_cpus_list", cpus_of_cores(core / per_socket * per_socket, per_socket));
      write(folder + "/cache/index0/level", "1\n");
      write(folder + "/cache/index0/shared_cpu_list", cpus_of_cores(core, 1));
      write(folder + "/cache/index1/level", "3\n");
      write(folder + "/cache/index1/shared_cpu_list", cpus_of_cores(core / per_cache * per_cache, per_cache));
    }
    for (int node = 0; node < shape.sockets * shape.domains; ++node) {
      const std::string folder = "/sys/devices/system/node/node" + std::to_string(node);
      write(folder + "/cpulist", cpus_of_cores(node * per_domain, per_domain));
      std::string distances;
      for (int other = 0; other < shape.sockets * shape.domains; ++other) {
        const bool near = node / shape.domains == other / shape.domains;
        distances += std::string(node == other ? "10" : near ? "12" : "32") + " ";
      }
      write(folder + "/distance", distances + "\n");
    }
  }

  ProcessorSet all() const {
    ProcessorSet set;
    for (int cpu = 0; cpu < shape_.total(); ++cpu) set.add(cpu);
    return set;
  }

 private:
  std::string cpus_of_cores(int first, int count) const {
    std::string list;
    for (int thread = 0; thread < shape_.threads; ++thread) {
      const int start = first + thread * shape_.total_cores();
      if (thread != 0) list.append(",");
      list.append(std::to_string(start)).append("-").append(std::to_string(start + count - 1));
    }
    return list + "\n";
  }

  Shape shape_;
};

}  // namespace xomp::topology
