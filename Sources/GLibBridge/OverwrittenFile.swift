// A small file that is written over again and again.
import CNotify
import Glibc

/// Writes do not wait for the disk. An interrupted write leaves a mix of the old and the new content.
public final class OverwrittenFile {
  private let descriptor: Descriptor

  /// Creates a missing file, for its owner alone (0600). Nil if it cannot be written or is no regular file.
  public init?(_ path: String) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    guard let opened = Descriptor(open(path.forC, flags, 0o600)) else { return nil }
    var status = stat()
    guard fstat(opened.number, &status) == 0, status.isRegular else { return nil }
    descriptor = opened
  }

  /// Overwrites the beginning of the file with the text. The rest of the file stays. Errors are ignored.
  public func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = pwrite(descriptor.number, bytes, bytes.count, 0)
  }
}
