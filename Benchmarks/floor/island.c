// The island in C, built as ours is: libnotify's calls block, so they run on a second thread with a
// main context of its own, and a one-slot mailbox leads there. The thread starts with the first thing to show.
#include "island.h"
#include <libnotify/notify.h>

static GMutex lock;
static char *mailbox;
static int mailbox_running;
static GMainContext *context;
static NotifyNotification *card;

static void clicked(NotifyNotification *notification, char *action, gpointer data) {
  (void)notification, (void)data;
  g_main_context_invoke_full(NULL, G_PRIORITY_DEFAULT, island_clicked, g_strdup(action), g_free);
}

static gboolean send(gpointer data) {
  (void)data;
  g_mutex_lock(&lock);
  char *body = g_steal_pointer(&mailbox);
  int running = mailbox_running;
  g_mutex_unlock(&lock);
  if (!body) return G_SOURCE_REMOVE;
  if (card) {
    notify_notification_update(card, "Focus", body, NULL);
    notify_notification_clear_actions(card);
  } else {
    card = notify_notification_new("Focus", body, NULL);
    notify_notification_set_timeout(card, NOTIFY_EXPIRES_NEVER);
  }
  notify_notification_add_action(card, running ? "tomatoclock://pause?phase=1" : "tomatoclock://resume?phase=1",
                                 running ? "Pause" : "Resume", clicked, NULL, NULL);
  notify_notification_add_action(card, "tomatoclock://skip?phase=1", "Skip", clicked, NULL, NULL);
  notify_notification_show(card, NULL);
  g_free(body);
  return G_SOURCE_REMOVE;
}

static gpointer run(gpointer data) {
  g_main_context_push_thread_default(context);
  notify_init("floor");
  g_main_loop_run(g_main_loop_new(context, FALSE));
  return data;
}

void island_show(const char *body, int running) {
  g_mutex_lock(&lock);
  g_free(mailbox);
  mailbox = g_strdup(body);
  mailbox_running = running;
  g_mutex_unlock(&lock);
  if (!context) {
    context = g_main_context_new();
    g_thread_new("island", run, NULL);
  }
  GSource *source = g_idle_source_new();
  g_source_set_callback(source, send, NULL, NULL);
  g_source_attach(source, context);
  g_source_unref(source);
}
