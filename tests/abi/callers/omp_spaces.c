/* OpenMP 6.0's memory spaces of several devices and OpenACC 2.6.1's copies between them, where there is only the host. */
/* stderr: xomp: warning: there is no OpenACC device: .*\n */
#include "caller.h"

typedef uintptr_t Handle;
extern const Handle omp_default_mem_space, omp_cgroup_mem_space;
int omp_get_initial_device(void), omp_get_memspace_num_resources(Handle);
Handle omp_get_device_memspace(int, Handle), omp_get_devices_all_memspace(Handle), omp_get_devices_and_host_memspace(int, const int *, Handle);
Handle omp_get_device_allocator(int, Handle), omp_get_devices_allocator_(const int *, const int *, const Handle *);
Handle omp_get_submemspace(Handle, int, const int *), omp_get_submemspace_(const Handle *, const int *, const int *);
Handle omp_init_allocator(Handle, int, const void *);
void omp_destroy_allocator(Handle), *omp_alloc(size_t, Handle), omp_free(void *, Handle);
void *omp_get_dyn_gprivate_ptr(size_t, int);
size_t omp_get_dyn_gprivate_size(int);
void acc_memcpy_device(void *, const void *, size_t), acc_memcpy_device_async(void *, const void *, size_t, int);

int main(void) {
  const int host = omp_get_initial_device(), one = 1, first = 0;
  const Handle spaces[] = {omp_default_mem_space, omp_cgroup_mem_space, 99};
  for (int i = 0; i < 3; ++i) {
    const Handle space = spaces[i];
    CHECK(omp_get_device_memspace(host, space) == 0 && omp_get_devices_all_memspace(space) == 0);
    CHECK(omp_get_devices_and_host_memspace(1, &host, space) == 0);
    CHECK(omp_get_device_allocator(host, space) == 0 && omp_get_devices_allocator_(&one, &host, &space) == 0);
    CHECK(omp_get_memspace_num_resources(space) == 1);
    CHECK(omp_get_submemspace(space, 1, &first) == space && omp_get_submemspace_(&space, &one, &first) == space);
    const Handle allocator = omp_init_allocator(space, 0, NULL);
    CHECK(allocator != 0);
    void *memory = omp_alloc(100, allocator);
    CHECK(memory != NULL);
    omp_free(memory, allocator);
    omp_destroy_allocator(allocator);
  }
  CHECK(omp_get_dyn_gprivate_ptr(0, 0) == NULL && omp_get_dyn_gprivate_size(0) == 0);
  int from = 7, to = 0, later = 0;
  acc_memcpy_device(&to, &from, sizeof from);
  acc_memcpy_device_async(&later, &to, sizeof to, 0);
  CHECK(to == 7 && later == 7);
  return 0;
}
