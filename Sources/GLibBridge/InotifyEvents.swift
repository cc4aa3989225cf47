// Reading what inotify says, inotify(7).
import Glibc

/// Hands over each event that waits on the descriptor, which does not block, with the name in a watched directory that
/// it is about; the name is empty where it is about the watched path itself.
func readInotifyEvents(_ descriptor: Int32, _ take: (inotify_event, String) -> Void) {
  let headerSize = MemoryLayout<inotify_event>.size
  var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  while true {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { break }
    var offset = 0
    while offset + headerSize <= count {
      let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
      let name = buffer[(offset + headerSize)..<min(count, offset + headerSize + Int(event.len))].prefix { $0 != 0 }
      take(event, String(decoding: name, as: UTF8.self))
      offset += headerSize + Int(event.len)
    }
  }
}
