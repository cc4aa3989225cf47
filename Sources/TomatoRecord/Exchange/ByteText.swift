// Builds one line of an export as bytes. Appending to a String takes several times as long.

internal import TomatoLink

struct ByteText {
  private var bytes: [UInt8] = []

  /// - Parameter room: the usual number of bytes.
  init(room: Int) { bytes.reserveCapacity(room) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func add(_ part: [UInt8]) { bytes.append(contentsOf: part) }
  mutating func add(ascii character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

  /// - Parameter digits: the minimum number of digits, filled with leading zeros.
  mutating func add(_ number: some FixedWidthInteger, digits: Int = 1) {
    if number < 0 { add(ascii: "-") }
    var (count, rest) = (1, number.magnitude / 10)
    while rest > 0 { (count, rest) = (count + 1, rest / 10) }
    let first = bytes.count
    for _ in 0..<max(count, digits) { bytes.append(UInt8(ascii: "0")) }
    rest = number.magnitude
    var place = bytes.count - 1
    while rest > 0, place >= first {
      bytes[place] += UInt8(truncatingIfNeeded: rest % 10)
      (place, rest) = (place - 1, rest / 10)
    }
  }

  mutating func add<Element>(
    _ list: [Element], between: Unicode.Scalar, _ addElement: (_ element: Element, _ text: inout ByteText) -> Void
  ) {
    for (index, element) in list.enumerated() {
      if index > 0 { add(ascii: between) }
      addElement(element, &self)
    }
  }

  // MARK: JSON

  mutating func addQuoted(_ text: String) {
    if JSONText.isPlain(text) { add([], word: text) } else { add(JSONText.quoted(text)) }
  }

  /// Adds a member with any text as its value.
  mutating func add(_ name: [UInt8], text: String) {
    add(name)
    addQuoted(text)
  }

  /// Adds a member with a text that needs no escapes as its value.
  mutating func add(_ name: [UInt8], word: String) {
    add(name)
    add(ascii: "\"")
    add(word)
    add(ascii: "\"")
  }

  mutating func add<Element>(
    _ name: [UInt8], list: [Element], _ addElement: (_ element: Element, _ text: inout ByteText) -> Void
  ) {
    add(name)
    add(ascii: "[")
    add(list, between: ",", addElement)
    add(ascii: "]")
  }
}
