// Keeps the file of a trace, its chunks, and the lanes of threads.
#include "trace/recorder.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "platform/mapped_file.h"
#include "platform/memory.h"
#include "platform/message.h"
#include "platform/short_lock.h"
#include "platform/thread.h"
#include "trace/activity.h"

namespace xomp::trace {

using trace_file::ChunkHeader;
using trace_file::FileHeader;
using trace_file::Kind;
using trace_file::Record;

constinit atomic<Recording> recording{Recording::off};
bool records_all = false;
constinit atomic<bool> is_paused{false}, leaves_out{false};
constinit thread_local Lane* own_lane __attribute__((tls_model("initial-exec"))) = nullptr;

namespace {

constexpr std::uint64_t kTextBytes = std::uint64_t{1} << 20;  // the most that the table of mapped code may take

TraceSettings wanted;  // what the environment says; written before `recording`
platform::MappedFile file;
constinit atomic<std::uint32_t> chunks{0};     // how many were taken; each thread that wants one adds to it [TRACE-1]
constinit atomic<std::uint32_t> given_end{0};  // the number behind the last chunk that has room on the disk
constinit atomic<std::uint64_t> all_dropped{0}, overwritten{0}, refused{0};  // only the numbers count
// A thread takes `opening` before lanes_lock, and both before memory's locks. So does fork().
platform::ShortLock lanes_lock;
Lane* free_lanes = nullptr;     // under the lock
std::uint64_t lanes = 0;        // under the lock
std::uint32_t names_chunk = 0;  // the number of the chunk that takes names, plus 1; under the lock
std::uint32_t worlds = 0;       // how many worlds have a number; under the lock
// TRACE-3: fork()'s child opens its file at its first record. Of the threads that come then, one opens it under `opening`, and the others
//   wait for that lock. A thread that sees `opens_late` false (acquire) sees the file as that thread left it (release).
constinit atomic<bool> opens_late{false};
platform::ShortLock opening;
// A name that tasks have. All names stay in a list under lanes_lock, because a file that is opened later needs them, too.
struct Name {
  std::uint32_t number;
  const char* text;
  Name* next;
};
Name* names = nullptr;

FileHeader& header() { return *reinterpret_cast<FileHeader*>(file.at(0)); }
std::uint64_t offset_of(std::uint32_t chunk) {
  return trace_file::kHeaderBytes + std::uint64_t{chunk} * trace_file::kChunkBytes;
}
// Returns how many chunks records may take. It is not all of the file, because behind the records there is room for texts.
std::uint32_t room_for_chunks() {
  const std::uint64_t room = file.bytes() - trace_file::kHeaderBytes;
  return static_cast<std::uint32_t>((room < wanted.limit_bytes ? room : wanted.limit_bytes) / trace_file::kChunkBytes);
}
ChunkHeader& chunk_at(std::uint32_t chunk) { return *reinterpret_cast<ChunkHeader*>(file.at(offset_of(chunk))); }

// Asks the disk for room for the chunk, and notes up to where the file has room. Returns false if there is none. A disk that was full once
// is not asked again.
bool give_room(std::uint32_t chunk) {
  if (refused.load(relaxed) != 0 || !file.give_room(offset_of(chunk), trace_file::kChunkBytes)) return false;
  std::uint32_t end = given_end.load(relaxed);
  while (end <= chunk && !given_end.compare_exchange_weak(end, chunk + 1, relaxed, relaxed)) continue;
  return true;
}

constexpr char kShortened[] =
    "another program has shortened the file that XOMP_TRACE names: what follows is not recorded";

// Returns the number of a new chunk, or UINT32_MAX if there is none.
std::uint32_t take_chunk() {
  if (chunks.load(relaxed) >= room_for_chunks()) return UINT32_MAX;  // only the number counts
  const std::uint32_t mine = chunks.fetch_add(1, relaxed);           // [TRACE-1]
  if (mine >= room_for_chunks()) return UINT32_MAX;
  if (give_room(mine)) return mine;
  if (file.was_shortened()) {
    platform::warn_once(kShortened);
    return UINT32_MAX;
  }
  refused.fetch_add(1, relaxed);
  platform::publish(header().disk_full, refused.load(relaxed));  // now, because the process may not end in order
  return UINT32_MAX;
}

// Takes the lane's oldest chunk, to be written anew. A lane's chunks are linked through `reserved`, which has the next one's number plus 1.
std::uint32_t take_oldest(Lane& lane) {
  const std::uint32_t mine = lane.first_chunk - 1;
  const auto next = static_cast<std::uint32_t>(chunk_at(mine).reserved);
  if (next == 0) return mine;  // the lane has this chunk only
  lane.first_chunk = next;
  overwritten.fetch_add(1, relaxed);
  return mine;
}

void begin_chunk(Lane& lane, std::uint32_t number, bool is_new) {
  ChunkHeader& chunk = chunk_at(number);
  if (!is_new) std::memset(static_cast<void*>(&chunk), 0, trace_file::kChunkBytes);  // a new one is all zeroes
  chunk.lane = static_cast<std::uint32_t>(lane.name >> trace_file::kNumberBits);
  chunk.sequence = lane.sequence++;
  const int processor = platform::current_processor();
  chunk.processor = processor < 0 ? 0 : static_cast<std::uint32_t>(processor);
  chunk.numbers = lane.numbers;
  chunk.ns = platform::now_ns();
  chunk.ticks = platform::ticks();
  if (lane.first_chunk == 0) lane.first_chunk = number + 1;
  else if (lane.chunk != 0 && lane.chunk != number + 1) chunk_at(lane.chunk - 1).reserved = number + 1;
  lane.chunk = number + 1;
  chunk.what = trace_file::kRecords;
  lane.next = reinterpret_cast<Record*>(reinterpret_cast<char*>(&chunk) + trace_file::kChunkHeaderBytes);
  lane.end = lane.next + trace_file::kRecordsInChunk;
}

void open_in_child();

// Writes two records that belong together: how many records were lost, and since when.
void tell_dropped(Lane& lane) {
  write(lane.next++, trace_file::pack(platform::ticks(), Kind::dropped, 0), lane.dropped);
  write(lane.next++, trace_file::pack(lane.dropped_at, Kind::more, 0), 0);
  lane.dropped = 0;
}

}  // namespace

bool extend(Lane& lane) {
  if (opens_late.load(acquire)) open_in_child();  // [TRACE-3]
  if (!file.is_open()) return false;
  std::uint32_t number = take_chunk();
  const bool is_new = number != UINT32_MAX;
  if (!is_new && wanted.keeps_last && lane.first_chunk != 0) number = take_oldest(lane);
  if (number == UINT32_MAX) {
    if (lane.dropped++ == 0) lane.dropped_at = platform::ticks();
    all_dropped.fetch_add(1, relaxed);
    platform::publish(header().dropped, all_dropped.load(relaxed));
    return false;
  }
  begin_chunk(lane, number, is_new);
  if (lane.dropped != 0) tell_dropped(lane);
  return true;
}

bool set_paused(bool paused) {
  is_paused.store(paused, relaxed);  // a hint: which tasks are made meanwhile is the program's decision
  leaves_out.store(true, relaxed);   // a hint, because only the times of a few events follow from it
  return is_recording();
}

// ---- the file ----

namespace {

const char* rank_text() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID"})
    if (const char* const value = std::getenv(name); value != nullptr && value[0] >= '0' && value[0] <= '9')
      return value;
  return nullptr;
}

// Writes the path, with %p, %h and %r replaced. `apart` says that another process writes the file of this path, so the process's number is
// added.
void expand(const char* pattern, bool apart, char* path, std::size_t room) {
  std::size_t n = 0;
  const auto add = [&](const char* text) {
    for (; *text != '\0' && n + 1 < room; ++text) path[n++] = *text;
  };
  char number[16], host[256];
  std::snprintf(number, sizeof number, "%d", platform::process_id());
  platform::host_name(host, sizeof host);
  const char* const rank = rank_text();
  bool tells_rank = rank == nullptr, tells_process = false;
  for (const char* at = pattern; *at != '\0'; ++at) {
    const char what = at[0] == '%' ? at[1] : '\0';
    if (what == 'p') add(number), tells_process = true;
    else if (what == 'h') add(host);
    else if (what == 'r') add(rank != nullptr ? rank : "0"), tells_rank = true;
    else if (n + 1 < room) path[n++] = *at;
    if (what == 'p' || what == 'h' || what == 'r') ++at;
  }
  if (!tells_rank && !tells_process) add("."), add(rank);
  if (apart) add("."), add(number);
  path[n] = '\0';
}

void fill_header() {
  FileHeader& h = header();
  std::memcpy(h.magic, trace_file::kMagic, sizeof h.magic);
  h.header_bytes = trace_file::kHeaderBytes;
  h.chunk_bytes = trace_file::kChunkBytes;
  h.pid = static_cast<std::uint32_t>(platform::process_id());
  h.parent_pid = static_cast<std::uint32_t>(platform::parent_process_id());
  h.level = wanted.level;
  h.keeps_last = wanted.keeps_last;
  h.limit_bytes = wanted.limit_bytes;
  const char* const rank = rank_text();
  h.rank = rank != nullptr ? static_cast<std::uint32_t>(std::atoi(rank)) + 1 : 0;
  platform::program_path(h.program, sizeof h.program);
  platform::host_name(h.host, sizeof h.host);
  h.first_calendar_ns = platform::calendar_ns();
  h.first_ns = platform::now_ns();
  h.first_ticks = platform::ticks();
}

bool open_file() {
  char path[4096];
  int error = 0;
  using Opened = platform::MappedFile::Opened;
  const std::uint64_t bytes = trace_file::kHeaderBytes +
                              (wanted.limit_bytes / trace_file::kChunkBytes + 1) * trace_file::kChunkBytes +
                              2 * kTextBytes;
  expand(wanted.path, false, path, sizeof path);
  Opened opened = file.open(path, bytes, trace_file::kMagic, error);
  if (opened == Opened::taken) {
    expand(wanted.path, true, path, sizeof path);
    opened = file.open(path, bytes, trace_file::kMagic, error);
  }
  if (opened == Opened::yes && file.bytes() > trace_file::kHeaderBytes + trace_file::kChunkBytes &&
      file.give_room(0, trace_file::kHeaderBytes)) {
    fill_header();
    return true;
  }
  platform::warn("XOMP_TRACE=%s: no trace is written (%s: %s)", wanted.path, path,
                 opened == Opened::yes     ? "the disk is full"
                 : opened == Opened::taken ? "another process writes it"
                 : opened == Opened::foreign
                     ? "it is no recording that this user's programs have made; it stays as it is"
                     : std::strerror(error));
  if (opened == Opened::yes) file.forget();
  return false;
}

// Writes a text for the reader of the file. The file's last chunks are kept for texts.
void write_text(std::uint32_t what, const char* text, std::size_t bytes) {
  constexpr std::size_t kRoom = trace_file::kChunkBytes - trace_file::kChunkHeaderBytes;
  for (std::uint32_t sequence = 0; bytes != 0; ++sequence) {
    const std::uint32_t number = chunks.fetch_add(1, relaxed);  // [TRACE-1]
    if (offset_of(number + 1) > file.bytes() || !give_room(number)) return;
    ChunkHeader& chunk = chunk_at(number);
    const std::size_t piece = bytes < kRoom ? bytes : kRoom;
    std::memcpy(reinterpret_cast<char*>(&chunk) + trace_file::kChunkHeaderBytes, text, piece);
    chunk.bytes = piece;
    chunk.sequence = sequence;
    platform::publish(chunk.what, what);
    text += piece;
    bytes -= piece;
  }
}

void write_maps() {
  static char text[kTextBytes];  // only the thread that starts or ends the recorder, or opens the child's file, uses it
  write_text(trace_file::kMaps, text, platform::read_code_maps(text, sizeof text));
}

void begin_recording() {
  write_maps();
  follows_waits = true;
  records_all = wanted.level == trace_file::Level::all;
  recording.store(wanted.level == trace_file::Level::states ? Recording::states : Recording::tasks,
                  release);  // [TRACE-2]
}

}  // namespace

