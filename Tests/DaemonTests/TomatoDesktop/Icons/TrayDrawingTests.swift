// The tray's icon as pixels: its form on the bus, and that it is the picture that the shipped files have.
import Foundation
import TestKit
import Testing
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct TrayDrawingTests {
  @Test(arguments: Accent.allCases)
  func `pixels come in two sizes, alpha first, and hold the colour`(_ accent: Accent) {
    let color = Color(r: 10, g: 120, b: 250)
    let pixmaps = TrayDrawing.pixmaps(accent, step: accent == .completed ? nil : 12, color)
    #expect(pixmaps.map(\.width) == [22, 44] && pixmaps.map(\.height) == [22, 44])
    for pixmap in pixmaps {
      let size = Int(pixmap.width)
      #expect(pixmap.argb.count == size * size * 4)
      #expect(pixmap.argb[0..<4] == [0, 0, 0, 0], "the corner is empty")
      // The middle of the ring at three o'clock.
      let at = (size / 2 * size + size * 20 / 22) * 4
      #expect(Array(pixmap.argb[at..<at + 4]) == [255, 10, 120, 250])
    }
  }

  /// Compares each line of its input with the file of that name: the worst difference and the mean.
  private static let program = """
    import pathlib, subprocess, sys
    sys.path.insert(0, "scripts")
    sys.dont_write_bytecode = True
    import png
    for line in sys.stdin.read().splitlines():
      name, size, pixels = line.split()
      argb = bytes.fromhex(pixels)
      command = ["rsvg-convert", "-w", size, "-h", size, f"icons/hicolor/scalable/status/{name}.svg"]
      drawn = png.decode(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
      size = int(size)
      rgba = b"".join(argb[at + 1:at + 4] + argb[at:at + 1] for at in range(0, len(argb), 4))
      mine = [rgba[row * size * 4:(row + 1) * size * 4] for row in range(size)]
      seen, drawn = (b"".join(bytes(png.premultiplied(row)) for row in rows) for rows in (mine, drawn))
      differences = [abs(a - b) for a, b in zip(seen, drawn)]
      print(name, size, max(differences), sum(differences) / len(differences))
    """

  @Test(.enabled(if: Program.exists("rsvg-convert"))) func `the pixels are the shipped drawings`() throws {
    var lines = ""
    for accent in Accent.allCases {
      for step in accent == .completed ? [nil] : (1...12).map(Optional.some) {
        for pixmap in TrayDrawing.pixmaps(accent, step: step, Appearance().color(of: accent)) {
          let digits = pixmap.argb.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
          lines += "\(TrayIcon.name(accent, step: step)) \(pixmap.width) \(digits)\n"
        }
      }
    }
    let answers = try python(Self.program, input: lines).split(separator: "\n")
    #expect(answers.count == 98)
    for answer in answers {
      let words = answer.split(separator: " ")
      let (worst, mean) = (
        try #require(words[at: 2].flatMap { Int($0) }), try #require(words[at: 3].flatMap { Double($0) })
      )
      #expect(worst <= 100 && mean <= 2.5, "\(answer)")
    }
  }

  private func python(_ program: String, input: String) throws -> String {
    let questions = TemporaryFolder()
    Files.write(input, to: questions.file("input"))
    let words = ["sh", "-c", "exec python3 -c \"$1\" <\"$2\"", "sh", program, questions.file("input")]
    let answer = Program.run(words, in: Repository.root)
    try #require(answer.code == 0, "\(answer.output)")
    return answer.output
  }
}
