// Reads files piece by piece, because imported files may be larger than memory.
import CNotify
import Glibc

public final class FileReader {
  private let descriptor: Descriptor
  private let path: String

  /// Never waits, not even for a FIFO.
  /// - Throws: one sentence, when it cannot be read or is no regular file.
  public init(_ path: String) throws(FileError) {
    self.path = path
    let opened = Descriptor(open(path.forC, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
    let code = errno
    guard let opened else {
      // `open` fails for a socket.
      if code == ENXIO, let status = Files.status(path) { throw Files.notAFile(path, status) }
      throw FileError(path, "cannot be read", code)
    }
    var status = stat()
    guard fstat(opened.number, &status) == 0, status.isRegular else { throw Files.notAFile(path, status) }
    descriptor = opened
  }

  /// The next bytes, at most `limit`; empty at the end.
  public func read(_ limit: Int = 65_536) throws(FileError) -> [UInt8] {
    try read(limit) { Glibc.read(descriptor.number, $0, limit) }
  }

  /// The bytes from an offset on, at most `limit`; empty past the end.
  public func read(at offset: Int, _ limit: Int) throws(FileError) -> [UInt8] {
    try read(limit) { Glibc.pread(descriptor.number, $0, limit, offset) }
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
  /// The whole content of a regular file of at most `limit` bytes. Never waits.
  public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let reader = try FileReader(path)
    // Does not use the reported size, which may be wrong (files of /proc) or change (a writer).
    var content: [UInt8] = []
    while case let more = try reader.read(min(limit + 1 - content.count, 1 << 20)), !more.isEmpty {
      content += more
      guard content.count <= limit else {
        throw FileError("\(path) is too large: at most \(limit) bytes were expected.")
      }
    }
    return content
  }

  /// Copies a regular file to an unused path.
  public static func copy(_ path: String, to other: String) throws(FileError) {
    let reader = try FileReader(path)
    guard let writer = Descriptor(open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)) else {
      throw FileError(other, "cannot be written", errno)
    }
    while case let bytes = try reader.read(1 << 20), !bytes.isEmpty { try writeAll(bytes, to: writer.number, other) }
  }

  /// Free bytes for this user on the file's file system; nil if unknown.
  public static func freeRoom(_ path: String) -> Int? {
    var status = statvfs()
    return statvfs(path.forC, &status) == 0 ? Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize)) : nil
  }

  /// The size and modification time, to detect a change; nil if the file does not exist.
  public static func stamp(_ path: String) -> [Int]? {
    status(path).map { [Int($0.st_size), Int($0.st_mtim.tv_sec), Int($0.st_mtim.tv_nsec)] }
  }
}
