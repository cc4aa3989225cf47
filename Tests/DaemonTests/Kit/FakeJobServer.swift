// Plasma's side of jobs on a private bus: org.kde.JobViewServer, and an object for each job.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@MainActor final class FakeJobServer {
  let bus: BusConnection
  /// What was called, as `request title caps`, `update title text percent`, `terminate error text`; the number of the
  /// job stands before each.
  private(set) var log: [String] = []
  var isSlow = false
  var refuses = false
  private var count = 0
  private var waiting: [BusMethodCall] = []
  private var server: BusRegistration?
  private var name: BusRegistration?
  private var jobs: [Int: BusRegistration] = [:]

  init(_ address: String) throws {
    bus = try BusConnection.open(.address(address))
    server = try bus.register(
      "/JobViewServer", "org.kde.JobViewServerV2",
      xml: Introspection.xml(["org.kde.JobViewServerV2": ["requestView s i a{sv} -> o"]]),
      BusHandlers(call: { [weak self] in self?.request($0) }))
  }

  func appear() { name = bus.ownName("org.kde.JobViewServer", acquired: {}, lost: {}) }

  /// As a Plasma that ends: its jobs are forgotten.
  func disappear() {
    name?.cancel()
    (name, jobs) = (nil, [:])
  }

  private func request(_ call: BusMethodCall) {
    if isSlow { return waiting.append(call) }
    if refuses { return call.fail("org.freedesktop.DBus.Error.InvalidArgs", "No.") }
    count += 1
    let (number, hints) = (count, call.arguments[at: 2] ?? .strings([]))
    let heading = "\(hints["application-display-name"]?.text ?? "") \(hints["application-icon-name"]?.text ?? "")"
    log.append("\(number) request \(hints["title"]?.text ?? "") \(call.arguments[at: 1]?.integer ?? -1) for \(heading)")
    #expect(call.arguments[at: 0] == .string("org.tomatoclock.TomatoNotify"))
    jobs[number] = try? bus.register(
      "/jobs/\(number)", "org.kde.JobViewV3",
      xml: Introspection.xml([
        "org.kde.JobViewV3": [
          "update a{sv}", "terminate u s a{sv}", "!suspendRequested", "!resumeRequested", "!cancelRequested",
        ]
      ]),
      BusHandlers(call: { [weak self] in self?.heard($0, number) }))
    call.reply([.objectPath("/jobs/\(number)")])
  }

  private func heard(_ call: BusMethodCall, _ number: Int) {
    if call.method == "update" {
      let values = call.arguments.first ?? .strings([])
      let state = values["suspended"]?.flag == true ? " suspended" : ""
      let text = values["infoMessage"]?.text ?? ""
      log.append("\(number) update \(values["title"]?.text ?? ""): \(text) \(values["percent"]?.integer ?? -1)\(state)")
    } else {
      log.append("\(number) terminate \(call.arguments[at: 0]?.integer ?? -1) \(call.arguments[at: 1]?.text ?? "")")
      jobs[number] = nil
    }
    call.reply()
  }

  func answer() {
    isSlow = false
    for call in waiting { request(call) }
    waiting = []
  }

  func press(_ signal: String, of number: Int) throws { try bus.emit("/jobs/\(number)", "org.kde.JobViewV3", signal) }
}
