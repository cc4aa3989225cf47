// The description that programs are built against is the one that the daemon answers with, and both are explained.
import CNotify
import GLibBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoWords

@MainActor struct BusDocumentTests {
  /// The interface as GDBus writes it, without comments and layout.
  func normal(_ xml: String, _ interface: String) throws -> String {
    let node = try #require(g_dbus_node_info_new_for_xml(xml, nil))
    defer { g_dbus_node_info_unref(node) }
    let info = try #require(g_dbus_node_info_lookup_interface(node, interface))
    let text = try #require(g_string_new(nil))
    g_dbus_interface_info_generate_xml(info, 0, text)
    defer { g_string_free(text, 1) }
    return String(cString: text.pointee.str)
  }

  @Test func `the file in desktop is what Introspect returns`() throws {
    let world = try BusWorld()
    let answer = try world.call("org.freedesktop.DBus.Introspectable", "Introspect", [])
    let live = try normal(try #require(answer.first?.text), BusWorld.interface)
    #expect(try normal(Repository.text("desktop/org.tomatoclock.TomatoNotify1.xml"), BusWorld.interface) == live)
  }

  @Test func `every method, property, signal and error is explained in both documents`() throws {
    let names = [
      "Perform", "RequestActivity", "UpdateActivity", "EndActivity", "ActivityEvent", "Activities", "Content",
      "Version", "ContentChanged", "IntentPerformed", "Error.BadLink",
      "Error.Refused", "Error.Ending", "Error.UnknownAction",
    ]
    let (xml, text) = (Repository.text("desktop/org.tomatoclock.TomatoNotify1.xml"), Repository.text("docs/dbus.md"))
    for name in names {
      #expect(xml.contains("\(name):"), "\(name) in the XML")
      #expect(text.contains("`\(name)"), "\(name) in docs/dbus.md")
    }
    let described = try normal(xml, BusWorld.interface)
    let count = described.split(separator: "\n").count { line in
      ["<method", "<property", "<signal"].contains { line.drop { $0 == " " }.hasPrefix($0) }
    }
    #expect(count == 10, "a new one needs a line above")
  }

  @Test func `the interface of views is what Introspect returns, and is explained`() throws {
    let world = try ViewsTests.World()
    let answer = try world.client.answer(
      BusNames.application, BusNames.applicationPath, "org.freedesktop.DBus.Introspectable", "Introspect", []
    ).get()
    let (xml, text) = (Repository.text("desktop/org.tomatoclock.Views1.xml"), Repository.text("docs/dbus.md"))
    #expect(try normal(xml, BusNames.views1) == normal(try #require(answer.first?.text), BusNames.views1))
    for name in ["AttachView", "DetachView", "Cards", "Views"] {
      #expect(xml.contains("\(name):") && text.contains("`\(name)`"), "\(name)")
    }
    for key in ViewKey.allCases { #expect(text.contains("`\(key.rawValue)`"), "\(key)") }
  }
}
