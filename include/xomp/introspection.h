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

/* The scheduling policies that XOMP_SCHEDULE_POLICY may name. One call for each policy (`parameter` is NULL, `help`
 * says what it does), followed by one for each of its parameters: what it means, its range and its default. */
typedef void (*xomp_policy_callback)(void* context, const char* policy, const char* parameter, const char* help,
                                     const char* least, const char* most, const char* usual);
void xomp_for_each_policy(xomp_policy_callback each, void* context);

/* 0 if XOMP_SCHEDULE_POLICY may have this value, else `message` says why not and what is allowed. */
int xomp_check_policy(const char* value, char* message, unsigned long message_bytes);

#ifdef __cplusplus
}
#endif

#endif
