// A tray for the benchmarks, on a private bus: the watcher and the host in one process, as panels have them.
// trayhost [NAME…] takes these names too: who owns org.gnome.Shell is taken for a tray that shows labels.
// It reads a whole item once, and after each signal what the signal is about. Its own method Waiting(u N) answers when
// N items have registered.
#include <gio/gio.h>
#include <string.h>

static const char xml[] =
  "<node><interface name='org.kde.StatusNotifierWatcher'>"
  "<method name='RegisterStatusNotifierItem'><arg type='s' direction='in'/></method>"
  "<method name='RegisterStatusNotifierHost'><arg type='s' direction='in'/></method>"
  "<property name='RegisteredStatusNotifierItems' type='as' access='read'/>"
  "<property name='IsStatusNotifierHostRegistered' type='b' access='read'/>"
  "<property name='ProtocolVersion' type='i' access='read'/>"
  "<signal name='StatusNotifierItemRegistered'><arg type='s'/></signal>"
  "<signal name='StatusNotifierItemUnregistered'><arg type='s'/></signal>"
  "<signal name='StatusNotifierHostRegistered'/>"
  "</interface><interface name='org.tomatoclock.Floor'>"
  "<method name='Waiting'><arg type='u' direction='in'/></method>"
  "</interface></node>";

static const char item[] = "org.kde.StatusNotifierItem", properties[] = "org.freedesktop.DBus.Properties";
static guint registered, wanted;
static GDBusMethodInvocation *waiting;

// The answer is not looked at: what counts is what the item has to do for it.
static void read_property(GDBusConnection *bus, const char *owner, const char *path, const char *name) {
  g_dbus_connection_call(bus, owner, path, properties, "Get", g_variant_new("(ss)", item, name), NULL,
                         G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, NULL);
}

static void signalled(GDBusConnection *bus, const char *owner, const char *path, const char *interface,
                      const char *signal, GVariant *arguments, gpointer data) {
  (void)interface, (void)arguments, (void)data;
  // A label and a status come with their signals.
  if (g_str_equal(signal, "NewIcon")) read_property(bus, owner, path, "IconName");
  if (g_str_equal(signal, "NewTitle")) read_property(bus, owner, path, "Title");
  if (g_str_equal(signal, "NewToolTip")) read_property(bus, owner, path, "ToolTip");
}

static void item_read(GObject *source, GAsyncResult *result, gpointer owner) {
  GDBusConnection *bus = G_DBUS_CONNECTION(source);
  GVariant *answer = g_dbus_connection_call_finish(bus, result, NULL), *values = NULL;
  const char *menu = NULL, *none[] = {NULL};
  if (answer) g_variant_get(answer, "(@a{sv})", &values);
  if (values && g_variant_lookup(values, "Menu", "&o", &menu))
    g_dbus_connection_call(bus, owner, menu, "com.canonical.dbusmenu", "GetLayout",
                           g_variant_new("(ii^as)", 0, -1, none), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, NULL);
  if (values) g_variant_unref(values);
  if (answer) g_variant_unref(answer);
  g_free(owner);
}

// A service is a bus name, or the path of an object of the sender's.
static void meet(GDBusConnection *bus, const char *sender, const char *service) {
  g_dbus_connection_call(bus, sender, *service == '/' ? service : "/StatusNotifierItem", properties, "GetAll",
                         g_variant_new("(s)", item), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, item_read,
                         g_strdup(sender));
}

static void answer_waiting(void) {
  if (waiting && registered >= wanted) g_dbus_method_invocation_return_value(g_steal_pointer(&waiting), NULL);
}

static void called(GDBusConnection *bus, const char *sender, const char *object, const char *interface,
                   const char *method, GVariant *arguments, GDBusMethodInvocation *call, gpointer data) {
  (void)object, (void)interface, (void)data;
  if (g_str_equal(method, "Waiting")) {
    g_variant_get(arguments, "(u)", &wanted);
    waiting = call;
    return answer_waiting();
  }
  const char *service;
  g_variant_get(arguments, "(&s)", &service);
  g_dbus_method_invocation_return_value(call, NULL);
  if (!g_str_equal(method, "RegisterStatusNotifierItem")) return;
  registered++;
  meet(bus, sender, service);
  answer_waiting();
}

static GVariant *property(GDBusConnection *bus, const char *sender, const char *object, const char *interface,
                          const char *name, GError **error, gpointer data) {
  (void)bus, (void)sender, (void)object, (void)interface, (void)error, (void)data;
  const char *none[] = {NULL};
  if (g_str_equal(name, "IsStatusNotifierHostRegistered")) return g_variant_new_boolean(TRUE);
  if (g_str_equal(name, "ProtocolVersion")) return g_variant_new_int32(0);
  return g_variant_new("^as", none);
}

int main(int count, char **names) {
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!bus) return 69;
  GDBusInterfaceVTable table = {.method_call = called, .get_property = property};
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(xml, NULL);
  for (int i = 0; i < 2; i++)
    g_dbus_connection_register_object(bus, "/StatusNotifierWatcher", node->interfaces[i], &table, NULL, NULL, NULL);
  g_dbus_connection_signal_subscribe(bus, NULL, item, NULL, NULL, NULL, G_DBUS_SIGNAL_FLAGS_NONE, signalled, NULL,
                                     NULL);
  for (int i = 1; i < count; i++)
    g_bus_own_name_on_connection(bus, names[i], G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL, NULL);
  g_bus_own_name_on_connection(bus, "org.kde.StatusNotifierWatcher", G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL,
                               NULL);
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
