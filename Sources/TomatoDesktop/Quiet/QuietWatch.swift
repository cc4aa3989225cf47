// Notices when somebody else switches our do-not-disturb off.

internal import GLibBridge
internal import TomatoIsland
internal import TomatoWords

/// Follows one switch until it is released.
final class QuietWatch {
  private let onOff: () -> Void
  private var subscriptions: [BusRegistration] = []
  private var setting: DesktopSettingWatch?

  /// - onOff: called at most once.
  init(_ bus: BusConnection, _ kind: QuietSwitch, onOff: @escaping () -> Void) {
    self.onOff = onOff
    switch kind {
    case .plasma: break
    case .gnome:
      setting = DesktopSettingWatch(schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey) {
        [weak self] shown in
        self?.heard(isOn: !shown)
      }
    case .xfconf: followXfconf(bus)
    case .dunst:
      subscriptions = [bus.watch("paused", of: .dunst) { [weak self] in self?.heard(isOn: $0?.flag) }]
    case .swaync:
      follow(bus, .swaync, "Subscribe") { $0.count > 1 ? $0[1].flag : nil }
    case .swayncInhibitor:
      follow(bus, .swaync, "SubscribeV2") { $0.count > 3 ? $0[3].flag : nil }
    case .mako: followMako(bus)
    }
  }

  private func heard(isOn: Bool?) {
    guard isOn == false else { return }
    subscriptions = []
    setting = nil
    onOff()
  }

  private func follow(
    _ bus: BusConnection, _ object: BusObject, _ member: String, _ isOn: @escaping ([BusValue]) -> Bool?
  ) {
    subscriptions.append(
      bus.subscribe(object, member) { [weak self] signal in self?.heard(isOn: isOn(signal.arguments)) })
  }

  private func followXfconf(_ bus: BusConnection) {
    let isOurs = { (words: [BusValue]) in
      words.count > 1 && words[0].text == QuietNames.xfceChannel && words[1].text == QuietNames.xfceProperty
    }
    follow(bus, .xfconf, "PropertyChanged") { isOurs($0) && $0.count > 2 ? $0[2].flag : nil }
    // A removed value means off.
    follow(bus, .xfconf, "PropertyRemoved") { isOurs($0) ? false : nil }
  }

  /// mako signals a change of modes from 1.10 on, but not their values; earlier versions send nothing.
  private func followMako(_ bus: BusConnection) {
    subscriptions.append(
      bus.subscribe(BusObject.mako.properties, "PropertiesChanged") { [weak self] _ in
        bus.ask(.mako, "ListModes", reply: "as") { modes in
          self?.heard(isOn: modes?.elements?.contains { $0.text == QuietNames.makoMode })
        }
      })
  }
}
