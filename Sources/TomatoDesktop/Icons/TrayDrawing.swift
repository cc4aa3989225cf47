// The tray's icons as pixels, for trays that find neither names nor files (`IconPixmap`). The same shapes as in
// scripts/draw-icons.py, on the same grid of 22; a test compares the two.

internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

/// One size of an icon, as a tray item sends it in `IconPixmap`.
package nonisolated struct TrayPixmap: Equatable {
  var width: Int32
  var height: Int32
  /// Alpha, red, green, blue of each pixel, row by row, not premultiplied: ARGB32 in network byte order.
  var argb: [UInt8]
}

nonisolated enum TrayDrawing {
  /// The usual size, and twice that for high-resolution screens; hosts scale to other sizes.
  static let sizes: [Int32] = [22, 44]

  /// - Parameter step: twelfths of the ring that are left, 1 to 12; nil for the icon without a ring.
  static func pixmaps(_ accent: Accent, step: Int?, _ color: Color) -> [TrayPixmap] {
    let layers = layers(accent, step, color)
    return sizes.map { size in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(Int(size * size) * 4)
      let scale = Double(size) / grid
      for y in 0..<size {
        for x in 0..<size {
          bytes += pixel((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale, scale, layers)
        }
      }
      return TrayPixmap(width: size, height: size, argb: bytes)
    }
  }

  private static let grid = 22.0
  private static let middle = 11.0
  private static let ring = 9.0
  private static let grey = Color(0x808080)

  /// - distance: to the edge of the shape, negative inside.
  private struct Layer {
    let color: Color
    var opacity = 1.0
    let distance: (_ x: Double, _ y: Double) -> Double
  }

  private static func layers(_ accent: Accent, _ step: Int?, _ color: Color) -> [Layer] {
    let symbol = symbol(accent).map { shape in Layer(color: color.ink) { shape.distance($0, $1) } }
    guard let step else { return [Layer(color: color) { radius($0, $1) - 10.5 }] + symbol }
    return [
      Layer(color: grey, opacity: 0.6) { abs(radius($0, $1) - ring) - 2 },
      Layer(color: color) { max(abs(radius($0, $1) - ring) - 1.5, pastEnd($0 - middle, $1 - middle, step)) },
      Layer(color: color) { radius($0, $1) - 6 },
    ] + symbol
  }

  /// Alpha, red, green, blue. Edges are antialiased over one pixel.
  private static func pixel(_ x: Double, _ y: Double, _ scale: Double, _ layers: [Layer]) -> [UInt8] {
    guard radius(x, y) < middle + 1 else { return [0, 0, 0, 0] }
    var (alpha, red, green, blue) = (0.0, 0.0, 0.0, 0.0)
    for layer in layers {
      let coverage = min(max(0.5 - layer.distance(x, y) * scale, 0), 1) * layer.opacity
      guard coverage > 0 else { continue }
      alpha = coverage + alpha * (1 - coverage)
      red = Double(layer.color.r) * coverage + red * (1 - coverage)
      green = Double(layer.color.g) * coverage + green * (1 - coverage)
      blue = Double(layer.color.b) * coverage + blue * (1 - coverage)
    }
    guard alpha > 0 else { return [0, 0, 0, 0] }
    return [alpha * 255, red / alpha, green / alpha, blue / alpha].map { UInt8(min(max($0, 0), 255) + 0.5) }
  }

  private static func radius(_ x: Double, _ y: Double) -> Double {
    ((x - middle) * (x - middle) + (y - middle) * (y - middle)).squareRoot()
  }

  /// The distance of a point past the arc's end, clockwise from twelve o'clock.
  private static func pastEnd(_ x: Double, _ y: Double, _ step: Int) -> Double {
    guard step < TrayIcon.steps else { return -.infinity }
    let end = x * sine(step + 3) + y * sine(step)
    return step <= TrayIcon.steps / 2 ? max(-x, end) : min(-x, end)
  }

  /// The sine of a number of twelfths of a whole turn.
  private static func sine(_ twelfths: Int) -> Double {
    let quarter = [0, 0.5, 0.75.squareRoot(), 1, 0.75.squareRoot(), 0.5]
    let at = (twelfths % 12 + 12) % 12
    return at < 6 ? quarter[at] : -quarter[at - 6]
  }
}

nonisolated extension TrayDrawing {
  private enum Shape {
    case line(Double, Double, Double, Double, width: Double)
    case box(left: Double, top: Double, right: Double, bottom: Double, radius: Double)

    func distance(_ x: Double, _ y: Double) -> Double {
      switch self {
      case .line(let fromX, let fromY, let toX, let toY, let width):
        let (dx, dy) = (toX - fromX, toY - fromY)
        let part = min(max(((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy), 0), 1)
        return length(x - fromX - part * dx, y - fromY - part * dy) - width / 2
      case .box(let left, let top, let right, let bottom, let radius):
        let outX = abs(x - (left + right) / 2) - (right - left) / 2 + radius
        let outY = abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
        return length(max(outX, 0), max(outY, 0)) + min(max(outX, outY), 0) - radius
      }
    }

    private func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
  }

  private static func symbol(_ accent: Accent) -> [Shape] {
    switch accent {
    case .focus: [.line(11, 7.5, 11, 11, width: 2), .line(11, 11, 14, 11, width: 2)]
    case .break:
      [
        .box(left: 7, top: 9, right: 12, bottom: 14.5, radius: 1.5), .line(12, 10, 14, 10, width: 1),
        .line(14, 10, 14, 12, width: 1), .line(14, 12, 12, 12, width: 1), .line(8.5, 6.5, 8.5, 7.5, width: 1),
        .line(10.5, 6.5, 10.5, 7.5, width: 1),
      ]
    case .paused:
      [
        .box(left: 8, top: 8, right: 10, bottom: 14, radius: 0.5),
        .box(left: 12, top: 8, right: 14, bottom: 14, radius: 0.5),
      ]
    case .urgent:
      [
        .box(left: 10, top: 7, right: 12, bottom: 12, radius: 0.5),
        .box(left: 10, top: 13, right: 12, bottom: 15, radius: 0.5),
      ]
    case .completed: [.line(6, 11.5, 9.5, 15, width: 3), .line(9.5, 15, 16, 8, width: 3)]
    }
  }
}

/// Chooses the tray's icon: one for each accent, with a ring that empties as time passes. scripts/draw-icons.py draws
/// them.
enum TrayIcon {
  /// Steps of the ring; more cannot be distinguished at 16 pixels.
  nonisolated static let steps = 12

  /// The twelfths of the ring that are left; nil: no ring. At least 1, because an empty ring would say that the time is
  /// over. An activity without an end (a stopwatch) has a full ring.
  static func step(_ state: ContentState) -> Int? {
    if state.state == .completed { return nil }
    guard state.totalDuration > 0 else { return steps }
    let left = min(max(state.seconds, 0), state.totalDuration)
    return max(1, (2 * steps * left + state.totalDuration) / (2 * state.totalDuration))
  }

  /// The icon's name in the hicolor theme.
  static func name(_ state: ContentState) -> String { name(state.accent, step: step(state)) }

  /// - Parameter step: twelfths left, 1 to 12; nil for the icon without a ring, which only `completed` has.
  static func name(_ accent: Accent, step: Int?) -> String {
    let start = BusNames.application + "-tray-" + accent.rawValue
    guard let step else { return start }
    return start + (step < 10 ? "-0\(step)" : "-\(step)")
  }
}
