// The sentences about hooks: in the journal, in `doctor`, by `tomato-notify hooks`.

package import GLibBridge
internal import TomatoLink
internal import TomatoSettings
internal import TomatoWords

package enum HookWords {
  /// systemd's description of the helper unit.
  static let unit = "TomatoClock: a hook"

  package static func result(_ result: HookResult, _ limits: TimedProgram.Limits = HookRequest.limits) -> String {
    let (time, limit) = (seconds(result.milliseconds), seconds(limits.run))
    switch result.ending {
    case .ran(.exited(let code)):
      return tr("ended with {code} after {seconds} s", ["code": String(code), "seconds": time])
    case .ran(.signalled(let number)):
      return tr("ended by signal {n} after {seconds} s", ["n": String(number), "seconds": time])
    case .ran(.late(isKilled: false)): return tr("took longer than {seconds} s, and was ended", ["seconds": limit])
    case .ran(.late(isKilled: true)):
      return tr("took longer than {seconds} s, did not end when asked to, and was killed", ["seconds": limit])
    case .ran(.ended): return tr("was ended after {seconds} s, because the session ended", ["seconds": time])
    case .missing: return tr("could not start: there is no such program, or it may not be run")
    case .ran(.notStarted(let error)):
      return tr("could not start: {reason}", ["reason": BridgeError.describe(error)])
    case .lost: return tr("could not start, or was ended together with what ran it")
    case .leftOut:
      return tr(
        "started {n} times within a minute, perhaps because it triggers itself; it is skipped until a minute has "
          + "passed",
        ["n": String(HookLimit.most)])
    }
  }

  /// "0.1"; whole seconds from ten on.
  static func seconds(_ milliseconds: Int) -> String {
    guard milliseconds < 10_000 else { return String(milliseconds / 1000) }
    let tenths = (milliseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }

  static func journal(_ request: HookRequest, _ result: HookResult) -> String {
    tr(
      "The hook {key} ({command}) {finding}.",
      [
        "key": request.name.hookKey, "command": shown(request.command.text),
        "finding": Self.result(result, request.limits),
      ])
  }

  package static var notRun: String { tr("has not run yet") }
  /// - Parameter finding: a part of a sentence: 'ended with 0 after 0.1 s'.
  package static func last(_ finding: String, at time: String) -> String {
    tr("{finding}, {time}", ["finding": finding, "time": time])
  }
  package static func finding(_ key: String, _ finding: String) -> String {
    tr("{key}: {finding}", ["key": key, "finding": finding])
  }

  package static var none: String {
    tr("No hook is set; for example: tomato-notify config set hooks.on-start \"notify-send Go\".")
  }
  package static func unknown(_ text: String, _ names: [String]) -> String {
    if let guess = Spelling.nearest(to: text.hasPrefix("on-") ? text : "on-" + text, in: names) {
      return tr("There is no hook {key}; did you mean {name}?", ["key": shown(text), "name": guess])
    }
    return tr("There is no hook {key}; known are {names}.", ["key": shown(text), "names": Words.list(names)])
  }
  package static func notSet(_ key: String) -> String {
    tr(
      "No program is set for {key}; for example: tomato-notify config set hooks.{key} \"notify-send Go\".",
      ["key": key])
  }

  package static func runs(_ command: String) -> String { tr("runs: {command}", ["command": command]) }
  package static func reads(_ input: String) -> String { tr("reads: {text}", ["text": input]) }
  package static func has(_ variables: String) -> String { tr("has: {text}", ["text": SafeText.printable(variables)]) }
  package static var says: String { tr("says:") }
  package static var saysNothing: String { tr("says nothing") }
  package static func more(_ bytes: Int) -> String {
    trn("({n} more byte is not shown)", "({n} more bytes are not shown)", bytes)
  }
  /// The example's task.
  package static var task: String { tr("Write the report") }
}
