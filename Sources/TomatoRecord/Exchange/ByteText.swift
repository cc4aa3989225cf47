// One line of an export while it is made. In bytes: a million lines have thirty million parts, and adding a part to a
// String takes several times as long.

internal import TomatoLink

struct ByteText {
  private var bytes: [UInt8] = []

  /// - Parameter room: how many bytes it has usually.
  init(room: Int) { bytes.reserveCapacity(room) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func add(_ part: [UInt8]) { bytes.append(contentsOf: part) }
  /// One character of ASCII.
  mutating func add(sign: Unicode.Scalar) { bytes.append(UInt8(ascii: sign)) }

  /// - Parameter digits: at least so many, with zeros in front.
  mutating func add(_ number: Int64, digits: Int = 1) {
    if number < 0 { add(sign: "-") }
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

  mutating func add(_ number: Int, digits: Int = 1) { add(Int64(number), digits: digits) }

  mutating func add<Element>(
    _ list: [Element], between: Unicode.Scalar, _ addElement: (_ element: Element, _ text: inout ByteText) -> Void
  ) {
    for (index, element) in list.enumerated() {
      if index > 0 { add(sign: between) }
      addElement(element, &self)
    }
  }

  // MARK: JSON

  /// Any text, with its quotation marks.
  mutating func addQuoted(_ text: String) {
    if JSONText.isPlain(text) { add([], word: text) } else { add(JSONText.quoted(text)) }
  }

  /// A member whose value is any text.
  mutating func add(_ name: [UInt8], text: String) {
    add(name)
    addQuoted(text)
  }

  /// A member whose value is a text without anything that JSON would escape.
  mutating func add(_ name: [UInt8], word: String) {
    add(name)
    add(sign: "\"")
    add(word)
    add(sign: "\"")
  }

  mutating func add<Element>(
    _ name: [UInt8], list: [Element], _ addElement: (_ element: Element, _ text: inout ByteText) -> Void
  ) {
    add(name)
    add(sign: "[")
    add(list, between: ",", addElement)
    add(sign: "]")
  }
}
