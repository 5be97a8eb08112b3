// Nothing in the file is taken for granted: the process may have ended in the middle of anything.
#include "trace/raw_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "message.h"

namespace xomp::tool {

using trace_file::ChunkHeader;
using trace_file::FileHeader;
using trace_file::Kind;
using trace_file::Record;

namespace {

// More than any clock of this century says in nanoseconds.
constexpr std::uint64_t kMostNs = std::uint64_t{1} << 62;

std::int64_t bounded(double moment) {
  constexpr auto kMost = static_cast<double>(Clock::kMostMoment);
  return static_cast<std::int64_t>(std::clamp(moment, -kMost, kMost));
}

// A record of a state that tells two: each becomes a record of its own. Between them may lie others, but none of a state.
std::vector<Record> unfold(std::span<const Record> records) {
  constexpr auto kRuntime = static_cast<std::uint8_t>(trace_file::Activity::runtime);
  std::vector<Record> all;
  all.reserve(2 * records.size());
  for (const Record& record : records) {
    if (trace_file::kind_of(record) == Kind::state && record.value != 0) {
      const Record runtime{trace_file::pack(record.value, Kind::state, kRuntime), 0};
      auto at = all.end();
      for (auto i = at; i != all.begin() && trace_file::kind_of(*--i) != Kind::state;) {
        if (trace_file::kind_of(*i) == Kind::more) continue;
        if (trace_file::time_of(*i) <= trace_file::time_of(runtime)) break;
        at = i;
      }
      all.insert(at, runtime);
    }
    all.push_back(record);
  }
  return all;
}

}  // namespace

void Clock::settle() {
  std::erase_if(pairs_, [](const Pair& p) { return p.ns > kMostNs || p.ticks > kMostNs; });
  std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) { return a.ticks < b.ticks; });
  // Pairs closer than a millisecond are left out, because the noise of reading two clocks would bend the line.
  std::vector<Pair> kept;
  for (const Pair& p : pairs_)
    if (kept.empty() || (p.ns > kept.back().ns + 1'000'000 && p.ticks > kept.back().ticks)) kept.push_back(p);
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
  constexpr std::uint64_t kBefore = std::uint64_t{1} << 40;
  begin_ = pairs_.front().ticks - std::min(pairs_.front().ticks, kBefore);
  const Pair &a = pairs_.front(), &b = pairs_.back();
  const double slope = static_cast<double>(b.ns - a.ns) / static_cast<double>(b.ticks - a.ticks);
  for (const Pair& p : pairs_) {
    const double on_line = static_cast<double>(a.ns) + slope * static_cast<double>(p.ticks - a.ticks);
    residue_ns_ = std::max(residue_ns_, std::abs(bounded(on_line - static_cast<double>(p.ns))));
  }
}

void Clock::look_up(std::uint64_t ticks) const {
  while (at_ > 0 && ticks < pairs_[at_].ticks) --at_;
  while (at_ + 1 < slopes_.size() && ticks >= pairs_[at_ + 1].ticks) ++at_;
  const Pair& p = pairs_[at_];
  constexpr std::uint64_t kMostNsHere = static_cast<std::uint64_t>(kMostMoment / kMomentsInNs);
  const std::uint64_t before = std::min(p.ns - pairs_.front().ns, kMostNsHere);
  here_ = {at_ == 0 ? 0 : p.ticks, at_ + 1 < slopes_.size() ? pairs_[at_ + 1].ticks : UINT64_MAX, p.ticks,
           static_cast<std::int64_t>(before) * kMomentsInNs, slopes_[at_] * kMomentsInNs};
}

void RawFile::read_header() {
  const auto refuse = [&](const char* why) { fail(kExitOwnError, "{} is {}", path_.string(), why); };
  if (view_.bytes() < trace_file::kHeaderBytes) refuse("no trace of this version of XOMP");
  std::memcpy(static_cast<void*>(&header_), view_.data(), sizeof header_);
  if (std::memcmp(header_.magic, trace_file::kMagic, sizeof trace_file::kMagic) != 0)
    refuse("no trace of this version of XOMP");
  if (header_.header_bytes != trace_file::kHeaderBytes || header_.chunk_bytes != trace_file::kChunkBytes ||
      header_.level < trace_file::Level::states || header_.level > trace_file::Level::all ||
      std::max({header_.first_ns, header_.first_ticks, header_.last_ns, header_.last_ticks,
                header_.first_calendar_ns}) > kMostNs)
    refuse("a damaged trace: its first bytes make no sense");
  constexpr std::uint32_t kMostProcessors = 1u << 20;
  header_.processors = std::min(header_.processors, kMostProcessors);
  header_.program[sizeof header_.program - 1] = header_.policy[sizeof header_.policy - 1] =
      header_.host[sizeof header_.host - 1] = '\0';
}

void RawFile::read_chunk(const char* chunk, std::vector<std::pair<std::uint32_t, std::string>>& texts) {
  const auto* h = reinterpret_cast<const ChunkHeader*>(chunk);
  const char* const content = chunk + trace_file::kChunkHeaderBytes;
  if (h->what == trace_file::kMaps || h->what == trace_file::kNames) {
    const std::size_t bytes = std::min<std::size_t>(h->bytes, trace_file::kChunkBytes - trace_file::kChunkHeaderBytes);
    texts.emplace_back(h->what, std::string(content, bytes));
    return;
  }
  if (h->what != trace_file::kRecords) return;
  const auto* records = reinterpret_cast<const Record*>(content);
  std::size_t n = 0;
  while (n < trace_file::kRecordsInChunk && trace_file::kind_of(records[n]) != Kind::none) ++n;
  const auto [place, is_new] = lane_places_.emplace(h->lane, lanes_.size());
  if (is_new) lanes_.push_back({h->lane, {}});
  std::span<const Record> in_order(records, n);
  if (header_.level == trace_file::Level::states) in_order = unfolded_.emplace_back(unfold(in_order));
  lanes_[place->second].chunks.push_back({h, in_order});
  clock_.add(h->ticks, h->ns);
  record_count_ += n;
}

RawFile::RawFile(const std::filesystem::path& path) : path_(path), view_(path) {
  read_header();
  clock_.add(header_.first_ticks, header_.first_ns);
  if (header_.is_complete != 0) clock_.add(header_.last_ticks, header_.last_ns);
  std::vector<std::pair<std::uint32_t, std::string>> texts;
  for (std::size_t at = trace_file::kHeaderBytes; at + trace_file::kChunkBytes <= view_.bytes();
       at += trace_file::kChunkBytes) {
    if (view_.has_data_at(at)) read_chunk(view_.data() + at, texts);
  }
  for (auto& [what, text] : texts) (what == trace_file::kMaps ? maps_ : names_) += text;
  std::sort(lanes_.begin(), lanes_.end(), [](const RawLane& a, const RawLane& b) { return a.number < b.number; });
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    lane_places_[lanes_[i].number] = i;
    std::sort(lanes_[i].chunks.begin(), lanes_[i].chunks.end(),
              [](const RawChunk& a, const RawChunk& b) { return a.header->sequence < b.header->sequence; });
  }
  clock_.settle();
}

}  // namespace xomp::tool
