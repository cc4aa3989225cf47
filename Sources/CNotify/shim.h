// What the notification bridge sees of C: libnotify, GLib, GIO, and the few macros that Swift cannot import.
#ifndef CNOTIFY_SHIM_H
#define CNOTIFY_SHIM_H

#include <fcntl.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <libnotify/notify.h>
#include <malloc.h> /* malloc_trim: Swift's Glibc module leaves it out */
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>   // the alarm: not part of Swift's Glibc module
#include <sys/socket.h>

// GLib's flags under names of our own. Since GLib 2.88 Swift imports each set of flags as an option set, in which a name
// like G_SPAWN_SEARCH_PATH does not exist any more; these constants have the same type and value with every GLib. Combine
// them through `rawValue`.
static const GSpawnFlags CN_SPAWN_SEARCH_PATH = G_SPAWN_SEARCH_PATH;
static const GSpawnFlags CN_SPAWN_STDOUT_TO_DEV_NULL = G_SPAWN_STDOUT_TO_DEV_NULL;
static const GSpawnFlags CN_SPAWN_FILE_AND_ARGV_ZERO = G_SPAWN_FILE_AND_ARGV_ZERO;
static const GSpawnFlags CN_SPAWN_CHILD_INHERITS_STDIN = G_SPAWN_CHILD_INHERITS_STDIN;
static const GSpawnFlags CN_SPAWN_CLOEXEC_PIPES = G_SPAWN_CLOEXEC_PIPES;
static const GSpawnFlags CN_SPAWN_DO_NOT_REAP_CHILD = G_SPAWN_DO_NOT_REAP_CHILD;
static const GLogLevelFlags CN_LOG_LEVEL_WARNING = G_LOG_LEVEL_WARNING;
static const GLogLevelFlags CN_LOG_LEVEL_MESSAGE = G_LOG_LEVEL_MESSAGE;
static const GLogLevelFlags CN_LOG_LEVEL_INFO = G_LOG_LEVEL_INFO;
static const GLogLevelFlags CN_LOG_LEVEL_DEBUG = G_LOG_LEVEL_DEBUG;
static const GKeyFileFlags CN_KEY_FILE_NONE = G_KEY_FILE_NONE;
static const GUriFlags CN_URI_FLAGS_ENCODED = G_URI_FLAGS_ENCODED;
static const GUriParamsFlags CN_URI_PARAMS_NONE = G_URI_PARAMS_NONE;
static const GIOCondition CN_IO_IN = G_IO_IN;
static const GIOCondition CN_IO_OUT = G_IO_OUT;
static const GIOCondition CN_IO_HUP = G_IO_HUP;
static const GIOCondition CN_IO_ERR = G_IO_ERR;
static const GDBusCallFlags CN_DBUS_CALL_FLAGS_NONE = G_DBUS_CALL_FLAGS_NONE;
static const GDBusCallFlags CN_DBUS_CALL_FLAGS_NO_AUTO_START = G_DBUS_CALL_FLAGS_NO_AUTO_START;
static const GDBusSignalFlags CN_DBUS_SIGNAL_FLAGS_NONE = G_DBUS_SIGNAL_FLAGS_NONE;
static const GDBusSendMessageFlags CN_DBUS_SEND_MESSAGE_FLAGS_NONE = G_DBUS_SEND_MESSAGE_FLAGS_NONE;
static const GDBusConnectionFlags CN_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT =
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT;
static const GDBusConnectionFlags CN_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION =
    G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION;
static const GBusNameWatcherFlags CN_BUS_NAME_WATCHER_FLAGS_NONE = G_BUS_NAME_WATCHER_FLAGS_NONE;
static const GBusNameOwnerFlags CN_BUS_NAME_OWNER_FLAGS_NONE = G_BUS_NAME_OWNER_FLAGS_NONE;
static const GBusNameOwnerFlags CN_BUS_NAME_OWNER_FLAGS_ALLOW_REPLACEMENT = G_BUS_NAME_OWNER_FLAGS_ALLOW_REPLACEMENT;
static const GBusNameOwnerFlags CN_BUS_NAME_OWNER_FLAGS_REPLACE = G_BUS_NAME_OWNER_FLAGS_REPLACE;

