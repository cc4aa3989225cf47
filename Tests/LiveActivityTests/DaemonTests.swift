// The library with the real daemon: what is requested is shown, found again, followed and pressed.
import Foundation
import TestKit
import Testing

@testable import LiveActivity

@Suite(.serialized) struct DaemonTests {
  let desk: Desk
  let trip = Trip(train: "ICE 704", seats: 2, leaves: Date(timeIntervalSince1970: 1_800_000_000))

  init() throws { desk = try Desk().start() }

  private func request(_ stop: String = "Berlin", train: String? = nil) throws -> Activity<Trip> {
    var trip = trip
    if let train { trip.train = train }
    return try desk.run {
      try Activity.request(attributes: trip, content: .init(state: .init(stop: stop), staleDate: nil))
    }
  }

  private func content(_ stop: String, _ number: Int = 0) -> ActivityContent<Trip.ContentState> {
    ActivityContent(state: .init(stop: stop, number: number), staleDate: nil)
  }

  @Test func `an activity is requested, changed and ended`() async throws {
    let activity = try request()
    #expect(desk.line(activity.id) == "ICE 704, Berlin, 0 %")
    #expect(activity.activityState == .active && activity.content.state.stop == "Berlin")
    await activity.update(content("Wolfsburg", 4))
    #expect(desk.line(activity.id) == "ICE 704, Wolfsburg, 40 %")
    await activity.end(content("Köln", 10))
    #expect(desk.line(activity.id) == "ICE 704, done, Köln")
    #expect(activity.activityState == .ended)
    await activity.update(content("Berlin"))
    #expect(desk.line(activity.id) == "ICE 704, done, Köln", "it has ended")
  }

  @Test func `its states are said in order, and the sequences end when it is dismissed`() async throws {
    let activity = try request()
    let states = Task { await activity.activityStateUpdates.reduce(into: [ActivityState]()) { $0.append($1) } }
    var contents = activity.contentUpdates.makeAsyncIterator()
    #expect(await contents.next()?.state.stop == "Berlin")
    await activity.update(content("Wolfsburg"))
    #expect(await contents.next()?.state.stop == "Wolfsburg")
    await activity.end(nil, dismissalPolicy: .immediate)
    #expect(await contents.next() == nil)
    #expect(await states.value == [.active, .ended, .dismissed])
    #expect(desk.line(activity.id) == nil)
    #expect(await eventually { desk.records.isEmpty })
  }

  @Test func `a person who stops what has ended dismisses it`() async throws {
    let activity = try request()
    var states = activity.activityStateUpdates.makeAsyncIterator()
    #expect(await states.next() == .active)
    await activity.end(nil)
    #expect(await states.next() == .ended)
    #expect(desk.program.ask("stop?activity=\(activity.id)")?.code.number == 0)
    #expect(await states.next() == .dismissed)
    #expect(await states.next() == nil)
  }

  @Test func `content that is older than its date is stale until the next update`() async throws {
    let activity = try desk.run {
      let content = ActivityContent(state: Trip.ContentState(stop: "Ulm"), staleDate: Date())
      return try Activity.request(attributes: trip, content: content)
    }
    var states = activity.activityStateUpdates.makeAsyncIterator()
    #expect(await states.next() == .active)
    #expect(await states.next() == .stale)
    await activity.update(content("Bonn"))
    #expect(await states.next() == .active)
  }

  @Test func `what was true before what is shown is left out`() async throws {
    let activity = try request()
    let now = Date()
    await activity.update(content("Bonn"), timestamp: now.addingTimeInterval(60))
    await activity.update(content("Ulm"), timestamp: now)
    #expect(activity.content.state.stop == "Bonn")
    // An update without a time is the newest, also where the clock was set back.
    await activity.update(content("Köln"))
    #expect(activity.content.state.stop == "Köln")
  }

  @Test func `changes at the same moment are shown in some order, and the last one stays`() async throws {
    let activity = try request()
    let contents = (1...8).map { content("stop \($0)", $0) }
    await withDiscardingTaskGroup { group in
      for content in contents { group.addTask { await activity.update(content) } }
    }
    let stop = activity.content.state.stop
    #expect(await eventually { desk.line(activity.id)?.contains(stop) == true })
    let other = SharedState.$current.withValue(desk.another()) { Activity<Trip>.activities.first }
    #expect(other?.content == activity.content)
  }

  @Test func `the deprecated forms do the same`() async throws {
    let forms: any Forms = OldForms(desk: desk, trip: trip)
    try await forms.tryOut()
  }

