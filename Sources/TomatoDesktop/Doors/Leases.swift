// Leases: the programs whose presence keeps their activities alive, and the proof that one of them is speaking. The
// engine decides what follows when one has gone.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink

/// A program that says something of its activity, as its door knows it.
struct Caller {
  /// Identifies the caller, and shows when it goes.
  enum Line: Hashable {
    /// A connection of the control socket, by its number.
    case connection(Int)
    /// A name on the session bus.
    case name(String)
    case process(Int)
  }

  var line: Line
  /// Its process, if its door can tell.
  var process: Int?
  /// Calls back when the line closes, as long as the result is kept. Gives nil where the door itself reports that.
  var watch: (_ gone: @escaping @MainActor () -> Void) -> AnyObject? = { _ in nil }
}

package final class Leases {
  /// A held lease: its owner's token, and how the owner's end is noticed.
  private struct Lease {
    var owner: OwnerToken
    var holder: Caller.Line
    /// Ends with the lease.
    var watch: AnyObject?
  }

  private unowned let shell: Shell
  private var held: [ActivityID: Lease] = [:]

  package init(_ shell: Shell) { self.shell = shell }

  /// Performs a program's intent for its activity; as the owner if the program is that.
  /// - Parameter then: gets the result when it may be told.
  /// - Throws: one sentence, for an invalid lease.
  func perform(
    _ intent: Intent, _ origin: Origin, _ caller: Caller, then: @escaping (IntentResult) -> Void
  ) throws(LinkError) {
    guard [.request, .update, .end].contains(intent.verb) else {
      shell.perform(intent, origin, then: then)
      return
    }
    held = held.filter { shell.engine.owner(of: $0.key) == $0.value.owner }
    var intent = intent
    guard let id = intent.activity else {
      intent.owner = intent.content?.token ?? held.keys.sorted().lazy.compactMap { self.owner(of: $0, caller) }.first
      shell.perform(intent, origin, then: then)
      return
    }
    intent.owner = intent.content?.token ?? owner(of: id, caller)
    guard intent.verb == .request, intent.content?.lease != nil || intent.content?.token != nil else {
      shell.perform(intent, origin, then: then)
      return
    }
    let owner = intent.owner ?? .random()
    intent.owner = owner
    let line = holder(intent.content?.lease, caller)
    // First, because the process may not exist.
    let watch = try watch(line, caller) { [weak self] in self?.end(id, owner) }
    let answer = shell.perform(intent, origin, then: then)
    // At once, because the program may go before the answer is told.
    if case .refused = answer { return }
    if shell.engine.owner(of: id) == owner {
      held[id] = Lease(owner: owner, holder: line, watch: watch)
    }
  }

  /// A connection has gone: ends its leases.
  func lost(_ line: Caller.Line) {
    for (id, lease) in held where lease.holder == line { end(id, lease.owner) }
  }

  private func end(_ id: ActivityID, _ owner: OwnerToken) {
    guard held[id]?.owner == owner else { return }
    held[id] = nil
    shell.take(.ownerLeft(id, owner))
  }

  private func holder(_ lease: ContentUpdate.Lease?, _ caller: Caller) -> Caller.Line {
    if case .process(let id) = lease { .process(id) } else { caller.line }
  }

  private func owner(of id: ActivityID, _ caller: Caller) -> OwnerToken? {
    guard let lease = held[id] else { return nil }
    if lease.holder == caller.line { return lease.owner }
    guard case .process(let holder) = lease.holder, let process = caller.process,
      ThisProcess.isDescendant(process, of: holder)
    else { return nil }
    return lease.owner
  }

  private func watch(
    _ line: Caller.Line, _ caller: Caller, gone: @escaping @MainActor () -> Void
  ) throws(LinkError) -> AnyObject? {
    guard case .process(let process) = line else { return caller.watch(gone) }
    guard let watch = ProcessWatch(process, onExit: gone) else { throw .noProcess(process) }
    return watch
  }
}

/// The script that an interpreter process runs; nil otherwise, or if unknown.
func script(_ process: Int) -> String? {
  guard let (program, words) = ThisProcess.command(ofProcess: process) else { return nil }
  return ScriptName.script(of: program, words) { ThisProcess.firstLine($0, ofProcess: process) }
}
