// Names that both programs speak: each is read back as it is printed, and none is changed by accident.
import Testing
import TomatoLink

@Suite("Names") struct NameTests {
  @Test("A kind of phase is read by the name that it is printed with; others cannot be started by a name")
  func kinds() {
    for mode in TimerMode.allCases {
      #expect(TimerMode(linkName: mode.linkName) == (TimerMode.pomodoro.contains(mode) ? mode : nil))
    }
    #expect(TimerMode.pomodoro.map(\.linkName) == ["focus", "short-break", "long-break"])
    #expect(TimerMode(linkName: "shortBreak") == nil && TimerMode(linkName: "") == nil)
  }

  @Test("A bar is read by its name; a template is none without its text")
  func bars() throws {
    for bar in Bar.named { #expect(Bar(name: bar.name) == bar) }
    let template = Bar.template(try LineTemplate("{time}"))
    #expect(template.name == "template" && Bar(name: "template") == nil && Bar(name: "Waybar") == nil)
    let names = Query.Format.allCases.map(\.rawValue) + Bar.named.map(\.name) + [template.name]
    #expect(Set(names).count == names.count)
  }

  @Test("Each format is read back from the link of a watch")
  func formats() throws {
    for format in Query.Format.allCases {
      let link = Link.print(.query(Query(.watch, format: format)))
      #expect(try Link.parse(link, door: .socket) == .query(Query(.watch, format: format)))
    }
    for bar in Bar.named {
      let link = Link.print(.query(Query(.watch, bar: bar)))
      #expect(link == "tomatoclock://watch?format=\(bar.name)")
      #expect(try Link.parse(link, door: .socket) == .query(Query(.watch, bar: bar)))
    }
  }

  @Test("Every key of JSON belongs to an object, and no object has a key twice")
  func keys() {
    let objects = [
      JSONKey.status, JSONKey.attributesObject, JSONKey.contentStateObject, JSONKey.event, JSONKey.row,
    ]
    for object in objects { #expect(Set(object).count == object.count) }
    #expect(Set(objects.joined()) == Set(JSONKey.allCases))
  }

  @Test("waybar's line for nothing has all its keys")
  func waybar() {
    for key in WaybarKey.allCases { #expect(Bar.waybar.nothing.contains("\"\(key.rawValue)\":")) }
  }

  /// What is published is never renamed: other programs and stored rows have these words.
  @Test("Published words stand")
  func published() {
    #expect(TimerMode.allCases.map(\.rawValue) == ["focus", "shortBreak", "longBreak", "countdown", "stopwatch"])
    #expect(TimerState.allCases.map(\.rawValue) == ["ready", "running", "paused", "completed"])
    #expect(ActivityState.allCases.map(\.rawValue) == ["pending", "active", "stale", "ended", "dismissed"])
    #expect(PhaseOutcome.allCases.map(\.rawValue) == ["completed", "skipped", "stopped", "replaced", "reset"])
    #expect(Accent.allCases.map(\.rawValue) == ["focus", "break", "paused", "completed", "urgent"])
    #expect(Origin.allCases.map(\.rawValue) == ["island", "tray", "dbus", "command", "link", "engine"])
  }
}
