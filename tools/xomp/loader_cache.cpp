// Reads the new format: a header, entries of 24 bytes, strings. A part in the old format may stand before it.
#include "loader_cache.h"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

namespace xomp::tool {

namespace {

constexpr std::string_view kMagic = "glibc-ld.so.cache1.1";

struct Header {
  char magic[20];
  std::uint32_t entries;
  std::uint32_t string_bytes;
  std::uint8_t flags[4];
  std::uint32_t extension_offset;
  std::uint32_t unused[3];
};
static_assert(sizeof(Header) == 48);

struct Entry {
  std::int32_t flags;
  std::uint32_t name;  // offsets from the header's start
  std::uint32_t path;
  std::uint32_t os_version;
  std::uint64_t hardware;
};
static_assert(sizeof(Entry) == 24);

// Returns the zero-terminated text at `offset`, or an empty one when that is outside.
std::string text_at(std::string_view content, std::size_t offset) {
  if (offset >= content.size()) return {};
  const std::size_t end = content.find('\0', offset);
  return std::string(content.substr(offset, end == std::string_view::npos ? end : end - offset));
}

}  // namespace

LoaderCache LoaderCache::read(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string all{std::istreambuf_iterator<char>(stream), {}};
  LoaderCache cache;
  const std::size_t start = all.find(kMagic);
  if (start == std::string::npos || all.size() - start < sizeof(Header)) return cache;
  const std::string_view content = std::string_view(all).substr(start);
  Header header;
  std::memcpy(&header, content.data(), sizeof header);
  for (std::size_t i = 0; i < header.entries; ++i) {
    const std::size_t at = sizeof header + i * sizeof(Entry);
    if (at + sizeof(Entry) > content.size()) break;
    Entry entry;
    std::memcpy(&entry, content.data() + at, sizeof entry);
    cache.files_[text_at(content, entry.name)].emplace_back(text_at(content, entry.path));
  }
  return cache;
}

const std::vector<std::filesystem::path>& LoaderCache::find(const std::string& name) const {
  static const std::vector<std::filesystem::path> none;
  const auto found = files_.find(name);
  return found != files_.end() ? found->second : none;
}

}  // namespace xomp::tool
