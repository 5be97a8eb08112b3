// Starting a debugger.
#ifndef XOMP_TTG_UTIL_BUG_H
#define XOMP_TTG_UTIL_BUG_H

#include "ttg/detail/platform.h"
#include "ttg/util/backtrace.h"
#include "ttg/util/text.h"
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <unistd.h>

namespace ttg {

class Debugger {
 public:
  Debugger() = default;
  virtual ~Debugger() = default;

  virtual void debug(const char* reason = nullptr) {
    traceback(reason);
    if (cmd_.empty()) return;
    std::string command = cmd_;
    replace(command, "$(EXEC)", exec_);
    replace(command, "$(PID)", detail::joined(::getpid()));
    if (std::system(command.c_str()) != 0)
      std::cerr << prefix_ << "the debugger could not be started: " << command << std::endl;
  }
  virtual void traceback(const char* reason = nullptr) {
    std::cerr << prefix_ << (reason != nullptr ? reason : "traceback") << ":\n"
              << detail::Backtrace(prefix_).str() << std::flush;
  }
  void set_exec(const char* exec) { exec_ = exec != nullptr ? exec : ""; }
  void set_prefix(const char* prefix) { prefix_ = prefix; }
  void set_prefix(int rank) { prefix_ = detail::joined(rank, ": "); }
  void set_cmd(const char* cmd) {
    cmd_ = cmd != nullptr ? cmd : "";
    if (cmd_ == "gdb_xterm") cmd_ = "xterm -e gdb -p $(PID) $(EXEC) &";
    if (cmd_ == "lldb_xterm") cmd_ = "xterm -e lldb -p $(PID) &";
  }

  static void set_default_debugger(const std::shared_ptr<Debugger>& debugger) { default_slot() = debugger; }
  static std::shared_ptr<Debugger> default_debugger() { return default_slot(); }

 private:
  static std::shared_ptr<Debugger>& default_slot() {
    static std::shared_ptr<Debugger> slot;
    return slot;
  }
  static void replace(std::string& text, const std::string& what, const std::string& by) {
    for (std::size_t at; (at = text.find(what)) != std::string::npos;) text.replace(at, what.size(), by);
  }
  std::string exec_, prefix_, cmd_;
};

inline void launch_debugger(int rank, const char* exec, const char* cmd) {
  auto debugger = std::make_shared<Debugger>();
  debugger->set_prefix(rank);
  debugger->set_exec(exec);
  debugger->set_cmd(cmd);
  Debugger::set_default_debugger(debugger);
  debugger->debug("Starting debugger");
}
inline void launch_gdb(int rank = 0, const char* exec = "") { launch_debugger(rank, exec, "gdb_xterm"); }
inline void launch_lldb(int rank = 0, const char* exec = "") { launch_debugger(rank, exec, "lldb_xterm"); }

inline void initialize_fpe() { detail::trap_float_errors(); }

}  // namespace ttg

#endif
