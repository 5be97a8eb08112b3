// The device routines where the host is the only device: numbers, memory, rectangular copies.
// skip-clang: LLVM has these routines in its offload library
#include <omp.h>
#include <string.h>

#include "check.h"

int main(void) {
  int host = omp_get_initial_device();
  CHECK_EQUAL(omp_get_num_devices(), 0);
  CHECK_EQUAL(host, omp_get_num_devices());
  CHECK_EQUAL(omp_get_device_num(), host);
  CHECK(omp_is_initial_device());
  CHECK_EQUAL(omp_get_default_device(), 0);
  omp_set_default_device(host);
  CHECK_EQUAL(omp_get_default_device(), host);
  int* memory = omp_target_alloc(100 * sizeof(int), host);
  CHECK(memory != NULL);
  int source[100], back[100] = {0};
  for (int i = 0; i < 100; i++) source[i] = i;
  CHECK_EQUAL(omp_target_memcpy(memory, source, 50 * sizeof(int), 0, 50 * sizeof(int), host, host), 0);
  CHECK_EQUAL(memory[0], 50);
  CHECK_EQUAL(memory[49], 99);
  CHECK(omp_target_is_present(memory, host));
  size_t volume[2] = {3, 4}, to_offset[2] = {1, 2}, from_offset[2] = {5, 5}, dims[2] = {10, 10};
  int copied = omp_target_memcpy_rect(back, source, sizeof(int), 2, volume, to_offset, from_offset, dims, dims, host, host);
  CHECK_EQUAL(copied, 0);
  CHECK_EQUAL(back[12], 55);
  CHECK_EQUAL(back[35], 78);
  CHECK_EQUAL(back[36], 0);
  CHECK_EQUAL(back[11], 0);
  CHECK(omp_target_memcpy_rect(NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, NULL, host, host) >= 3);
  omp_target_free(memory, host);
  omp_target_free(NULL, host);
  return check_result();
}
