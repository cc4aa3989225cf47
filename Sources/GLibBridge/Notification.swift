// A safe wrapper of a libnotify notification: sets its whole content, reports clicks and closing.
//
// It may be used only on libnotify's thread (NotificationThread.swift says why). The types enforce this: a
// `Notification` needs the `NotificationServer`, which needs that thread's `NotificationLoop`.
import CNotify
import Glibc

public final class Notification {
  /// A button: `key` is reported when it is pressed, `label` is its text.
  public typealias Action = (key: String, label: String)

  /// Everything that one `Notify` sends. Always complete, because libnotify would keep earlier fields.
  public struct Content {
    /// One line, never empty (libnotify refuses an empty one).
    public var title: String
    /// Escaped, if the server reads markup.
    public var body: String
    /// Icon name or absolute path, sent as `app_icon`; empty for none.
    public var icon: String
    public var actions: [Action]
    /// The specification's number, 0 to 2.
    public var urgency: UInt32
    /// Milliseconds; 0: never, −1: the server decides.
    public var expiry: Int32
    public var category: String
    /// With the types that servers expect on the bus; some refuse other numbers than `int32`.
    public var hints: [(String, BusValue)]
    /// Nil for the program's name.
    public var applicationName: String?

    public init(
      title: String, body: String, icon: String, actions: [Action], urgency: UInt32, expiry: Int32, category: String,
      hints: [(String, BusValue)], applicationName: String? = nil
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
    handlers = Box((onAction, onClosed))
    _ = cn_connect_notification_closed(
      handle,
      { notification, data in
        guard let notification else { return }
        Box<Handlers>.at(data)?.onClosed(Int(notify_notification_get_closed_reason(notification)))
      }, handlers.retained(), releaseBoxOfClosure)
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
    let iconInUpdate = setAppIcon == nil && !content.icon.isEmpty ? content.icon : nil
    notify_notification_update(handle, content.title, content.body, iconInUpdate)
    setAppIcon?(handle, content.icon)
    notify_notification_set_app_name(handle, content.applicationName)
    notify_notification_clear_hints(handle)
    notify_notification_set_timeout(handle, content.expiry)
    notify_notification_set_urgency(handle, NotifyUrgency(rawValue: content.urgency))
    notify_notification_set_category(handle, content.category)
    for (name, value) in content.hints {
      try? value.makeVariant().lend { notify_notification_set_hint(handle, name, $0) }
    }
    notify_notification_clear_actions(handle)
    for action in content.actions {
      notify_notification_add_action(
        handle, action.key, action.label,
        { notification, key, data in
          guard let notification, let key else { return }
          let token = notify_notification_get_activation_token(notification).map { String(cString: $0) }
          Box<Handlers>.at(data)?.onAction(String(cString: key), token)
        }, handlers.retained(), releaseBox)
    }
  }

  /// Sends `Notify` and waits for the reply; the first call shows a new notification, later ones replace it. Blocks for
  /// up to 25 s if the server does not answer.
  /// - Returns: the id that the server gave.
  @discardableResult public func show() throws(NotificationError) -> UInt32 {
    try NotificationError.throwing { notify_notification_show(handle, &$0).isTrue ? () : nil }
    guard id != 0 else {
      throw NotificationError(
        kind: .badReply, sentence: "The notification server returned the id 0; an id above 0 was expected.")
    }
    return id
  }

  /// Sends `CloseNotification` and waits for the reply. Blocks as `show` does.
  public func close() throws(NotificationError) {
    try NotificationError.throwing { notify_notification_close(handle, &$0).isTrue ? () : nil }
  }
}

@available(*, unavailable)
extension Notification: Sendable {}

/// Both callbacks, in one box that is retained at each registration.
private typealias Handlers = (onAction: (String, String?) -> Void, onClosed: (Int) -> Void)

/// libnotify 0.8.4 and later send the icon argument as `image-path`, which some servers cannot read, and have this
/// function for `app_icon`. It is looked up at run time, because earlier versions have no such function.
private let setAppIcon = dlsym(nil, "notify_notification_set_app_icon").map {
  unsafeBitCast(
    $0, to: (@convention(c) (UnsafeMutablePointer<NotifyNotification>?, UnsafePointer<CChar>?) -> Void).self)
}
