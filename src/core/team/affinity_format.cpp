#include "core/team/affinity_format.h"

#include <cstddef>
#include <cstring>
#include <string_view>

namespace xomp::team {

namespace {

using text::Line;
using text::Output;

struct Field {
  char letter;
  const char* name;
  AffinityField field;
};

constexpr Field kFields[] = {
    {'t', "team_num", AffinityField::team_num},
    {'T', "num_teams", AffinityField::num_teams},
    {'L', "nesting_level", AffinityField::nesting_level},
    {'n', "thread_num", AffinityField::thread_num},
    {'N', "num_threads", AffinityField::num_threads},
    {'a', "ancestor_tnum", AffinityField::ancestor_tnum},
    {'H', "host", AffinityField::host},
    {'P', "process_id", AffinityField::process_id},
    {'i', "native_thread_id", AffinityField::native_thread_id},
    {'A', "thread_affinity", AffinityField::thread_affinity},
};

struct Layout {
  bool right = false;
  bool zeros = false;
  std::size_t width = 0;
};

constexpr std::size_t kMaxWidth = 10'000;  // a wider one is a slip of the pen

// The part of the format that has not been read yet.
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

  // Returns nullptr if there is no such field. What named the field has been taken then.
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
    const std::string_view name(text_.data(), length);  // a Fortran program's may have a NUL in it
    text_ = text_.subspan(length < text_.size() ? length + 1 : length);
    for (const Field& field : kFields) {
      if (name == field.name) return &field;
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

void write_field(Output& output, Format& format, const AffinityValues& values) {
  const Layout layout = format.take_layout();
  const Field* field = format.take_field();
  Line value;
  if (field != nullptr) values.write(values.context, field->field, value);
  else value.add("undefined");
  add_value(output, value.text(), layout);
}

void write_format(Output& output, Format format, const AffinityValues& values) {
  while (!format.empty()) {
    if (!format.take('%')) output.add(format.take());
    else if (format.take('%')) output.add('%');
    else write_field(output, format, values);
  }
}

}  // namespace

void write_affinity_format(Output& output, std::span<const char> format, const AffinityValues& values) {
  write_format(output, Format(format), values);
}

}  // namespace xomp::team
