/* What our programs call and an older glibc has under another name: linked into each of them, hidden. See link_stubs. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>

/* Until 2.32 these were inline calls of functions that take the struct's version. Newer ones still have them for programs of that time. */
#if defined(__x86_64__)
enum { kStatVersion = 1 };
#else
enum { kStatVersion = 0 };
#endif
int __xstat(int version, const char* path, struct stat* to);
int __fxstat(int version, int file, struct stat* to);
int __lxstat(int version, const char* path, struct stat* to);
int __fxstatat(int version, int folder, const char* path, struct stat* to, int flags);

int stat(const char* path, struct stat* to) { return __xstat(kStatVersion, path, to); }
int fstat(int file, struct stat* to) { return __fxstat(kStatVersion, file, to); }
int lstat(const char* path, struct stat* to) { return __lxstat(kStatVersion, path, to); }
int fstatat(int folder, const char* path, struct stat* to, int flags) {
  return __fxstatat(kStatVersion, folder, path, to, flags);
}

/* With 64 bits the two structs are one. */
_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "64 bits");
int fstat64(int file, struct stat64* to) { return fstat(file, (struct stat*)to); }

/* What libstdc++ asks for. False is always right: it then counts references by atomic instructions. */
char __libc_single_threaded = 0;

unsigned int arc4random(void) {
  unsigned int number;
  for (size_t got = 0; got < sizeof number;) {
    const ssize_t more = getrandom((char*)&number + got, sizeof number - got, 0);
    if (more < 0 && errno != EINTR) abort();
    if (more > 0) got += (size_t)more;
  }
  return number;
}

/* The simulator's account of its memory. mallinfo's numbers have 32 bits: right below 4 GiB. */
struct mallinfo2 mallinfo2(void) {
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  const struct mallinfo narrow = mallinfo();
  return (struct mallinfo2){.arena = (unsigned)narrow.arena, .ordblks = (unsigned)narrow.ordblks, .smblks = (unsigned)narrow.smblks,
                            .hblks = (unsigned)narrow.hblks, .hblkhd = (unsigned)narrow.hblkhd, .usmblks = (unsigned)narrow.usmblks,
                            .fsmblks = (unsigned)narrow.fsmblks, .uordblks = (unsigned)narrow.uordblks,
                            .fordblks = (unsigned)narrow.fordblks, .keepcost = (unsigned)narrow.keepcost};
}
