// A field of the format is %[[[0].]size]field, where `field` is a letter or {long_name}. It is left-justified in `size`
// characters; with a dot it is right-justified, and with 0 in front of the dot it is filled with zeros.
#include "core/team/affinity_text.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>

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

// Writes "0-3,8,9": like other runtimes, it makes a range of more than two only.
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

struct Field {
  char letter;
  const char* name;
  void (*write)(Line& line, Worker& me);
};

constexpr Field kFields[] = {
    {'t', "team_num", [](Line& line, Worker& me) { line.add(std::int64_t{team_of(me).league_number}); }},
    {'T', "num_teams", [](Line& line, Worker& me) { line.add(std::int64_t{team_of(me).league_size}); }},
    {'L', "nesting_level", [](Line& line, Worker& me) { line.add(std::int64_t{team_of(me).level}); }},
    {'n', "thread_num", [](Line& line, Worker& me) { line.add(std::int64_t{me.thread->number}); }},
    {'N', "num_threads", [](Line& line, Worker& me) { line.add(std::int64_t{me.thread->team->size}); }},
    {'a', "ancestor_tnum", [](Line& line, Worker& me) { line.add(ancestor_number(me)); }},
    {'H', "host", [](Line& line, Worker&) { write_host(line); }},
    {'P', "process_id", [](Line& line, Worker&) { line.add(std::int64_t{getpid()}); }},
    {'i', "native_thread_id", [](Line& line, Worker&) { line.add(std::int64_t{platform::kernel_thread_id()}); }},
    {'A', "thread_affinity", [](Line& line, Worker&) { write_processors(line); }},
};

struct Layout {
  bool right = false;
  bool zeros = false;
  std::size_t width = 0;
};

constexpr std::size_t kMaxWidth = 10'000;  // a wider one is a slip of the pen

// The format that is not read yet.
class Format {
 public:
  explicit Format(std::span<const char> text) : text_(text) {}
  bool empty() const { return text_.empty(); }
  char take() {
    const char c = text_.front();
    text_ = text_.subspan(1);
    return c;
  }
  bool take(char wanted) { return !empty() && text_.front() == wanted && (take(), true); }

  Layout take_layout() {
    Layout layout;
    layout.zeros = take('0');
    layout.right = take('.');
    while (!empty() && text_.front() >= '0' && text_.front() <= '9') {
      const auto digit = static_cast<std::size_t>(take() - '0');
      if (layout.width < kMaxWidth) layout.width = layout.width * 10 + digit;
    }
    layout.zeros = layout.zeros && layout.right;
    return layout;
  }

  // nullptr if there is no such field; what named it is taken.
  const Field* take_field() {
    if (empty()) return nullptr;
    const char letter = take();
    if (letter == '{') return take_long_name();
    for (const Field& field : kFields) {
      if (field.letter == letter) return &field;
    }
    return nullptr;
  }

 private:
  const Field* take_long_name() {
    std::size_t length = 0;
    while (length < text_.size() && text_[length] != '}') ++length;
    const char* name = text_.data();
    text_ = text_.subspan(length < text_.size() ? length + 1 : length);
    for (const Field& field : kFields) {
      if (std::strncmp(field.name, name, length) == 0 && field.name[length] == '\0') return &field;
    }
    return nullptr;
  }

  std::span<const char> text_;
};

void add_value(Output& output, const char* value, const Layout& layout) {
  const std::size_t length = std::strlen(value);
  const std::size_t padding = layout.width > length ? layout.width - length : 0;
  if (layout.zeros && *value == '-') output.add(*value++);
  if (layout.right) output.fill(layout.zeros ? '0' : ' ', padding);
  output.add(value);
  if (!layout.right) output.fill(' ', padding);
}

void write_field(Output& output, Format& format, Worker& me) {
  const Layout layout = format.take_layout();
  const Field* field = format.take_field();
  Line value;
  if (field != nullptr) field->write(value, me);
  else value.add("undefined");
  add_value(output, value.text(), layout);
}

void write_format(Output& output, Format format, Worker& me) {
  while (!format.empty()) {
    if (!format.take('%')) output.add(format.take());
    else if (format.take('%')) output.add('%');
    else write_field(output, format, me);
  }
}

// A digest of all that threads may say differently from one region to the next; never 0.
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
  write_format(output, Format(format), me);
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
