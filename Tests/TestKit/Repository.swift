// Where the repository is, for the tests that read its documents, icons and scripts.
import Testing

public enum Repository {
  /// The folder of the package, without a slash at its end.
  public static let root = String(#filePath.dropLast("/Tests/TestKit/Repository.swift".count))

  /// A file, as text; empty where there is none.
  public static func text(_ path: String) -> String { Files.text(root + "/" + path) }

  /// The rows of all tables of a page.
  public static func rows(of page: String) -> [TableRow] {
    var (rows, section, headings) = ([TableRow](), "", [String]())
    for line in text(page).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      guard line.hasPrefix("| ") else {
        if !line.hasPrefix("|---") { headings = [] }
        continue
      }
      let cells = line.split(separator: "|").map { $0.without(" ") }
      if headings.isEmpty {
        headings = cells
      } else {
        rows.append(TableRow(section: section, headings: headings, cells: cells))
      }
    }
    return rows
  }
}

/// A row of a table: its section, the headings of the table, and the cells.
public struct TableRow: CustomTestStringConvertible, Sendable {
  public let section: String
  public let headings: [String]
  public let cells: [String]
  public var testDescription: String { cells[text: 0] }

  /// What a cell with code in it says.
  public func code(_ place: Int) -> String { cells[text: place].without("`") }
}

extension StringProtocol {
  /// Without this at both ends.
  fileprivate func without(_ sign: Character) -> String {
    guard let last = lastIndex(where: { $0 != sign }) else { return "" }
    return String(self[...last].drop { $0 == sign })
  }
}
