// Interface descriptions; GDBus rejects calls with other types.

enum BusInterfaces {
  /// https://specifications.freedesktop.org/desktop-entry-spec/latest/dbus.html
  static let application = """
    <node><interface name="org.freedesktop.Application">
      <method name="Activate"><arg type="a{sv}" name="platform_data" direction="in"/></method>
      <method name="Open">
        <arg type="as" name="uris" direction="in"/><arg type="a{sv}" name="platform_data" direction="in"/>
      </method>
      <method name="ActivateAction">
        <arg type="s" name="action_name" direction="in"/><arg type="av" name="parameter" direction="in"/>
        <arg type="a{sv}" name="platform_data" direction="in"/>
      </method>
    </interface></node>
    """

  /// Documented in desktop/org.tomatoclock.TomatoNotify1.xml; a test compares the two.
  static let tomatoNotify1 = """
    <node><interface name="org.tomatoclock.TomatoNotify1">
      <method name="Perform">
        <arg name="link" type="s" direction="in"/><arg name="content" type="a{sv}" direction="out"/>
      </method>
      <method name="RequestActivity">
        <arg name="activity" type="s" direction="in"/><arg name="content" type="a{sv}" direction="in"/>
        <arg name="shown" type="a{sv}" direction="out"/>
      </method>
      <method name="UpdateActivity">
        <arg name="activity" type="s" direction="in"/><arg name="content" type="a{sv}" direction="in"/>
        <arg name="shown" type="a{sv}" direction="out"/>
      </method>
      <method name="EndActivity">
        <arg name="activity" type="s" direction="in"/><arg name="content" type="a{sv}" direction="in"/>
        <arg name="shown" type="a{sv}" direction="out"/>
      </method>
      <property name="Activities" type="aa{sv}" access="read">
        <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="invalidates"/>
      </property>
      <property name="Content" type="a{sv}" access="read"/>
      <property name="Version" type="s" access="read">
        <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
      </property>
      <signal name="ContentChanged"><arg name="activity" type="s"/><arg name="content" type="a{sv}"/></signal>
      <signal name="ActivityEvent"><arg name="activity" type="s"/><arg name="event" type="a{sv}"/></signal>
      <signal name="IntentPerformed"><arg name="name" type="s"/><arg name="origin" type="s"/></signal>
    </interface></node>
    """

  /// GNOME Shell's data/dbus-interfaces/org.gnome.ShellSearchProvider2.xml.
  static let gnomeSearchProvider = """
    <node><interface name="org.gnome.Shell.SearchProvider2">
      <method name="GetInitialResultSet">
        <arg type="as" name="terms" direction="in"/><arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetSubsearchResultSet">
        <arg type="as" name="previous_results" direction="in"/><arg type="as" name="terms" direction="in"/>
        <arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetResultMetas">
        <arg type="as" name="identifiers" direction="in"/><arg type="aa{sv}" name="metas" direction="out"/>
      </method>
      <method name="ActivateResult">
        <arg type="s" name="identifier" direction="in"/><arg type="as" name="terms" direction="in"/>
        <arg type="u" name="timestamp" direction="in"/>
      </method>
      <method name="LaunchSearch">
        <arg type="as" name="terms" direction="in"/><arg type="u" name="timestamp" direction="in"/>
      </method>
    </interface></node>
    """

  /// KRunner's src/data/org.kde.krunner1.xml, without `Config`, which KRunner calls only with `X-Plasma-API=DBus2`.
  static let krunner = """
    <node><interface name="org.kde.krunner1">
      <method name="Match">
        <arg name="query" type="s" direction="in"/><arg name="matches" type="a(sssida{sv})" direction="out"/>
      </method>
      <method name="Run">
        <arg name="matchId" type="s" direction="in"/><arg name="actionId" type="s" direction="in"/>
      </method>
      <method name="Actions"><arg name="matches" type="a(sss)" direction="out"/></method>
      <method name="SetActivationToken"><arg name="token" type="s" direction="in"/></method>
      <method name="Teardown"/>
    </interface></node>
    """
}
