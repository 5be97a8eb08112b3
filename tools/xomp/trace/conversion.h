// What the user sees of a conversion that takes long: its progress, and that it ends when it is told to. There is one at a time.
#pragma once

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

namespace xomp::tool {

// What the process does on these signals. The destructor brings it back, and restore() does before.
class SavedSignals {
 public:
  explicit SavedSignals(const std::vector<int>& signals);
  ~SavedSignals() { restore(); }
  SavedSignals(const SavedSignals&) = delete;
  SavedSignals& operator=(const SavedSignals&) = delete;

  void restore() const;
  // Sets a handler for all of them that are not ignored.
  void handle(void (*handler)(int)) const;

 private:
  struct Saved {
    int signal;
    struct sigaction action;
  };
  std::vector<Saved> saved_;
};

// While it lives, INT, TERM and HUP end this process at once: the file that is being written goes away, and `last_words` are said on
// stderr. Signals that are ignored when it begins stay ignored, as nohup wants it.
class EndsBySignal {
 public:
  explicit EndsBySignal(std::string last_words);
  ~EndsBySignal();
  EndsBySignal(const EndsBySignal&) = delete;
  EndsBySignal& operator=(const EndsBySignal&) = delete;

 private:
  std::string last_words_;
  SavedSignals before_;
};

// The file to be removed if a signal ends this process; nullptr: none. The text must stay where it is.
void set_unfinished_file(const char* path);

// Where stderr is a terminal, a line of it says how far the work is once it has taken a second. It goes away at the end.
class Progress {
 public:
  static void allow();
  Progress(std::string what, std::uint64_t all);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  static void add(std::uint64_t done = 1);
};

}  // namespace xomp::tool
