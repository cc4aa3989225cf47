// The handler of `flashsale://buy?productId=…&name=…`: what the card's button 立即购买 opens.
import Foundation
import LiveActivity

struct Purchase {
  let product: Product

  enum Failure: Error, Equatable {
    case notALink(String)
    case noProduct
    case unknown(String)

    var sentence: String {
      switch self {
      case .notALink(let text): "\(text) 不是购买链接；应为 flashsale://buy?productId=…&name=…"
      case .noProduct: "链接没有 productId；应为 flashsale://buy?productId=…&name=…"
      case .unknown(let id): "没有商品 \(id)。"
      }
    }
  }

  static func link(_ id: String, _ name: String) -> URL {
    var parts = URLComponents()
    (parts.scheme, parts.host) = ("flashsale", "buy")
    parts.queryItems = [URLQueryItem(name: "productId", value: id), URLQueryItem(name: "name", value: name)]
    return parts.url ?? URL(filePath: "/")
  }

  /// - Throws: `Failure`. A link may come from a web page, so it is data: only an id that the shop knows counts, and
  ///   name and price are the shop's.
  init(_ text: String) throws(Failure) {
    guard let parts = URLComponents(string: text), parts.scheme == "flashsale", parts.host == "buy" else {
      throw .notALink(text)
    }
    let ids = (parts.queryItems ?? []).filter { $0.name == "productId" }.compactMap(\.value)
    guard ids.count == 1, let id = ids.first, !id.isEmpty else { throw .noProduct }
    guard let product = Shop.product(id) else { throw .unknown(id) }
    self.product = product
  }

  /// The sentence for the person; nil in `failure` when it was bought.
  func buy() async -> (sentence: String, isDone: Bool) {
    let now = Date()
    guard now >= product.start else { return ("\(product.name)：\(Page.time(product.start)) 开抢，尚未开始。", false) }
    guard now < product.end else { return ("\(product.name)：抢购已结束。", false) }
    if let activity = Shop.booking(product.id) {
      let content = ActivityContent(state: Sale.ContentState(phase: .bought), staleDate: nil)
      await activity.end(content, dismissalPolicy: .after(now.addingTimeInterval(60)))
    }
    return ("立即购买：\(product.name) ¥\(product.price)，已下单。", true)
  }
}
