// Perfetto's TracePackets: a sequence and a track for each thread, nested slices with interned names, categories and sources, notes on
// each task and loop, counters, and flows: from where a task was made to where it ran, along dependences, and of messages. The numbers
// are those of the fields in Perfetto's .proto files.
#include <algorithm>
#include <fstream>

#include "message.h"
#include "trace/conversion.h"
#include "trace/lane_slices.h"
#include "trace/outputs.h"
#include "trace/protobuf.h"

namespace xomp::tool {

namespace {

constexpr std::size_t kMostSlices = 5'000'000, kMostMessages = 1'000'000;

namespace packet {
enum : std::uint32_t { clock = 8, sequence = 10, event = 11, interned = 12, flags = 13, defaults = 59, track = 60 };
constexpr std::uint64_t kCleared = 1, kNeeds = 2;
}  // namespace packet
namespace event {
enum : std::uint32_t {
  category = 3,
  annotation = 4,
  type = 9,
  name = 10,
  track = 11,
  plain_name = 23,
  location = 34,
  real_counter = 44,
  flow = 47,
  last_flow = 48
};
constexpr std::uint64_t kBegin = 1, kEnd = 2, kInstant = 3, kCounter = 4;
}  // namespace event
namespace interned {
enum : std::uint32_t { category = 1, name = 2, annotation = 3, location = 4 };
}
namespace track {
enum : std::uint32_t { uuid = 1, name = 2, process = 3, thread = 4, parent = 5, counter = 8 };
}

constexpr std::uint64_t kProcessTrack = 1, kFirstCounter = 2, kFirstThread = 16,
                        kMoreProcesses = std::uint64_t{1} << 32, kFirstLoops = std::uint64_t{1} << 33;
// Flows: a task's number plus 1, and these.
constexpr std::uint64_t kFirstMessage = std::uint64_t{1} << 40, kFirstDependence = std::uint64_t{1} << 41;
// Names: a site's number plus this; below are the states'. Categories: the states', and two more.
constexpr std::uint64_t kFirstSite = 64, kTaskCategory = 62, kLoopCategory = 63;
static_assert(kLaneStates + 1 < static_cast<int>(kTaskCategory));
// What is noted on a slice.
enum Annotation : std::uint64_t { task_number = 1, parent_number, waited_ns, loop_iterations };
constexpr const char* kAnnotations[] = {"task", "parent task", "waited to begin, ns", "iterations"};

class Writer {
 public:
  Writer(const std::filesystem::path& path, const Run& run)
      : out_(path, std::ios::binary),
        run_(run),
        to_later_(run.line.dependences, &Dependence::earlier),
        to_earlier_(run.line.dependences, &Dependence::later) {}

  void write() {
    for (std::uint32_t p = 0; p < run_.line.processes; ++p) write_process(p);
    for (const std::string& caveat : caveats(run_)) write_note(caveat);
    write_counters();
    const std::int64_t shortest = shortest_for(run_.line, kMostSlices);
    for (std::uint32_t lane = 0; lane < run_.line.segments.size(); ++lane)
      if (run_.line.lanes[lane].has_records) write_lane(lane, shortest);
    write_loops();
    write_messages();
  }
  // One lane's slices, for for_each_slice().
  void begin_task(std::uint32_t index, std::int64_t at) {
    const Task& task = run_.line.tasks[index];
    begin(event::kBegin, kTaskCategory);
    if (task.site != kNoIndex) name_by_site(task.site);
    else event_.number(event::name, static_cast<std::uint64_t>(LaneState::work) + 1);
    annotate(task_number, index);
    if (task.parent != kNoIndex) annotate(parent_number, task.parent);
    if (task.created >= 0 && task.begun >= task.created)
      annotate(waited_ns, static_cast<std::uint64_t>(task.begun - task.created));
    to_later_.for_each(index, [&](std::uint32_t edge) { event_.fixed(event::flow, kFirstDependence + edge); });
    if (has_moved(task)) event_.fixed(event::last_flow, index + 1u);
    to_earlier_.for_each(index, [&](std::uint32_t edge) { event_.fixed(event::last_flow, kFirstDependence + edge); });
    put_event(lane_, at, event_);
  }
  void begin_state(const Segment& s) {
    begin(event::kBegin, static_cast<std::uint64_t>(s.state) + 1);
    if (s.site != kNoIndex && s.state == LaneState::work) name_by_site(s.site);
    else event_.number(event::name, static_cast<std::uint64_t>(s.state) + 1);
    put_event(lane_, s.begin, event_);
  }
  void end(std::int64_t at) {
    event_.clear();
    event_.number(event::type, event::kEnd);
    put_event(lane_, at, event_);
  }

