/* Until 2.33 glibc left a program's constructors to a function that the program hands over; what is compiled today hands over none.
 * Linked into each program, hidden. Newer glibcs call such a function, too, and then do nothing themselves. See link_stubs. */
#if defined(__x86_64__)
__asm__(".symver start_main_of_glibc, __libc_start_main@GLIBC_2.2.5");
#else
__asm__(".symver start_main_of_glibc, __libc_start_main@GLIBC_2.17");
#endif

typedef void Constructor(int, char**, char**);
typedef int Main(int, char**, char**);

extern __attribute__((visibility("default"))) int start_main_of_glibc(Main* main, int count, char** words, Constructor* init,
                                                                      void (*end)(void), void (*end_of_loader)(void),
                                                                      void* stack);
extern Constructor* __init_array_start[];
extern Constructor* __init_array_end[];
void _init(void);

static void call_constructors(int count, char** words, char** environment) {
  _init();
  for (Constructor** each = __init_array_start; each < __init_array_end; ++each) (*each)(count, words, environment);
}

int __libc_start_main(Main* main, int count, char** words, Constructor* init, void (*end)(void), void (*end_of_loader)(void),
                      void* stack) {
  return start_main_of_glibc(main, count, words, init != 0 ? init : call_constructors, end, end_of_loader, stack);
}
