// A desktop whose bus, notification server, tray, Mutter, Wayland and X servers hang, err, lie, flood, go and come, by
// seed, while a person works with the built daemon. Meanwhile `status` is answered at once; once all of them are sane
// again there is one card for each activity, the right one, and the tray item says the right time. Two stories in each
// run, more in `make torture`; TOMATO_SEED=7 repeats one.
import TestKit
import Testing

@MainActor @Suite(.serialized) struct HostileDesktopTests {
  /// The longest that `status` may take, in milliseconds.
  static let limit = 100.0

  @Test func `whatever a desktop does status is answered at once, and afterwards all is right again`() async {
    var (longest, answers) = (0.0, 0)
    let torture = Torture("desktops", seed: 1)
    await torture.tell("stories", usually: 2, steps: torture.isLong ? 40 : 15) { seed, steps in
      do {
        let desktop = try HostileDesktop(seed: seed)
        let wrong = try desktop.run(steps)
        longest = max(longest, desktop.asker.longest)
        answers += desktop.asker.answers
        return wrong.map { "\($0) \(desktop.story)" }
      } catch {
        return "\(error)"
      }
    }
    let left = Preload.compiler == nil ? "; without the X server, as there is no compiler" : ""
    torture.say("\(answers.inGroups) times status, \(Int(longest.rounded(.up))) ms at most\(left)")
  }
}
