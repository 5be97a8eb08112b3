// gcc's programs see a proc_bind clause as the policy of the regions below, too; an entry of the list for their level wins.
// compilers: gcc
// env-each: OMP_PROC_BIND=true | OMP_PROC_BIND=close,primary | OMP_PROC_BIND=false
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

int main(void) {
  const char* given = getenv("OMP_PROC_BIND");
  const int outer = omp_get_proc_bind();
  const int is_list = strchr(given, ',') != NULL;
  const int is_bound = strcmp(given, "false") != 0;
  CHECK_EQUAL(outer, is_list ? omp_proc_bind_close : is_bound ? omp_proc_bind_true : omp_proc_bind_false);
#pragma omp parallel proc_bind(spread)
  {
    CHECK_EQUAL(omp_get_proc_bind(), is_list ? omp_proc_bind_primary : is_bound ? omp_proc_bind_spread : omp_proc_bind_false);
#pragma omp parallel if(0)
    CHECK_EQUAL(omp_get_proc_bind(), is_list ? omp_proc_bind_primary : is_bound ? omp_proc_bind_spread : omp_proc_bind_false);
  }
#pragma omp parallel if(0)
  CHECK_EQUAL(omp_get_proc_bind(), is_list ? omp_proc_bind_primary : outer);
  CHECK_EQUAL(omp_get_proc_bind(), outer);
  return check_result();
}
