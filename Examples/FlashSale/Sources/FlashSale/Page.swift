// The page in the terminal: the products with their buttons, and what the person types.
import Foundation
import LiveActivity
import Synchronization

struct Page {
  /// `20:00`, in local time.
  static func time(_ date: Date) -> String {
    let parts = Calendar.current.dateComponents([.hour, .minute], from: date)
    return String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
  }

  // MARK: What is shown

  static func text() -> String {
    let bookings = Shop.bookings
    let lines = Shop.products.enumerated().map { place, product in
      let booking = bookings.first { $0.attributes.productId == product.id }
      return "\(place + 1)  \(product.name)  ¥\(product.price)  \(buttons(product, booking, place + 1))"
    }
    return (["限时抢购"] + lines).joined(separator: "\n") + "\n"
  }

  private static func buttons(_ product: Product, _ booking: Activity<Sale>?, _ number: Int) -> String {
    let now = Date()
    if now >= product.end { return "抢购已结束" }
    if product.isOpen(now) { return "已开抢  [立即购买 m\(number)]" }
    let start = "\(time(product.start)) 开抢"
    return booking == nil ? "\(start)  [预约抢购 b\(number)]" : "\(start)  [已预约]  [取消预约 c\(number)]"
  }

  /// Prints the page when it is another one than the last.
  static func show() {
    let text = text()
    let isNew = shown.withLock { shown in
      defer { shown = text }
      return shown != text
    }
    if isNew { say(text) }
  }

  private static let shown = Mutex("")

  static func say(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  // MARK: What is typed

  static func run() async {
    let clock = Task { await Shop.keepTime { show() } }
    show()
    say("b1 预约，c1 取消，m1 购买，q 离开\n")
    // Lines are read on a thread of their own, as they may take for ever. It does not wait for one after the last:
    // glibc of today (2.43) holds a program's `exit` up as long as another thread reads its input.
    let (words, typed) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() {
        let word = line.trimmingCharacters(in: .whitespaces).lowercased()
        if word == "q" { break }
        typed.yield(word)
      }
      typed.finish()
    }
    for await word in words {
      say(await answer(word) + "\n")
      show()
    }
    clock.cancel()
  }

  private static func answer(_ word: String) async -> String {
    guard let number = Int(word.dropFirst()), Shop.products.indices.contains(number - 1) else {
      return "没有 \(word)；b1 预约，c1 取消，m1 购买，q 离开"
    }
    let product = Shop.products[number - 1]
    switch word.first {
    case "b": return sentence(Shop.book(product), product)
    case "c": return await Shop.cancel(product.id) ? "\(product.name)：已取消预约" : "\(product.name)：没有预约"
    case "m": return await buy(product)
    default: return "没有 \(word)；b1 预约，c1 取消，m1 购买，q 离开"
    }
  }

  private static func buy(_ product: Product) async -> String {
    guard let purchase = try? Purchase(Purchase.link(product.id, product.name).absoluteString) else { return "" }
    return await purchase.buy().sentence
  }

  static func sentence(_ booking: Shop.Booking, _ product: Product) -> String {
    switch booking {
    case .booked: "\(product.name)：已预约"
    case .already: "\(product.name)：已预约过"
    case .tooMany: "最多同时预约 \(Shop.most) 件"
    case .tooLate: "\(product.name)：已开抢，不能再预约"
    case .refused(let reason): "\(product.name)：\(reason)"
    }
  }
}
