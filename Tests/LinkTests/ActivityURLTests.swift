// Which links a card of a program may open.
import Testing
import TomatoLink

struct ActivityURLTests {
  private func said(_ url: String) throws {
    let member = JSONValue.Member("url", .string(url))
    try ContentUpdate([member], .request).checkSent()
    let button = JSONValue.object([.init("label", .string("A")), .init("url", .string(url))])
    try ContentUpdate([.init("buttons", .array([button]))], .update).checkSent()
  }

  @Test(arguments: [
    "https://example.org/a?b=c:d#e:f", "http://[::1]:8080/", "HTTPS://example.org", "mailto:a@example.org",
    "tel:+1-555", "slack://channel?id=1", "vscode://vscode.git/clone?url=https://example.org", "obsidian://open?v=a",
    "zoommtg://zoom.us/join", "xmpp:a@example.org?message", "magnet:?xt=urn:btih:0a", "tomatoclock://pause",
    "matrix:r/room:example.org", "geo:48.2,16.3", "web+app://x",
  ])
  func `pages and what programs of the desktop open are taken`(_ url: String) {
    #expect(throws: Never.self) { try said(url) }
  }

  @Test(arguments: [
    "file:///etc/passwd", "FILE:/etc/passwd", "data:text/html,x", "javascript:alert(1)", "vbscript:x",
    "view-source:https://example.org", "jar:file:///a.jar!/b", "admin:///etc/shadow", "trash:///", "recent:///",
    "blob:https://example.org/1", "about:config", "chrome://settings", "resource:///org", "smb://host/share",
    "sftp://host/etc", "fish://host/", "dav://host/", "mtp://host/", "archive:///x", "kio:/x", "man:ls", "desktop:/x",
    "foo:https://example.org", "foo:file:///etc/passwd", "web+app:javascript:alert(1)", "a:b:c", "foo:File:x",
  ])
  func `what reaches files, carries a program or holds another link is refused with its scheme`(_ url: String) {
    let error = #expect(throws: LinkError.self) { try said(url) }
    let scheme = url.prefix { $0 != ":" }.lowercased()
    #expect(error.map { "\($0)".contains("'\(scheme):'") } == true, "\(String(describing: error))")
  }
}
