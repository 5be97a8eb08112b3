/* What XOMP sees of the machine and which settings it runs with, for tools: `xomp info` prints exactly this.
 * A tool links to libxomp.so or finds the functions by dlsym. Any thread may call them. */
#ifndef XOMP_INTROSPECTION_H
#define XOMP_INTROSPECTION_H

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of settings; the machine's come first. */
enum xomp_setting_kind {
  xomp_setting_machine = 0, /* processors, quota, NUMA domains; origin: where the library read it */
  xomp_setting_icv = 1      /* an internal control variable under its environment variable's name */
};

/* Called once for each setting. `context` is the caller's. The texts are valid during the call only.
 * `origin`: "default", a variable's name, or "because of" and a variable's name. */
typedef void (*xomp_setting_callback)(void* context, enum xomp_setting_kind kind, const char* name, const char* value,
                                      const char* origin);

/* Calls each(context, ...) for every setting, in an order meant for reading. ICVs have the values that the environment
 * gave the initial task. */
void xomp_for_each_setting(xomp_setting_callback each, void* context);

/* Called for a scheduling policy that XOMP_SCHEDULE_POLICY may name, with `parameter` NULL and `help` saying what the
 * policy does; then for each of its parameters, with its meaning (`help`), its range (`least`, `most`) and its default
 * (`usual`). The texts are valid during the call only. */
typedef void (*xomp_policy_callback)(void* context, const char* policy, const char* parameter, const char* help,
                                     const char* least, const char* most, const char* usual);
/* Calls each(context, ...) for every policy and parameter, as said above. */
void xomp_for_each_policy(xomp_policy_callback each, void* context);

/* Returns 0 if XOMP_SCHEDULE_POLICY may have the value `value`. Otherwise returns 1 and writes why not, and what is
 * allowed, to `message`, cut to `message_bytes` bytes with the final NUL. */
int xomp_check_policy(const char* value, char* message, unsigned long message_bytes);

/* Called for each system that XOMP_AS may name, with `setting` NULL, one line about what it is (`help`), the paper that describes it
 * (`source`), and what that paper leaves open (`open`); then once for each variable that the name sets, with `setting` as NAME=value and the
 * other texts NULL. The texts live as long as the process. */
typedef void (*xomp_preset_callback)(void* context, const char* preset, const char* setting, const char* help,
                                     const char* source, const char* open);
/* Calls each(context, ...) for every system and setting, as said above. */
void xomp_for_each_preset(xomp_preset_callback each, void* context);

#ifdef __cplusplus
}
#endif

#endif
