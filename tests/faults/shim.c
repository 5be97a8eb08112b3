// Preloaded: makes the system refuse what the library asks for, at the n-th time.
//   FAULT_KIND   thread, mmap, membarrier, futex, open or write
//   FAULT_AT     the call that fails, from 1 on; 0 or unset: none does, they are counted
//   FAULT_FROM   set: so do all after it
//   FAULT_COUNT  a file that gets the number of calls at the end of the process
// What counts are calls from libxomp.so and from the command `xomp`, and of threads those of the program's libraries, too.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { none, thread, map, membarrier, futex, opening, writing };

static enum kind kind;
static long at;
static int from;
static atomic_long calls;

// Segments of code whose calls count.
static struct { uintptr_t begin, end; } code[16];
static int segments;

static int note_code(struct dl_phdr_info* object, size_t size, void* unused) {
  (void)size, (void)unused;
  char self[256];
  const char* name = object->dlpi_name;
  if (name[0] == 0) {  // the program itself
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    name = self;
  }
  const char* const base = strrchr(name, '/') != NULL ? strrchr(name, '/') + 1 : name;
  if (strncmp(base, "libxomp.so", 10) != 0 && strcmp(base, "xomp") != 0) return 0;
  for (int i = 0; i < object->dlpi_phnum && segments < 16; ++i) {
    const ElfW(Phdr)* const part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
    code[segments].begin = object->dlpi_addr + part->p_vaddr;
    code[segments].end = code[segments].begin + part->p_memsz;
    ++segments;
  }
  return 0;
}

static pthread_once_t begun = PTHREAD_ONCE_INIT;
static void begin(void) {
  static const char* const names[] = {"none", "thread", "mmap", "membarrier", "futex", "open", "write"};
  const char* const wanted = getenv("FAULT_KIND");
  for (int k = 1; wanted != NULL && k <= writing; ++k)
    if (strcmp(wanted, names[k]) == 0) kind = (enum kind)k;
  at = getenv("FAULT_AT") != NULL ? atol(getenv("FAULT_AT")) : 0;
  from = getenv("FAULT_FROM") != NULL;
  dl_iterate_phdr(note_code, NULL);
}

static int is_ours(const void* caller) {
  for (int i = 0; i < segments; ++i)
    if ((uintptr_t)caller >= code[i].begin && (uintptr_t)caller < code[i].end) return 1;
  return 0;
}

static int fails(enum kind which, const void* caller) {
  pthread_once(&begun, begin);
  if (which != kind || (which != thread && !is_ours(caller))) return 0;
  const long n = ++calls;
  return at != 0 && (n == at || (from && n > at));
}

__attribute__((destructor)) static void report(void) {
  const char* const file = getenv("FAULT_COUNT");
  if (file == NULL || kind == none) return;
  char text[32];
  const int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
  const int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (fd >= 0) syscall(SYS_write, fd, text, length), close(fd);
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define CALLER __builtin_return_address(0)

int pthread_create(pthread_t* made, const pthread_attr_t* attributes, void* (*body)(void*), void* argument) {
  REAL(pthread_create);
  return fails(thread, CALLER) ? EAGAIN : real(made, attributes, body, argument);
}

void* mmap(void* start, size_t bytes, int protection, int flags, int fd, off_t offset) {
  REAL(mmap);
  if (fails(map, CALLER)) return errno = ENOMEM, MAP_FAILED;
  return real(start, bytes, protection, flags, fd, offset);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  REAL(open);
  if (fails(opening, CALLER)) return errno = EMFILE, -1;
  return real(path, flags, mode);
}
int open64(const char* path, int flags, ...) __attribute__((alias("open")));

FILE* fopen(const char* path, const char* mode) {
  REAL(fopen);
  if (fails(opening, CALLER)) return errno = EMFILE, (FILE*)NULL;
  return real(path, mode);
}

ssize_t write(int fd, const void* bytes, size_t count) {
  REAL(write);
  if (fails(writing, CALLER)) return errno = ENOSPC, -1;
  return real(fd, bytes, count);
}

static int is_futex_wait(int operation) {
  const int command = operation & FUTEX_CMD_MASK;
  return command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
}

// A wait on a futex may end by a signal or by nothing at all: the two take turns.
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a[6];
  for (int i = 0; i < 6; ++i) a[i] = va_arg(rest, long);
  va_end(rest);
  REAL(syscall);
  if (number == SYS_mmap && fails(map, CALLER)) return errno = ENOMEM, -1;
  if (number == SYS_membarrier && fails(membarrier, CALLER)) return errno = at % 2 != 0 ? ENOSYS : EPERM, -1;
  if (number == SYS_futex && is_futex_wait((int)a[1]) && fails(futex, CALLER)) {
    if (calls % 3 == 0) return 0;
    return errno = calls % 3 == 1 ? EINTR : EAGAIN, -1;
  }
  return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
