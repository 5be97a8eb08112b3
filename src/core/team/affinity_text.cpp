#include "core/team/affinity_text.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "core/team/affinity_format.h"
#include "core/team/team.h"
#include "platform/thread.h"
#include "text/line.h"
#include "topology/processors.h"

namespace xomp::team {

namespace {

using text::Line;
using text::Output;

void write_host(Line& line) {
  char name[256] = "";
  if (gethostname(name, sizeof name - 1) == 0) line.add(name);
}

// Writes "0-3,8,9". Only more than two numbers become a range, because other runtimes do so.
void write_processors(Line& line) {
  topology::ProcessorSet mask;
  if (!topology::read_own_mask(mask)) return;
  const char* separator = "";
  for (int first = mask.next(0); first >= 0;) {
    int last = first;
    while (mask.next(last + 1) == last + 1) ++last;
    line.add(separator).add(std::int64_t{first});
    if (last > first) line.add(last > first + 1 ? '-' : ',').add(std::int64_t{last});
    separator = ",";
    first = mask.next(last + 1);
  }
}

std::int64_t ancestor_number(Worker& me) {
  const Thread* ancestor = ancestor_at(me, team_of(me).level - 1);
  return ancestor == nullptr ? -1 : ancestor->number;
}

void write_value(void* worker, AffinityField field, Line& line) {
  Worker& me = *static_cast<Worker*>(worker);
  const Team& team = team_of(me);
  switch (field) {
    case AffinityField::team_num: line.add(std::int64_t{team.league_number}); return;
    case AffinityField::num_teams: line.add(std::int64_t{team.league_size}); return;
    case AffinityField::nesting_level: line.add(std::int64_t{team.level}); return;
    case AffinityField::thread_num: line.add(std::int64_t{me.thread->number}); return;
    case AffinityField::num_threads: line.add(std::int64_t{me.thread->team->size}); return;
    case AffinityField::ancestor_tnum: line.add(ancestor_number(me)); return;
    case AffinityField::host: write_host(line); return;
    case AffinityField::process_id: line.add(std::int64_t{getpid()}); return;
    case AffinityField::native_thread_id: line.add(std::int64_t{platform::kernel_thread_id()}); return;
    case AffinityField::thread_affinity: write_processors(line); return;
  }
}

// A digest of everything that the threads' texts may say differently in the next region. It is never 0.
std::uint64_t digest_of(const Team& team) {
  const Binding& binding = team.binding;
  const int policy = binding.active ? static_cast<int>(binding.policy) : -1;
  std::uint64_t digest = 0;
  for (const int fact : {team.level, static_cast<int>(team.size), static_cast<int>(team.icv.bind), policy,
                         binding.partition.first, binding.partition.count, binding.parent_place}) {
    digest = (digest + static_cast<unsigned>(fact)) * 0x9e37'79b9'7f4a'7c15u;
  }
  return digest != 0 ? digest : 1;
}

}  // namespace

std::size_t write_affinity(Worker& me, std::span<const char> format, std::span<char> out) {
  Output output(out);
  char icv_format[icv::kAffinityFormatBytes];
  if (format.empty()) {
    icv::get_affinity_format(icv_format, sizeof icv_format);
    format = {icv_format, std::strlen(icv_format)};
  }
  write_affinity_format(output, format, {write_value, &me});
  return output.length();
}

void show_affinity(Worker& me, std::span<const char> format) {
  char line[4096];
  const std::size_t most = sizeof line - 1;
  const std::size_t length = write_affinity(me, format, {line, most});
  const std::size_t kept = length < most ? length : most;
  line[kept] = '\n';
  std::fwrite(line, 1, kept + 1, stdout);  // in order with what the program prints
}

bool must_show_affinity(Worker& me, const Team& team) {
  const std::uint64_t digest = digest_of(team);
  if (team.level == 0 || digest == me.shown_affinity) return false;
  me.shown_affinity = digest;
  return true;
}

}  // namespace xomp::team
