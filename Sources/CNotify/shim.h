// What the notification bridge sees of C: libnotify, GLib, GIO, and the few macros that Swift cannot import.
#ifndef CNOTIFY_SHIM_H
#define CNOTIFY_SHIM_H

#include <gio/gio.h>
#include <glib-unix.h>
#include <libnotify/notify.h>

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

#endif
