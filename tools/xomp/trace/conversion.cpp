#include "trace/conversion.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <utility>

#include <unistd.h>

#include "message.h"

namespace xomp::tool {

namespace {

const char* volatile words = nullptr;
volatile pid_t owner = 0;  // a child that measures has nothing to say
const char* volatile unfinished = nullptr;

void say(const char* text) {
  // Where nobody reads it there is nothing more to do.
  if (write(STDERR_FILENO, text, std::strlen(text)) < 0) return;
}

extern "C" void end_conversion(int signal) {
  if (getpid() == owner) {
    if (unfinished != nullptr) unlink(unfinished);
    if (words != nullptr) say(words);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);  // blocked until this handler returns
}

using Moment = std::chrono::steady_clock::time_point;

struct Shown {
  bool allowed = false, visible = false;
  std::string what;
  std::uint64_t all = 0, done = 0;
  Moment began, next;
} shown;

void show() {
  constexpr auto kBetween = std::chrono::milliseconds(200);
  const Moment now = std::chrono::steady_clock::now();
  if (now < shown.next) return;
  shown.next = now + kBetween;
  shown.visible = true;
  say(fmt::format("\rxomp: {}: {} %\033[K", shown.what, shown.all == 0 ? 0 : 100 * shown.done / shown.all).c_str());
}

}  // namespace

SavedSignals::SavedSignals(const std::vector<int>& signals) {
  for (const int signal : signals) {
    saved_.push_back({signal, {}});
    sigaction(signal, nullptr, &saved_.back().action);
  }
}

void SavedSignals::restore() const {
  for (const Saved& saved : saved_) sigaction(saved.signal, &saved.action, nullptr);
}

void SavedSignals::handle(void (*handler)(int)) const {
  for (const Saved& saved : saved_) {
    if (saved.action.sa_handler == SIG_IGN) continue;
    struct sigaction action{};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(saved.signal, &action, nullptr);
  }
}

EndsBySignal::EndsBySignal(std::string last_words)
    : last_words_(std::move(last_words)), before_({SIGINT, SIGTERM, SIGHUP}) {
  owner = getpid();
  words = last_words_.empty() ? nullptr : last_words_.c_str();
  before_.handle(end_conversion);
}

EndsBySignal::~EndsBySignal() {
  before_.restore();
  words = nullptr;
}

void set_unfinished_file(const char* path) { unfinished = path; }

void Progress::allow() {
  constexpr auto kPatience = std::chrono::seconds(1);
  shown.allowed = isatty(STDERR_FILENO) != 0;
  shown.began = std::chrono::steady_clock::now();
  shown.next = shown.began + kPatience;
}

Progress::Progress(std::string what, std::uint64_t all) {
  shown.what = std::move(what);
  shown.all = all;
  shown.done = 0;
}

Progress::~Progress() {
  if (shown.visible) say("\r\033[K");
  shown.visible = false;
}

void Progress::add(std::uint64_t done) {
  shown.done += done;
  if (shown.allowed) show();
}

}  // namespace xomp::tool
