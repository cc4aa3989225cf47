// The X server's address from DISPLAY, and its cookie from the XAUTHORITY file (Xau, xauth(1)).

internal import GLibBridge

/// A local display; remote ones are ignored, because their input is another machine's.
nonisolated struct XDisplay: Equatable {
  let number: Int
  var socket: String

  /// - Parameter text: as in DISPLAY: `:0`, `:0.1`, `unix:0`; nil for everything else.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].isEmpty || parts[0] == "unix" else { return nil }
    let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard let first = numbers.first, numbers.count <= 2, first.allSatisfy({ ("0"..."9").contains($0) }),
      let number = Int(first), number <= 65535
    else { return nil }
    (self.number, socket) = (number, "/tmp/.X11-unix/X\(number)")
  }
}

nonisolated enum XAuthority {
  static let cookieName = "MIT-MAGIC-COOKIE-1"
  /// Larger files are ignored. In bytes.
  private static let longestFile = 1 << 20

  /// The families of an entry's address: this machine, and every machine.
  private static let (local, wild): (Int, Int) = (256, 65535)

  /// Nil if there is none; the server may still accept us by other rules.
  static func cookie(for display: XDisplay) -> [UInt8]? {
    guard let path = Paths.environment("XAUTHORITY") ?? Paths.home.map({ $0 + "/.Xauthority" }),
      let file = try? Files.read(path, limit: longestFile)
    else { return nil }
    let host = (try? Files.read("/proc/sys/kernel/hostname", limit: 256)) ?? []
    return cookie(for: display, in: file, host: host.filter { $0 != 10 })
  }

  /// Prefers the entry of this host, then one of every host, then the first for the display.
  /// - file: entries: a family, then address, number, name, data, each after its length. Integers: 16 bits, big-endian.
  static func cookie(for display: XDisplay, in file: [UInt8], host: [UInt8]) -> [UInt8]? {
    var rest = file[...]
    var (best, rank) = ([UInt8]?.none, 0)
    while let family = number(&rest), let address = part(&rest), let number = part(&rest), let name = part(&rest),
      let data = part(&rest)
    {
      guard number.isEmpty || number.elementsEqual(String(display.number).utf8),
        name.elementsEqual(cookieName.utf8), data.count <= 256
      else { continue }
      let fits = family == local && address.elementsEqual(host) ? 3 : family == wild ? 2 : 1
      if fits > rank { (best, rank) = (Array(data), fits) }
    }
    return best
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  private static func part(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let length = number(&rest), length <= rest.count else { return nil }
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }
}
