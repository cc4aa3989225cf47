// What the command and the daemon's program must know of each other before they can talk (docs/socket.md).

public enum DaemonWords {
  /// The daemon's program.
  public static let program = "tomato-notifyd"
  /// The socket's name in its folder.
  public static let socket = "tomato-notify.sock"
  /// Followed by the number of the descriptor on which the program says that it is ready.
  public static let readyOption = "--ready-fd"
  /// Followed by a folder in which the nodes of cameras and microphones are looked for, instead of `devices`.
  public static let devicesOption = "--devices"
  /// Their folder.
  public static let devices = "/dev"
  /// The line for "ready".
  public static let ready = "ready"
}
