// A figure of all that is recorded, which stands for itself: all that `stats` and `report` show of it.

internal import GLibBridge

struct RecordFigure {
  /// Its member in JSON.
  let key: String
  let json: BusValue
  /// Its line in the terminal: what it is called, and what it says.
  var line: (name: String, text: String)?
  /// Its numbers at the top of the page.
  var tiles: [Tile] = []
  /// Nothing is recorded that it could count.
  var isEmpty = true

  struct Tile {
    var name: String
    var value: String
    var note: String?
  }
}
