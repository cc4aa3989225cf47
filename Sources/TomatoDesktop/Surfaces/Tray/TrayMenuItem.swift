// The lines of the tray item's menu. The layout is fixed: the same items with the same ids in the same order for as
// long as the program runs, because a menu whose layout changes closes under the pointer (GNOME 49 and 50), or loses
// its labels (two changes within 50 ms on GNOME's extension). What an item says, and whether it is seen, is a property.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink

/// A line's purpose. It never changes, so a late click still means what the user read.
enum TrayMenuItem: Hashable {
  case heading, detail
  /// Acts on the first activity.
  case verb(Verb)
  /// Forbids the activity's program to show activities.
  case deny
  /// One of the places for the other activities, from 0.
  case activity(Int)
  /// The number of activities without a place.
  case more
  /// Starts one of the recent timers again, from 0.
  case again(Int)
  case quiet
  case show, quit
  /// A line between groups, from 0.
  case separator(Int)

  static let places = 8
  static let timers = RecentTimer.limit

  /// Verbs that replace each other; first the answers to the question about time away.
  static let choices: [Verb] = [.keep, .takeoff, .start, .pause, .resume, .lap]
  /// Verbs that are grey while not possible.
  static let offers: [Verb] = [.skip, .extend, .reset]

  /// From top to bottom. Ids are the places in this list, from 1; 0 is the menu itself.
  static let all: [TrayMenuItem] = ofActivity + otherActivities + [.separator(2), .quiet, .show, .quit]

  private static let ofActivity: [TrayMenuItem] =
    [.heading, .detail, .separator(0)] + verbs.map(TrayMenuItem.verb) + [.deny]
  private static let verbs: [Verb] = choices + offers + [.stop, .undo]
  private static let otherActivities: [TrayMenuItem] =
    [.separator(1)] + (0..<places).map(TrayMenuItem.activity) + [.more] + (0..<timers).map(TrayMenuItem.again)

  private static let ids = Dictionary(uniqueKeysWithValues: zip(all, Int32(1)...))

  var id: Int32 { Self.ids[self] ?? 0 }

  /// - Returns: nil for an unknown id, 0 included.
  static func with(id: Int32) -> TrayMenuItem? { (1...Int32(all.count)).contains(id) ? all[Int(id) - 1] : nil }
}

struct TrayMenuLook: Equatable {
  /// Plain text.
  var label = ""
  var isEnabled = false
  var isVisible = false
  var isSeparator = false

  /// All properties, even with default values, so that none is ever removed; hosts handle removal differently.
  var properties: [(String, BusValue)] {
    if isSeparator { return [("type", .string("separator")), ("visible", .bool(isVisible))] }
    return [("label", .string(Self.escaped(label))), ("enabled", .bool(isEnabled)), ("visible", .bool(isVisible))]
  }

  /// The protocol's default of a property; nil for an unknown one.
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

  /// Escapes `_`, which marks the access key in a label, as `__`.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "_" ? "__" : String($1) }
  }
}
