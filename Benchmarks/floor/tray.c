// A tray item in C through libayatana-appindicator, as other programs have one: a running phase of 25 minutes.
// tray STEP: what stands beside the icon changes every STEP seconds (60: whole minutes; 1: with seconds); the icon's
// ring, the tooltip and the menu's heading by the minute, as ours. GTK's timers in whole seconds wake together.
#include <libayatana-appindicator/app-indicator.h>
#include <stdlib.h>

static AppIndicator *indicator;
static GtkWidget *heading;
static gint64 deadline;
static int step;

static gboolean show(gpointer data) {
  (void)data;
  static int shown_minutes = -1;
  int seconds = (int)((deadline - g_get_monotonic_time() + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC);
  int minutes = (seconds + 59) / 60;
  char text[64];
  if (step == 1) g_snprintf(text, sizeof text, "%d:%02d", seconds / 60, seconds % 60);
  else g_snprintf(text, sizeof text, "%d min", minutes);
  app_indicator_set_label(indicator, text, step == 1 ? "00:00" : "00 min");
  if (minutes == shown_minutes) return G_SOURCE_CONTINUE;
  shown_minutes = minutes;
  g_snprintf(text, sizeof text, "tray-focus-%02d", minutes * 12 / 25);
  app_indicator_set_icon_full(indicator, text, "Focus");
  g_snprintf(text, sizeof text, "%d min left", minutes);
  app_indicator_set_title(indicator, text);
  gtk_menu_item_set_label(GTK_MENU_ITEM(heading), text);
  return G_SOURCE_CONTINUE;
}

static GtkWidget *line(GtkMenuShell *menu, const char *label) {
  GtkWidget *item = gtk_menu_item_new_with_label(label);
  gtk_menu_shell_append(menu, item);
  return item;
}

int main(int count, char **arguments) {
  if (count < 2 || !gtk_init_check(&count, &arguments)) return 69;
  step = atoi(arguments[1]);
  deadline = g_get_monotonic_time() + 25 * 60 * G_USEC_PER_SEC;
  GtkMenuShell *menu = GTK_MENU_SHELL(gtk_menu_new());
  heading = line(menu, "Focus");
  const char *verbs[] = {"Pause", "Skip", "Five Minutes More", "Reset", "Show", "Quit"};
  for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) line(menu, verbs[i]);
  gtk_widget_show_all(GTK_WIDGET(menu));
  indicator = app_indicator_new("floor", "tray-focus-12", APP_INDICATOR_CATEGORY_APPLICATION_STATUS);
  app_indicator_set_menu(indicator, GTK_MENU(menu));
  app_indicator_set_status(indicator, APP_INDICATOR_STATUS_ACTIVE);
  show(NULL);
  g_timeout_add_seconds((guint)step, show, NULL);
  gtk_main();
}
