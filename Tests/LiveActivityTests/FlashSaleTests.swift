// The example as a person uses it: the page, the card's buttons, links, and its own end.
import Foundation
import Glibc
import TestKit
import Testing

@testable import LiveActivity

/// The daemon is started by the program itself, through the library.
@Suite(.serialized) struct FlashSaleTests {
  let desk: Desk
  let program: String

  init() throws {
    program = try Example.program()
    desk = Desk()
  }

  private var soon: [String] { ["FLASHSALE_START=\(Date().timeIntervalSince1970 + 3600)"] }

  private func run(_ words: String..., variables: [String]? = nil) -> (code: Int32?, output: String) {
    Program.run([program] + words, environment: desk.environment + (variables ?? soon))
  }

  /// The ids of what is booked, as the desktop knows them.
  private var booked: [String] {
    let all = desk.program.daemon.list()
    return all.filter { $0.attributes?.values?["productId"] != nil && $0.activityState != "ended" }.compactMap(
      \.activity)
  }

  @Test func `at any hour there is something to book`() {
    let (code, page) = run("list", variables: [])
    #expect(code == 0 && page.contains("预约抢购") && !page.contains("抢购已结束"), "\(page)")
  }

  @Test func `the page books once, shows it after a restart, and cancels`() throws {
    let page = Example.Page(program, desk, soon)
    #expect(page.program.wait(for: "[预约抢购 b1]") && page.program.wait(for: "q 离开"))
    page.type("b1")
    #expect(page.program.wait(for: "降噪耳机：已预约"))
    page.type("b1")
    #expect(page.program.wait(for: "降噪耳机：已预约过"))
    #expect(booked.count == 1)
    #expect(page.program.end(killing: SIGKILL) == 128 + SIGKILL)
    let again = Example.Page(program, desk, soon)
    #expect(again.program.wait(for: "[已预约]  [取消预约 c1]"), "from the activities alone")
    again.type("b1")
    #expect(again.program.wait(for: "降噪耳机：已预约过"))
    again.type("c1")
    #expect(again.program.wait(for: "降噪耳机：已取消预约"))
    #expect(booked.isEmpty)
    again.type("q")
    #expect(again.program.end() == 0)
  }

  @Test func `the card's button cancels, and the page shows it`() throws {
    let page = Example.Page(program, desk, soon)
    #expect(page.program.wait(for: "q 离开"))
    page.type("b2")
    #expect(page.program.wait(for: "[取消预约 c2]"))
    let id = try #require(booked.first)
    #expect(desk.line(id)?.contains("已预约") == true, "\(desk.line(id) ?? "")")
    #expect(desk.press(id, "cancel"))
    #expect(Patience.wait { booked.isEmpty })
    // The page as it was at first is shown once more.
    #expect(
      Patience.wait {
        _ = page.program.notes
        return page.program.output.split(separator: "限时抢购").last?.contains("[预约抢购 b2]") == true
      })
  }

  @Test func `two clicks at the same moment book once, and no more than two are booked`() {
    let clicks = (0..<4).compactMap { _ in
      RunningProgram([program, "book", "camera"], environment: desk.environment + soon)
    }
    #expect(clicks.map { $0.finish() } == [0, 0, 0, 0])
    #expect(booked.count == 1)
    #expect(run("book", "keyboard").code == 0)
    let third = run("book", "headphones")
    #expect(third.code == 1 && third.output == "最多同时预约 2 件\n")
    #expect(booked.count == 2)
    #expect(run("cancel", "camera").code == 0 && run("cancel", "camera").code == 1)
    #expect(run("book", "headphones").code == 0)
  }

  /// A page that has booked what starts in a moment: as soon as it can be booked before on this machine.
  private func bookedSoon(lasting seconds: Int) -> (Example.Page, [String])? {
    for lead in [2.0, 8, 30] {
      let start = Date().timeIntervalSince1970 + lead
      let variables = ["FLASHSALE_START=\(start)", "FLASHSALE_LASTS=\(seconds)"]
      let page = Example.Page(program, desk, variables)
      page.type("b1")
      // Booked, or open already.
      if page.program.wait(for: "降噪耳机：已"), page.program.output.contains("降噪耳机：已预约") { return (page, variables) }
    }
    return nil
  }

  @Test func `a booking opens at its time, is bought through the card's link, and ends`() throws {
    let (page, variables) = try #require(bookedSoon(lasting: 3600))
    let id = try #require(booked.first)
    #expect(page.program.wait(for: "[立即购买 m1]"))
    #expect(Patience.wait { desk.line(id)?.contains("已开抢") == true })
    let link = "flashsale://buy?productId=headphones&name=%E9%99%8D%E5%99%AA%E8%80%B3%E6%9C%BA"
    let bought = run(link, variables: variables)
    #expect(bought.code == 0 && bought.output == "立即购买：降噪耳机 ¥1299，已下单。\n")
    #expect(desk.line(id)?.contains("已下单") == true && booked.isEmpty)
  }

  @Test func `a booking that nobody buys ends by itself`() throws {
    let (page, _) = try #require(bookedSoon(lasting: 1))
    let id = try #require(desk.program.daemon.list().first { $0.attributes?.values != nil }?.activity)
    #expect(Patience.wait { desk.line(id)?.contains("抢购已结束") == true })
    #expect(booked.isEmpty && page.program.isAlive)
  }

  @Test(arguments: [
    ("flashsale://buy", Int32(65), "productId"), ("flashsale://buy?productId=&name=x", 65, "productId"),
    ("flashsale://buy?name=x", 65, "productId"), ("flashsale://buy?productId=a&productId=b", 65, "productId"),
    ("flashsale://buy?productId=piano&name=x", 65, "piano"), ("flashsale://sell?productId=camera", 65, "购买链接"),
    ("https://example.org/?productId=camera", 65, "购买链接"), ("flashsale://buy?productId=camera&name=x", 1, "尚未开始"),
  ])
  func `a link that names no product is refused`(_ link: String, _ code: Int32, _ words: String) {
    let result = run(link)
    #expect(result.code == code && result.output.contains(words), "\(result)")
    #expect(booked.isEmpty)
  }

  @Test func `the desktop opens its links with it`() throws {
    let applications = desk.folder.file("home/.local/share/applications")
    for folder in ["home/.local", "home/.local/share", "home/.local/share/applications"] {
      mkdir(desk.folder.file(folder), 0o700)
    }
    let entry = Repository.text("Examples/FlashSale/flashsale.desktop")
    let words = "Exec=/bin/sh -c \"'\(program)' %u > '\(desk.folder.file("said"))'\""
    Files.write(entry.replacing("Exec=FlashSale %u", with: words), to: applications + "/flashsale.desktop")
    Files.write(
      "[Default Applications]\nx-scheme-handler/flashsale=flashsale.desktop\n",
      to: desk.folder.file("config/mimeapps.list"))
    let now = ["FLASHSALE_START=\(Date().timeIntervalSince1970 - 5)", "FLASHSALE_LASTS=3600"]
    let environment = desk.environment + now + ["XDG_DATA_HOME=" + desk.folder.file("home/.local/share")]
    let opened = Program.run(["gio", "open", "flashsale://buy?productId=headphones&name=x"], environment: environment)
    #expect(opened.code == 0, "\(opened.output)")
    #expect(Patience.wait { Files.text(desk.folder.file("said")) == "立即购买：降噪耳机 ¥1299，已下单。\n" })
  }
}
