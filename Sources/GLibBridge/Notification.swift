// A safe wrapper of a libnotify notification: sets its whole content, reports clicks and closing.
//
// It may be used only on libnotify's thread (NotificationThread.swift says why). The types enforce this: a
// `Notification` needs the `NotificationServer`, which needs that thread's `NotificationLoop`.
import CNotify
import Glibc

/// A notification. Create, use and release it on libnotify's thread.
public final class Notification {
  /// A button: `key` is reported when it is pressed, `label` is its text.
  public typealias Action = (key: String, label: String)

  /// A hint of the notification specification, with the type that servers expect on the bus.
  public enum Hint {
    case text(String)
    case flag(Bool)
    /// `INT32`, because some servers refuse other number types.
    case number(Int32)
  }

  /// With the specification's numbers.
  public enum Urgency: UInt32 {
    case low = 0
    case normal = 1
    case critical = 2
  }

  /// Everything that one `Notify` sends. Always complete, because libnotify would keep earlier fields.
  public struct Content {
    /// One line, never empty (libnotify refuses an empty one).
    public var title: String
    /// Escaped, if the server reads markup.
    public var body: String
    /// Icon name or absolute path, sent as `app_icon`; empty for none.
    public var icon: String
    public var actions: [Action]
    public var urgency: Urgency
    /// Milliseconds; 0: never, −1: the server decides.
    public var expiry: Int32
    public var category: String
    public var hints: [(name: String, value: Hint)]
    /// Nil for the program's name.
    public var applicationName: String?

    public init(
      title: String, body: String, icon: String, actions: [Action], urgency: Urgency, expiry: Int32, category: String,
      hints: [(name: String, value: Hint)], applicationName: String? = nil
    ) {
      (self.title, self.body, self.icon, self.actions) = (title, body, icon, actions)
      (self.urgency, self.expiry, self.category, self.hints) = (urgency, expiry, category, hints)
      self.applicationName = applicationName
    }
  }

  private let handle: UnsafeMutablePointer<NotifyNotification>
  private let handlers: Box<Handlers>

  /// - Parameters:
  ///   - server: the server, as seen from libnotify's thread.
  ///   - adopting: the id of a notification that an earlier process left on this server: the first `show` replaces
  ///     it. 0 for a new one.
  ///   - onAction: gets the key of the pressed button and the xdg-activation token, if the server gave one. libnotify
  ///     calls it: only record the arguments, call no libnotify function.
  ///   - onClosed: gets the specification's reason number (1 expired, 2 dismissed, 3 closed by a call, 4 undefined,
  ///     −1 unknown). libnotify calls it as well.
  public init(
    _ content: Content, on server: NotificationServer, adopting: UInt32 = 0,
    onAction: @escaping (String, String?) -> Void,
    onClosed: @escaping (Int) -> Void
  ) {
    // Never null: GLib aborts when out of memory.
    handle = notify_notification_new(content.title, nil, nil)!
    handlers = Box(Handlers(onAction: onAction, onClosed: onClosed))
    _ = cn_connect_notification_closed(handle, notificationClosed, handlers.retained(), releaseBoxOfClosure)
    if adopting != 0 { cn_notification_set_id(handle, adopting) }
    set(content)
  }

  deinit {
    notify_notification_clear_actions(handle)
    g_object_unref(handle)
  }

  /// The server's id for it; 0 before the first `show` and after it was closed.
  public var id: UInt32 { cn_notification_id(handle) }

  /// Sets the id from a reply that arrived after `show` had failed.
  public func adopt(_ id: UInt32) { cn_notification_set_id(handle, id) }

  /// Sets the content that the next `show` sends, in place of all earlier content.
  public func set(_ content: Content) {
    let iconSetter = AppIcon.setter
    let iconInUpdate = iconSetter == nil && !content.icon.isEmpty ? content.icon : nil
    notify_notification_update(handle, content.title, content.body, iconInUpdate)
    iconSetter?(handle, content.icon)
    notify_notification_set_app_name(handle, content.applicationName)
    notify_notification_clear_hints(handle)
    notify_notification_set_timeout(handle, content.expiry)
    notify_notification_set_urgency(handle, NotifyUrgency(rawValue: content.urgency.rawValue))
    notify_notification_set_category(handle, content.category)
    for hint in content.hints {
      switch hint.value {
      case .text(let text): notify_notification_set_hint(handle, hint.name, g_variant_new_string(text))
      case .flag(let flag): notify_notification_set_hint(handle, hint.name, g_variant_new_boolean(flag ? 1 : 0))
      case .number(let number): notify_notification_set_hint(handle, hint.name, g_variant_new_int32(number))
      }
    }
    notify_notification_clear_actions(handle)
    for action in content.actions {
      notify_notification_add_action(
        handle, action.key, action.label, notificationAction, handlers.retained(), releaseBox)
    }
  }

  /// Sends `Notify` and waits for the reply; the first call shows a new notification, later ones replace it. Blocks for
  /// up to 25 s if the server does not answer.
  /// - Returns: the id that the server gave.
  @discardableResult public func show() throws(NotificationError) -> UInt32 {
    var error: UnsafeMutablePointer<GError>?
    guard notify_notification_show(handle, &error) != 0 else { throw NotificationError(taking: error) }
    let id = self.id
    guard id != 0 else {
      throw NotificationError(
        kind: .badReply,
        sentence: "The notification server returned the id 0; an id above 0 was expected.")
    }
    return id
  }

  /// Sends `CloseNotification` and waits for the reply. Blocks as `show` does.
  public func close() throws(NotificationError) {
    var error: UnsafeMutablePointer<GError>?
    guard notify_notification_close(handle, &error) != 0 else { throw NotificationError(taking: error) }
  }
}

@available(*, unavailable)
extension Notification: Sendable {}

/// Both callbacks, in one box that is retained at each registration.
private struct Handlers {
  let onAction: (String, String?) -> Void
  let onClosed: (Int) -> Void
}

private func notificationAction(
  notification: UnsafeMutablePointer<NotifyNotification>?, key: UnsafeMutablePointer<CChar>?, data: gpointer?
) {
  guard let notification, let key else { return }
  let token = notify_notification_get_activation_token(notification).map { String(cString: $0) }
  Box<Handlers>.at(data)?.onAction(String(cString: key), token)
}

private func notificationClosed(notification: UnsafeMutablePointer<NotifyNotification>?, data: gpointer?) {
  guard let notification else { return }
  Box<Handlers>.at(data)?.onClosed(Int(notify_notification_get_closed_reason(notification)))
}

/// libnotify 0.8.4 and later send the icon argument as `image-path`, which some servers cannot read, and have this
/// function for `app_icon`. It is looked up at run time, because earlier versions have no such function.
private enum AppIcon {
  typealias Setter = @convention(c) (UnsafeMutablePointer<NotifyNotification>?, UnsafePointer<CChar>?) -> Void

  static let setter: Setter? = dlsym(nil, "notify_notification_set_app_icon").map { unsafeBitCast($0, to: Setter.self) }
}
