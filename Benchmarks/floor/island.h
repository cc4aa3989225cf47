// The island of the C daemon: one notification on a thread of its own, replaced in place.
#pragma once
// Shows `body` soon, with Pause or Resume; newer text takes the place of text that was not sent yet. `body` is copied.
void island_show(const char *body, int running);
// The daemon's side of a click: called on the main thread with the button's link.
int island_clicked(void *link);
