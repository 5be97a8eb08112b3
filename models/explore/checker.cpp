#include "models/explore/checker.h"

#include <cstdio>
#include <map>
#include <unistd.h>

extern "C" char __executable_start;

namespace xomp::models {

Checker* checker = nullptr;

bool Contention::note(int t, const void* where, bool writes) {
  Word& w = words_[where];
  const auto bit = static_cast<std::uint8_t>(1u << t);
  const std::uint8_t readers = w.readers | bit;
  const std::uint8_t writers = writes ? w.writers | bit : w.writers;
  const auto is_contended = [](std::uint8_t all, std::uint8_t writing) {
    return writing != 0 && (all & (all - 1)) != 0;
  };
  if (is_contended(readers, writers) && !is_contended(w.readers, w.writers)) is_news_ = true;
  w.readers = readers;
  w.writers = writers;
  return w.contended;
}

bool Contention::settle() {
  const bool was_news = is_news_;
  is_news_ = false;
  if (was_news)
    for (auto& [where, w] : words_) w.contended = w.writers != 0 && (w.readers & (w.readers - 1)) != 0;
  return was_news;
}

void Checker::note_step(const std::string& what, const void* place) {
  if (records) steps.push_back({self(), what, place});
}

void Checker::check_order(const void* where, std::size_t bytes, Access access, const void* place) {
  const Shadow::Record* met = shadow.note(self(), memory.view_of(self()), where, bytes, access, place);
  if (met != nullptr)
    fail(std::string(name_of(access)) + " without an order to thread " + std::to_string(met->thread) + "'s " +
             name_of(met->access) + " at " + source_of(met->place),
         place);
}

void Checker::note_plain(const void* where, std::size_t bytes, Access access, const void* place) {
  check_order(where, bytes, access, place);
  if (access == Access::write && shadow.has_atomics(where, bytes)) memory.write_plainly(self(), where, bytes);
}

void Checker::fail(const std::string& why, const void* place) {
  failure = why + ", in " + source_of(place);
  note_step("FAILS: " + why, place);
  schedule.stop();
}

// Asks addr2line, because it knows what was inlined where. Called only when a failure is printed.
std::string source_of(const void* place) {
  static auto& known = *new std::map<const void*, std::string>;
  if (place == nullptr) return "";
  if (const auto found = known.find(place); found != known.end()) return found->second;
  char self[4096] = {};
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) return "?";
  char command[4400];
  std::snprintf(command, sizeof command, "addr2line -Cfipse %s 0x%lx 2>/dev/null", self,
                static_cast<unsigned long>(static_cast<const char*>(place) - &__executable_start - 1));
  std::string best = "?";
  if (FILE* pipe = popen(command, "r")) {
    char line[4096];
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
      std::string text(line);
      while (!text.empty() && text.back() == '\n') text.pop_back();
      if (text.find("models::Atomic") != std::string::npos || text.find("fence_") != std::string::npos) continue;
      if (text.rfind(" (inlined by) ", 0) == 0) text.erase(0, 14);
      best = text;
      break;
    }
    pclose(pipe);
  }
  return known[place] = best;
}

}  // namespace xomp::models
