// Where the control socket lies.
import Testing
import TomatoLink

@Suite struct SocketPlacesTests {
  private func places(
    _ variables: [String: String], home: String? = nil, _ folders: [String: FolderTrust] = [:]
  ) -> SocketPlaces {
    SocketPlaces(environment: { variables[$0] }, user: 7, home: { home }, trust: { folders[$0] ?? .none })
  }

  @Test func `the session's folder comes first, then the lock's, then what takes its place`() {
    let found = places(["XDG_RUNTIME_DIR": "/run/a", "HOME": "/home/someone"])
    #expect(found.state == "/home/someone/.local/state/tomato-notify" && found.runtime == "/run/a")
    #expect(
      found.sockets == [
        "/run/a/tomato-notify.sock", "/home/someone/.local/state/tomato-notify/tomato-notify.sock",
        "/run/a/tomato-notify-c712d56d302f04c7/tomato-notify.sock",
      ])
  }

  @Test(arguments: [nil, "relative"])
  func `without the session's folder there is a socket for each state folder`(_ variable: String?) {
    let one = places(["HOME": "/home/someone"].merging(variable.map { ["XDG_RUNTIME_DIR": $0] } ?? [:]) { $1 })
    let other = places(["HOME": "/home/someone", "XDG_STATE_HOME": "/b"])
    #expect(one.sockets.first == "/home/someone/.local/state/tomato-notify/tomato-notify.sock")
    #expect(other.sockets.first == "/b/tomato-notify/tomato-notify.sock")
    #expect(Set(one.sockets).isDisjoint(with: other.sockets))
  }

  @Test(
    arguments: [
      ([:], "/tmp/tomato-notify-7"), (["/run/user/7": .private], "/run/user/7"), (["/run/user/7": .own], "/run/user/7"),
      (["/run/user/7": .foreign], "/tmp/tomato-notify-7"), (["/tmp/tomato-notify-7": .private], "/tmp/tomato-notify-7"),
    ] as [([String: FolderTrust], String)])
  func `without a usable state folder there is one at runtime`(_ folders: [String: FolderTrust], _ runtime: String) {
    let found = places([:], folders)
    #expect(found.runtime == runtime && found.state == nil)
    #expect(found.sockets == [runtime + "/tomato-notify/tomato-notify.sock"])
  }

  @Test(arguments: [FolderTrust.foreign, .own])
  func `a folder below tmp that is not this user's alone is not used`(_ trust: FolderTrust) {
    #expect(places([:], ["/tmp/tomato-notify-7": trust]).sockets == [])
    #expect(places(["XDG_RUNTIME_DIR": "/run/a"], ["/tmp/tomato-notify-7": trust]).sockets.count == 2)
  }

  @Test func `the home is asked for where no variable says it`() {
    #expect(places([:], home: "/home/someone-else").state == "/home/someone-else/.local/state/tomato-notify")
    #expect(
      places(["XDG_STATE_HOME": "no", "HOME": "no"], home: "/home/someone-else").state?.hasPrefix("/home/someone-else")
        == true)
  }

  @Test func `only a folder of this user is trusted, and what is no folder is somebody else's`() {
    func trust(_ folder: (UInt32, UInt32)?, isThere: Bool = true) -> FolderTrust {
      FolderTrust(folder.map { (user: $0.0, permissions: $0.1) }, isThere: isThere, for: 1000)
    }
    #expect(trust(nil, isThere: false) == .none && trust(nil) == .foreign && trust((0, 0o700)) == .foreign)
    #expect(trust((1000, 0o755)) == .own && trust((1000, 0o700)) == .private)
  }
}