bool start_recorder(const TraceSettings& settings) {
  wanted = settings;
  if (wanted.path == nullptr || !open_file()) return false;
  begin_recording();
  return true;
}

void describe_recorded_process(int processors, const char* policy) {
  if (!file.is_open()) return;
  header().processors = static_cast<std::uint32_t>(processors);
  std::snprintf(header().policy, sizeof header().policy, "%s", policy);
}

void finish_recorder(const Totals& totals) {
  if (!file.is_open() || recording.load(relaxed) == Recording::off) return;
  recording.store(Recording::off, release);  // [TRACE-2]
  write_maps();
  FileHeader& h = header();
  h.created = totals.created;
  h.in_place = totals.in_place;
  h.stolen = totals.stolen;
  h.regions = totals.regions;
  h.dropped = all_dropped.load(relaxed);
  h.disk_full = refused.load(relaxed);
  h.overwritten = overwritten.load(relaxed);
  h.last_ns = platform::now_ns();
  h.last_ticks = platform::ticks();
  const std::uint32_t used = given_end.load(relaxed);
  h.chunks = used;
  h.is_complete = 1;
  if (file.was_shortened()) platform::warn_once(kShortened);
  else if (offset_of(used) < file.bytes()) file.cut(offset_of(used));
}

// ---- fork() ----

