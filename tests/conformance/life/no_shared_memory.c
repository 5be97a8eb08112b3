// No files in /dev/shm, no descriptors left open.
// runtimes: xomp
#include "life.h"

static int entries_of(const char* folder, int own_only) {
  char own[32];
  snprintf(own, sizeof own, "%d", (int)getpid());
  DIR* d = opendir(folder);
  int count = 0;
  for (struct dirent* e; d && (e = readdir(d));) count += !own_only || strstr(e->d_name, own) != NULL;
  if (d) closedir(d);
  return count;
}

int main(void) {
  const int descriptors = entries_of("/proc/self/fd", 0);
  CHECK_EQUAL(compute(), 0);
  CHECK_EQUAL(entries_of("/proc/self/fd", 0), descriptors);
  CHECK_EQUAL(entries_of("/dev/shm", 1), 0);
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[1000];
  while (fgets(line, sizeof line, maps)) CHECK(strstr(line, "/dev/shm") == NULL);
  fclose(maps);
  return check_result();
}
