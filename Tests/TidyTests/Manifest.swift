// The rooms and what each builds on, as Package.swift has them.

struct Manifest {
  /// By room, all that it may import.
  let dependencies: [String: Set<String>]
  /// The rooms, each after those that build on it.
  let rooms: [String]

  /// - Parameter text: that of Package.swift. A target's name comes first in it, then its dependencies.
  init(_ text: String) {
    var dependencies: [String: Set<String>] = [:]
    for target in text.components(of: "arget(").dropFirst() {
      guard let name = target.components(of: "\"").dropFirst().first, !target.contains("path:") else { continue }
      let list = target.components(of: "dependencies: [").dropFirst().first?.components(of: "swiftSettings").first
      let names = list?.components(of: "\"").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element) ?? []
      if !name.hasSuffix("Tests") { dependencies[name] = Set(names).subtracting(["swift-argument-parser"]) }
    }
    self.dependencies = dependencies
    rooms = dependencies.keys.sorted {
      let (first, second) = (Self.closure($0, dependencies).count, Self.closure($1, dependencies).count)
      return (second, $0) < (first, $1)
    }
  }

  static let ours = Manifest(SourceTree.swift.first { $0.path == "Package.swift" }?.text ?? "")

  /// The room and all that it builds on.
  func closure(_ room: String) -> Set<String> { Self.closure(room, dependencies) }

  private static func closure(_ room: String, _ dependencies: [String: Set<String>]) -> Set<String> {
    dependencies[room, default: []].reduce(into: [room]) { $0.formUnion(closure($1, dependencies)) }
  }

  /// A line for each room that builds on others, with those that it does not reach through another of them.
  var graph: String {
    let lines = rooms.compactMap { room -> String? in
      let below = dependencies[room, default: []]
      let next = below.filter { one in !below.contains { $0 != one && closure($0).contains(one) } }
      if next.isEmpty { return nil }
      let space = repeatElement(" ", count: 16 - room.count).joined()
      return "    " + room + space + "-> "
        + (rooms.filter(next.contains) + next.subtracting(rooms).sorted()).joined(separator: ", ")
    }
    return lines.joined(separator: "\n")
  }
}

extension StringProtocol {
  fileprivate func components(of separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
  }
}
