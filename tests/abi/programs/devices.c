/* Linked with XOMP first: its device routines ask the offload library, if there is one. */
#include <stdint.h>
#include <stdio.h>

int omp_get_num_devices(void), omp_get_initial_device(void), omp_get_device_num(void);
intptr_t omp_get_interop_int(void *, int, int *);

int main(void) {
  int object = 3, code = 77;
  const long value = omp_get_interop_int(&object, -5, &code);
  printf("%d %d %d %ld\n", omp_get_num_devices(), omp_get_initial_device(), omp_get_device_num(), value);
  return code != 0;
}
