// The floor of the daemon in C: the same libraries, the same sockets and files, and no more than is needed to compare.
// daemon STATE-DIRECTORY SOCKET [--ready-fd N]. One link a line over the socket, as docs/socket.md says:
// start, pause and resume each commit one transaction; status answers a sentence; watch stays; quit ends it.
#define _GNU_SOURCE
#include "island.h"
#include <glib-unix.h>
#include <libnotify/notify.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static GMainLoop *loop;
static sqlite3 *database;
static sqlite3_stmt *store, *record;
static gint64 deadline_ms = 25 * 60 * 1000, left_ms = 25 * 60 * 1000; // CLOCK_BOOTTIME; what is left when paused
static gboolean running;
static int alarm_fd;
static GSList *watchers; // descriptors of the clients that said watch

static gint64 now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_BOOTTIME, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static gint64 remaining_ms(void) { return running ? deadline_ms - now_ms() : left_ms; }

static char *sentence(void) {
  gint64 seconds = (remaining_ms() + 999) / 1000;
  GDateTime *now = g_date_time_new_now_local();
  GDateTime *end = g_date_time_add_seconds(now, (double)seconds);
  char *clock = g_date_time_format(end, "%H:%M");
  char *text = g_strdup_printf("\tFocus %d:%02d, %s, ends %s, session 1 of 4\n", (int)(seconds / 60),
                               (int)(seconds % 60), running ? "running" : "paused", clock);
  g_free(clock), g_date_time_unref(end), g_date_time_unref(now);
  return text;
}

// One durable transaction: the state, and a finished interval as a transition writes it.
static void commit(void) {
  sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  sqlite3_bind_int64(store, 1, remaining_ms());
  sqlite3_bind_int(store, 2, running);
  sqlite3_step(store), sqlite3_reset(store);
  sqlite3_bind_int64(record, 1, now_ms());
  sqlite3_step(record), sqlite3_reset(record);
  sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
}

// The next visible change: the whole minute. Nothing is armed while nothing runs.
static void arm(void) {
  struct itimerspec at = {0};
  if (running) {
    gint64 next = deadline_ms - (remaining_ms() - 1) / 60000 * 60000;
    at.it_value.tv_sec = next / 1000;
    at.it_value.tv_nsec = next % 1000 * 1000000;
  }
  timerfd_settime(alarm_fd, TFD_TIMER_ABSTIME, &at, NULL);
}

static void tell(void) {
  char *text = sentence();
  for (GSList *each = watchers; each; each = each->next)
    (void)!write(GPOINTER_TO_INT(each->data), text, strlen(text));
  island_show(text, running);
  g_free(text);
}

static gboolean minute(int fd, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  guint64 times;
  (void)!read(fd, &times, sizeof times);
  arm(), tell();
  return G_SOURCE_CONTINUE;
}

static void set_running(gboolean wanted) {
  gint64 left = remaining_ms();
  running = wanted;
  deadline_ms = now_ms() + left;
  left_ms = left;
  commit(), arm(), tell();
}

int island_clicked(void *link) {
  set_running(strstr(link, "://resume") != NULL);
  return G_SOURCE_REMOVE;
}

static gboolean answer(int fd, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  char line[4097];
  ssize_t length = read(fd, line, sizeof line - 1);
  if (length <= 0) {
    watchers = g_slist_remove(watchers, GINT_TO_POINTER(fd));
    close(fd);
    return G_SOURCE_REMOVE;
  }
  line[length] = 0;
  if (strstr(line, "://start") || strstr(line, "://resume")) set_running(TRUE);
  if (strstr(line, "://pause")) set_running(FALSE);
  char *text = sentence();
  (void)!write(fd, text, strlen(text));
  g_free(text);
  if (strstr(line, "://watch")) watchers = g_slist_prepend(watchers, GINT_TO_POINTER(fd));
  else (void)!write(fd, "0\n", 2);
  if (strstr(line, "://quit")) g_main_loop_quit(loop);
  return G_SOURCE_CONTINUE;
}

static gboolean accept_client(int fd, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  int client = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (client >= 0) g_unix_fd_add(client, G_IO_IN | G_IO_HUP, answer, NULL);
  return G_SOURCE_CONTINUE;
}

static gboolean terminated(gpointer data) {
  (void)data;
  g_main_loop_quit(loop);
  return G_SOURCE_REMOVE;
}

static int open_database(const char *directory) {
  char *path = g_build_filename(directory, "floor.sqlite3", NULL);
  if (sqlite3_open(path, &database)) return 0;
  sqlite3_exec(database,
               "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
               "CREATE TABLE IF NOT EXISTS state(id INTEGER PRIMARY KEY, remaining INTEGER, running INTEGER);"
               "CREATE TABLE IF NOT EXISTS record(id INTEGER PRIMARY KEY, kind TEXT, ended INTEGER)", NULL, NULL, NULL);
  sqlite3_prepare_v2(database, "REPLACE INTO state VALUES(1, ?, ?)", -1, &store, NULL);
  sqlite3_prepare_v2(database, "INSERT INTO record(kind, ended) VALUES('focus', ?)", -1, &record, NULL);
  return store && record;
}

static int listen_on(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  g_strlcpy(address.sun_path, path, sizeof address.sun_path);
  unlink(path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  return bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 64) ? -1 : fd;
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  loop = g_main_loop_new(NULL, FALSE);
  if (!open_database(arguments[1])) return 69;
  commit();
  // As the daemon does: the bus is asked for at the start, the notification thread begins when there is a card.
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (bus) g_dbus_connection_set_exit_on_close(bus, FALSE);
  alarm_fd = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  int fd = listen_on(arguments[2]);
  if (fd < 0) return 69;
  g_unix_fd_add(alarm_fd, G_IO_IN, minute, NULL);
  g_unix_fd_add(fd, G_IO_IN, accept_client, NULL);
  g_unix_signal_add(SIGTERM, terminated, NULL);
  if (count == 5 && !strcmp(arguments[3], "--ready-fd")) {
    int ready = atoi(arguments[4]);
    (void)!write(ready, "ready\n", 6);
    close(ready);
  }
  g_main_loop_run(loop);
  unlink(arguments[2]);
  return 0;
}
