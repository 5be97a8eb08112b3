// The file that a traced process writes, and `xomp trace` reads. It is mapped while it grows, so a process that ends in any way
// leaves what it has recorded. Native byte order; times are ticks of the processor's clock.
//
//   FileHeader | chunk | chunk | ...      each kChunkBytes long; a chunk that is all zeroes was never begun
//
// A chunk of records belongs to one lane (a thread's place in the picture) and goes on until the first record of kind 0. The
// chunks of a lane are in order by `sequence`. Chunks of text hold what is needed to name addresses and tasks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp {
namespace trace_file {

inline constexpr char kMagic[8] = {'X', 'O', 'M', 'P', 'T', 'R', 'C', '1'};
inline constexpr std::size_t kChunkBytes = 65536;

// How much is recorded.
enum class Level : std::uint32_t { states = 1, tasks = 2, all = 3 };

// `aux` and `value` of each kind. A task's or region's number is kNumberBits of count under the number of the lane that
// made it. Addresses have kAddressBits.
inline constexpr int kNumberBits = 40, kAddressBits = 48;
inline constexpr std::uint64_t kAddressMask = (std::uint64_t{1} << kAddressBits) - 1;
enum class Kind : std::uint8_t {
  none,
  thread_begin,  // aux: 1 = of the program, 2 = of the pool, 3 = it only moves messages; value: the system's thread id
  thread_end,    //
  region_begin,  // value: address after the construct; the region's number is the lane's next one
  region_end,    //
  implicit_begin,  // aux: 1 = initial task of a thread; value: region's number, and the thread's number in the bits above it
  implicit_end,  //
  create,        // aux: flags below; value: the body's address. Its number is the lane's next one
  begin,         // value: task's number. It runs on top of what the lane was doing
  end,           // aux: 1 = cancelled, 2 = its event is still open. The lane goes back to what was below
  resume,        // value: task's number. The lane goes on with a task that is not the one below
  wait_begin,    // aux: ompt_sync_region_t; value: address
  wait_end,      // aux: as above
  mutex_wait,    // aux: ompt_mutex_t; value: address after the call. Written when the lock was got; `more` follows
  mutex_held,    // aux: as above; value: address of the lock. Written at release; `more` follows
  work_begin,    // aux: ompt_work_t; value: address. `more` follows: iterations
  work_end,      // aux: as above
  chunk,         // aux: ompt_dispatch_t; value: iterations
  dependence,    // value: number of the task that waits; `more` follows: of the one it waits for
  idle_begin,    // the thread waits in vain: it polls slowly, yields or sleeps
  idle_end,      //
  graph_begin,   // a task of a front end (TTG, Taskflow)
  graph_end,     // value: number of its name
  site,          // value: a body's address. `more` follows: address after the construct that made the task
  more,          // belongs to the record before: a value, and a smaller one in place of the time
  dropped,       // value: how many records were lost on this lane before this one, in the `more` time after it
  depth,         // aux: tasks this deep are the last that are recorded; their descendants are not
  // value: nanoseconds that the thread has run. Where it lacks much of the time since the last such record, `more` follows: nanoseconds for
  // which it was ready to run and had no processor
  processor_time,
  // aux: an Activity, at the level of states; value: when the thread was last taken up by the runtime itself (an activity that has no
  // record of its own then), before this one; 0: it was not
  state,
  next,          // aux: as of `end`; value: task's number. The task on top ends, and this one begins at the same time
  no_wait,       // aux and value as of wait_begin: there was nothing to wait for
  native_begin,  // a task of xomp.h on another thread than its owner's; value: its function's address
  native_end,    //
  message_sent,  // aux: 1 = memory that goes by itself, 0 = a batch of records; value: the world's number in this file, and the
  // other process's rank in it in the lower 32 bits. `more` follows: bytes, and the message's number between the two
  message_received,  // as above. Written when it is there as a whole
  place,             // value: address after a construct. `more` follows: that of the compiler's text of where it is
  call_begin,  // the program waits in a call that is no construct. aux: a CallKind; value: number of its name, or 0
  call_end     // aux: as above, and kStillWaits
};

// What a thread spends its time on.
enum class Activity : std::uint8_t {
  serial,   // the program outside of parallel regions
  working,  // bodies of regions and tasks, and what they call that does not wait
  runtime,  // between bodies: starting and ending regions, looking for tasks
  waiting,  // waiting for other threads, awake or asleep
  count
};

// What a call waits for: tasks of a front end (run().wait(), fence()); other processes (MPI).
enum class CallKind : std::uint8_t { front_end = 1, mpi = 2 };
// The library's part of the wait is over, and the front end's has begun: the thread sleeps until it is told.
inline constexpr std::uint8_t kStillWaits = 0x80;

// Flags of `create`.
// kBegins: and it begins at the same time, on its creator's lane.
enum Creation : std::uint8_t { kUndeferred = 1, kUntied = 2, kFinal = 4, kDependent = 8, kLast = 16, kBegins = 32 };

struct Record {
  std::uint64_t time_kind_aux;  // time << 16 | kind << 8 | aux; written last
  std::uint64_t value;
};
static_assert(sizeof(Record) == 16);

inline constexpr std::uint64_t pack(std::uint64_t time, Kind kind, std::uint8_t aux) {
  return time << 16 | static_cast<std::uint64_t>(kind) << 8 | aux;
}
inline Kind kind_of(const Record& r) { return static_cast<Kind>(r.time_kind_aux >> 8 & 0xff); }
inline std::uint8_t aux_of(const Record& r) { return static_cast<std::uint8_t>(r.time_kind_aux & 0xff); }
inline std::uint64_t time_of(const Record& r) { return r.time_kind_aux >> 16; }

struct ChunkHeader {
  std::uint32_t what;       // 0: not begun; kRecords, or what the text is
  std::uint32_t lane;       // of records
  std::uint32_t sequence;   // in the lane, or in the text
  std::uint32_t processor;  // where the thread ran
  std::uint64_t numbers;    // that the lane had given out
  std::uint64_t ticks, ns;  // both clocks when it was begun
  std::uint64_t bytes;      // of text
  std::uint64_t reserved;
};
inline constexpr std::size_t kChunkHeaderBytes = 64;
inline constexpr std::size_t kRecordsInChunk = (kChunkBytes - kChunkHeaderBytes) / sizeof(Record);
// Names: a line each. "7 text" is the name that tasks have by its number. "world 1 id rank size": in the world of that number
// in this file, which all its processes know by the same id, this process has this rank.
inline constexpr std::uint32_t kRecords = 1, kMaps = 2, kNames = 3;

struct FileHeader {
  char magic[8];
  std::uint32_t header_bytes, chunk_bytes;
  std::uint32_t pid, parent_pid;
  Level level;
  std::uint32_t keeps_last;  // 1: when the file was full, lanes overwrote their oldest chunks
  std::uint64_t limit_bytes;
  std::uint32_t processors;                                  // that the process may use
  std::uint32_t is_complete;                                 // 1: the process ended in order
  std::uint64_t first_ticks, first_ns, last_ticks, last_ns;  // both clocks; the last two only if complete
  std::uint64_t ticks_per_second;                            // 0: compute it from the pairs
  std::uint64_t dropped;                                     // records, on all lanes
  std::uint64_t disk_full;                                   // chunks that the disk had no room for
  std::uint64_t overwritten;                                 // chunks
  // What --stats counts, at the end; 0 before.
  std::uint64_t created, in_place, stolen, regions;
  std::uint32_t chunks;  // taken so far
  std::uint32_t rank;    // of an MPI run plus 1; 0: none
  char program[512];     // its path
  char policy[64];
  char host[64];
  std::uint64_t
      first_calendar_ns;  // the system's calendar clock at first_ns: processes of other hosts have no other one in common
};
inline constexpr std::size_t kHeaderBytes = 4096;
static_assert(sizeof(FileHeader) <= kHeaderBytes);

}  // namespace trace_file
}  // namespace xomp
