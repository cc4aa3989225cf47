// The floor of a D-Bus service in C: owns a name and answers one method, Status, with a sentence.
// The counterpart of cli-gio.c and of `gdbus call`.
#include <gio/gio.h>

static const char xml[] =
  "<node><interface name='org.tomatoclock.Floor'>"
  "<method name='Status'><arg type='s' direction='out'/></method></interface></node>";

static void called(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                   const char *method, GVariant *arguments, GDBusMethodInvocation *call, gpointer data) {
  (void)bus, (void)sender, (void)path, (void)interface, (void)method, (void)arguments, (void)data;
  g_dbus_method_invocation_return_value(
    call, g_variant_new("(s)", "Focus 24:59, running, ends 14:35, session 1 of 4"));
}

int main(void) {
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!bus) return 69;
  GDBusInterfaceVTable table = {.method_call = called};
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(xml, NULL);
  g_dbus_connection_register_object(bus, "/org/tomatoclock/Floor", node->interfaces[0], &table, NULL, NULL, NULL);
  g_bus_own_name_on_connection(bus, "org.tomatoclock.Floor", G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL, NULL);
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
