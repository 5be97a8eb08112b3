// usage: without membarrier|sched_getaffinity PROGRAM ARGUMENTS...
// Runs the program as on a kernel that does not have this system call, or in a container that forbids it. Ends with 77
// where that cannot be had.
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const int is_membarrier = strcmp(arguments[1], "membarrier") == 0;
  const unsigned call = is_membarrier ? SYS_membarrier : SYS_sched_getaffinity;
  const unsigned error = is_membarrier ? ENOSYS : EPERM;
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof(rules) / sizeof(rules[0]), rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
    perror("seccomp");
    return 77;
  }
  execv(arguments[2], arguments + 2);
  perror(arguments[2]);
  return 2;
}
