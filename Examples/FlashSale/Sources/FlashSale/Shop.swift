// What can be bought, and bookings: each is a live activity and nothing else, so whoever looks at the activities knows
// what is booked, also after the program was started again.
import Foundation
import Glibc
import LiveActivity

struct Product: Identifiable {
  let id: String
  let name: String
  let price: Int
  let picture: String
  let start: Date
  let end: Date

  func isOpen(_ now: Date) -> Bool { start <= now && now < end }
}

enum Shop {
  /// Three products, each on sale for ten minutes in every half hour, one after the other: at any time one is open and
  /// the others can be booked. It is the clock's: every process of the program has the same.
  ///
  /// For trying it out: FLASHSALE_START is when the first one starts, in seconds since 1970, the others half an hour
  /// and an hour later, and each once; FLASHSALE_LASTS is how long each takes, in seconds.
  static var products: [Product] {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["FLASHSALE_START"].flatMap(Double.init)
    let length = environment["FLASHSALE_LASTS"].flatMap(Double.init) ?? 600
    let goods = [
      ("headphones", "降噪耳机", 1299, "audio-headphones"), ("keyboard", "机械键盘", 499, "input-keyboard"),
      ("camera", "微单相机", 6999, "camera-photo"),
    ]
    return goods.enumerated().map { place, item in
      let place = Double(place)
      let start = first.map { $0 + place * period } ?? next(place * period / Double(goods.count), length)
      return Product(
        id: item.0, name: item.1, price: item.2, picture: item.3, start: Date(timeIntervalSince1970: start),
        end: Date(timeIntervalSince1970: start + length))
    }
  }

  /// In seconds.
  private static let period = 1800.0

  /// When the sale starts that is the next to end, of those that start so many seconds after each half hour.
  private static func next(_ offset: Double, _ length: Double) -> Double {
    let ended = Date().timeIntervalSince1970 - length - offset
    return offset + ((ended / period).rounded(.down) + 1) * period
  }

  static func product(_ id: String) -> Product? { products.first { $0.id == id } }

  /// So many may be booked at a time.
  static let most = 2

  enum Booking: Equatable {
    case booked, already, tooMany, tooLate
    /// Why the desktop shows none.
    case refused(String)
  }

  /// Those that are not over.
  static var bookings: [Activity<Sale>] { Activity<Sale>.activities.filter { $0.activityState != .ended } }

  static func booking(_ id: String) -> Activity<Sale>? { bookings.first { $0.attributes.productId == id } }

  /// Once, however often and from wherever it is asked for.
  static func book(_ product: Product) -> Booking {
    alone {
      let bookings = bookings
      if bookings.contains(where: { $0.attributes.productId == product.id }) { return .already }
      guard product.start > Date() else { return .tooLate }
      guard bookings.count < most else { return .tooMany }
      do {
        let content = ActivityContent(state: Sale.ContentState(phase: .booked), staleDate: product.end)
        _ = try Activity.request(attributes: Sale(product), content: content)
        return .booked
      } catch { return .refused(error.localizedDescription) }
    }
  }

  /// False when it is not booked, or open already.
  static func cancel(_ id: String) async -> Bool {
    guard let activity = booking(id), activity.content.state.phase == .booked else { return false }
    await activity.end(nil, dismissalPolicy: .immediate)
    return true
  }

  /// Two processes that book at the same moment do it one after the other.
  private static func alone<Result>(_ body: () -> Result) -> Result {
    let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? NSTemporaryDirectory()
    let file = open("\(folder)/flashsale.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { if file >= 0 { close(file) } }
    if file >= 0 { flock(file, LOCK_EX) }
    return body()
  }

  // MARK: By itself

  /// Opens and ends each booking when it is time; as long as the page is there.
  /// - Parameter changed: something else is to be shown.
  static func keepTime(_ changed: @escaping @Sendable () -> Void) async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        while let moment = products.flatMap({ [$0.start, $0.end] }).filter({ $0 > Date() }).min(),
          (try? await sleep(until: moment)) != nil
        { changed() }
      }
      for await activity in Activity<Sale>.activityUpdates {
        group.addTask { await keepTime(activity) }
        group.addTask {
          for await _ in activity.contentUpdates { changed() }
          changed()
        }
      }
    }
  }

  private static func keepTime(_ activity: Activity<Sale>) async {
    let clock = Task {
      try await sleep(until: activity.attributes.start)
      if activity.content.state.phase == .booked {
        let alert = AlertConfiguration(title: "开抢了", body: activity.attributes.name, sound: .default)
        let content = ActivityContent(state: Sale.ContentState(phase: .open), staleDate: activity.attributes.end)
        await activity.update(content, alertConfiguration: alert)
      }
      try await sleep(until: activity.attributes.end)
      await activity.end(.init(state: .init(phase: .over), staleDate: nil), dismissalPolicy: .default)
    }
    // A booking that is cancelled or bought has no time any more.
    for await state in activity.activityStateUpdates where state == .ended || state == .dismissed { break }
    clock.cancel()
  }

  private static func sleep(until date: Date) async throws {
    try await Task.sleep(for: .seconds(max(0, date.timeIntervalSinceNow)))
  }
}
