// Leases: an activity with a lease depends on its program. This file identifies the owner of a lease and notices its
// end; the engine decides what happens to the activity.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink

/// A program that requests, updates or ends an activity, as its door knows it.
struct Caller {
  /// The end of the connection, name or process is the end of the caller.
  enum Identity: Hashable {
    /// A connection of the control socket, by its number.
    case connection(Int)
    /// A name on the session bus.
    case name(String)
    case process(Int)
  }

  var identity: Identity
  /// Nil if unknown.
  var process: Int?
  /// Calls back when the caller ends, while the result is kept. Nil if the door reports the end itself.
  var watch: (_ gone: @escaping @MainActor () -> Void) -> AnyObject? = { _ in nil }
}

package final class Leases {
  private struct Lease {
    var owner: OwnerToken
    var holder: Caller.Identity
    var watch: AnyObject?
  }

  private unowned let shell: Shell
  private var held: [ActivityID: Lease] = [:]

  package init(_ shell: Shell) { self.shell = shell }

  /// Performs an intent, with the owner's token if the caller holds the activity's lease.
  /// - Parameter then: gets the result once its change is stored.
  func perform(
    _ intent: Intent, _ origin: Origin, _ caller: Caller, then: @escaping (IntentResult) -> Void
  ) throws(LinkError) {
    var intent = intent
    if [.request, .update, .end].contains(intent.verb) {
      held = held.filter { shell.engine.owner(of: $0.key) == $0.value.owner }
      let activities = intent.activity.map { [$0] } ?? held.keys.sorted()
      intent.owner = intent.content?.token ?? activities.firstNonNil { self.owner(of: $0, caller) }
    }
    let asksForLease = intent.content?.lease != nil || intent.content?.token != nil
    guard intent.verb == .request, asksForLease, let id = intent.activity else {
      shell.perform(intent, origin, then: then)
      return
    }
    let owner = intent.owner ?? .random()
    intent.owner = owner
    let holder = holder(intent.content?.lease, caller)
    // Before the intent, because the process may not exist.
    let watch = try watch(holder, caller) { [weak self] in self?.end(id, owner) }
    let answer = shell.perform(intent, origin, then: then)
    // At once, because the program may end before the change is stored.
    if case .refused = answer { return }
    if shell.engine.owner(of: id) == owner {
      held[id] = Lease(owner: owner, holder: holder, watch: watch)
    }
  }

  func lost(_ identity: Caller.Identity) {
    for (id, lease) in held where lease.holder == identity { end(id, lease.owner) }
  }

  private func end(_ id: ActivityID, _ owner: OwnerToken) {
    guard held[id]?.owner == owner else { return }
    held[id] = nil
    shell.take(.ownerLeft(id, owner))
  }

  private func holder(_ lease: ContentUpdate.Lease?, _ caller: Caller) -> Caller.Identity {
    if case .process(let id) = lease { .process(id) } else { caller.identity }
  }

  private func owner(of id: ActivityID, _ caller: Caller) -> OwnerToken? {
    guard let lease = held[id] else { return nil }
    if lease.holder == caller.identity { return lease.owner }
    guard case .process(let holder) = lease.holder, let process = caller.process else { return nil }
    return ThisProcess.isDescendant(process, of: holder) ? lease.owner : nil
  }

  private func watch(
    _ holder: Caller.Identity, _ caller: Caller, gone: @escaping @MainActor () -> Void
  ) throws(LinkError) -> AnyObject? {
    guard case .process(let process) = holder else { return caller.watch(gone) }
    guard let watch = ProcessWatch(process, onExit: gone) else { throw .noProcess(process) }
    return watch
  }
}

/// The script that an interpreter process runs; nil otherwise, or if unknown.
func script(_ process: Int) -> String? {
  guard let (program, words) = ThisProcess.command(ofProcess: process) else { return nil }
  return ScriptName.script(of: program, words) { ThisProcess.firstLine($0, ofProcess: process) }
}
