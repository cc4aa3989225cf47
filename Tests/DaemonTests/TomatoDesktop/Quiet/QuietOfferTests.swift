// What is offered on which server, and what is written before anything is switched.
import GLibBridge
import TestKit
import Testing
import TomatoIsland

@testable import TomatoDesktop

@MainActor struct QuietOfferTests {
  nonisolated static let offers: [(name: String, vendor: String, version: String, offer: QuietOffer)] = [
    ("Plasma", "KDE", "5.27.5", .yes(.plasma)), ("Plasma", "KDE", "6.7.4", .yes(.plasma)),
    ("Plasma", "KDE", "5.20.0", .no(.unknown)), ("gnome-shell", "GNOME", "43.9", .yes(.gnome)),
    ("gnome-shell", "GNOME", "51.0", .yes(.gnome)), ("gnome-shell", "GNOME", "42.0", .no(.unknown)),
    ("Xfce Notify Daemon", "Xfce", "0.9.7", .yes(.xfconf)), ("dunst", "knopwob", "1.9.0 (2022-06-27)", .yes(.dunst)),
    ("SwayNotificationCenter", "ErikReider", "0.7.3", .yes(.swaync)),
    ("SwayNotificationCenter", "ErikReider", "0.12.6", .yes(.swayncInhibitor)),
    ("mako", "emersion", "0.0.0", .no(.needsMode)), ("Notification Daemon", "MATE", "1.26.0", .no(.losesUrgent)),
    ("Notification Daemon", "GNOME", "3.20.0", .no(.none)), ("lxqt-notificationd", "lxqt.org", "1.2.0", .no(.late)),
    ("Budgie Notification Server", "Budgie Desktop", "1.0", .no(.toggleOnly)), ("Wired", "me", "0.10", .no(.unknown)),
  ]

  @Test(arguments: offers)
  func `each server has its offer`(_ name: String, _ vendor: String, _ version: String, _ offer: QuietOffer) {
    let profile = ServerProfile.profile(name: name, vendor: vendor, version: version)
    #expect(profile.quietOffer(hasMakoMode: false) == offer)
  }

  @Test func `mako needs a mode that hides`() {
    let profile = ServerProfile.profile(name: "mako", vendor: "emersion", version: "0.0.0")
    #expect(profile.quietOffer(hasMakoMode: true) == .yes(.mako))
    #expect(MakoConfiguration.hasMode("font=x\n[mode=do-not-disturb]\ninvisible=1\n"))
    #expect(MakoConfiguration.hasMode("[ mode=do-not-disturb ]\n invisible = true\n"))
    #expect(MakoConfiguration.hasMode("[mode=do-not-disturb]\ninvisible=0\ninvisible=1\n"), "the last one counts")
    for text in [
      "[mode=do-not-disturb]\ninvisible=1\ninvisible=0\n",
      "", "[mode=do-not-disturb]\n[urgency=low]\ninvisible=1\n", "[mode=away]\ninvisible=1\n",
      "[mode=do-not-disturb urgency=low]\ninvisible=1\n", "invisible=1\n",
    ] {
      #expect(!MakoConfiguration.hasMode(text), "\(text)")
    }
  }

  @Test func `every refusal has its sentence`() {
    #expect(Set(QuietRefusal.allCases.map(QuietWords.why)).count == QuietRefusal.allCases.count)
  }

  @Test func `the journal is read as it was written, and what is none is none`() throws {
    for how in QuietSwitch.allCases {
      for old in [nil, true, false] {
        let journal = QuietJournal(kind: how, token: "1-2-3", old: old, bus: how.isVolatile ? "f00" : "", owner: ":1.5")
        #expect(QuietJournal(journal.text) == journal, "\(journal.text)")
      }
    }
    for text in ["", "[quiet]\n", "[quiet]\nswitch=dunst\n", "[quiet]\nswitch=other\ntoken=1\n", "\u{0}\u{1}"] {
      #expect(QuietJournal(text) == nil, "\(text)")
    }
    let folder = TemporaryFolder()
    let file = QuietJournalFile(path: folder.path + "/state/quiet")
    #expect(!file.exists && file.read() == nil)
    try file.write(QuietJournal(kind: .gnome, token: "t", old: true))
    #expect(file.exists && file.read()?.old == true)
    file.remove()
    #expect(!file.exists)
  }
}
