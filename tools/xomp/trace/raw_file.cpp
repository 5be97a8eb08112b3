// Nothing in the file is taken for granted: the process may have ended in the middle of anything.
#include "trace/raw_file.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"

namespace xomp::tool {

using trace_file::ChunkHeader;
using trace_file::FileHeader;
using trace_file::Kind;
using trace_file::Record;

void Clock::settle() {
  std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) { return a.ticks < b.ticks; });
  // Pairs closer than a millisecond would bend the line by the noise of reading two clocks.
  std::vector<Pair> kept;
  for (const Pair& p : pairs_)
    if (kept.empty() || p.ns > kept.back().ns + 1'000'000) kept.push_back(p);
  if (kept.size() < 2) {
    const Pair first = pairs_.empty() ? Pair{0, 0} : pairs_.front();
    const Pair last = pairs_.empty() ? Pair{0, 0} : pairs_.back();
    kept = {first};
    if (last.ticks > first.ticks && last.ns > first.ns) kept.push_back(last);
    else kept.push_back({first.ticks + 2'500'000, first.ns + 1'000'000});
  }
  pairs_ = std::move(kept);
  for (std::size_t i = 0; i + 1 < pairs_.size(); ++i)
    slopes_.push_back(static_cast<double>(pairs_[i + 1].ns - pairs_[i].ns) /
                      static_cast<double>(pairs_[i + 1].ticks - pairs_[i].ticks));
  const Pair &a = pairs_.front(), &b = pairs_.back();
  const double slope = static_cast<double>(b.ns - a.ns) / static_cast<double>(b.ticks - a.ticks);
  for (const Pair& p : pairs_) {
    const double on_line = static_cast<double>(a.ns) + slope * static_cast<double>(p.ticks - a.ticks);
    const auto off = static_cast<std::int64_t>(on_line) - static_cast<std::int64_t>(p.ns);
    residue_ns_ = std::max(residue_ns_, off < 0 ? -off : off);
  }
}

std::int64_t Clock::moment(std::uint64_t ticks) const {
  while (at_ > 0 && ticks < pairs_[at_].ticks) --at_;
  while (at_ + 1 < slopes_.size() && ticks >= pairs_[at_ + 1].ticks) ++at_;
  const Pair& p = pairs_[at_];
  const double d = static_cast<double>(static_cast<std::int64_t>(ticks - p.ticks)) * slopes_[at_];
  return static_cast<std::int64_t>(p.ns - pairs_.front().ns) * kMomentsInNs +
         static_cast<std::int64_t>(d * kMomentsInNs);
}

void RawFile::read_chunk(const char* chunk, std::vector<std::pair<std::uint32_t, std::string>>& texts) {
  const auto* h = reinterpret_cast<const ChunkHeader*>(chunk);
  const char* const content = chunk + trace_file::kChunkHeaderBytes;
  constexpr std::uint32_t kMostLanes = 1u << 22;
  if (h->what == trace_file::kMaps || h->what == trace_file::kNames) {
    const std::size_t bytes = std::min<std::size_t>(h->bytes, trace_file::kChunkBytes - trace_file::kChunkHeaderBytes);
    texts.emplace_back(h->what, std::string(content, bytes));
    return;
  }
  if (h->what != trace_file::kRecords || h->lane >= kMostLanes) return;
  const auto* records = reinterpret_cast<const Record*>(content);
  std::size_t n = 0;
  while (n < trace_file::kRecordsInChunk && trace_file::kind_of(records[n]) != Kind::none) ++n;
  if (lanes_.size() <= h->lane) lanes_.resize(h->lane + 1);
  lanes_[h->lane].push_back({h, {records, n}});
  clock_.add(h->ticks, h->ns);
  record_count_ += n;
}

RawFile::RawFile(const std::filesystem::path& path) : path_(path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (file < 0 || fstat(file, &status) != 0)
    fail(kExitOwnError, "cannot read the trace {}: {}", path.string(), std::strerror(errno));
  bytes_ = static_cast<std::size_t>(status.st_size);
  if (bytes_ >= trace_file::kHeaderBytes) start_ = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, file, 0);
  if (start_ == nullptr || start_ == MAP_FAILED ||
      std::memcmp(start_, trace_file::kMagic, sizeof trace_file::kMagic) != 0) {
    close(file);
    fail(kExitOwnError, "{} is no trace of this version of XOMP", path.string());
  }
  const char* const start = static_cast<const char*>(start_);
  header_ = reinterpret_cast<const FileHeader*>(start);
  clock_.add(header_->first_ticks, header_->first_ns);
  if (header_->is_complete != 0) clock_.add(header_->last_ticks, header_->last_ns);
  std::vector<std::pair<std::uint32_t, std::string>> texts;
  for (std::size_t at = trace_file::kHeaderBytes; at + trace_file::kChunkBytes <= bytes_;
       at += trace_file::kChunkBytes) {
    // A hole was never written. On a full file system of memory it could not even be read.
    if (lseek(file, static_cast<off_t>(at), SEEK_DATA) == static_cast<off_t>(at)) read_chunk(start + at, texts);
  }
  close(file);
  for (auto& [what, text] : texts) (what == trace_file::kMaps ? maps_ : names_) += text;
  for (auto& lane : lanes_)
    std::sort(lane.begin(), lane.end(),
              [](const RawChunk& a, const RawChunk& b) { return a.header->sequence < b.header->sequence; });
  clock_.settle();
}

RawFile::~RawFile() {
  if (start_ != nullptr && start_ != MAP_FAILED) munmap(start_, bytes_);
}

}  // namespace xomp::tool
