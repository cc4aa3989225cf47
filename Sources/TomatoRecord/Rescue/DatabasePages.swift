// Reads the pages of a damaged database file without SQLite, which refuses a file with a wrong first page or length,
// and a page with one wrong cell (docs/decisions/0021). Format: https://www.sqlite.org/fileformat.html.

package import GLibBridge

/// The pages of a database file, replaced by newer ones committed to its log.
package final class DatabasePages {
  /// The size of a page, in bytes.
  let size: Int
  /// The number of pages; the last one may be incomplete.
  let count: Int
  /// The schema version; nil for another program's file or a destroyed header.
  package let version: Int32?
  package var isNewer: Bool { (version ?? 0) > Schema.current.version }
  /// Whether a version before 1.0.0 wrote it.
  package var isOlder: Bool { (version ?? Schema.base) < Schema.base }
  private let file: FileReader
  private let log: DatabaseLog?

  package init(_ path: String) throws(FileError) {
    file = try FileReader(path)
    log = DatabaseLog(path + "-wal")
    let length = Files.size(path) ?? 0
    let header = (try? file.read(at: 0, 100)) ?? []
    size = log?.size ?? Self.size(of: file, length, claimed: header.number(at: 16, 2))
    count = max((length + size - 1) / size, log?.last ?? 0)
    let first = log?.page(1) ?? header
    let isOurs = first.starts(with: "SQLite format 3\0".utf8) && first.number(at: 68, 4) == Schema.applicationID
    version = isOurs ? Int32(truncatingIfNeeded: first.number(at: 60, 4)) : nil
  }

  /// - Returns: the bytes of a page; unreadable bytes are zero.
  func page(_ number: Int) -> [UInt8] {
    if let newer = log?.page(number) { return newer }
    let bytes = (try? file.read(at: (number - 1) * size, size)) ?? []
    return bytes + Array(repeating: 0, count: size - bytes.count)
  }

  // MARK: The size of a page

  private static let sizes = [4096, 512, 1024, 2048, 8192, 16384, 32768, 65536]
  private static let samples = 200

  /// The page size at which most samples look like pages, because the header may be destroyed. In a tie, the size in
  /// the header.
  private static func size(of file: FileReader, _ length: Int, claimed: Int) -> Int {
    let claimed = claimed == 1 ? 65536 : claimed
    let scores = (sizes.filter { $0 == claimed } + sizes).map { size in
      let pages = length / size
      let tried = Array(stride(from: 1, to: pages, by: max(pages / samples, 1)))
      let fits = tried.count { TablePage.fits((try? file.read(at: $0 * size, size)) ?? [], size) }
      return (size: size, score: Double(fits) / Double(max(tried.count, 1)))
    }
    return scores.max { $0.score < $1.score }?.size ?? sizes[0]
  }
}

/// The write-ahead log of a database: the newest committed form of each page in it.
private struct DatabaseLog {
  /// The size of a page, in bytes.
  let size: Int
  /// The highest number of a page in it.
  var last: Int { offsets.keys.max() ?? 0 }
  private let file: FileReader
  /// Offsets of the pages in the log, by page number.
  private var offsets: [Int: Int] = [:]

  private static let headerSize = 32
  private static let frameHeader = 24

  /// Nil without a log, or if its header is damaged.
  init?(_ path: String) {
    guard let file = try? FileReader(path), let header = try? file.read(at: 0, Self.headerSize),
      header.count == Self.headerSize, header.number(at: 0, 4) & ~1 == 0x377F_0682
    else { return nil }
    let isBigEndian = header[3] & 1 == 1
    var checksum = Checksum(isBigEndian: isBigEndian)
    checksum.add(header[..<24])
    size = header.number(at: 8, 4)
    guard checksum.matches(header[24...]), size >= 512, size <= 65536, size & (size - 1) == 0 else { return nil }
    self.file = file
    // A frame's checksum continues from the previous frame's stored one, so a damaged frame loses only itself.
    var (at, open) = (Self.headerSize, [Int: Int]())
    while let frame = try? file.read(at: at, Self.frameHeader + size), frame.count == Self.frameHeader + size {
      // Frames with other salts are of an earlier log, which is already in the database.
      guard frame[8..<16].elementsEqual(header[16..<24]) else { break }
      checksum.add(frame[..<8])
      checksum.add(frame[Self.frameHeader...])
      if checksum.matches(frame[16..<24]) {
        open[frame.number(at: 0, 4)] = at + Self.frameHeader
        if frame.number(at: 4, 4) != 0 {
          offsets.merge(open) { $1 }
          open = [:]
        }
      }
      checksum = Checksum(isBigEndian: isBigEndian, stored: frame[16..<24])
      at += frame.count
    }
  }

  func page(_ number: Int) -> [UInt8]? {
    guard let place = offsets[number], let bytes = try? file.read(at: place, size), bytes.count == size else {
      return nil
    }
    return bytes
  }

  /// The checksum of §4.2 of the file format.
  private struct Checksum {
    let isBigEndian: Bool
    private var first, second: UInt32

    /// - Parameter stored: the checksum so far.
    init(isBigEndian: Bool, stored: ArraySlice<UInt8> = ArraySlice(repeating: 0, count: 8)) {
      self.isBigEndian = isBigEndian
      (first, second) = Self.pair(stored)
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
      for place in stride(from: bytes.startIndex, to: bytes.endIndex, by: 8) {
        let (one, two) = Self.pair(bytes[place..<place + 8])
        first &+= (isBigEndian ? one : one.byteSwapped) &+ second
        second &+= (isBigEndian ? two : two.byteSwapped) &+ first
      }
    }

    func matches(_ bytes: ArraySlice<UInt8>) -> Bool { (first, second) == Self.pair(bytes) }

    private static func pair(_ bytes: ArraySlice<UInt8>) -> (UInt32, UInt32) {
      let start = bytes.startIndex
      func word(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[at + $1]) } }
      return (word(start), word(start + 4))
    }
  }
}

extension [UInt8] {
  /// A big-endian unsigned number of `length` bytes; 0 if out of range.
  func number(at place: Int, _ length: Int) -> Int {
    guard place >= 0, place + length <= count else { return 0 }
    return self[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
  }
}
