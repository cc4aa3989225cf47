// The tray item's properties, computed from the activities, the configuration and the kind of tray.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

package struct TrayIcons {
  let icon: (Content) -> IconStore.Icon
  /// The same icon for trays that do not find names.
  let pixmaps: (Content) -> [TrayPixmap]
}

extension TrayIcons {
  package init(_ store: IconStore) {
    self.init(icon: { store.tray($0.contentState) }, pixmaps: { store.trayPixmaps($0.contentState) })
  }
}

struct TrayProperties: Equatable {
  enum Status: String {
    case active = "Active"
    case needsAttention = "NeedsAttention"
  }

  var status = Status.active
  var iconName = ""
  var themePath = ""
  var label = ""
  /// A text of the label's maximum width, so that its neighbours do not move.
  var labelGuide = ""
  /// With the time: LXQt shows nothing else.
  var toolTipTitle = ""
  /// Markup common to Pango and Qt.
  var toolTipText = ""
  /// For screen readers; contains nothing that changes as time passes.
  var description = ""

  /// The number of activities needed: the first, those in the tooltip, and one that shows whether there are more.
  static let mostRead = 1 + TrayText.mostOthers + 1

  init() {}

  /// - Parameter contents: the most relevant first; icon and label are of the first.
  init(_ contents: [Content], _ settings: TraySettings, _ kind: TrayKind, _ icons: TrayIcons) {
    guard let first = contents.first else { return }
    let seconds = kind.showsLabel ? settings.seconds : .never
    status = first.waitsForPerson ? .needsAttention : .active
    let icon = icons.icon(first)
    (iconName, themePath) = (icon.nameOrPath, icon.themePath)
    (label, labelGuide) = (TrayText.label(first, seconds), TrayText.labelGuide(first, seconds))
    toolTipTitle = TrayText.toolTipTitle(first)
    toolTipText = TrayText.toolTipText(contents)
    description = IslandLine.title(first)
  }

  static func resolution(_ settings: TraySettings, _ kind: TrayKind) -> Resolution {
    guard kind.showsLabel else { return .minute }
    return switch settings.seconds {
    case .lastMinute: .lastMinuteSeconds
    case .always: .second
    case .never: .minute
    }
  }
}

extension TrayProperties {
  /// The item's properties by name. The pixmaps of the icon are made only when a tray asks for them.
  static let all: KeyValuePairs<String, (TrayProperties, () -> [TrayPixmap]) -> BusValue> = [
    "Category": { _, _ in .string("ApplicationStatus") },
    "Id": { _, _ in .string("tomato-notify") },
    "Title": { _, _ in .string(TrayText.title) },
    "Status": { item, _ in .string(item.status.rawValue) },
    "IconName": { item, _ in .string(item.iconName) },
    "IconThemePath": { item, _ in .string(item.themePath) },
    "IconAccessibleDesc": { item, _ in .string(item.description) },
    // Xfce's panel draws an attention icon whenever there is one, whatever the status says.
    "AttentionIconName": { item, _ in .string(item.status == .needsAttention ? item.iconName : "") },
    "AttentionAccessibleDesc": { item, _ in .string(item.status == .needsAttention ? item.description : "") },
    "AttentionMovieName": { _, _ in .string("") },
    // LXQt draws an overlay instead of the icon.
    "OverlayIconName": { _, _ in .string("") },
    "XAyatanaLabel": { item, _ in .string(item.label) },
    "XAyatanaLabelGuide": { item, _ in .string(item.labelGuide) },
    "IconPixmap": { _, pixmaps in value(pixmaps()) },
    "AttentionIconPixmap": { item, pixmaps in value(item.status == .needsAttention ? pixmaps() : []) },
    "OverlayIconPixmap": { _, _ in value([]) },
    "ToolTip": { item, _ in
      .tuple([.string(item.iconName), value([]), .string(item.toolTipTitle), .string(item.toolTipText)])
    },
    "WindowId": { _, _ in .int32(0) },
    "XAyatanaOrderingIndex": { _, _ in .uint32(0) },
    "ItemIsMenu": { _, _ in .bool(false) },
    "Menu": { _, _ in .objectPath(BusNames.menuPath) },
  ]

  /// The value of one property of the item; nil when it has no such property.
  func property(_ name: String, pixmaps: () -> [TrayPixmap]) -> BusValue? {
    Self.all.first { $0.key == name }?.value(self, pixmaps)
  }

  private static func value(_ pixmaps: [TrayPixmap]) -> BusValue {
    .array(element: "(iiay)", pixmaps.map { .tuple([.int32($0.width), .int32($0.height), .bytes($0.argb)]) })
  }

  /// The signals, with arguments, for a tray that knows `old`.
  func signals(since old: TrayProperties) -> [(String, [BusValue])] {
    var signals: [(String, [BusValue])] = []
    // The folder first: a name may be new in it.
    if themePath != old.themePath { signals.append(("NewIconThemePath", [.string(themePath)])) }
    let hasNewIcon = themePath != old.themePath || iconName != old.iconName
    if hasNewIcon || description != old.description { signals.append(("NewIcon", [])) }
    if status != old.status || (status == .needsAttention && hasNewIcon) { signals.append(("NewAttentionIcon", [])) }
    if status != old.status { signals.append(("NewStatus", [.string(status.rawValue)])) }
    if iconName != old.iconName || toolTipTitle != old.toolTipTitle || toolTipText != old.toolTipText {
      signals.append(("NewToolTip", []))
    }
    if label != old.label || labelGuide != old.labelGuide {
      signals.append(("XAyatanaNewLabel", [.string(label), .string(labelGuide)]))
    }
    return signals
  }
}

extension Content {
  /// The phase or its pause is over, and nothing goes on without the user.
  var waitsForPerson: Bool {
    contentState.state == .completed && next?.startsByItself != true || isStillPaused
  }
}
