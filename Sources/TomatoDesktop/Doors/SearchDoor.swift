// Search results for words typed into a desktop shell: GNOME's overview and KRunner ask over the session bus after
// each key. A result is a link, performed once it is chosen: docs/decisions/0024-words-typed-in-a-shell.md.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

package final class SearchDoor {
  private let shell: Shell
  private let notices: Notices
  private var registrations: [BusRegistration] = []

  /// Create this before `BusDoor`, which requests the daemon's bus name.
  package init(_ bus: BusConnection, _ shell: Shell, _ limit: NoticeLimit = .shared) throws(BridgeError) {
    self.shell = shell
    notices = Notices(bus, limit)
    for (interface, answer) in [
      (BusInterface.gnomeSearchProvider, SearchDoor.gnome), (.krunner, SearchDoor.krunner),
    ] {
      let handlers = BusHandlers(call: { [weak self] call in if let self { answer(self)(call) } })
      registrations.append(try bus.register(BusNames.applicationPath, interface, handlers))
    }
  }

  package func close() { registrations = [] }

  // MARK: org.gnome.Shell.SearchProvider2

  /// The results' ids are links, so no state is kept between calls.
  private func gnome(_ call: BusMethodCall) {
    func texts(_ place: Int) -> [String] { call.arguments[place].elements?.compactMap(\.text) ?? [] }
    switch call.method {
    case "GetInitialResultSet": call.reply([.strings(results(texts(0)).map(\.link))])
    case "GetSubsearchResultSet": call.reply([.strings(results(texts(1)).map(\.link))])
    case "GetResultMetas":
      call.reply([.array(element: "a{sv}", texts(0).prefix(TypedSearch.most).compactMap(meta))])
    case "ActivateResult":
      choose(call.arguments[0].text ?? "")
      call.reply()
    default:
      // A click on the program's icon beside its results.
      perform(Intent(.show, activity: shell.engine.order.first))
      call.reply()
    }
  }

  /// Nil if the link is invalid, or if its intent would be refused or change nothing.
  private func meta(_ link: String) -> BusValue? {
    guard case .intent(let intent, _, _, _)? = try? Link.parse(link, door: .outside),
      let result = shell.dryRun([intent], most: 1).first
    else { return nil }
    return SentenceLanguage.session.whileAnswering {
      .vardict([
        ("id", .string(link)), ("name", .string(result.title)), ("description", .string(result.detail)),
        ("gicon", .string(result.icon)),
      ])
    }
  }

  // MARK: org.kde.krunner1

  private func krunner(_ call: BusMethodCall) {
    switch call.method {
    case "Match":
      let found = results([call.arguments[0].text ?? ""]).enumerated()
      let matches = SentenceLanguage.session.whileAnswering { found.map(match) }
      call.reply([.array(element: "(sssida{sv})", matches)])
    case "Run":
      choose(call.arguments[0].text ?? "")
      call.reply()
    case "Actions": call.reply([.array(element: "(sss)", [])])
    // `Teardown` and `SetActivationToken`: no state is kept, and no window is opened.
    default: call.reply()
    }
  }

  private func match(_ place: Int, _ result: DryRun) -> BusValue {
    .tuple([
      .string(result.link), .string(result.title), .string(result.icon), .int32(Self.category),
      .double(1 - Double(place) / 10), .vardict([("subtext", .string(result.detail)), ("actions", .strings([]))]),
    ])
  }

  /// `QueryMatch::CategoryRelevance::High`: above programs that only share a word with the text.
  private static let category: Int32 = 70

  // MARK: Results

  private func results(_ terms: [String]) -> [DryRun] {
    let intents = TypedSearch.intents(terms.joined(separator: " "), TypedClock(at: shell.now().wall))
    return intents.isEmpty ? [] : shell.dryRun(intents, most: TypedSearch.most)
  }

  private func choose(_ link: String) {
    do throws(LinkError) {
      perform(try shell.intent(of: link))
    } catch {
      complain(Answers.sentence(error))
    }
  }

  /// Shells ignore the answer, so a refusal is shown as a notification.
  private func perform(_ intent: Intent) {
    shell.perform(intent, .dbus) { [weak self] outcome in
      if let refusal = outcome.refusal { self?.complain(refusal) }
    }
  }

  private func complain(_ sentence: String) { notices.show(title: Answers.notCarriedOut, sentence) }
}

/// As a search result.
extension DryRun {
  fileprivate var link: String { Link.print(intent) }
  fileprivate var title: String { SearchText.title(intent, before: before, after: after) }
  fileprivate var detail: String { SearchText.detail(intent, before: before, after: after) }
  fileprivate var icon: String { SearchText.icon(before: before, after: after) }
}

extension TypedClock {
  /// Uses the local time of a zone; nil: of the machine.
  init(at moment: WallTime, zone: String? = nil) {
    let now = moment.seconds
    self.init(now: now) { days, date, hour, minute in
      let today = LocalTime.day(now * 1000, zone: zone)
      let day = date ?? RecordDay(year: today.year, month: today.month, day: today.day) ?? RecordDay(number: 0)
      let (year, month, number) = RecordDay(number: day.number + Int(days)).date
      let minutes = Int(hour) * 60 + Int(minute)
      let moment = LocalTime.moment(year: year, month: month, day: number, minutes: minutes, zone: zone)
      return moment.map { $0 / 1000 } ?? now
    }
  }
}
