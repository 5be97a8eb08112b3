/* What XOMP sees of the machine and which settings it runs with, for tools: `xomp info` prints exactly this.
 * The function is found in libxomp.so by linking to it or by dlsym; any thread may call it. */
#ifndef XOMP_INTROSPECTION_H
#define XOMP_INTROSPECTION_H

#ifdef __cplusplus
extern "C" {
#endif

/* The machine's entries come first. */
enum xomp_setting_kind {
  xomp_setting_machine = 0, /* processors, quota, NUMA domains; origin: where the library read it */
  xomp_setting_icv = 1      /* an internal control variable under its environment variable's name */
};

/* The texts are valid during the call only. `origin`: "default", a variable's name, or "because of" and its name. */
typedef void (*xomp_setting_callback)(void* context, enum xomp_setting_kind kind, const char* name, const char* value,
                                      const char* origin);

/* Calls `each` for every setting, in an order meant for reading. ICVs have the values that the environment gave the
 * initial task. */
void xomp_for_each_setting(xomp_setting_callback each, void* context);

#ifdef __cplusplus
}
#endif

#endif
