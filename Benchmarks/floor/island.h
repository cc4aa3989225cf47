// The island of the C daemon: one notification on a thread of its own, replaced in place.
#pragma once
// Shows `body` soon; newer text takes the place of text that was not sent yet. `body` is copied.
void island_show(const char *body);