void hold_recorder_for_fork() {
  opening.lock();
  lanes_lock.lock();
}
void release_recorder_after_fork() {
  lanes_lock.unlock();
  opening.unlock();
}

void restart_recorder_after_fork() {
  const bool was_on = recording.load(relaxed) != Recording::off;  // only this thread exists, here and for what follows
  file.forget();
  chunks.store(0, relaxed);
  given_end.store(0, relaxed);
  for (atomic<std::uint64_t>* count : {&all_dropped, &overwritten, &refused}) count->store(0, relaxed);
  free_lanes = nullptr;
  lanes = 1;
  names_chunk = worlds = 0;
  opens_late.store(was_on, relaxed);
  if (own_lane == nullptr) return;
  *own_lane = Lane{};  // this lane is the first one of the child's file
}

// ---- lanes ----

namespace {

// Called with lanes_lock held.
void add_line(const char* line, std::size_t bytes) {
  constexpr std::size_t kRoom = trace_file::kChunkBytes - trace_file::kChunkHeaderBytes;
  if (names_chunk == 0 || chunk_at(names_chunk - 1).bytes + bytes > kRoom) {
    const std::uint32_t number_of_chunk = take_chunk();
    if (number_of_chunk == UINT32_MAX) return;
    names_chunk = number_of_chunk + 1;
    chunk_at(number_of_chunk).what = trace_file::kNames;
  }
  ChunkHeader& chunk = chunk_at(names_chunk - 1);
  std::memcpy(reinterpret_cast<char*>(&chunk) + trace_file::kChunkHeaderBytes + chunk.bytes, line, bytes);
  platform::publish(chunk.bytes, chunk.bytes + bytes);  // so that the line can be read if the process crashes
}

// Called with lanes_lock held. Control characters become spaces, because a name must be one line.
void add_name(const Name& name) {
  char line[512];
  const int length = std::snprintf(line, sizeof line, "%u %.480s\n", name.number, name.text);
  for (int i = 0; i + 1 < length; ++i)
    if (static_cast<unsigned char>(line[i]) < ' ') line[i] = ' ';
  if (length > 0) add_line(line, static_cast<std::size_t>(length));
}

}  // namespace

