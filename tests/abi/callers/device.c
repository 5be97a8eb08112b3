/* The device routines on the host, the only device, and interop objects, which are all none. */
#include <errno.h>
#include <limits.h>

#include "caller.h"

int omp_get_num_devices(void), omp_get_initial_device(void), omp_get_device_num(void), omp_is_initial_device(void);
int omp_get_default_device(void);
void omp_set_default_device(int);
void omp_set_default_device_8_(const int64_t *);
void *omp_target_alloc(size_t, int);
void omp_target_free(void *, int);
int omp_target_is_present(const void *, int), omp_target_is_accessible(const void *, size_t, int);
void *omp_get_mapped_ptr(const void *, int);
int omp_target_associate_ptr(const void *, const void *, size_t, size_t, int);
int omp_target_disassociate_ptr(const void *, int);
int omp_target_memcpy(void *, const void *, size_t, size_t, size_t, int, int);
int omp_target_memcpy_async(void *, const void *, size_t, size_t, size_t, int, int, int, void *);
int omp_target_memcpy_rect(void *, const void *, size_t, int, const size_t *, const size_t *, const size_t *,
                           const size_t *, const size_t *, int, int);
void *omp_target_memset(void *, int, size_t, int);
const char *omp_get_uid_from_device(int);
int omp_get_device_from_uid(const char *), omp_get_device_from_uid_(const char *, size_t);

enum { kHost = 0, kNowhere = 7 };

static void check_numbers(void) {
  const int64_t huge = (int64_t)1 << 40;
  CHECK(omp_get_num_devices() == 0 && omp_get_initial_device() == 0 && omp_get_device_num() == 0);
  CHECK(omp_is_initial_device() == 1);
  omp_set_default_device(3);
  CHECK(omp_get_default_device() == 3);
  omp_set_default_device_8_(&huge);
  CHECK(omp_get_default_device() == INT_MAX);
  CHECK(omp_get_device_from_uid(omp_get_uid_from_device(kHost)) == -1);
  CHECK(omp_get_device_from_uid_("OMP_INITIAL_DEVICE   ", 21) == -1);
  CHECK(omp_get_uid_from_device(kNowhere) == NULL && omp_get_device_from_uid("none") < -1);
}

static void check_memory(void) {
  char from[] = "0123456789", to[11] = "..........";
  char *piece = omp_target_alloc(100, kHost);
  CHECK(piece != NULL && omp_target_alloc(100, kNowhere) == NULL);
  CHECK(omp_target_memset(piece, 'x', 100, kHost) == piece && piece[99] == 'x');
  CHECK(omp_target_is_present(piece, kHost) == 1 && omp_target_is_present(piece, kNowhere) == 0);
  CHECK(omp_target_is_present(NULL, kNowhere) == 1);
  CHECK(omp_target_is_accessible(piece, 100, kHost) == 1);
  CHECK(omp_get_mapped_ptr(piece, kHost) == piece && omp_get_mapped_ptr(piece, kNowhere) == NULL);
  CHECK(omp_target_associate_ptr(piece, piece, 1, 0, kHost) == EINVAL);
  CHECK(omp_target_disassociate_ptr(piece, kHost) == EINVAL);
  omp_target_free(piece, kHost);
  CHECK(omp_target_memcpy(to, from, 3, 1, 5, kHost, -1) == 0 && strcmp(to, ".567......") == 0);
  CHECK(omp_target_memcpy_async(to, from, 1, 9, 0, kHost, kHost, 0, NULL) == 0 && to[9] == '0');
  CHECK(omp_target_memcpy(to, from, 3, 0, 0, kNowhere, kHost) == EINVAL);
}

static void check_rectangle(void) {
  int from[4][5][6], to[3][4][5];
  const size_t volume[] = {2, 3, 2}, to_at[] = {1, 0, 2}, from_at[] = {2, 1, 3};
  const size_t to_size[] = {3, 4, 5}, from_size[] = {4, 5, 6}, wrong_size[] = {4, (size_t)-1, 6};
  for (int i = 0; i < 4 * 5 * 6; ++i) ((int *)from)[i] = i;
  memset(to, -1, sizeof to);
  CHECK(omp_target_memcpy_rect(NULL, NULL, 4, 3, NULL, NULL, NULL, NULL, NULL, kHost, kHost) == INT_MAX);
  CHECK(omp_target_memcpy_rect(to, from, 4, 3, volume, to_at, from_at, to_size, from_size, kHost, kHost) == 0);
  for (size_t i = 0; i < 3; ++i)
    for (size_t j = 0; j < 4; ++j)
      for (size_t k = 0; k < 5; ++k) {
        const int inside = i >= 1 && j < 3 && k >= 2 && k < 4;
        CHECK(to[i][j][k] == (inside ? from[i + 1][j + 1][k + 1] : -1));
      }
  CHECK(omp_target_memcpy_rect(to, from, 4, 3, volume, to_at, from_at, to_size, wrong_size, kHost, kHost) == EINVAL);
  CHECK(omp_target_memcpy_rect(to, from, 4, 0, volume, to_at, from_at, to_size, from_size, kHost, kHost) == EINVAL);
}

int omp_get_num_interop_properties(void *);
intptr_t omp_get_interop_int(void *, int, int *);
const char *omp_get_interop_str(void *, int, int *), *omp_get_interop_name(void *, int), *omp_get_interop_rc_desc(void *, int);
void __tgt_interop_init(const Ident *, int32_t, void **, int32_t, int32_t, int32_t, void *, int32_t);
void __tgt_interop_destroy(const Ident *, int32_t, void **, int32_t, int32_t, void *, int32_t);
void GOMP_interop(int, int, void ***, const int *, const char **, int, void **, int, void ***, unsigned, void **);

static void check_interop(void) {
  void *object = &object, *other = &other;
  void **made[] = {&object}, **destroyed[] = {&other};
  int code = 77;
  GOMP_interop(-1, 1, made, NULL, NULL, 0, NULL, 1, destroyed, 0, NULL);
  CHECK(object == NULL && other == NULL);
  object = &object;
  __tgt_interop_init(&here, 0, &object, 1, -1, 0, NULL, 0);
  CHECK(object == NULL);
  __tgt_interop_destroy(&here, 0, &object, -1, 0, NULL, 0);
  CHECK(omp_get_num_interop_properties(object) == 0);
  CHECK(omp_get_interop_int(object, -5, &code) == 0 && code == -1);
  CHECK(omp_get_interop_str(object, -40, &code) == NULL && code == -2);
  CHECK(strcmp(omp_get_interop_name(object, -1), "fr_id") == 0 && omp_get_interop_name(object, 3) == NULL);
  CHECK(omp_get_interop_rc_desc(object, 1) != NULL && omp_get_interop_rc_desc(object, -6) != NULL);
  CHECK(omp_get_interop_rc_desc(object, 2) == NULL && omp_get_interop_rc_desc(object, -7) == NULL);
}

int main(void) {
  check_numbers();
  check_memory();
  check_rectangle();
  check_interop();
  return 0;
}
