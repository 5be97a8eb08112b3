// Looking for a tool, starting it, and letting it go.
#include "trace/tool.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "platform/log_file.h"
#include "platform/message.h"
#include "platform/shared_object.h"

namespace xomp::trace {

constinit atomic<Watch> watch{Watch::undecided};
constinit CallbackTable callbacks;

namespace {

constexpr unsigned kOpenMPVersion = 202111;  // _OPENMP of 5.2
constexpr char kRuntimeVersion[] = "XOMP";
constexpr char kStartTool[] = "ompt_start_tool";

using StartTool = ompt_start_tool_result_t* (*)(unsigned, const char*);

// The tool in use. Written by the thread that starts it; whoever finalizes it takes it away.
atomic<ompt_start_tool_result_t*> tool{nullptr};

// What OMP_TOOL_VERBOSE_INIT asks for: a line for each step of the search.
class SearchLog {
 public:
  explicit SearchLog(const char* where) : file_(where) {}
  [[gnu::format(printf, 2, 3)]] void say(const char* format, ...) {
    if (!file_.is_open()) return;
    char line[1024];
    va_list list;
    va_start(list, format);
    const int length = std::vsnprintf(line, sizeof line - 1, format, list);
    va_end(list);
    if (length < 0) return;
    const std::size_t kept =
        static_cast<std::size_t>(length) < sizeof line - 1 ? static_cast<std::size_t>(length) : sizeof line - 2;
    line[kept] = '\n';
    file_.write(line, kept + 1);
  }

 private:
  platform::LogFile file_;
};

bool try_to_initialize(ompt_start_tool_result_t* result, SearchLog& log) {
  if (result == nullptr) {
    log.say("xomp: tool:   it does not want to work");
    return false;
  }
  log.say("xomp: tool:   it wants to work; initializing it");
  watch.store(Watch::nobody, relaxed);  // it may use the runtime: nothing is reported before it is initialized
  if (result->initialize(find_entry_point, 0, &result->tool_data) == 0) {
    log.say("xomp: tool:   its initialize() returned 0: it is left alone");
    callbacks.clear();
    return false;
  }
  log.say("xomp: tool:   it is active");
  tool.store(result, release);  // for finalize_tool()
  return true;
}

bool try_library(const char* path, SearchLog& log) {
  log.say("xomp: tool: looking into '%s'", path);
  void* const library = platform::open_tool_library(path);
  if (library == nullptr) {
    log.say("xomp: tool:   it cannot be opened: %s", platform::loader_message());
    return false;
  }
  const auto start = reinterpret_cast<StartTool>(platform::find_symbol(library, kStartTool));
  if (start == nullptr) {
    log.say("xomp: tool:   it has no %s", kStartTool);
  } else {
    log.say("xomp: tool:   it has %s", kStartTool);
    if (try_to_initialize(start(kOpenMPVersion, kRuntimeVersion), log)) return true;
  }
  platform::close_shared_object(library);
  return false;
}

bool try_libraries(const char* list, SearchLog& log) {
  constexpr std::size_t kLongest = 4096;
  while (*list != '\0') {
    const std::size_t length = std::strcspn(list, ":");
    char path[kLongest];
    if (length >= sizeof path) {
      log.say("xomp: tool: a path of %zu bytes is too long", length);
    } else if (length != 0) {
      std::memcpy(path, list, length);
      path[length] = '\0';
      if (try_library(path, log)) return true;
    }
    list += length;
    if (*list == ':') ++list;
  }
  return false;
}

bool find_tool(const ToolSettings& settings, SearchLog& log) {
  log.say("xomp: tool: looking for %s in the program and its libraries", kStartTool);
  const auto start = reinterpret_cast<StartTool>(platform::find_in_process(kStartTool));
  if (start == nullptr) {
    log.say("xomp: tool:   there is none");
  } else if (try_to_initialize(start(kOpenMPVersion, kRuntimeVersion), log)) {
    return true;
  }
  if (settings.libraries != nullptr && try_libraries(settings.libraries, log)) return true;
  // What clang's users are used to: LLVM's race detector needs no variable.
  return platform::find_in_process("__tsan_init") != nullptr && try_library("libarcher.so", log);
}

}  // namespace

// The recorder in the tool's place; the level of states needs no tool.
static bool start_trace(const ToolSettings& settings, SearchLog& log) {
  if (!start_recorder(settings.trace)) return false;
  log.say("xomp: tool: XOMP_TRACE is set: the trace's recorder is the tool");
  if (settings.libraries != nullptr)
    platform::warn("XOMP_TRACE and OMP_TOOL_LIBRARIES are both set: a trace is written, and no tool is loaded");
  if (records_tasks()) listen_for_recorder();
  watch.store(records_tasks() ? Watch::tool : Watch::nobody, release);  // [TOOL-1]
  return true;
}

bool start_tool(const ToolSettings& settings) {
  SearchLog log(settings.verbose_init);
  if (start_trace(settings, log)) return records_tasks();
  bool found = false;
  if (!settings.enabled) log.say("xomp: tool: OMP_TOOL says that there is to be none");
  else found = find_tool(settings, log);
  if (found && platform::find_in_process("__tsan_init") != nullptr) holds_memory.store(true, relaxed);  // as said there
  if (settings.enabled && !found) log.say("xomp: tool: no tool is active");
  watch.store(found ? Watch::tool : Watch::nobody, release);  // [TOOL-1]
  return found;
}

void finalize_tool() {
  ompt_start_tool_result_t* const result = tool.exchange(nullptr, acq_rel);
  if (result == nullptr) return;
  watch.store(Watch::nobody, release);  // [TOOL-1]
  callbacks.clear();
  if (result->finalize != nullptr) result->finalize(&result->tool_data);
}

void abandon_tool() {
  watch.store(Watch::nobody, relaxed);  // one thread exists
  callbacks.clear();
}

std::uint64_t make_unique_id() {
  constexpr std::uint64_t kPerThread = std::uint64_t{1} << 40;
  static constinit atomic<std::uint64_t> threads{1};  // only the number counts
  // Below kPerThread: the thread has no range yet. A signal handler may come between, and take a range of its own; whichever
  // of the two stays, no number of the other comes again.
  static constinit thread_local atomic<std::uint64_t> last __attribute__((tls_model("initial-exec"))) = 0;
  std::uint64_t id = last.fetch_add(1, relaxed) + 1;
  if (id < kPerThread) {
    id = threads.fetch_add(1, relaxed) * kPerThread + 1;
    last.store(id, relaxed);
  }
  return id;
}

}  // namespace xomp::trace