namespace {

Lane* take_lane() {
  const platform::ShortGuard guard(lanes_lock);
  if (Lane* const lane = free_lanes) {
    free_lanes = lane->next_free;
    return lane;
  }
  Lane* const lane = new (platform::allocate_forever(sizeof(Lane))) Lane{};
  lane->name = lanes++ << trace_file::kNumberBits;
  return lane;
}

// Opens the file of fork()'s child, if no other thread has done so.
void open_in_child() {
  const platform::ShortGuard guard(opening);
  if (!opens_late.load(relaxed)) return;  // under the lock
  if (open_file()) {
    write_maps();
    const platform::ShortGuard guard_of_names(lanes_lock);
    for (const Name* name = names; name != nullptr; name = name->next) add_name(*name);
  } else {
    recording.store(Recording::off, relaxed);  // [TRACE-2] a thread that misses it finds no file
  }
  opens_late.store(false, release);  // [TRACE-3]
}

}  // namespace

void begin_lane(bool is_root) {
  if (own_lane == nullptr) own_lane = take_lane();
  Lane& lane = *own_lane;
  lane.held = 0;
  lane.looked_ns = lane.ran_ns = lane.told_delay = lane.untold_delay = 0;
  record(lane, Kind::thread_begin, static_cast<std::uint64_t>(platform::kernel_thread_id()), is_root ? 1 : 2);
  look_at_processor_time(lane, platform::ticks());
}

