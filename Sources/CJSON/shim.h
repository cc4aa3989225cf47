// What the GLib bridge sees of json-glib.
#ifndef CJSON_SHIM_H
#define CJSON_SHIM_H

#include <json-glib/json-glib.h>

#endif