  @Test func `a program that is started again finds its activities with attributes and state`() async throws {
    let activity = try request()
    let stale = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded() + 3600)
    await activity.update(ActivityContent(state: .init(stop: "Köln", number: 3), staleDate: stale, relevanceScore: 7))
    let again = SharedState.$current.withValue(desk.another()) { Activity<Trip>.activities }
    #expect(again.map(\.id) == [activity.id])
    let found = try #require(again.first)
    #expect(
      found.attributes.train == trip.train && found.attributes.seats == 2 && found.attributes.leaves == trip.leaves)
    #expect(
      found.content == ActivityContent(state: .init(stop: "Köln", number: 3), staleDate: stale, relevanceScore: 7))
    #expect(SharedState.$current.withValue(desk.another()) { Activity<Plain>.activities }.isEmpty)
  }

  @Test func `what another process of the program says is heard`() async throws {
    let activity = try request()
    var contents = activity.contentUpdates.makeAsyncIterator()
    #expect(await contents.next()?.state.stop == "Berlin")
    let other = try #require(SharedState.$current.withValue(desk.another()) { Activity<Trip>.activities.first })
    await other.update(content("Hannover"))
    #expect(await contents.next()?.state.stop == "Hannover")
    await other.end(nil, dismissalPolicy: .immediate)
    #expect(await contents.next() == nil && activity.activityState == .dismissed)
  }

  @Test func `sequences go on when the daemon is killed, without repeats, and what it had not stored is said again`()
    async throws
  {
    let activity = try request()
    var contents = activity.contentUpdates.makeAsyncIterator()
    #expect(await contents.next()?.state.stop == "Berlin")
    await activity.update(content("Wolfsburg", 4))
    #expect(await contents.next()?.state.stop == "Wolfsburg")
    try desk.restart()
    #expect(await eventually { desk.line(activity.id) == "ICE 704, Wolfsburg, 40 %" })
    await activity.update(content("Köln", 8))
    #expect(await contents.next()?.state.stop == "Köln")
    let other = try #require(SharedState.$current.withValue(desk.another()) { Activity<Trip>.activities.first })
    await other.update(content("Bonn", 9))
    #expect(await contents.next()?.state.stop == "Bonn", "the new daemon is followed")
  }

  @Test func `what is said while the daemon is killed again and again is shown in the end, in order`() async throws {
    let activities = try (0..<3).map { try request(train: "train \($0)") }
    let heard = activities.map { activity in
      Task { await activity.contentUpdates.reduce(into: [Int]()) { $0.append($1.state.number) } }
    }
    let contents = (1...40).map { content("stop \($0)", $0) }
    let saying = Task {
      await withDiscardingTaskGroup { group in
        for activity in activities {
          group.addTask { for content in contents { await activity.update(content) } }
        }
      }
    }
    for _ in 0..<4 {
      try desk.restart()
      #expect(await eventually { activities.allSatisfy { desk.line($0.id) != nil } })
    }
    await saying.value
    for activity in activities { #expect(await eventually { desk.line(activity.id)?.contains("stop 40") == true }) }
    desk.kill()
    for activity in activities { await activity.end(nil, dismissalPolicy: .immediate) }
    _ = try desk.start()
    for task in heard { #expect(await task.value == Array(0...40)) }
    #expect(activities.allSatisfy { desk.line($0.id) == nil })
  }

  @Test func `a button does what its intent says, once`() async throws {
    let activity = try request(train: "once")
    #expect(desk.press(activity.id))
    #expect(await eventually { CancelTripIntent.presses("once") == 1 })
    #expect(desk.press(activity.id))
    #expect(await eventually { CancelTripIntent.presses("once") == 2 })
    try desk.restart()
    #expect(desk.press(activity.id))
    #expect(await eventually { CancelTripIntent.presses("once") == 3 })
  }

  @Test func `what was pressed while the program was away is carried out once, by one of its processes`() async throws {
    // The first process asks, and is gone before the button is pressed: it follows nothing.
    let members = try AttributeTexts.members(Trip(train: "away", seats: 1, leaves: trip.leaves))
    let island = Trip.configuration.island(
      .init(
        activityID: "x", attributes: Trip(train: "away", seats: 1, leaves: trip.leaves), state: .init(stop: "Ulm"),
        isStale: false))
    let envelope = Envelope(content("Ulm"), at: 1).text()
    let said = try Card.fixed(island) + Card.changing(island, content("Ulm"), envelope) + [.init("attributes", members)]
    _ = try desk.another().daemon.request("0000-away", said)
    #expect(desk.press("0000-away"))
    let processes = [desk.another(), desk.another()]
    let found = processes.map { SharedState.$current.withValue($0) { Activity<Trip>.activities } }
    let streams = found.joined().map { activity in Task { for await _ in activity.contentUpdates {} } }
    #expect(await eventually { CancelTripIntent.presses("away") == 1 })
    #expect(desk.press("0000-away"))
    #expect(await eventually { CancelTripIntent.presses("away") == 2 })
    await found.first?.first?.end(nil, dismissalPolicy: .immediate)
    for stream in streams { await stream.value }
    #expect(CancelTripIntent.presses("away") == 2)
    #expect(await eventually { desk.records.isEmpty })
  }

  @Test func `what was carried out is not carried out by the next run of the program`() async throws {
    let activity = try request(train: "next")
    #expect(desk.press(activity.id))
    #expect(await eventually { CancelTripIntent.presses("next") == 1 })
    let number = Files.text(desk.state + "/" + (desk.records.first ?? ""))
    #expect(number == "1\n")
    // The next run begins where that file ends.
    let record = TemporaryFolder()
    Files.write(number, to: record.file("live-\(activity.id).events"))
    let next = SharedState(at: desk.socket, records: record.path)
    let again = try #require(SharedState.$current.withValue(next) { Activity<Trip>.activities.first })
    var states = again.activityStateUpdates.makeAsyncIterator()
    #expect(await states.next() == .active)
    #expect(desk.press(activity.id))
    // Both of them carry it out, as they do not share a file, and neither the first one again.
    #expect(await eventually { CancelTripIntent.presses("next") == 3 })
    await activity.end(nil, dismissalPolicy: .immediate)
    while await states.next() != nil {}
    #expect(CancelTripIntent.presses("next") == 3)
  }

  @Test func `the activities that there are come first, then each new one`() async throws {
    let first = try request(train: "A")
    var activities = desk.run { Activity<Trip>.activityUpdates }.makeAsyncIterator()
    #expect(await activities.next()?.id == first.id)
    let second = try request(train: "B")
    #expect(await activities.next()?.id == second.id)
    let third = try SharedState.$current.withValue(desk.another()) {
      try Activity.request(attributes: trip, content: content("Ulm"))
    }
    #expect(await activities.next()?.id == third.id)
  }

  @Test func `the person's veto is said, and so is its end`() async throws {
    let info = desk.run { ActivityAuthorizationInfo() }
    #expect(info.areActivitiesEnabled)
    var updates = info.activityEnablementUpdates.makeAsyncIterator()
    #expect(await updates.next() == true)
    desk.configure("[activities]\nprograms = none\n")
    #expect(await updates.next() == false)
    #expect(throws: ActivityAuthorizationError.denied) { try request() }
    #expect(!info.areActivitiesEnabled)
  }

  @Test func `an activity of this process alone comes back with its lease after the daemon was killed`() async throws {
    let activity = try desk.run { try Activity.request(attributes: trip, content: content("Ulm"), style: .transient) }
    #expect(desk.program.ask("update?activity=\(activity.id)\t{}")?.code.number == 0, "this process speaks for it")
    try desk.restart()
    #expect(await eventually { desk.line(activity.id) == "ICE 704, Ulm, 0 %" })
    await activity.update(content("Bonn"))
    #expect(desk.line(activity.id) == "ICE 704, Bonn, 0 %")
  }

  @Test func `what is too large is refused, and nothing is shown`() throws {
    let long = Trip(train: String(repeating: "x", count: 201), seats: 1, leaves: trip.leaves)
    #expect(throws: ActivityAuthorizationError.attributesTooLarge) {
      try desk.run { try Activity.request(attributes: long, content: content("Ulm")) }
    }
    #expect(throws: ActivityAuthorizationError.attributesTooLarge) { try request(String(repeating: "x", count: 4100)) }
    #expect(desk.run { Activity<Trip>.activities }.isEmpty)
  }
}

/// What is deprecated is called through this, as a warning is an error here.
private protocol Forms {
  func tryOut() async throws
}

private struct OldForms: Forms {
  let desk: Desk
  let trip: Trip

  @available(*, deprecated) func tryOut() async throws {
    let activity = try desk.run { try Activity.request(attributes: trip, contentState: .init(stop: "Ulm")) }
    #expect(activity.contentState.stop == "Ulm" && activity.pushToken == nil)
    await activity.update(using: .init(stop: "Bonn"))
    #expect(activity.contentState.stop == "Bonn")
    await activity.end(dismissalPolicy: .immediate)
    #expect(activity.activityState == .dismissed)
  }
}
