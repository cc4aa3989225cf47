// Installations below the home directory, with the real daemon: the person's own entry of the login, and what else of a
// person an uninstallation takes away or keeps.
import Foundation
import TestKit
import Testing

extension InstallTests {
  private static let entry = ".config/autostart/org.tomatoclock.TomatoNotify.desktop"
  private var ownPrefix: String { home.path + "/.local" }

  /// Puts the built daemon in place of its stand-in.
  private func useRealDaemon() throws {
    let place = checkout.appending(path: ".build/release/tomato-notifyd")
    try FileManager.default.removeItem(at: place)
    try FileManager.default.createSymbolicLink(
      at: place, withDestinationURL: URL(filePath: Program.products + "/tomato-notifyd"))
  }

  private func write(_ text: String, to path: String) throws {
    let file = home.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  @Test
  func `below the home directory it starts at login by the person's own entry, and both go without a trace`() throws {
    try useRealDaemon()
    for _ in 1...2 {
      let install = try script("install", prefix: ownPrefix)
      #expect(install.status == 0 && install.output.contains("It starts at login"), "\(install.output)")
    }
    #expect(try text(Self.entry, under: home.path).contains("\nTryExec=\(ownPrefix)/bin/tomato-notifyd\n"))
    try write("icon", to: ".cache/tomato-notify/icons/icon.svg")
    #expect(try script("uninstall", prefix: ownPrefix).status == 0)
    #expect(try files(under: home) == [])
  }

  @Test
  func `a try (AUTOSTART=no) brings no entry; one that says no stays as it is, and is the person's to delete`() throws {
    try useRealDaemon()
    try script("install", prefix: ownPrefix, more: ["AUTOSTART": "no"])
    #expect(try !files(under: home).contains(Self.entry))
    let off = "[Desktop Entry]\nType=Application\nName=mine\nExec=true\nX-MATE-Autostart-enabled=false\n"
    try write(off, to: Self.entry)
    let install = try script("install", prefix: ownPrefix)
    #expect(install.output.contains("does not start at login"), "\(install.output)")
    #expect(try text(Self.entry, under: home.path) == off)
    let uninstall = try script("uninstall", prefix: ownPrefix)
    #expect(uninstall.output.contains(Self.entry), "\(uninstall.output)")
    #expect(try text(Self.entry, under: home.path) == off)
    try script("uninstall", prefix: ownPrefix, more: ["PURGE": "1"])
    #expect(try !files(under: home).contains(Self.entry))
  }

  @Test func `an entry that starts another installation's daemon is not this one's to remove`() throws {
    try script("install", prefix: prefix)
    let other = "[Desktop Entry]\nType=Application\nName=TomatoClock\nTryExec=/usr/bin/tomato-notifyd\nExec=x\n"
    try write(other, to: Self.entry)
    #expect(try script("uninstall", prefix: prefix).status == 0)
    #expect(try text(Self.entry, under: home.path) == other)
    #expect(try files(under: plain.url) == [])
  }

  @Test func `the person's systemd is told of the unit's coming and going, where one runs; that it fails is no matter`()
    throws
  {
    let bin = folder.url.appending(path: "bin")
    let calls = folder.url.appending(path: "calls").path
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    Program.install("#!/bin/sh\necho \"$@\" >>'\(calls)'\nexit 1\n", at: bin.appending(path: "systemctl").path)
    let path = ["PATH": "\(bin.path):/usr/local/bin:/usr/bin:/bin"]
    #expect(try script("install", prefix: prefix, more: path).status == 0)
    #expect(!FileManager.default.fileExists(atPath: calls))
    // What a user manager has in the runtime directory.
    try FileManager.default.createDirectory(at: home.appending(path: "systemd"), withIntermediateDirectories: true)
    #expect(try script("install", prefix: prefix, more: path).status == 0)
    #expect(try script("uninstall", prefix: prefix, more: path).status == 0)
    #expect(try String(contentsOfFile: calls, encoding: .utf8) == "--user daemon-reload\n--user daemon-reload\n")
  }
}
