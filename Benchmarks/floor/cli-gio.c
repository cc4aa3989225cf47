// The floor of a command in C with GIO: calls Status over the session bus and prints the answer.
#include <gio/gio.h>
#include <stdio.h>

int main(void) {
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!bus) return 69;
  GVariant *answer = g_dbus_connection_call_sync(
    bus, "org.tomatoclock.Floor", "/org/tomatoclock/Floor", "org.tomatoclock.Floor", "Status", NULL,
    G_VARIANT_TYPE("(s)"), G_DBUS_CALL_FLAGS_NONE, 5000, NULL, NULL);
  if (!answer) return 69;
  const char *text;
  g_variant_get(answer, "(&s)", &text);
  puts(text);
  return 0;
}
