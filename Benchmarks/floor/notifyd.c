// A notification server for the benchmarks, on a private bus. It keeps the last card's buttons; its own method
// Click(s WORD) presses the button whose key contains WORD and answers, when the next Notify arrives, with the
// microseconds between the two; -1 when no such button is there, -2 when no card came within a second.
#include <gio/gio.h>
#include <string.h>

static const char xml[] =
  "<node><interface name='org.freedesktop.Notifications'>"
  "<method name='Notify'><arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>"
  "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>"
  "<arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='out'/></method>"
  "<method name='CloseNotification'><arg type='u' direction='in'/></method>"
  "<method name='GetCapabilities'><arg type='as' direction='out'/></method>"
  "<method name='GetServerInformation'><arg type='s' direction='out'/><arg type='s' direction='out'/>"
  "<arg type='s' direction='out'/><arg type='s' direction='out'/></method>"
  "<signal name='ActionInvoked'><arg type='u'/><arg type='s'/></signal>"
  "<signal name='NotificationClosed'><arg type='u'/><arg type='u'/></signal>"
  "</interface><interface name='org.tomatoclock.Floor'>"
  "<method name='Click'><arg type='s' direction='in'/><arg type='x' direction='out'/></method>"
  "</interface></node>";

static const char path[] = "/org/freedesktop/Notifications", notifications[] = "org.freedesktop.Notifications";
static guint32 last, shown;
static char **actions;
static GDBusMethodInvocation *waiting;
static guint patience;
static gint64 clicked_at;

static void say(GDBusConnection *bus, const char *signal, GVariant *values) {
  g_dbus_connection_emit_signal(bus, NULL, path, notifications, signal, values, NULL);
}

static void answer_click(gint64 value) {
  if (patience) g_source_remove(patience);
  patience = 0;
  g_dbus_method_invocation_return_value(g_steal_pointer(&waiting), g_variant_new("(x)", value));
}

static gboolean gave_up(gpointer data) {
  (void)data;
  patience = 0;
  if (waiting) answer_click(-2);
  return G_SOURCE_REMOVE;
}

static void click(GDBusConnection *bus, GVariant *arguments, GDBusMethodInvocation *call) {
  const char *word, *key = NULL;
  g_variant_get(arguments, "(&s)", &word);
  for (guint i = 0; actions && actions[i] && actions[i + 1]; i += 2)
    if (strstr(actions[i], word)) key = actions[i];
  if (!key || waiting) {
    g_dbus_method_invocation_return_value(call, g_variant_new("(x)", (gint64)-1));
    return;
  }
  waiting = call;
  patience = g_timeout_add(1000, gave_up, NULL);
  guint32 id = shown;
  char *copy = g_strdup(key);
  clicked_at = g_get_monotonic_time();
  say(bus, "ActionInvoked", g_variant_new("(us)", id, copy));
  say(bus, "NotificationClosed", g_variant_new("(uu)", id, 2)); // as the freedesktop servers do after a click
  g_free(copy);
}

static void notify(GVariant *arguments, GDBusMethodInvocation *call) {
  if (waiting) answer_click(g_get_monotonic_time() - clicked_at);
  guint32 replaced;
  g_variant_get_child(arguments, 1, "u", &replaced);
  g_strfreev(actions);
  g_variant_get_child(arguments, 5, "^as", &actions);
  shown = replaced ? replaced : ++last;
  g_dbus_method_invocation_return_value(call, g_variant_new("(u)", shown));
}

static void called(GDBusConnection *bus, const char *sender, const char *object, const char *interface,
                   const char *method, GVariant *arguments, GDBusMethodInvocation *call, gpointer data) {
  (void)sender, (void)object, (void)interface, (void)data;
  const char *capabilities[] = {"actions", "body", "body-markup", "icon-static", "persistence", NULL};
  if (g_str_equal(method, "Notify")) notify(arguments, call);
  else if (g_str_equal(method, "Click")) click(bus, arguments, call);
  else if (g_str_equal(method, "GetCapabilities"))
    g_dbus_method_invocation_return_value(call, g_variant_new("(^as)", capabilities));
  else if (g_str_equal(method, "GetServerInformation"))
    g_dbus_method_invocation_return_value(
      call, g_variant_new("(ssss)", "Xfce Notify Daemon", "Xfce", "0.7.3", "1.2"));
  else {
    guint32 id;
    g_variant_get(arguments, "(u)", &id);
    g_dbus_method_invocation_return_value(call, NULL);
    say(bus, "NotificationClosed", g_variant_new("(uu)", id, 3));
  }
}

int main(void) {
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!bus) return 69;
  GDBusInterfaceVTable table = {.method_call = called};
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(xml, NULL);
  for (int i = 0; i < 2; i++)
    g_dbus_connection_register_object(bus, path, node->interfaces[i], &table, NULL, NULL, NULL);
  g_bus_own_name_on_connection(bus, notifications, G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL, NULL);
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
