// A figure over the whole record, with its forms in `stats` and `report`.

internal import GLibBridge

struct RecordFigure {
  /// The JSON key.
  let key: String
  let json: BusValue
  /// The line in the terminal.
  var line: (name: String, text: String)?
  /// The tiles at the top of the report.
  var tiles: [Tile] = []
  /// Whether nothing is recorded that it counts.
  var isEmpty = true

  struct Tile {
    var name: String
    var value: String
    var note: String?
  }
}
