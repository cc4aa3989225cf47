// Reads inotify events, inotify(7).
import Glibc

/// Passes each waiting event to `take`, with the name of the entry in a watched directory; the name is empty for the
/// watched path itself. The descriptor must be non-blocking.
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
