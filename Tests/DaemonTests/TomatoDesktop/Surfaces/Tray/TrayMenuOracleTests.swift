// libdbusmenu's own client as the oracle of the protocol: what xfce4-panel and waybar draw, it has read. Runs where
// Debian's python3-gi and gir1.2-dbusmenu-glib-0.4 are installed.
import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoLink

@testable import TomatoWords

@MainActor @Suite(.serialized) struct TrayMenuOracleTests {
  nonisolated static let python = "/usr/bin/python3"
  nonisolated static let isThere =
    Program.run([python, "-c", "import gi; gi.require_version('Dbusmenu', '0.4'); from gi.repository import Dbusmenu"])
    .code == 0

  /// Reads the menu, clicks Start, and says what it then sees without having read again.
  private static let client = """
    import sys, gi
    gi.require_version('Dbusmenu', '0.4')
    from gi.repository import Dbusmenu, GLib
    client = Dbusmenu.Client.new(sys.argv[1], sys.argv[2])
    layouts = []
    client.connect('layout-updated', lambda c: layouts.append(1))
    def lines():
        root = client.get_root()
        seen = []
        for item in root.get_children() if root else []:
            if not item.property_get_bool('visible'): continue
            if item.property_get('type') == 'separator': seen.append('-'); continue
            label = item.property_get('label') or ''
            seen.append(label if item.property_get_bool('enabled') else '(' + label + ')')
        return seen
    def wait(done):
        for _ in range(200):
            if done(lines()): return
            GLib.timeout_add(25, lambda: False)
            GLib.MainContext.default().iteration(True)
        print('gave up', lines())
        sys.exit(1)
    def item(label):
        return [i for i in client.get_root().get_children() if i.property_get('label') == label][0]
    wait(lambda seen: 'Start' in seen and 'Quit' in seen)
    print(' | '.join(lines()))
    client.get_root().send_about_to_show(None, None)
    item('Start').handle_event('clicked', GLib.Variant('i', 0), 0)
    wait(lambda seen: 'Pause' in seen and 'Start' not in seen)
    print(' | '.join(lines()))
    print(client.get_status().value_nick, client.get_text_direction().value_nick, len(layouts))
    """

  @Test(.enabled(if: isThere)) func `libdbusmenu reads the menu, clicks, and follows the signals`() throws {
    let world = try MenuWorld()
    let ends = Files.pipe()
    let words = [Self.python, "-c", Self.client, world.server.uniqueName, MenuWorld.path]
    let process = Program.spawn(
      words, environment: ["DBUS_SESSION_BUS_ADDRESS=" + world.bus.address, "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"],
      .init(output: ends.write, errors: ends.write))
    close(ends.write)
    let child = try #require(process)
    // The menu is served by this thread, so its loop turns until the client has left the bus.
    var isOver = false
    let bus = BusObject.bus.name
    let watch = world.client.subscribe(sender: bus, interface: bus, member: "NameOwnerChanged") {
      if $0.arguments[at: 2]?.text == "" { isOver = true }
    }
    if !MainLoop.turn(until: { isOver }) { kill(child, SIGKILL) }
    watch.cancel()
    waitpid(child, nil, 0)
    var output = [UInt8](repeating: 0, count: 4096)
    let count = read(ends.read, &output, output.count)
    close(ends.read)
    let lines = String(decoding: output.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "(Ready · Focus 25:00) | (session 1 of 4) | - | Start | Skip | +5 min | (Reset) | - | Show notification | Quit",
        "(Focus · ends 14:35) | (25 min left · session 1 of 4) | - | Pause | Skip | +5 min | Reset | - "
          + "| Show notification | Quit",
        "normal ltr 1",
      ])
    #expect(world.intents.map(\.verb) == [.start])
  }
}
