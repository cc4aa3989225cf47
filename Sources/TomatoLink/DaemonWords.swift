// Names that the command and the daemon share: the program, its socket, its options (docs/socket.md).

public enum DaemonWords {
  public static let program = "tomato-notifyd"
  /// The socket's file name.
  public static let socket = "tomato-notify.sock"
  /// Its value is the file descriptor on which the daemon writes `ready`.
  public static let readyOption = "--ready-fd"
  /// Its value is a folder with the device nodes of cameras and microphones, instead of `devices`.
  public static let devicesOption = "--devices"
  public static let devices = "/dev"
  public static let ready = "ready"
}
