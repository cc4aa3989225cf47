// What the activities of one program cost it: threads, and connections to the daemon. It says both before the first
// activity and with all of them, and how many of its own activities it sees change.
// swift run -c release live-bench 64
import Foundation
import LiveActivity

struct Work: ActivityAttributes {
  struct ContentState: Codable, Hashable, Sendable { var step = 0 }
  var number: Int
}

/// What stands in a folder of /proc/self, and leads to something of that beginning.
func count(_ folder: String, _ beginning: String = "") -> Int {
  let path = "/proc/self/" + folder
  let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  guard !beginning.isEmpty else { return names.count }
  let targets = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/\($0)") }
  return targets.count { $0.hasPrefix(beginning) }
}

func say(_ activities: Int) {
  print("activities \(activities), threads \(count("task")), connections \(count("fd", "socket:"))")
}

let wanted = max(CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1, 1)
say(0)
let activities = try (0..<wanted).map { number in
  try Activity.request(attributes: Work(number: number), content: .init(state: .init(), staleDate: nil))
}
// The stream is opened beside the requests.
while count("fd", "socket:") == 0 { Thread.sleep(forTimeInterval: 0.01) }
say(activities.count)
print("seen \(Activity<Work>.activities.count)")
