// The lines of the tray item's menu. The layout is fixed: the same items with the same ids in the same order for as
// long as the program runs, because a menu whose layout changes closes under the pointer (GNOME 49 and 50), or loses
// its labels (two changes within 50 ms on GNOME's extension). What an item says, and whether it is seen, is a property.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink

/// What a line is for. That never changes, so a click that comes late still means what the person read.
enum TrayMenuItem: Hashable {
  case heading, detail
  /// Acts on the first activity.
  case verb(Verb)
  /// The program that shows the activity may show none any more.
  case deny
  /// One of the places for the other activities, from 0.
  case activity(Int)
  /// How many activities found no place.
  case more
  /// One of the last timers, to be begun again, from 0.
  case again(Int)
  /// Notifications are held back during a focus, or no longer.
  case quiet
  case show, quit
  /// A line between groups, from 0.
  case separator(Int)

  /// So many other activities have a line of their own.
  static let places = 8
  /// So many timers are offered again.
  static let timers = RecentTimer.limit

  /// The verbs that take each other's place; first the answers to what is asked of time away.
  static let choices: [Verb] = [.keep, .takeoff, .start, .pause, .resume, .lap]
  /// Those that are grey while they are not possible.
  static let offers: [Verb] = [.skip, .extend, .reset]

  /// From top to bottom. Ids are the places in this list, from 1; 0 is the menu itself.
  static let all: [TrayMenuItem] =
    [.heading, .detail, .separator(0)] + (choices + offers + [.stop, .undo]).map { .verb($0) } + [.deny]
    + [.separator(1)] + (0..<places).map { .activity($0) } + [.more] + (0..<timers).map { .again($0) }
    + [.separator(2), .quiet, .show, .quit]

  private static let ids = Dictionary(uniqueKeysWithValues: zip(all, Int32(1)...))

  var id: Int32 { Self.ids[self] ?? 0 }

  /// - Returns: nil for an id that no line has, 0 included.
  static func with(id: Int32) -> TrayMenuItem? { (1...Int32(all.count)).contains(id) ? all[Int(id) - 1] : nil }
}

/// How a line looks now.
struct TrayMenuLook: Equatable {
  /// Plain text.
  var label = ""
  var isEnabled = false
  var isVisible = false
  var isSeparator = false

  /// All of them, also where they are what a host takes for granted: so none is ever taken away again, which hosts do
  /// in different ways.
  var properties: [(name: String, value: BusValue)] {
    if isSeparator { return [("type", .string("separator")), ("visible", .bool(isVisible))] }
    return [("label", .string(Self.escaped(label))), ("enabled", .bool(isEnabled)), ("visible", .bool(isVisible))]
  }

  /// What the protocol takes for granted of a property that is not given; nil for one that it does not have.
  static func standard(_ property: String) -> BusValue? {
    switch property {
    case "type": .string("standard")
    case "label", "icon-name", "accessible-desc", "children-display", "toggle-type": .string("")
    case "enabled", "visible": .bool(true)
    case "icon-data": .bytes([])
    case "shortcut": .array(element: "as", [])
    case "toggle-state": .int32(-1)
    case "disposition": .string("normal")
    default: nil
    }
  }

  /// In a label `_` marks the key that chooses the line; `__` is an underscore.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "_" ? "__" : String($1) }
  }
}
