// The terminal's colours, and the escape code for a configured one.

/// The colour of the accented lines.
public struct TerminalPaint: Hashable, Sendable {
  public var accent: Accent
  /// Nil: the terminal's own colour for the accent.
  public var color: Color?

  public init(accent: Accent, color: Color?) { (self.accent, self.color) = (accent, color) }
}

public enum TerminalColors: Hashable, Sendable {
  /// Colours are turned off (NO_COLOR).
  case none
  /// 8 colours.
  case palette
  /// xterm's 256 colours.
  case indexed
  /// 24 bits.
  case direct

  /// COLORTERM announces 24 bits, and a TERM with `256color` announces 256 colours.
  public init(_ environment: (String) -> String?) {
    let isDirect = ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "")
    let isIndexed = environment("TERM")?.containsText("256color") == true
    self = environment("NO_COLOR") != nil ? .none : isDirect ? .direct : isIndexed ? .indexed : .palette
  }

  /// The parameters of SGR (ECMA-48) that select the colour; nil without colours.
  public func code(_ paint: TerminalPaint?) -> String? {
    switch (self, paint?.color) {
    case (.none, _): nil
    case (.direct, let color?): "38;2;\(color.r);\(color.g);\(color.b)"
    case (.indexed, let color?): "38;5;\(Self.nearest(to: color))"
    case (.palette, _), (_, nil): String(Self.paletteColor(paint?.accent))
    }
  }

  private static func paletteColor(_ accent: Accent?) -> Int {
    switch accent {
    case .focus, nil: 36
    case .break: 34
    case .paused: 33
    case .completed: 32
    case .urgent: 31
    }
  }

  /// The levels of xterm's cube of 6 × 6 × 6 colours, which begins at 16. 24 greys follow from 232 on.
  private static let levels = [0, 95, 135, 175, 215, 255]

  private static func nearest(to color: Color) -> Int {
    let wanted = [Int(color.r), Int(color.g), Int(color.b)]
    let steps = wanted.map { part in
      levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
    }
    let cube = (16 + 36 * steps[0] + 6 * steps[1] + steps[2], steps.map { levels[$0] })
    let step = min(23, max(0, (wanted.reduce(0, +) / 3 - 3) / 10))
    let grey = (232 + step, [Int](repeating: 8 + 10 * step, count: 3))
    return distance(cube.1, wanted) <= distance(grey.1, wanted) ? cube.0 : grey.0
  }

  private static func distance(_ a: [Int], _ b: [Int]) -> Int {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
