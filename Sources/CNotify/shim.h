// The C interfaces of GLibBridge: libnotify, GLib, GIO, and what Swift cannot import or call.
#ifndef CNOTIFY_SHIM_H
#define CNOTIFY_SHIM_H

#include <fcntl.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <libnotify/notify.h>
#include <malloc.h>  // malloc_trim, which is not in Swift's Glibc module
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>  // not in Swift's Glibc module
#include <sys/socket.h>

// GLib's flags under names of our own. Since GLib 2.88 Swift imports each set of flags as an option set, without names
// like G_SPAWN_SEARCH_PATH. These constants have the same type and value with every GLib. Combine them by `rawValue`.
static const GSpawnFlags CN_SPAWN_SEARCH_PATH = G_SPAWN_SEARCH_PATH;
static const GSpawnFlags CN_SPAWN_STDOUT_TO_DEV_NULL = G_SPAWN_STDOUT_TO_DEV_NULL;
static const GSpawnFlags CN_SPAWN_FILE_AND_ARGV_ZERO = G_SPAWN_FILE_AND_ARGV_ZERO;
static const GSpawnFlags CN_SPAWN_CHILD_INHERITS_STDIN = G_SPAWN_CHILD_INHERITS_STDIN;
static const GSpawnFlags CN_SPAWN_DO_NOT_REAP_CHILD = G_SPAWN_DO_NOT_REAP_CHILD;
static const GLogLevelFlags CN_LOG_LEVEL_WARNING = G_LOG_LEVEL_WARNING;
static const GLogLevelFlags CN_LOG_LEVEL_INFO = G_LOG_LEVEL_INFO;
static const GKeyFileFlags CN_KEY_FILE_NONE = G_KEY_FILE_NONE;
static const GIOCondition CN_IO_IN = G_IO_IN;
static const GIOCondition CN_IO_OUT = G_IO_OUT;
static const GDBusCallFlags CN_DBUS_CALL_FLAGS_NONE = G_DBUS_CALL_FLAGS_NONE;
static const GDBusCallFlags CN_DBUS_CALL_FLAGS_NO_AUTO_START = G_DBUS_CALL_FLAGS_NO_AUTO_START;
static const GDBusSignalFlags CN_DBUS_SIGNAL_FLAGS_NONE = G_DBUS_SIGNAL_FLAGS_NONE;
static const GDBusConnectionFlags CN_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT =
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT;
static const GDBusConnectionFlags CN_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION =
    G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION;
static const GBusNameWatcherFlags CN_BUS_NAME_WATCHER_FLAGS_NONE = G_BUS_NAME_WATCHER_FLAGS_NONE;

// O_TMPFILE and O_PATH, which are not in Swift's Glibc module.
static const int CN_NAMELESS_FILE = __O_TMPFILE;
static const int CN_FOLDER_ONLY = __O_PATH | O_DIRECTORY;

// g_signal_connect is a macro over an untyped function pointer. With one typed function per signal, the compiler checks
// the handler's type.
typedef void (*CNClosedHandler)(GDBusConnection *connection, gboolean remote, GError *error, gpointer data);
static inline gulong cn_connect_closed(GDBusConnection *connection, CNClosedHandler handler, gpointer data,
                                       GClosureNotify destroy) {
  return g_signal_connect_data(connection, "closed", G_CALLBACK(handler), data, destroy, (GConnectFlags)0);
}

// The process at the other end of a socket as it connected. struct ucred needs _GNU_SOURCE, which Swift's importer may
// not define.
typedef struct { int pid; unsigned uid; unsigned gid; } CNPeer;
static inline int cn_peer(int fd, CNPeer *peer) {
  socklen_t size = sizeof *peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, &size);
}

// The peer's user id and process id; -1 if unknown.
static inline long cn_peer_uid(int fd) { CNPeer peer; return cn_peer(fd, &peer) == 0 ? (long)peer.uid : -1; }
static inline long cn_peer_pid(int fd) { CNPeer peer; return cn_peer(fd, &peer) == 0 ? (long)peer.pid : -1; }

// <sys/pidfd.h> is not in Swift's Glibc module.
extern int pidfd_open(pid_t process, unsigned flags);
static inline int cn_pidfd_open(int process) { return pidfd_open(process, 0); }

typedef void (*CNNotificationClosedHandler)(NotifyNotification *notification, gpointer data);

static inline gulong cn_connect_notification_closed(NotifyNotification *notification,
                                                   CNNotificationClosedHandler handler, gpointer data,
                                                   GClosureNotify release) {
  return g_signal_connect_data(notification, "closed", G_CALLBACK(handler), data, release, (GConnectFlags)0);
}

// g_object_get and g_object_set are variadic: Swift cannot call them. The property is signed, the id on the bus is not.
static inline guint32 cn_notification_id(NotifyNotification *notification) {
  gint id = 0;
  g_object_get(notification, "id", &id, NULL);
  return (guint32)id;
}

typedef void (*CNSettingChangedHandler)(GSettings *settings, const gchar *key, gpointer data);

static inline gulong cn_connect_changed(GSettings *settings, const gchar *detailed, CNSettingChangedHandler handler,
                                        gpointer data, GClosureNotify release) {
  return g_signal_connect_data(settings, detailed, G_CALLBACK(handler), data, release, (GConnectFlags)0);
}

static inline void cn_notification_set_id(NotifyNotification *notification, guint32 id) {
  g_object_set(notification, "id", (gint)id, NULL);
}

// The linker's symbols at the start and the end of the program's code.
extern const char __executable_start[], etext[];
static inline const void *cn_code_begin(void) { return __executable_start; }
static inline const void *cn_code_end(void) { return etext; }

// Sets the lowest priority for the processor (setpriority(2)) and the disk (ioprio_set(2), a system call without a
// function: 1 is a process, class 3 is idle). Ignores errors.
static inline void cn_set_lowest_priority(void) {
  (void)setpriority(PRIO_PROCESS, 0, 19);
  (void)syscall(SYS_ioprio_set, 1, 0, 3 << 13);
}

// Raises the limit of open descriptors to `wanted`, or as far as allowed. Returns the limit, at most 1048576; -1 if
// unknown.
static inline long cn_raise_descriptors(long wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  if (limit.rlim_cur < (rlim_t)wanted && limit.rlim_cur < limit.rlim_max) {
    struct rlimit raised = {limit.rlim_max < (rlim_t)wanted ? limit.rlim_max : (rlim_t)wanted, limit.rlim_max};
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur > 1048576 ? 1048576 : (long)limit.rlim_cur;
}

// For a process that only supervises another one. Blocks SIGCHLD and the signals that ask a process to end; returns a
// descriptor that reports them, or -1. Descendants whose parent ends become children of this process.
static inline int cn_supervise_children(void) {
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
