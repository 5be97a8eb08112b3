// OpenMP 6.0's values that choose devices by their traits, and threads by what they are for. The host is the only device here and no thread is
// a free agent, so little follows from them; but a wrong value is reported as everywhere.
#include <climits>
#include <cstring>

#include "core/icv/values.h"

namespace xomp::icv {

namespace {

constexpr std::int32_t kInitialDevice = -1, kInvalidDevice = -4;  // omp_initial_device, omp_invalid_device

constexpr const char* kTraits[] = {"kind", "isa", "arch", "vendor", "uid", "device_num"};

bool take_trait(text::Cursor& text) {
  for (const char* const trait : kTraits)
    if (text.take_word(trait)) return true;
  return false;
}

// "uid(...)": whatever stands in the parentheses, of which more may be inside.
bool take_argument(text::Cursor& text) {
  if (!text.take('(')) return false;
  for (int depth = 1; depth != 0;) {
    if (text.empty()) return false;
    if (text.take('(')) ++depth;
    else if (text.take(')')) --depth;
    else text = text::Cursor(text.begin() + 1, text.begin() + text.size());
  }
  return true;
}

bool take_terms(text::Cursor& text);

// !kind(gpu), or terms in parentheses.
bool take_term(text::Cursor& text) {
  while (text.take('!')) continue;
  if (text.take('(')) return take_terms(text) && text.take(')');
  return take_trait(text) && take_argument(text);
}

// Terms between && or between ||, not both.
bool take_terms(text::Cursor& text) {
  if (!take_term(text)) return false;
  const char* const joins = text.take_prefix("&&") ? "&&" : text.take_prefix("||") ? "||" : nullptr;
  if (joins == nullptr) return true;
  do {
    if (!take_term(text)) return false;
  } while (text.take_prefix(joins));
  return true;
}

// [2], [1:], [:2], [0:4:2]
bool take_subscript(text::Cursor& text) {
  if (!text.take('[')) return true;
  int parts = 0, numbers = 0;
  do {
    std::int64_t number;
    numbers += text.take_digits(number) ? 1 : 0;
    ++parts;
  } while (text.take(':'));
  return parts <= 3 && (parts > 1 || numbers == 1) && text.take(']');
}

bool is_selection(text::Cursor item) { return take_terms(item) && take_subscript(item) && item.empty(); }

// Calls each(item) for the items between commas outside of parentheses, until it returns false. Returns whether none did.
template <class Each>
bool for_each_item(text::Cursor value, Each&& each) {
  const char* begin = value.begin();
  const char* const end = begin + value.size();
  int depth = 0;
  for (const char* at = begin;; ++at) {
    if (at == end || (*at == ',' && depth == 0)) {
      if (!each(text::Cursor(begin, at))) return false;
      if (at == end) return true;
      begin = at + 1;
    } else {
      depth += *at == '(' || *at == '[' ? 1 : *at == ')' || *at == ']' ? -1 : 0;
    }
  }
}

// Says whether the traits choose the host. Only the plain forms are looked for.
bool chooses_host(text::Cursor item) {
  return item.is("kind(host)") || item.is("kind(any)") || item.is("uid(omp_initial_device)");
}

}  // namespace

Verdict read_available_devices(text::Cursor value) {
  const bool is_right = for_each_item(value, [](text::Cursor item) {
    if (item.take('*')) return take_subscript(item) && item.empty();
    return is_selection(item);
  });
  if (!is_right) return Verdict::wrong;
  global.available_devices = keep(value);
  return Verdict::accepted;
}

Verdict read_default_device(text::Cursor value) {
  std::int32_t device = kInvalidDevice;
  bool is_chosen = false;
  const auto choose = [&](std::int64_t number) {
    if (!is_chosen) device = static_cast<std::int32_t>(number);
    is_chosen = true;
  };
  const bool is_right = for_each_item(value, [&](text::Cursor item) {
    std::int64_t number;
    if (item.is("initial") || chooses_host(item)) choose(kInitialDevice);
    else if (item.is("invalid")) choose(kInvalidDevice);
    else if (item.is("default")) choose(0);
    else if (read_whole_number(item, 0, INT_MAX, number)) choose(number);
    else return is_selection(item);  // of no device
    return true;
  });
  if (!is_right) return Verdict::wrong;
  initial.default_device = device;
  return Verdict::accepted;
}

Verdict read_threads_reserve(text::Cursor value) {
  std::int64_t number;
  const bool is_number = read_whole_number(value, 0, INT_MAX, number);
  const bool is_right =
      is_number || for_each_item(value, [&number](text::Cursor item) {
        if (!item.take_word("structured") && !item.take_word("free_agent")) return false;
        return item.empty() || (item.take('(') && item.take_digits(number) && item.take(')') && item.empty());
      });
  if (!is_right) return Verdict::wrong;
  global.threads_reserve = keep(value);
  return Verdict::accepted;
}

}  // namespace xomp::icv
