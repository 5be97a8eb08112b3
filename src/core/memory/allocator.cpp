// Traits: each key has one reader, which accepts a value or refuses the whole allocator.
#include "core/memory/allocator.h"

#include <bit>
#include <cstdlib>
#include <new>

#include "core/icv/environment.h"

namespace xomp::memory {

namespace {

// omp_alloctrait_key_t and omp_alloctrait_value_t.
enum Key {
  sync_hint = 1,
  alignment,
  access,
  pool_size,
  fallback,
  fb_data,
  pinned,
  partition,
  pin_device,  // from here on OpenMP 6.0's, with LLVM's numbers
  preferred_device,
  device_access,
  target_access,
  atomic_scope,
  part_size,
};
enum Value : std::uintptr_t {
  no = 0,
  yes = 1,
  contended = 3,
  uncontended,
  serialized,
  private_,
  all,  // LLVM 23: device
  thread,
  pteam,
  cgroup,
  environment = 15,
  nearest,
  blocked,
  interleaved,
  later_all,  // LLVM 23's `all`
  single,
  multiple,
  memspace,
  default_ = static_cast<std::uintptr_t>(-1),
};

// The traits' requirements, before it is known whether they can be satisfied.
struct Wish {
  Source source;
  std::size_t pool_bytes = SIZE_MAX;
  bool is_interleaved = false;
};

bool is_between(std::uintptr_t value, std::uintptr_t first, std::uintptr_t last) {
  return value >= first && value <= last;
}

// OpenMP 6.0's traits about devices. The host, the only one, meets all of them.
bool accepts_device_trait(int key, std::uintptr_t value) {
  switch (key) {
    case device_access:
    case target_access: return value == default_ || value == single || value == multiple;
    case atomic_scope: return value == default_ || value == all || value == later_all;
    default: return key == pin_device || key == preferred_device || key == part_size;
  }
}

// Some traits are accepted without effect. sync_hint and access only narrow who may use the allocator, and ours serve
// all. `nearest` and `blocked` of partition need nothing, because first touch does that, or nearly so.
bool read_trait(const icv::AllocatorTrait& trait, Wish& wish) {
  const std::uintptr_t value = trait.value;
  const bool is_default = value == default_;
  switch (trait.key) {
    case sync_hint: return is_default || is_between(value, contended, private_);
    case access: return is_default || is_between(value, all, cgroup) || value == later_all || value == memspace;
    case alignment:
      if (is_default) return true;
      wish.source.alignment = value;
      return std::has_single_bit(value);
    case pool_size:
      wish.pool_bytes = value;  // the default is SIZE_MAX, that is, no limit
      return true;
    case fallback:
      if (is_default) return true;
      wish.source.fallback = static_cast<Fallback>(value);
      return is_between(value, 11, 14);
    case fb_data: wish.source.fallback_allocator = is_default ? kNullAllocator : value; return true;
    case pinned:
      wish.source.pinning = value == yes ? Pinning::pinned : Pinning::none;
      return is_default || value == no || value == yes;
    case partition:
      wish.is_interleaved = value == interleaved;
      return is_default || is_between(value, environment, interleaved);
    default: return accepts_device_trait(trait.key, value);
  }
}

// Chooses the kind of memory for a space. Returns false if this machine lacks what the space requires.
bool choose_kind(Memspace space, bool is_interleaved, Kind& kind) {
  Kind wanted = is_interleaved ? Kind::interleaved : Kind::ordinary;
  if (space == kHighBandwidthSpace)
    wanted = is_interleaved ? Kind::high_bandwidth_interleaved : Kind::high_bandwidth_preferred;
  if (space == kLargeCapacitySpace) wanted = is_interleaved ? Kind::large_capacity_all : Kind::large_capacity;
  kind = is_available(wanted) ? wanted : Kind::ordinary;
  return kind == wanted || space != kHighBandwidthSpace;
}

// omp_default_mem_space to omp_low_lat_mem_space, LLVM's omp_cgroup_mem_space, the default one as newer LLVM numbers it (99), LLVM's target spaces
// (here the host's memory), gcc's managed one.
bool is_known_space(Memspace space) { return space <= 5 || is_between(space, 99, 102) || space == 200; }

}  // namespace

Handle init_allocator(Memspace space, std::span<const icv::AllocatorTrait> traits) {
  Wish wish;
  if (!is_known_space(space)) return kNullAllocator;
  for (const icv::AllocatorTrait& trait : traits)
    if (!read_trait(trait, wish)) return kNullAllocator;
  if (wish.source.fallback == Fallback::allocator && wish.source.fallback_allocator == kNullAllocator)
    return kNullAllocator;
  if (!choose_kind(space, wish.is_interleaved, wish.source.kind)) return kNullAllocator;
  void* place = std::malloc(sizeof(Allocator));
  if (place == nullptr) return kNullAllocator;
  return reinterpret_cast<Handle>(new (place) Allocator(wish.source, wish.pool_bytes));
}

void destroy_allocator(Handle handle) { std::free(own_allocator(handle)); }

Handle init_requested_allocator() {
  const icv::AllocatorRequest& request = icv::global.allocator_request;
  const auto count = static_cast<std::size_t>(request.trait_count);
  const Handle made = init_allocator(request.memory_space, {request.traits, count});
  if (made != kNullAllocator) return made;
  icv::refuse_allocator();
  return kDefaultAllocator;
}

Source source_of(Handle handle) {
  if (const Allocator* own = own_allocator(handle)) return own->source;
  Source source;
  if (handle == kPinnedAllocator) source.pinning = Pinning::pinned;
  Kind preferred = Kind::ordinary;
  if (handle == kHighBandwidthAllocator) preferred = Kind::high_bandwidth_preferred;
  if (handle == kLargeCapacityAllocator) preferred = Kind::large_capacity_all;
  if (is_available(preferred)) source.kind = preferred;
  return source;
}

bool Allocator::try_charge(std::size_t bytes) {
  if (pool_bytes == SIZE_MAX) return true;
  std::size_t used = used_bytes_.load(relaxed);
  do {
    if (bytes > pool_bytes - used) return false;
  } while (!used_bytes_.compare_exchange_weak(used, used + bytes, relaxed, relaxed));
  return true;
}

void Allocator::refund(std::size_t bytes) {
  if (pool_bytes != SIZE_MAX) used_bytes_.fetch_sub(bytes, relaxed);
}

}  // namespace xomp::memory
