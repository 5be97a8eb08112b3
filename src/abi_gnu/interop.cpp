// GOMP_interop (gcc 15): there is no foreign runtime, so every object becomes omp_interop_none. And what gcc's code
// tells the runtime about offloading: nothing on the host needs it.
#include "platform/export.h"

extern "C" void GOMP_taskwait_depend(void** depend);

namespace {

void empty_objects(int count, void*** objects) {
  for (int i = 0; i < count; ++i) *objects[i] = nullptr;
}

}  // namespace

XOMP_EXPORT void GOMP_interop(int, int init_count, void*** init, const int*, const char**, int, void**,
                              int destroy_count, void*** destroy, unsigned, void** depend) {
  if (depend != nullptr) GOMP_taskwait_depend(depend);
  empty_objects(init_count, init);
  empty_objects(destroy_count, destroy);
}

// Called by constructors of programs that carry code for devices.
XOMP_EXPORT void GOMP_offload_register(const void*, int, const void*) {}
XOMP_EXPORT void GOMP_offload_unregister(const void*, int, const void*) {}
XOMP_EXPORT void GOMP_offload_register_ver(unsigned, const void*, int, const void*) {}
XOMP_EXPORT void GOMP_offload_unregister_ver(unsigned, const void*, int, const void*) {}

// The procedure's address on the device is the same, because the host is the device.
XOMP_EXPORT void* GOMP_target_map_indirect_ptr(void* procedure) { return procedure; }
