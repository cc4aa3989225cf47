// A desktop shell that searches: search ROUNDS. Asks the daemon about typed words as GNOME's overview and KRunner do,
// and beside it server-gio about its one sentence. Prints of each `name<TAB>p50<TAB>p95<TAB>results`, in microseconds.
#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>

#define NAME "org.tomatoclock.TomatoNotify"
#define PATH "/org/tomatoclock/TomatoNotify"
#define GNOME "org.gnome.Shell.SearchProvider2"
#define FLOOR "/org/tomatoclock/Floor"

enum { STATUS, OVERVIEW, KRUNNER, KINDS };
static const char *const names[KINDS] = {"C", "GNOME's overview", "KRunner"};
// Each has results while a focus runs.
static const char *const typed[] = {"25m write report", "tea 4m", "pause", "暫停"};

static GDBusConnection *bus;

static GVariant *call(const char *name, const char *path, const char *interface, const char *method, GVariant *words) {
  GError *error = NULL;
  GVariant *answer = g_dbus_connection_call_sync(
    bus, name, path, interface, method, words, NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, 5000, NULL, &error);
  if (answer) return answer;
  fprintf(stderr, "%s: %s\n", method, error->message);
  exit(69);
}

// How many results the text has.
static gsize ask(int kind, const char *text) {
  GVariant *answer;
  if (kind == STATUS) {
    answer = call("org.tomatoclock.Floor", FLOOR, "org.tomatoclock.Floor", "Status", NULL);
    g_variant_unref(answer);
    return 1;
  }
  if (kind == KRUNNER) {
    answer = call(NAME, PATH, "org.kde.krunner1", "Match", g_variant_new("(s)", text));
  } else {
    gchar **words = g_strsplit(text, " ", -1);
    GVariant *found = call(NAME, PATH, GNOME, "GetInitialResultSet", g_variant_new("(^as)", words));
    answer = call(NAME, PATH, GNOME, "GetResultMetas", found);
    g_variant_unref(found);
    g_strfreev(words);
  }
  GVariant *results = g_variant_get_child_value(answer, 0);
  gsize count = g_variant_n_children(results);
  g_variant_unref(results);
  g_variant_unref(answer);
  return count;
}

static int by_size(const void *a, const void *b) {
  gint64 left = *(const gint64 *)a, right = *(const gint64 *)b;
  return (left > right) - (left < right);
}

int main(int count, char **words) {
  int rounds = count == 2 ? atoi(words[1]) : 0;
  if (rounds < 1) return 64;
  bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!bus) return 69;
  gint64 *times[KINDS];
  gsize results[KINDS] = {0};
  for (int kind = 0; kind < KINDS; kind++) times[kind] = g_new0(gint64, rounds);
  for (int round = 0; round < rounds; round++) {
    for (int kind = 0; kind < KINDS; kind++) {
      gint64 began = g_get_monotonic_time();
      results[kind] += ask(kind, typed[round % G_N_ELEMENTS(typed)]);
      times[kind][round] = g_get_monotonic_time() - began;
    }
  }
  for (int kind = 0; kind < KINDS; kind++) {
    qsort(times[kind], rounds, sizeof(gint64), by_size);
    printf("%s\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%" G_GSIZE_FORMAT "\n", names[kind],
           times[kind][rounds / 2], times[kind][rounds * 95 / 100], results[kind]);
  }
  return 0;
}