void end_lane() {
  Lane* const lane = own_lane;
  if (lane == nullptr) return;
  look_at_processor_time(*lane, platform::ticks());
  record(*lane, Kind::thread_end, 0);
  own_lane = nullptr;
  const platform::ShortGuard guard(lanes_lock);
  lane->next_free = free_lanes;
  free_lanes = lane;
}

// ---- events that no tool hears of ----

void record_place(Lane& lane, std::uint64_t call, std::uint64_t text) {
  lane.places[call >> 2 & (Lane::kSites - 1)] = call;
  if (text != 0) record_with(lane, platform::ticks(), trace_file::Kind::place, call, 0, text);
}

void mark_release(std::uint64_t mutex) {
  Lane* const lane = own_lane;
  if (lane == nullptr) return;
  lane->releasing = mutex;
  lane->released_at = platform::ticks();
}

void record_graph_task(bool begins, std::uint32_t name) {
  Lane* const lane = lane_in_use();
  if (lane == nullptr) return;
  lane->border = nullptr;  // [BORDER-1]
  if (begins) record(*lane, Kind::graph_begin, name);
  else record_end_of(*lane, Kind::graph_end, name);
}

void record_native_task(const void* function) {
  Lane* const lane = lane_in_use();
  if (lane == nullptr) return;
  lane->border = nullptr;  // [BORDER-1]
  record(*lane, Kind::native_begin, reinterpret_cast<std::uintptr_t>(function) & trace_file::kAddressMask);
}

void record_native_end() {
  Lane* const lane = lane_in_use();
  if (lane == nullptr) return;
  lane->border = nullptr;  // [BORDER-1]
  record_end_of(*lane, Kind::native_end, 0);
}

void record_message_thread() {
  if (Lane* const lane = lane_in_use())
    record(*lane, Kind::thread_begin, static_cast<std::uint64_t>(platform::kernel_thread_id()), 3);
}

void record_message(const Message& m) {
  Lane* const lane = lane_in_use();
  if (lane == nullptr) return;
  lane->border = nullptr;  // [BORDER-1]
  record_with(*lane, platform::ticks(), m.has_come ? Kind::message_received : Kind::message_sent,
              std::uint64_t{m.world} << 32 | m.peer, m.is_by_itself, m.bytes, m.number);
}

void record_name(std::uint32_t number, const char* text) {
  auto* const name = new (platform::allocate_forever(sizeof(Name), alignof(Name))) Name{number, text, nullptr};
  const platform::ShortGuard guard(lanes_lock);
  name->next = names;
  names = name;
  if (!opens_late.load(acquire) && file.is_open()) add_name(*name);  // [TRACE-3] a file opened late gets all names
}

std::uint32_t record_world(std::uint64_t id, std::uint32_t rank, std::uint32_t size) {
  if (!file.is_open() || !records_tasks()) return 0;
  const platform::ShortGuard guard(lanes_lock);
  char line[96];
  const int length = std::snprintf(line, sizeof line, "world %u %llu %u %u\n", ++worlds,
                                   static_cast<unsigned long long>(id), rank, size);
  add_line(line, static_cast<std::size_t>(length));
  return worlds;
}

}  // namespace xomp::trace