  bool is_good() {
    write_out();
    return static_cast<bool>(out_.flush());
  }

 private:
  void put(const Message& inner) {
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    pending_.message(1, inner);
    if (pending_.bytes().size() >= kPiece) write_out();
  }
  void write_out() {
    out_ << pending_.bytes();
    pending_.clear();
  }
  std::uint64_t pid(std::uint32_t process) const { return run_.recorded->processes()[process].file->header().pid; }
  static std::uint64_t track_of_process(std::uint32_t p) { return p == 0 ? kProcessTrack : kMoreProcesses + p; }

  void write_process(std::uint32_t p) {
    Message process, descriptor, whole;
    process.number(1, pid(p));
    process.text(6, process_title(run_, p));
    descriptor.number(track::uuid, track_of_process(p));
    descriptor.message(track::process, process);
    whole.message(packet::track, descriptor);
    whole.number(packet::sequence, 1);
    put(whole);
  }
  // A caveat is an instant at the beginning of the process's own track.
  void write_note(const std::string& text) {
    Message instant, whole;
    instant.number(event::type, event::kInstant);
    instant.number(event::track, kProcessTrack);
    instant.text(event::plain_name, text);
    whole.number(packet::clock, 0);
    whole.message(packet::event, instant);
    whole.number(packet::sequence, 1);
    put(whole);
  }

  void write_counters() {
    static constexpr const char* kNames[] = {"running threads", "ready tasks", "idle threads"};
    for (std::uint64_t c = 0; c < 3; ++c) {
      Message descriptor, whole;
      descriptor.number(track::uuid, kFirstCounter + c);
      descriptor.text(track::name, kNames[c]);
      descriptor.number(track::parent, kProcessTrack);
      descriptor.message(track::counter, Message());
      whole.message(packet::track, descriptor);
      whole.number(packet::sequence, 1);
      put(whole);
      for (std::size_t b = 0; b < run_.line.bins.size(); ++b) {
        const Bin& bin = run_.line.bins[b];
        Message value, at;
        value.number(event::type, event::kCounter);
        value.number(event::track, kFirstCounter + c);
        value.real(event::real_counter, static_cast<double>(c == 0 ? bin.running : c == 1 ? bin.ready : bin.idle));
        at.number(packet::clock, static_cast<std::uint64_t>(run_.line.end_ns) * b / run_.line.bins.size());
        at.message(packet::event, value);
        at.number(packet::sequence, 1);
        put(at);
      }
    }
  }

  // The first packet of a sequence: its track, the names of all sites and states, and where they are.
  void begin_sequence(std::uint32_t lane) {
    const std::uint64_t uuid = kFirstThread + lane;
    Message thread, descriptor, names, whole, defaults, event_defaults;
    thread.number(1, pid(run_.line.lanes[lane].process));
    thread.number(2, run_.line.lanes[lane].thread_id != 0 ? run_.line.lanes[lane].thread_id : uuid);
    thread.text(5, run_.line.lanes[lane].name);
    descriptor.number(track::uuid, uuid);
    descriptor.number(track::parent, track_of_process(run_.line.lanes[lane].process));
    descriptor.message(track::thread, thread);
    intern_all(names);
    event_defaults.number(event::track, uuid);
    defaults.message(packet::event, event_defaults);
    whole.message(packet::track, descriptor);
    whole.message(packet::interned, names);
    whole.message(packet::defaults, defaults);
    whole.number(packet::flags, packet::kCleared);
    whole.number(packet::sequence, lane + 2);
    put(whole);
  }
  void intern_all(Message& names) const {
    for (std::size_t s = 0; s < kLaneStateNames.size(); ++s) {
      intern(names, interned::name, s + 1, kLaneStateNames[s]);
      intern(names, interned::category, s + 1, kLaneStateNames[s]);
    }
    intern(names, interned::category, kTaskCategory, "task");
    intern(names, interned::category, kLoopCategory, "loop");
    for (std::uint64_t a = 0; a < std::size(kAnnotations); ++a)
      intern(names, interned::annotation, a + 1, kAnnotations[a]);
    for (std::size_t s = 0; s < run_.line.sites.size(); ++s) {
      intern(names, interned::name, kFirstSite + s, run_.analysis.site_texts[s]);
      const SourcePlace& place = run_.analysis.places[s];
      if (place.file.empty()) continue;
      Message location;
      location.number(1, s + 1);
      location.text(2, place.file);
      location.text(3, place.function);
      location.number(4, static_cast<std::uint64_t>(place.line));
      names.message(interned::location, location);
    }
  }
  static void intern(Message& names, std::uint32_t what, std::uint64_t id, const std::string& text) {
    Message name;
    name.number(1, id);
    name.text(2, text);
    names.message(what, name);
  }
  void begin(std::uint64_t type, std::uint64_t category) {
    event_.clear();
    event_.number(event::category, category);
    event_.number(event::type, type);
  }
  void name_by_site(std::uint32_t site) {
    event_.number(event::name, kFirstSite + site);
    if (!run_.analysis.places[site].file.empty()) event_.number(event::location, site + 1u);
  }
  void annotate(Annotation what, std::uint64_t value) {
    note_.clear();
    note_.number(1, what);
    note_.number(3, value);
    event_.message(event::annotation, note_);
  }

