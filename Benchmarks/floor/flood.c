// A program that calls the daemon over and over without waiting for the answers: flood open|click|layout COUNT.
// Ends when every call has its answer.
#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

#define NAME "org.tomatoclock.TomatoNotify"
#define PATH "/org/tomatoclock/TomatoNotify"
// As many links as the daemon takes at once.
#define LINKS 32
// The line "+5 min" of the menu (TrayMenuItem.all). It says the same after each click, so a click is never too early for
// what it says; each acts, until the phase is as long as it may be.
#define EXTEND 11

static GMainLoop *loop;
static int waiting;

static void answered(GObject *bus, GAsyncResult *result, gpointer data) {
  (void)data;
  GVariant *answer = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
  if (answer) g_variant_unref(answer);
  if (--waiting == 0) g_main_loop_quit(loop);
}

static GVariant *links(void) {
  GVariantBuilder list;
  g_variant_builder_init(&list, G_VARIANT_TYPE("as"));
  for (int i = 0; i < LINKS; i++) g_variant_builder_add(&list, "s", "tomatoclock://extend?by=1s");
  return g_variant_new("(asa{sv})", &list, NULL);
}

int main(int count, char **words) {
  if (count != 3) return 64;
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!bus) return 69;
  loop = g_main_loop_new(NULL, FALSE);
  waiting = atoi(words[2]);
  for (int i = waiting; i > 0; i--) {
    const char *path = PATH "/Menu", *interface = "com.canonical.dbusmenu", *method = "GetLayout";
    GVariant *arguments;
    if (!strcmp(words[1], "open")) {
      (path = PATH, interface = "org.freedesktop.Application", method = "Open");
      arguments = links();
    } else if (!strcmp(words[1], "click")) {
      method = "Event";
      arguments = g_variant_new("(isvu)", EXTEND, "clicked", g_variant_new_int32(0), 0);
    } else {
      arguments = g_variant_new("(iias)", 0, -1, NULL);
    }
    g_dbus_connection_call(
      bus, NAME, path, interface, method, arguments, NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, answered, NULL);
  }
  if (waiting > 0) g_main_loop_run(loop);
  return 0;
}
