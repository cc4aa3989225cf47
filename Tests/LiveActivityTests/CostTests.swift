// What many activities cost their program and the daemon.
import TestKit
import Testing

struct CostTests {
  @Test(arguments: [1, 64])
  func `all activities of a program have one connection and one thread more`(_ count: Int) throws {
    let desk = try Desk().start()
    let result = Program.run([Program.products + "/live-bench", "\(count)"], environment: desk.environment)
    let expected = """
      activities 0, threads 1, connections 0
      activities \(count), threads 2, connections 1
      seen \(count)

      """
    #expect(result.code == 0 && result.output == expected, "\(result.output)")
  }
}
