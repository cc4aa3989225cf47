// The program: a page without words, else what the words say. It ends with 0 when that was done, 1 when it cannot be
// done now, 64 and 65 for words and links that it does not know.
import Foundation
import LiveActivity

@main enum FlashSale {
  static func main() async { exit(await run(Array(CommandLine.arguments.dropFirst()))) }

  private static func run(_ words: [String]) async -> Int32 {
    switch (words.first, words.count) {
    case (nil, _):
      await Page.run()
      return 0
    case ("list", 1):
      Page.say(Page.text())
      return 0
    case ("book", 2), ("cancel", 2): return await change(words[0], words[1])
    case (let link?, 1) where link.contains(":"): return await buy(link)
    default:
      complain("用法：FlashSale [list | book ID | cancel ID | flashsale://buy?productId=…&name=…]")
      return 64
    }
  }

  private static func change(_ verb: String, _ id: String) async -> Int32 {
    guard let product = Shop.product(id) else {
      complain("没有商品 \(id)；应为 \(Shop.products.map(\.id).joined(separator: "、"))。")
      return 65
    }
    if verb == "cancel" { return await Shop.cancel(id) ? 0 : 1 }
    let booking = Shop.book(product)
    Page.say(Page.sentence(booking, product) + "\n")
    return booking == .booked || booking == .already ? 0 : 1
  }

  private static func buy(_ link: String) async -> Int32 {
    do throws(Purchase.Failure) {
      let result = await (try Purchase(link)).buy()
      Page.say(result.sentence + "\n")
      return result.isDone ? 0 : 1
    } catch {
      complain(error.sentence)
      return 65
    }
  }

  private static func complain(_ sentence: String) { FileHandle.standardError.write(Data((sentence + "\n").utf8)) }
}
