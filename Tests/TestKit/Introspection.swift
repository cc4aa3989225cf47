// The XML by which a fake says what it has, from a short line for each member.
package enum Introspection {
  /// `Inhibit s a{sv} -> u` is a method, `paused: b` a property, `!WatchFired u` a signal.
  package static func xml(_ interfaces: KeyValuePairs<String, [String]>) -> String {
    let all = interfaces.map { "<interface name='\($0.key)'>\($0.value.map(member).joined())</interface>" }
    return "<node>\(all.joined())</node>"
  }

  private static func member(_ line: String) -> String {
    let words = line.split(separator: " ").map(String.init)
    let name = words[text: 0]
    if name.hasSuffix(":") {
      return "<property name='\(name.dropLast())' type='\(words[text: 1])' access='readwrite'/>"
    }
    let directions = name.hasPrefix("!") ? [""] : [" direction='in'", " direction='out'"]
    let types = words.dropFirst().split(separator: "->", omittingEmptySubsequences: false)
    let arguments = zip(types, directions).flatMap { types, way in types.map { "<arg type='\($0)'\(way)/>" } }
    let kind = name.hasPrefix("!") ? "signal" : "method"
    return "<\(kind) name='\(name.drop { $0 == "!" })'>\(arguments.joined())</\(kind)>"
  }
}
