"""logind and GDM as far as GNOME Shell needs them to lock the screen, on the private system bus of the lab."""
from gi.repository import Gio, GLib

MANAGER = """<node><interface name='org.freedesktop.login1.Manager'>
<method name='GetSession'><arg type='s' direction='in'/><arg type='o' direction='out'/></method>
<method name='GetSessionByPID'><arg type='u' direction='in'/><arg type='o' direction='out'/></method>
<method name='GetUser'><arg type='u' direction='in'/><arg type='o' direction='out'/></method>
<method name='ListSessions'><arg type='a(susso)' direction='out'/></method>
<method name='CanSuspend'><arg type='s' direction='out'/></method>
<method name='CanPowerOff'><arg type='s' direction='out'/></method>
<method name='CanReboot'><arg type='s' direction='out'/></method>
<method name='CanRebootToBootLoaderMenu'><arg type='s' direction='out'/></method>
<method name='Inhibit'><arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='s' direction='in'/>
<arg type='s' direction='in'/><arg type='h' direction='out'/></method>
<signal name='PrepareForSleep'><arg type='b'/></signal></interface></node>"""
SESSION = """<node><interface name='org.freedesktop.login1.Session'>
<method name='SetLockedHint'><arg type='b' direction='in'/></method>
<method name='SetIdleHint'><arg type='b' direction='in'/></method>
<method name='Lock'/><method name='Unlock'/><signal name='Lock'/><signal name='Unlock'/>
<property name='Id' type='s' access='read'/><property name='Active' type='b' access='read'/>
<property name='Class' type='s' access='read'/><property name='Type' type='s' access='read'/>
<property name='State' type='s' access='read'/><property name='Remote' type='b' access='read'/>
<property name='Name' type='s' access='read'/><property name='Seat' type='(so)' access='read'/>
<property name='User' type='(uo)' access='read'/><property name='LockedHint' type='b' access='read'/>
</interface></node>"""
USER = """<node><interface name='org.freedesktop.login1.User'>
<property name='Display' type='(so)' access='read'/>
<property name='Sessions' type='a(so)' access='read'/></interface></node>"""
GDM = """<node><interface name='org.gnome.DisplayManager.Manager'>
<method name='RegisterSession'><arg type='a{sv}' direction='in'/></method>
<method name='RegisterDisplay'><arg type='a{sv}' direction='in'/></method>
<property name='Version' type='s' access='read'/></interface></node>"""

PATH = "/org/freedesktop/login1/session/c1"
USERPATH = "/org/freedesktop/login1/user/_0"
locked = False

def manager(bus, sender, path, interface, method, args, call):
    V = GLib.Variant
    if method in ("GetSession", "GetSessionByPID"): call.return_value(V("(o)", (PATH,)))
    elif method == "GetUser": call.return_value(V("(o)", (USERPATH,)))
    elif method == "ListSessions": call.return_value(V("(a(susso))", ([("c1", 0, "root", "seat0", PATH)],)))
    elif method.startswith("Can"): call.return_value(V("(s)", ("no",)))
    else: call.return_dbus_error("org.freedesktop.DBus.Error.NotSupported", method)

def session(bus, sender, path, interface, method, args, call):
    global locked
    if method == "SetLockedHint":
        locked = args.unpack()[0]
        bus.emit_signal(None, PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged", GLib.Variant(
            "(sa{sv}as)", (interface, {"LockedHint": GLib.Variant("b", locked)}, [])))
    elif method in ("Lock", "Unlock"): bus.emit_signal(None, PATH, interface, method, None)
    call.return_value(None)

def get(bus, sender, path, interface, name):
    V = GLib.Variant
    return {"Id": V("s", "c1"), "Active": V("b", True), "Class": V("s", "user"), "Type": V("s", "x11"),
            "State": V("s", "active"), "Remote": V("b", False), "Name": V("s", "root"),
            "Seat": V("(so)", ("seat0", "/org/freedesktop/login1/seat/seat0")), "User": V("(uo)", (0, USERPATH)),
            "LockedHint": V("b", locked), "Display": V("(so)", ("c1", PATH)), "Sessions": V("a(so)", [("c1", PATH)]),
            "Version": V("s", "51.0")}[name]

def gdm(bus, sender, path, interface, method, args, call): call.return_value(None)

def serve(name, objects):
    bus = Gio.bus_get_sync(Gio.BusType.SYSTEM, None)
    for path, xml, calls in objects:
        for interface in Gio.DBusNodeInfo.new_for_xml(xml).interfaces:
            bus.register_object(path, interface, calls, get, None)
    Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, None, None)

serve("org.freedesktop.login1", [("/org/freedesktop/login1", MANAGER, manager), (PATH, SESSION, session),
                                 (USERPATH, USER, None)])
serve("org.gnome.DisplayManager", [("/org/gnome/DisplayManager/Manager", GDM, gdm)])
GLib.MainLoop().run()
