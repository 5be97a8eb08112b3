// Any bytes as a format of omp_display_affinity, with room of any size for the text: the first byte says how much.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/team/affinity_format.h"

namespace {

using namespace xomp;

struct Written {
  std::vector<char> text;
  std::size_t length;
};

Written write(std::span<const char> format, std::size_t room) {
  std::vector<char> text(room);
  text::Output output(text);
  const auto value = [](void* context, team::AffinityField field, text::Line& line) {
    static_cast<std::vector<int>*>(context)->at(static_cast<std::size_t>(field)) += 1;
    line.add(static_cast<std::int64_t>(field) - 3);
  };
  std::vector<int> counts(static_cast<std::size_t>(team::AffinityField::thread_affinity) + 1);
  team::write_affinity_format(output, format, {value, &counts});
  return {text, output.length()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
  if (bytes == 0) return 0;
  const std::vector<char> format(data + 1, data + bytes);  // memory of its own, so that a read beyond its end is seen
  const Written little = write(format, data[0]);
  const Written all = write(format, little.length);
  const auto kept = static_cast<std::ptrdiff_t>(std::min(little.text.size(), all.length));
  if (all.length != little.length || !std::equal(little.text.begin(), little.text.begin() + kept, all.text.begin()))
    std::abort();
  return 0;
}
