// The sale as an activity: attributes, state, the card and its button.
import Foundation
import LiveActivity

/// What is fixed when somebody books.
struct Sale: ActivityAttributes {
  struct ContentState: Codable, Hashable, Sendable {
    var phase: Phase
  }

  enum Phase: String, Codable, Sendable {
    case booked, open, bought, over
  }

  var productId: String
  var name: String
  /// In yuan.
  var price: Int
  /// The name of an icon.
  var picture: String
  var start: Date
  var end: Date

  init(_ product: Product) {
    (productId, name, price) = (product.id, product.name, product.price)
    (picture, start, end) = (product.picture, product.start, product.end)
  }

  static let configuration = ActivityConfiguration(for: Sale.self) { context in
    let sale = context.attributes
    let isBooked = context.state.phase == .booked
    return DynamicIsland(
      leading: .themed(sale.picture), center: .init(title: sale.name, text: text(sale, context.state.phase)),
      trailing: isBooked ? .timer(until: sale.start) : nil,
      bottom: .init(buttons: buttons(sale, context.state.phase)), compact: "¥\(sale.price)"
    ).keylineTint(.red).widgetURL(Purchase.link(sale.productId, sale.name))
  }

  private static func text(_ sale: Sale, _ phase: Phase) -> String {
    switch phase {
    case .booked: "已预约 · ¥\(sale.price) · \(Page.time(sale.start)) 开抢"
    case .open: "已开抢 · ¥\(sale.price)"
    case .bought: "已下单 · ¥\(sale.price)"
    case .over: "抢购已结束"
    }
  }

  private static func buttons(_ sale: Sale, _ phase: Phase) -> [ActivityButton] {
    switch phase {
    case .booked: [ActivityButton(intent: CancelBookingIntent(productId: sale.productId))]
    case .open: [ActivityButton("立即购买", destination: Purchase.link(sale.productId, sale.name))]
    case .bought, .over: []
    }
  }
}

/// The button of the card: runs in the page.
struct CancelBookingIntent: LiveActivityIntent {
  static let title = "取消预约"
  /// A person who stops the activity means the same.
  static let event = "cancel"
  var productId: String

  func perform() async throws -> some IntentResult {
    _ = await Shop.cancel(productId)
    return .result()
  }
}
