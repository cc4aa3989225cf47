// A safe wrapper of one libnotify notification: sets its whole content, reports clicks and closing.
//
// libnotify keeps one static proxy without locks, its calls block for up to 25 s, and its signals arrive in the
// thread-default context of the thread that made the first call. So this file runs on one thread only
// (NotificationThread.swift). The types enforce this: a `Notification` needs the `NotificationServer`, which needs that
// thread's `NotificationLoop`.
import CNotify
import Glibc

/// A notification that is or was on the screen.
///
/// Not Sendable: create, use and release it on the one thread that calls libnotify.
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

  /// `low`, `normal`, `critical` of the specification, with its numbers.
  public enum Urgency: UInt32 {
    case low = 0
    case normal = 1
    case critical = 2
  }

  /// Everything that one `Notify` sends. Always complete, because libnotify keeps earlier fields otherwise.
  public struct Content {
    /// One line, never empty (libnotify refuses an empty one).
    public var title: String
    /// Ready for the server: escaped if it reads markup.
    public var body: String
    /// Icon name or absolute path, sent as `app_icon`; empty for none.
    public var icon: String
    public var actions: [Action]
    public var urgency: Urgency
    /// Milliseconds; 0 is never, −1 the server's own choice.
    public var expiry: Int32
    public var category: String
    public var hints: [(name: String, value: Hint)]
    /// This notification's application name; nil for the program's.
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
  ///   - onAction: called with the key of the pressed button and the xdg-activation token, if the server gave one.
  ///     Called from inside libnotify: only record it, call no libnotify function.
  ///   - onClosed: the server says that it is gone; the reason by the specification's numbers (1 expired, 2 dismissed,
  ///     3 closed by a call, 4 undefined, −1 not said). Called from inside libnotify as well.
  public init(
    _ content: Content, on server: NotificationServer, adopting: UInt32 = 0,
    onAction: @escaping (String, String?) -> Void,
    onClosed: @escaping (Int) -> Void
  ) {
    // A constructor that fails would mean that GObject is out of memory, and GLib aborts before it returns null.
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

  /// The server's number for it; 0 before the first `show` and after it was closed.
  public var id: UInt32 { cn_notification_id(handle) }

  /// Sets the id from a reply that came after `show` had failed.
  public func adopt(_ id: UInt32) { cn_notification_set_id(handle, id) }

  /// Sets the complete content that the next `show` sends; nothing of the earlier one is kept.
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

  /// Sends `CloseNotification` and waits until the server has done it. Blocks as `show` does.
  public func close() throws(NotificationError) {
    var error: UnsafeMutablePointer<GError>?
    guard notify_notification_close(handle, &error) != 0 else { throw NotificationError(taking: error) }
  }
}

@available(*, unavailable)
extension Notification: Sendable {}

/// Both kinds of callback, in one box that is retained at each registration.
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

/// Since 0.8.4 libnotify sends its icon argument as `image-path`, which some servers cannot read, and has this function
/// for `app_icon`. It is looked up at run time so that one program works with both.
private enum AppIcon {
  typealias Setter = @convention(c) (UnsafeMutablePointer<NotifyNotification>?, UnsafePointer<CChar>?) -> Void

  static let setter: Setter? = dlsym(nil, "notify_notification_set_app_icon").map { unsafeBitCast($0, to: Setter.self) }
}
