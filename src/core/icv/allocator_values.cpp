// Reader and writer of allocators: <allocator> | <space> | <space>:<trait>=<value>[,<trait>=<value>]...
#include "core/icv/values.h"

namespace xomp::icv {

namespace {

// omp_allocator_handle_t and omp_memspace_handle_t.
constexpr text::Word<std::uintptr_t> kAllocators[] = {{"omp_default_mem_alloc", 1}, {"omp_large_cap_mem_alloc", 2},
                                                      {"omp_const_mem_alloc", 3},   {"omp_high_bw_mem_alloc", 4},
                                                      {"omp_low_lat_mem_alloc", 5}, {"omp_cgroup_mem_alloc", 6},
                                                      {"omp_pteam_mem_alloc", 7},   {"omp_thread_mem_alloc", 8}};

constexpr text::Word<std::uintptr_t> kSpaces[] = {{"omp_default_mem_space", 0},
                                                  {"omp_large_cap_mem_space", 1},
                                                  {"omp_const_mem_space", 2},
                                                  {"omp_high_bw_mem_space", 3},
                                                  {"omp_low_lat_mem_space", 4}};

// omp_alloctrait_key_t and omp_alloctrait_value_t.
enum Key : std::int32_t { sync_hint = 1, alignment, access, pool_size, fallback, fb_data, pinned, partition };

constexpr text::Word<Key> kKeys[] = {{"sync_hint", sync_hint}, {"alignment", alignment}, {"access", access},
                                     {"pool_size", pool_size}, {"fallback", fallback},   {"fb_data", fb_data},
                                     {"pinned", pinned},       {"partition", partition}};

struct TraitWord {
  Key key;
  const char* word;
  std::uintptr_t value;
};

constexpr TraitWord kTraitWords[] = {{sync_hint, "contended", 3},
                                     {sync_hint, "uncontended", 4},
                                     {sync_hint, "serialized", 5},
                                     {sync_hint, "private", 6},
                                     {access, "all", 7},
                                     {access, "thread", 8},
                                     {access, "pteam", 9},
                                     {access, "cgroup", 10},
                                     {fallback, "default_mem_fb", 11},
                                     {fallback, "null_fb", 12},
                                     {fallback, "abort_fb", 13},
                                     {fallback, "allocator_fb", 14},
                                     {pinned, "false", 0},
                                     {pinned, "true", 1},
                                     {partition, "environment", 15},
                                     {partition, "nearest", 16},
                                     {partition, "blocked", 17},
                                     {partition, "interleaved", 18}};

constexpr std::int64_t kMaxBytes = INT64_MAX - 1;  // INT64_MAX stands for more than that

bool read_trait_value(Key key, text::Cursor value, std::uintptr_t& result) {
  std::int64_t number;
  switch (key) {
    case alignment:
      if (!read_whole_number(value, 1, INT64_C(1) << 30, number) || (number & (number - 1)) != 0) return false;
      result = static_cast<std::uintptr_t>(number);
      return true;
    case pool_size:
      if (!read_whole_number(value, 1, kMaxBytes, number)) return false;
      result = static_cast<std::uintptr_t>(number);
      return true;
    case fb_data: return find_word(value, kAllocators, result);
    default: break;
  }
  value.take_prefix("omp_atv_");
  for (const TraitWord& entry : kTraitWords) {
    if (entry.key != key || !value.is(entry.word)) continue;
    result = entry.value;
    return true;
  }
  return false;
}

bool read_trait(text::Cursor part, AllocatorRequest& request) {
  bool has_value;
  text::Cursor name = part.take_until('=', has_value);
  name.take_prefix("omp_atk_");
  Key key;
  std::uintptr_t value;
  if (!has_value || !find_word(name, kKeys, key) || !read_trait_value(key, part, value)) return false;
  for (int i = 0; i < request.trait_count; ++i) {
    if (request.traits[i].key == key) return false;
  }
  request.traits[request.trait_count++] = {key, value};
  return true;
}

void write_trait(text::Line& line, const AllocatorTrait& trait) {
  const Key key = static_cast<Key>(trait.key);
  line.add(word_of(key, kKeys)).add('=');
  if (key == fb_data) {
    line.add(word_of(trait.value, kAllocators));
    return;
  }
  for (const TraitWord& entry : kTraitWords) {
    if (entry.key != key || entry.value != trait.value) continue;
    line.add(entry.word);
    return;
  }
  line.add(static_cast<std::int64_t>(trait.value));
}

// The predefined allocators 1 to 5 are the five spaces with default traits, in the same order.
std::uintptr_t default_allocator_of(std::uintptr_t space) { return space + 1; }

}  // namespace

Verdict read_allocator(text::Cursor value) {
  AllocatorRequest request;
  std::uintptr_t handle;
  if (!find_word(value, kAllocators, handle)) {
    bool more;
    if (!find_word(value.take_until(':', more), kSpaces, request.memory_space)) return Verdict::wrong;
    while (more) {
      if (!read_trait(value.take_until(',', more), request)) return Verdict::wrong;
    }
    handle = default_allocator_of(request.memory_space);
  }
  global.allocator_request = request;
  initial.default_allocator = handle;
  return Verdict::accepted;
}

void write_allocator(text::Line& line, const TaskIcv& icv) {
  const AllocatorRequest& request = global.allocator_request;
  if (request.trait_count == 0) {
    line.add(word_of(icv.default_allocator, kAllocators));
    return;
  }
  line.add(word_of(request.memory_space, kSpaces));
  for (int i = 0; i < request.trait_count; ++i) {
    line.add(i == 0 ? ':' : ',');
    write_trait(line, request.traits[i]);
  }
}

}  // namespace xomp::icv