// O_TMPFILE and O_PATH, which Swift's Glibc module leaves out.
static const int CN_NAMELESS_FILE = __O_TMPFILE;
static const int CN_FOLDER_ONLY = __O_PATH | O_DIRECTORY;

// g_signal_connect is a macro over an untyped function pointer. One typed helper per signal keeps the check in the
// compiler.
typedef void (*CNClosedHandler)(GDBusConnection *connection, gboolean remote, GError *error, gpointer data);
static inline gulong cn_connect_closed(GDBusConnection *connection, CNClosedHandler handler, gpointer data,
                                       GClosureNotify destroy) {
  return g_signal_connect_data(connection, "closed", G_CALLBACK(handler), data, destroy, (GConnectFlags)0);
}

// struct ucred hides behind _GNU_SOURCE, which the importer may not define. -1: the peer could not be asked.
static inline long cn_peer_uid(int fd) {
  struct { int pid; unsigned uid; unsigned gid; } who = {0, 0, 0};
  socklen_t size = sizeof who;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? (long)who.uid : -1;
}

/* The process at the other end when it connected; -1 when the system does not say. */
static inline long cn_peer_pid(int fd) {
  struct { int pid; unsigned uid; unsigned gid; } who = {0, 0, 0};
  socklen_t size = sizeof who;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? (long)who.pid : -1;
}

/* Swift's Glibc has no <sys/pidfd.h>. */
extern int pidfd_open(pid_t process, unsigned flags);
static inline int cn_pidfd_open(int process) { return pidfd_open(process, 0); }

/* Swift cannot call variadic functions, and G_CALLBACK is a macro: these two keep casts out of Swift. */
typedef void (*CNNotificationClosedHandler)(NotifyNotification *notification, gpointer data);

static inline gulong cn_connect_notification_closed(NotifyNotification *notification, CNNotificationClosedHandler handler,
                                                   gpointer data, GClosureNotify release) {
  return g_signal_connect_data(notification, "closed", G_CALLBACK(handler), data, release, (GConnectFlags)0);
}

/* libnotify's property is signed, the id on the bus is not. */
static inline guint32 cn_notification_id(NotifyNotification *notification) {
  gint id = 0;
  g_object_get(notification, "id", &id, NULL);
  return (guint32)id;
}

/* The first argument of `changed` is the GSettings, which nobody needs. */
typedef void (*CNSettingChangedHandler)(GSettings *settings, const gchar *key, gpointer data);

static inline gulong cn_connect_changed(GSettings *settings, const gchar *detailed, CNSettingChangedHandler handler,
                                        gpointer data, GClosureNotify release) {
  return g_signal_connect_data(settings, detailed, G_CALLBACK(handler), data, release, (GConnectFlags)0);
}

static inline void cn_notification_set_id(NotifyNotification *notification, guint32 id) {
  g_object_set(notification, "id", (gint)id, NULL);
}

// Where the linker put the program's code: names that only C can say.
extern const char __executable_start[], etext[];
static inline const void *cn_code_begin(void) { return __executable_start; }
static inline const void *cn_code_end(void) { return etext; }

// The lowest priority for the processor (setpriority(2)) and for the disk (ioprio_set(2): 1 is this process, class 3 is
// idle), which Swift cannot call. Where that is not allowed, nothing changes.
static inline void cn_come_last(void) {
  (void)setpriority(PRIO_PROCESS, 0, 19);
  (void)syscall(SYS_ioprio_set, 1, 0, 3 << 13);
}

// How many descriptors this process may have: raised to `wanted` where it is fewer, as far as that is allowed. -1: the
// system does not say.
static inline long cn_raise_descriptors(long wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  if (limit.rlim_cur < (rlim_t)wanted && limit.rlim_cur < limit.rlim_max) {
    struct rlimit raised = {limit.rlim_max < (rlim_t)wanted ? limit.rlim_max : (rlim_t)wanted, limit.rlim_max};
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur > 1048576 ? 1048576 : (long)limit.rlim_cur;
}

// What a process needs that does nothing but look after another one. From here on the signals that ask it to end and
// those of its children come to a descriptor (-1: there is none), and what its children leave behind becomes its own.
static inline int cn_look_after_children(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  if (sigprocmask(SIG_BLOCK, &signals, NULL) != 0) return -1;
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

#endif