  void put_event(std::uint32_t lane, std::int64_t at, const Message& inner) {
    packet_.clear();
    packet_.number(packet::clock, static_cast<std::uint64_t>(at));
    packet_.message(packet::event, inner);
    packet_.number(packet::flags, packet::kNeeds);
    packet_.number(packet::sequence, lane + 2);
    put(packet_);
  }

  void write_lane(std::uint32_t lane, std::int64_t shortest) {
    Progress::add();
    begin_sequence(lane);
    const Timeline& line = run_.line;
    lane_ = lane;
    if (shortest != 0) return for_each_slice(line, coarsened(line.segments[lane], line.tasks, shortest), *this);
    for_each_slice(line, line.segments[lane], *this);
    for (std::uint32_t t = 0; t < line.tasks.size(); ++t) {
      if (line.tasks[t].creator_lane != lane || !has_moved(line.tasks[t])) continue;
      Message made;
      made.number(event::type, event::kInstant);
      made.text(event::plain_name, "makes a task that moves");
      made.fixed(event::flow, t + 1u);
      put_event(lane, line.tasks[t].created, made);
    }
  }
  // The loops of a thread have a track of their own below its own one, since tasks may run meanwhile.
  void write_loops() {
    std::vector<bool> has_track(run_.line.lanes.size());
    for (const LoopPiece& piece : run_.line.loop_pieces) {
      const std::uint64_t uuid = kFirstLoops + piece.lane;
      if (!has_track[piece.lane]) {
        has_track[piece.lane] = true;
        Message descriptor, whole;
        descriptor.number(track::uuid, uuid);
        descriptor.text(track::name, "loops");
        descriptor.number(track::parent, kFirstThread + piece.lane);
        whole.message(packet::track, descriptor);
        whole.number(packet::sequence, piece.lane + 2);
        put(whole);
      }
      begin(event::kBegin, kLoopCategory);
      name_by_site(run_.line.loops[piece.loop].site);
      if (piece.iterations != 0) annotate(loop_iterations, piece.iterations);
      event_.number(event::track, uuid);
      put_event(piece.lane, piece.begin, event_);
      event_.clear();
      event_.number(event::type, event::kEnd);
      event_.number(event::track, uuid);
      put_event(piece.lane, piece.end, event_);
    }
  }
  void write_messages() {
    const std::vector<RecordedMessage>& messages = run_.line.messages;
    for (std::size_t i = 0; i < std::min(messages.size(), kMostMessages); ++i) {
      const RecordedMessage& m = messages[i];
      const std::string size = std::to_string(m.bytes) + " bytes ";
      write_end(m.from, m.sent, size + "to " + run_.line.lanes[m.to].name, event::flow, i);
      write_end(m.to, m.received, size + "from " + run_.line.lanes[m.from].name, event::last_flow, i);
    }
  }
  void write_end(std::uint32_t lane, std::int64_t at, const std::string& text, std::uint32_t field,
                 std::size_t number) {
    Message instant;
    instant.number(event::type, event::kInstant);
    instant.text(event::plain_name, text);
    instant.fixed(field, kFirstMessage + number);
    put_event(lane, std::max<std::int64_t>(at, 0), instant);
  }
  std::ofstream out_;
  const Run& run_;
  const EdgesByTask to_later_, to_earlier_;
  std::uint32_t lane_ = 0;
  Message pending_, packet_, event_, note_;
};

}  // namespace

void write_perfetto(const std::filesystem::path& path, const Run& run) {
  Writer writer(path, run);
  writer.write();
  if (!writer.is_good()) fail(kExitOwnError, "cannot write {}", path.string());
}

}  // namespace xomp::tool
