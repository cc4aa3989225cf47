// The tray's icons as files: well-formed, of one colour that can be replaced, and drawn so that they can be read.
import Foundation
import TestKit
import Testing

struct TrayIconTests {
  static let colours = [
    "focus": "#ff7a5c", "break": "#3fb2d0", "paused": "#ffd84a", "urgent": "#dd1f3c", "completed": "#5cc46b",
  ]
  static let names =
    ["focus", "break", "paused", "urgent"]
    .flatMap { accent in (1...12).map { "\(accent)-\($0 < 10 ? "0" : "")\($0)" } } + ["completed"]
  let folder = repository.appending(path: "icons/hicolor/scalable/status")
  let start = "org.tomatoclock.TomatoNotify-tray-"

  @Test func `each has one colour of its own beside black or white and one grey, in a small well-formed file`() throws {
    #expect(try files(under: folder) == Self.names.map { "\(start)\($0).svg" }.sorted())
    for name in Self.names {
      let text = try String(contentsOf: folder.appending(path: "\(start)\(name).svg"), encoding: .utf8)
      let colour = try #require(Self.colours[String(name.prefix { $0 != "-" })])
      let found = Set(text.matches(of: /#[0-9A-Za-z]+/).map { String($0.output) })
      let ink = name.hasPrefix("paused") ? "#000000" : "#ffffff"
      #expect(found == (name == "completed" ? [colour, ink] : [colour, ink, "#808080"]), "\(name): \(found)")
      #expect(text.utf8.count < 2048)
    }
    let lint = try run(
      ["xmllint", "--noout"] + Self.names.map { "\(start)\($0).svg" }, from: "libxml2-utils", in: folder)
    #expect(lint.status == 0, "\(lint.output)")
  }

  // For each picture: its name, its size, how much of the ring has its colour; then how much two signs differ.
  private static let program = """
    import itertools, math, pathlib, subprocess, sys
    sys.path.insert(0, "scripts")
    sys.dont_write_bytecode = True
    import png
    def drawn(path, size):
      command = ["rsvg-convert", "-w", str(size), "-h", str(size), path]
      return png.decode(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    signs = {}
    for path in sorted(pathlib.Path("icons/hicolor/scalable/status").glob("*.svg")):
      name = path.stem.split("-tray-")[1]
      colour = [int(sys.argv[1].split(name.split("-")[0] + "=#")[1][at:at + 2], 16) for at in (0, 2, 4)]
      for size in (16, 22, 24, 32):
        full = all = 0
        for y, row in enumerate(drawn(path, size)):
          for x in range(size):
            radius = math.hypot(2 * x + 1 - size, 2 * y + 1 - size) * 11 / size
            if 8.2 <= radius <= 9.8:
              all += 1
              full += max(abs(a - b) for a, b in zip(row[x * 4:x * 4 + 3], colour)) < 48 and row[x * 4 + 3] > 200
            if size == 16 and radius < 6 and name.split("-")[-1] in ("12", "completed"):
              signs.setdefault(name, []).append(max(row[x * 4:x * 4 + 3]) - min(row[x * 4:x * 4 + 3]))
        print(name, size, full / all)
    seen = [[value < 60 for value in sign] for sign in signs.values()]
    print("signs", len(seen), min(sum(a != b for a, b in zip(*pair)) for pair in itertools.combinations(seen, 2)))
    """

  @Test
  func `at the sizes of panels the ring is filled as far as its step says, and signs differ without colour`() throws {
    _ = try run(["rsvg-convert", "--version"], from: "librsvg2-bin")
    let list = Self.colours.map { "\($0)=\($1)" }.sorted().joined(separator: " ")
    let answer = try run(["python3", "-c", Self.program, list], from: "python3").output
    let lines = answer.split(separator: "\n").map { $0.split(separator: " ") }
    try #require(lines.count == Self.names.count * 4 + 1, "\(answer)")
    for line in lines.dropLast() where line[at: 0] != "completed" {
      let (step, share) = (
        try #require(line[at: 0].flatMap { Double($0.suffix(2)) }), try #require(line[at: 2].flatMap { Double($0) })
      )
      #expect(abs(share - step / 12) < 0.08, "\(line)")
    }
    let signs = try #require(lines.last)
    let difference = try #require(signs[at: 2].flatMap { Int($0) })
    #expect(signs[at: 1] == "5" && difference >= 6, "\(signs)")
  }
}
