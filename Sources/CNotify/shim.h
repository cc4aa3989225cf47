// What the notification bridge sees of C: libnotify, GLib, GIO, and the few macros that Swift cannot import.
#ifndef CNOTIFY_SHIM_H
#define CNOTIFY_SHIM_H

#include <gio/gio.h>
#include <glib-unix.h>
#include <libnotify/notify.h>

#endif
