// What the notification bridge sees of C: libnotify, GLib, GIO, and the few macros that Swift cannot import.
#ifndef CNOTIFY_SHIM_H
#define CNOTIFY_SHIM_H

#include <gio/gio.h>
#include <glib-unix.h>
#include <libintl.h>       // bindtextdomain: not part of Swift's Glibc module
#include <libnotify/notify.h>
#include <malloc.h> /* malloc_trim: Swift's Glibc module leaves it out */
#include <sys/timerfd.h>   // the alarm: not part of Swift's Glibc module
#include <sys/socket.h>

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

static inline void cn_notification_set_id(NotifyNotification *notification, guint32 id) {
  g_object_set(notification, "id", (gint)id, NULL);
}

// Where the linker put the program's code: names that only C can say.
extern const char __executable_start[], etext[];
static inline const void *cn_code_begin(void) { return __executable_start; }
static inline const void *cn_code_end(void) { return etext; }

#endif
