// How many notifications about links are allowed, as a table of moments.
import TestKit
import Testing

@testable import TomatoDesktop

@MainActor struct NoticeLimitTests {
  private let folder = TemporaryFolder()

  /// Each call as another process makes it.
  private func take(_ seconds: Double...) -> [Bool] {
    seconds.map { NoticeLimit(folder: folder.path).take(at: .seconds($0)) }
  }

  @Test func `four in ten seconds, and the fifth when the first is ten seconds old`() {
    #expect(take(100, 100, 103, 109.9) == [true, true, true, true])
    #expect(take(109.9, 109.999) == [false, false])
    #expect(take(110, 110, 110, 113, 113) == [true, true, false, true, false])
  }

  @Test func `what an earlier start of the machine has left counts for nothing`() {
    #expect(take(5000, 5000, 5000, 5000) == [true, true, true, true])
    #expect(take(8) == [true])
  }

  @Test func `a file that says nothing counts for nothing, and is written anew`() {
    Files.write("\u{0}four\n99999999999999999999\n-1\n", to: folder.file("tomato-notify.notices"))
    #expect(take(100, 100, 100, 100, 100) == [true, true, true, true, false])
  }

  @Test func `where nothing can be counted a person is told`() {
    #expect(NoticeLimit(folder: nil).take(at: .zero))
    #expect(NoticeLimit(folder: "/proc/self/nothing").take(at: .zero))
  }
}
