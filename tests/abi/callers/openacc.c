/* OpenACC runs on the host; the first call says so. */
/* stderr: xomp: warning: there is no OpenACC device: OpenACC's regions run on the host, each by one thread, and calls that move data, wait or choose a device have nothing to do\n */
#include "caller.h"

void GOACC_parallel_keyed(int, void (*)(void *), size_t, void **, size_t *, unsigned short *, ...);
void GOACC_data_start(int, size_t, void **, size_t *, unsigned short *), GOACC_data_end(void);
void GOACC_update(int, size_t, void **, size_t *, unsigned short *, int, int, ...);
void GOACC_wait(int, int, ...);
int acc_get_num_devices(int), acc_on_device(int), acc_is_present(void *, size_t), acc_async_test_all(void);
void *acc_copyin(void *, size_t), *acc_malloc(size_t);
void acc_free(void *), acc_memcpy_to_device(void *, void *, size_t);

static void add_one(void *addresses) { ++*((int **)addresses)[0]; }

int main(void) {
  int x = 0, y = 0;
  void *addresses[] = {&x};
  size_t sizes[] = {sizeof x};
  unsigned short kinds[] = {3};
  for (int i = 0; i < 5; ++i) {
    GOACC_data_start(-1, 1, addresses, sizes, kinds);
    GOACC_parallel_keyed(-1, add_one, 1, addresses, sizes, kinds, 0);
    GOACC_update(-1, 1, addresses, sizes, kinds, 0, 0);
    GOACC_wait(-2, 0);
    GOACC_data_end();
    CHECK(acc_get_num_devices(2) == 1 && acc_get_num_devices(5) == 0);
    CHECK(acc_on_device(2) == 1 && acc_on_device(4) == 0);
    CHECK(acc_copyin(&x, sizeof x) == &x && acc_is_present(&x, sizeof x));
    void *memory = acc_malloc(4);
    acc_memcpy_to_device(&y, &x, sizeof x);
    acc_free(memory);
  }
  CHECK(acc_malloc(0) == NULL);
  CHECK(x == 5 && y == 5);
  return 0;
}
