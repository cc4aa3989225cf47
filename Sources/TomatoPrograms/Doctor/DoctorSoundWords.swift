// What doctor says about the sound of a phase's end.

internal import TomatoWords

extension DoctorWords {
  static let soundByServer = tr("the end of a phase is played by the notification server")
  static let soundByUs = tr("the end of a phase is played with libcanberra")
  static let soundOff = tr("nothing is heard, as [alert] sound and volume say")
  static let noSoundLibrary = tr("nothing is heard: libcanberra (libcanberra.so.0) is not installed")
  static let installSoundLibrary = tr("install it (libcanberra0, libcanberra or libcanberra-pulse)")
  static let setSound = "\"tomato-notify config set alert.sound default\""
}
