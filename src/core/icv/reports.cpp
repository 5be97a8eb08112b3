// A list of 8 hexadecimal digits each, separated by commas. What has no room is reported by each process.
#include "core/icv/reports.h"

#include <cstdint>
#include <cstring>

#include "platform/process.h"

namespace xomp::icv {

namespace {

constexpr std::size_t kDigits = 8;
constexpr std::size_t kMaxReports = 64;

// Written by the thread that reads the environment.
char list[kMaxReports * (kDigits + 1)];
std::size_t length = 0;  // without the NUL
bool has_more_than_parent = false;

std::uint32_t digest_of(const char* text, std::uint32_t digest) {
  for (; *text != '\0'; ++text) digest = (digest ^ static_cast<unsigned char>(*text)) * 16777619u;  // FNV-1a
  return digest;
}

void write_digits(std::uint32_t digest, char* digits) {
  for (std::size_t i = 0; i < kDigits; ++i, digest <<= 4) digits[i] = "0123456789abcdef"[digest >> 28];
  digits[kDigits] = '\0';
}

}  // namespace

void begin_reports(const char* handed_down) {
  length = 0;
  list[0] = '\0';
  has_more_than_parent = false;
  if (handed_down == nullptr || std::strlen(handed_down) >= sizeof list) return;
  length = std::strlen(handed_down);
  std::memcpy(list, handed_down, length + 1);
}

bool is_new_report(const char* name, const char* value) {
  char digits[kDigits + 1];
  write_digits(digest_of(value, digest_of("=", digest_of(name, 2166136261u))), digits);
  if (std::strstr(list, digits) != nullptr) return false;
  const std::size_t comma = length == 0 ? 0 : 1;
  if (length + comma + kDigits < sizeof list) {
    if (comma != 0) list[length] = ',';
    std::memcpy(list + length + comma, digits, sizeof digits);
    length += comma + kDigits;
    has_more_than_parent = true;
  }
  return true;
}

void hand_down_reports() {
  if (!has_more_than_parent || platform::thread_count() != 1) return;
  has_more_than_parent = false;
  platform::set_variable(kReportedVariable, list);
}

}  // namespace xomp::icv
