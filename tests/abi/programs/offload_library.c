/* Stands in for LLVM's offload library: some of its names, in its version node. */
#include <stdint.h>

int omp_get_num_devices(void) { return 4; }
int omp_get_initial_device(void) { return 4; }
int omp_get_device_num(void) { return 4; }
intptr_t omp_get_interop_int(void *object, int property, int *code) {
  *code = 0;
  return property * 10 + *(int *)object;
}
