// Reads files piece by piece, because imported files may be larger than memory.
import CNotify
import Glibc

/// Reads a regular file from its beginning to its end.
public final class FileReader {
  private let descriptor: Int32
  private let path: String

  /// - Throws: one sentence, when it cannot be read or is no regular file.
  public init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = try Files.openRegular(path)
  }

  deinit { close(descriptor) }

  /// The next bytes, at most `limit`; empty at the end.
  public func read(_ limit: Int = 65_536) throws(FileError) -> [UInt8] {
    try read(limit) { Glibc.read(descriptor, $0, limit) }
  }

  /// The bytes from an offset on, at most `limit`; empty past the end.
  public func read(at offset: Int, _ limit: Int) throws(FileError) -> [UInt8] {
    try read(limit) { Glibc.pread(descriptor, $0, limit, offset) }
  }

  private func read(_ limit: Int, _ call: (UnsafeMutablePointer<UInt8>?) -> Int) throws(FileError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var got = call(buffer.baseAddress)
      while got < 0 && errno == EINTR { got = call(buffer.baseAddress) }
      if got < 0 { failure = errno }
      count = max(0, got)
    }
    if failure != 0 { throw FileError(path, "cannot be read", failure) }
    return bytes
  }
}

extension Files {
  /// Copies a regular file to an unused path.
  public static func copy(_ path: String, to other: String) throws(FileError) {
    let reader = try FileReader(path)
    let writer = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard writer >= 0 else { throw FileError(other, "cannot be written", errno) }
    defer { close(writer) }
    while true {
      let bytes = try reader.read(1 << 20)
      if bytes.isEmpty { return }
      try writeAll(bytes, to: writer, other)
    }
  }

  /// Free bytes for this user on the file's file system; nil if unknown.
  public static func freeRoom(_ path: String) -> Int? {
    var status = statvfs()
    return statvfs(path.forC, &status) == 0 ? Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize)) : nil
  }

  /// The size and modification time, to detect a change; nil if the file does not exist.
  public static func stamp(_ path: String) -> [Int]? {
    var status = stat()
    guard stat(path.forC, &status) == 0 else { return nil }
    return [Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
  }
}
