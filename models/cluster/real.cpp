// usage: mpirun -n RANKS ... xomp-real-ranks PROGRAM [size=N] [steps=N] [bytes=N] [grain_ns=X]
// The simulator's programs on real processes, over MPI: models/measure/validate_ranks.py compares the two. Rank 0 prints a JSON object.
#include "models/cluster/programs/program.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace xomp::cluster;

const Program& find_program(const char* name) {
  for (const Program& p : all_programs)
    if (std::strcmp(p.name, name) == 0) return p;
  std::fprintf(stderr, "there is no program '%s'\n", name);
  std::exit(2);
}
void set(Parameters& p, const std::string& word) {
  const std::size_t at = word.find('=');
  const std::string key = word.substr(0, at), value = at == word.npos ? "" : word.substr(at + 1);
  if (key == "size") p.size = std::stol(value);
  else if (key == "steps") p.steps = std::stol(value);
  else if (key == "bytes") p.bytes = std::stol(value);
  else if (key == "grain_ns") p.grain_ns = std::stod(value);
  else {
    std::fprintf(stderr, "'%s': size=, steps=, bytes= and grain_ns= are known\n", word.c_str());
    std::exit(2);
  }
}
std::uint64_t sum(std::uint64_t n) {
  ttg::ttg_sum(ttg::get_default_world(), n);
  return n;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s PROGRAM [size=N] [steps=N] [bytes=N] [grain_ns=X]\n", argv[0]);
    return 2;
  }
  ttg::initialize(argc, argv, 1);
  const Program& program = find_program(argv[1]);
  Parameters parameters = program.usual;
  for (int i = 2; i < argc; ++i) set(parameters, argv[i]);
  for (int i = 0; i < 3; ++i) {  // the first ones warm up
    const Outcome o = program.run(parameters);
    const std::uint64_t records = sum(o.sent.records), batches = sum(o.sent.batches), bytes = sum(o.sent.batch_bytes),
                        pieces = sum(o.sent.pieces), piece_bytes = sum(o.sent.piece_bytes);
    if (ttg::rank() == 0)
      std::printf(
          "{\"time_ns\": %.0f, \"tasks\": %.0f, \"records\": %lu, \"batches\": %lu, \"batch_bytes\": %lu, \"pieces\": "
          "%lu, \"piece_bytes\": %lu}\n",
          o.ns, o.tasks, records, batches, bytes, pieces, piece_bytes);
  }
  ttg::finalize();
  return 0;
}
