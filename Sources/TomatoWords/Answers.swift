// The daemon's sentences when it cannot carry out a request: what was wrong and what was expected; also those about the
// session bus and the calls that come over it.

internal import GLibBridge
package import TomatoEngine
package import TomatoLink

package enum Answers {
  /// The sentence for a refusal; `content` is the unchanged activity.
  package static func sentence(_ refusal: Refusal, _ content: Content?) -> String {
    switch refusal {
    case .phaseIsOver(let phase):
      tr(
        "That was for phase {phase}, which is over; nothing was changed. \"tomato-notify status\" says what runs.",
        ["phase": phase.description])
    case .unknownActivity(let id):
      tr("There is no activity \"{name}\"; \"tomato-notify list\" shows all.", ["name": id.description])
    case .notFor(let verb, let kind):
      tr(
        "\"{verb}\" means nothing for a {kind}; expected one of {names}.",
        [
          "verb": verb.rawValue, "kind": kind.word,
          "names": Words.list(Verb.allCases.filter { $0.row.kinds.contains(kind) }.map(\.rawValue)),
        ])
    case .notWhile(let verb, let state): notWhile(verb, state)
    case .needsReplace(let mode):
      tr(
        "{name} is under way; add --replace to replace it.",
        ["name": content.map(Words.name(of:)) ?? Words.name(of: mode)])
    case .wrongMode(let mode):
      tr("Only the Pomodoro has a {mode}; leave the kind out here.", ["mode": mode.linkName])
    case .nothingToUndo:
      tr("There is nothing to undo; undo takes back a reset, skip, stop, rewind, shortening, replacing or takeoff.")
    case .undoIsOver: tr("It was more than a minute ago; undo takes back what was done in the last 60 s.")
    case .unknownName, .ambiguous, .isAnother, .needsDuration, .isPast, .tooFarAhead, .tooManyLaps, .isNoActivity:
      nameSentence(refusal, content)
    case .needsKind, .isAnotherTask, .isLongest, .isShortest, .nothingToRewind, .nothingAsked, .undoWasEmptied,
      .cannotShorten, .inTheFuture, .tooLongAgo, .tooManyActivities, .tooManyFromOutside:
      phaseSentence(refusal)
    case .noButton, .cannotStop, .notAJob, .notOwner, .notFromOutside, .programsOff, .programDenied, .tooManyOfProgram,
      .nothingWithAttributes:
      jobSentence(refusal)
    case .correction(let trouble):
      CorrectionText.sentence(trouble, beside: content?.madeAt.value ?? WallTime(milliseconds: 0))
    }
  }

  private static func jobSentence(_ refusal: Refusal) -> String {
    switch refusal {
    case .noButton(let name): tr("It has no button \"{name}\" now; nothing was changed.", ["name": shown(name)])
    case .cannotStop:
      tr("Only the program that it belongs to can end it; \"tomato-notify hide\" closes its notification.")
    case .notAJob(let label):
      tr("\"{name}\" is not a program's activity; expected another id.", ["name": Words.name(of: label)])
    case .notOwner(let label, let program):
      tr(
        "\"{name}\" belongs to {program}, which alone can change it; expected another id, or its token.",
        ["name": Words.name(of: label), "program": Words.program(program)])
    case .notFromOutside(let label):
      tr("\"{name}\" belongs to a program; a link from outside can only show it.", ["name": Words.name(of: label)])
    case .nothingWithAttributes: tr("No running activity of a program has these attributes.")
    case .programsOff:
      tr("Activities of programs are off; \"tomato-notify config set activities.programs all\" allows them.")
    case .programDenied(let program):
      tr(
        "{program} may show no activities; \"tomato-notify activity allow {program}\" allows it again.",
        ["program": Words.program(program)])
    case .tooManyOfProgram:
      tr("This program has {n} activities already; end one first.", ["n": String(Engine.programLimit)])
    default: ""  // handled in `sentence`
    }
  }

  private static func nameSentence(_ refusal: Refusal, _ content: Content?) -> String {
    func clock(_ time: WallTime) -> String { content?.clock(time) ?? Words.clock(time, beside: time) }
    return switch refusal {
    case .unknownName(let name):
      tr("There is no activity \"{name}\"; \"tomato-notify list\" shows all.", ["name": shown(name)])
    case .ambiguous(let labels):
      tr(
        "Several activities match; say which: {names}.",
        ["names": Words.list(labels.prefix(8).map(Words.name(of:)) + (labels.count > 8 ? ["…"] : []), .or)])
    case .isAnother(let kind, let label):
      tr(
        "\"{name}\" is a {kind}; stop it first, or choose another name.",
        ["name": Words.name(of: label), "kind": kind.word])
    case .needsDuration: tr("The timer needs a length, for example: tomato-notify timer 4m tea.")
    case .isPast(let time): tr("It is past {time} already; expected a later time.", ["time": clock(time)])
    case .tooFarAhead(let time):
      tr("Until {time} it would take more than 24 hours; expected 24 hours at most.", ["time": clock(time)])
    case .isNoActivity(let name, let length):
      tr(
        "There is no activity \"{name}\"; say \"timer {length} {name}\" for a timer, or \"focus {length} {name}\" for "
          + "a focus.", ["name": shown(name), "length": DurationText.print(length ?? .minutes(25))])
    case .tooManyLaps:
      tr(
        "There are {n} laps already, and no more are kept; \"reset\" begins anew.",
        ["n": String(IntervalRecord.lapLimit)])
    default: ""
    }
  }

  private static func phaseSentence(_ refusal: Refusal) -> String {
    switch refusal {
    case .needsKind(let mode, let length):
      tr(
        "It is time for {name}; say \"focus {length}\" for a focus, or \"break {length}\" for that break.",
        ["name": Words.name(of: mode), "length": DurationText.print(length)])
    case .inTheFuture: tr("The time given lies in the future; expected a past time.")
    case .tooLongAgo:
      tr(
        "The time given lies before the timer's last change, or in time for which this machine slept; expected a "
          + "later one.")
    case .tooManyActivities(let limit):
      tr("There are {n} activities already; stop one first.", ["n": String(limit)])
    case .tooManyFromOutside:
      tr(
        "Links have begun {n} timers and stopwatches already, the most allowed; stop one first.",
        ["n": String(Engine.outsideLimit)])
    case .isAnotherTask:
      tr("A focus is under way; say \"start --task TEXT\" to change its task, or add --replace to begin anew.")
    case .isLongest: tr("It lasts 24 hours already, the longest allowed; \"extend -5m\" shortens it.")
    case .cannotShorten: tr("The phase is over; it can be extended, but not shortened.")
    case .isShortest: tr("Less than a second would be left; \"skip\" or \"stop\" ends it.")
    case .nothingToRewind: tr("No time has counted yet, so none can be rewound; \"extend 5m\" adds some.")
    case .nothingAsked:
      tr("No question about time away is open; \"rewind 5m\" rewinds time that should not count.")
    case .undoWasEmptied(.undo?): tr("There is nothing to undo: it was taken back already.")
    case .undoWasEmptied(let verb?):
      tr("There is nothing to undo: \"{verb}\" came later, and earlier changes stay.", ["verb": verb.rawValue])
    case .undoWasEmptied(nil): tr("There is nothing to undo: a phase has ended since, and earlier changes stay.")
    default: ""
    }
  }

  package static func sentence(_ error: LinkError) -> String { error.words { tr($0) } }

  private static func notWhile(_ verb: Verb, _ state: TimerState) -> String {
    let remedy =
      switch state {
      case .ready: tr("start it first")
      case .completed where verb == .update: tr("it is over; \"request\" begins it anew")
      case .completed: tr("the phase is over; start begins the next one")
      case .running, .paused: tr("it is {state}", ["state": Words.name(of: state)])
      }
    return tr("\"{verb}\" is not possible now: {remedy}.", ["verb": verb.rawValue, "remedy": remedy])
  }

  package static var lineTooLong: String {
    tr("The request is longer than {n} bytes.", ["n": String(Link.requestByteLimit)])
  }
  static var notText: String { tr("The request is not UTF-8 text, or holds a NUL.") }
  package static var unfinishedLine: String {
    tr("The last request has no line break at its end, so it was not carried out.")
  }
  package static var daemonLeaves: String {
    tr("The timer was told to quit while the phase was under way; it goes on at the next start.")
  }
  /// For a request that came too late for this process; its successor would carry it out.
  package static var daemonEnds: String { tr("The timer is just ending; try again.") }
  package static func nothingToChange(_ status: String) -> String {
    tr("Nothing to change: {status}", ["status": status])
  }
  package static func isOver(_ name: String) -> String { tr("{name} is over.", ["name": name]) }
  package static func phaseEnded(_ outcome: PhaseOutcome) -> String {
    tr("The phase was {outcome}.", ["outcome": Words.name(of: outcome)])
  }
  package static var nothingToWaitFor: String {
    tr("Nothing is running or paused, so there is nothing to wait for; \"start\" begins something.")
  }
  /// For the journal: the engine has repaired an invalid state, which is a defect of this program.
  package static func repaired(_ name: String?, _ reason: String) -> String {
    tr(
      "{activity} could not have been stored as it was, and was changed: {reason}. Please report this.",
      ["activity": name ?? "engine", "reason": reason])
  }
  package static var noHome: String {
    tr("There is no home directory, so there is no configuration file; set HOME or XDG_CONFIG_HOME.")
  }
  package static func tooFewFiles(_ files: Int, fewest: Int) -> String {
    tr(
      "Only {n} files may be open at once here; expected at least {expected} (ulimit -n).",
      ["n": String(files), "expected": String(fewest)])
  }
  package static var startHangs: String {
    tr("Another start of tomato-notifyd has been under way for 10 s and does not finish.")
  }
  package static var nameless: String {
    tr("Another tomato-notifyd runs, but has had no name on the session bus for 10 s.")
  }
  package static var badReadyDescriptor: String { tr("--ready-fd takes the number of a descriptor above 2.") }
  package static var badDevicesFolder: String { tr("--devices takes the path of a folder, such as /dev.") }
  package static var daemonUsage: String {
    tr(
      """
      usage: tomato-notifyd [--verbose] [--devices DIR] [--ready-fd N | --login]
             tomato-notifyd config [list | get KEY | set KEY VALUE | unset KEY | edit | path | example]
             tomato-notifyd autostart [on [--arm] | off | status [--json] | install]
             tomato-notifyd history [tasks]
             tomato-notifyd stats [PERIOD] [--json] | report [PERIOD] [--output FILE]
             tomato-notifyd export [OPTIONS] | import FILE [--dry-run] | repair | backup
             tomato-notifyd demo | preview STATE [--seconds N] | doctor [--json]
      """
    )
  }
  package static func holderIsSilent(_ pid: Int32?, _ directory: String) -> String {
    guard let pid else {
      return tr(
        "A process that cannot be seen from here holds {directory}/lock but does not answer; end it and try again.",
        ["directory": directory])
    }
    return tr(
      "Process {pid} holds {directory}/lock but does not answer; end it (kill {pid}) and try again.",
      ["pid": String(pid), "directory": directory])
  }
  package static func anotherUsers(_ path: String, _ owner: Int) -> String {
    tr("the socket at {path} belongs to another user (uid {owner})", ["path": path, "owner": String(owner)])
  }
  package static func notListening(_ reason: String, _ path: String) -> String {
    tr("{reason} The timer is reached at {path}.", ["reason": reason, "path": path])
  }
  package static func unreachable(_ reason: String) -> String {
    tr(
      "{reason} The timer cannot be reached any more, so it ends; the next command goes on from here.",
      ["reason": reason])
  }
  package static func unknownWord(_ word: String) -> String {
    // The word is a command of tomato-notify.
    if TypedLexicon.command(word.lowercased()) != nil {
      return tr("tomato-notifyd is the daemon; say tomato-notify {word}.", ["word": shown(word)])
    }
    return tr("tomato-notifyd does not know \"{word}\"; see tomato-notifyd --help.", ["word": word])
  }
  package static func iconsNotKept(_ reason: String) -> String {
    tr("The icons stay in their own colours: {reason}", ["reason": reason])
  }

  // MARK: The session bus

  package static func unknownAction(_ name: String) -> String {
    tr("There is no action {name}; expected a verb such as start, pause, skip or stop.", ["name": name])
  }
  package static func noParameter(_ name: String) -> String {
    tr("The action {name} takes no parameter; use Perform with a link for more.", ["name": name])
  }
  package static var noLink: String {
    tr("Open was called without a link; expected at least one, for example tomatoclock://start.")
  }
  package static func tooManyLinks(_ count: Int, most: Int) -> String {
    tr("Open was called with {n} links; expected at most {m}.", ["n": String(count), "m": String(most)])
  }
  /// Title of a notification; its body gives the reason.
  package static var notCarriedOut: String { tr("Nothing was changed") }
  package static func notAKindOfView(_ given: String) -> String {
    tr(
      "{given} is not a kind of view; expected 1 to 32 characters of a-z, 0-9 and '-'.",
      ["given": LinkError.quote(shown(given))])
  }
  package static func tooManyViews(_ most: Int) -> String {
    tr("There are {n} views already, which is as many as there may be.", ["n": String(most)])
  }
  /// Shown by a view when the daemon does not answer a press.
  package static var unanswered: String { tr("The timer does not answer.") }
  package static func nameTaken(_ name: String) -> String {
    tr(
      "Another program has the name {name} on the session bus; links and launchers reach that one. The timer goes on.",
      ["name": name])
  }
  package static func busUnreachable(_ reason: String) -> String {
    tr("The session bus cannot be reached: {reason} The timer goes on without it.", ["reason": reason])
  }
  package static func notOpened(_ link: String, _ reason: String) -> String {
    tr("{given} cannot be opened: {reason}", ["given": LinkError.quote(link), "reason": reason])
  }
  /// Description of a systemd unit; not translated.
  package static let opensLink = "TomatoClock opens a link"
  package static var noOpener: String { tr("There is neither gio nor xdg-open on this machine.") }
  package static func busUnusable(_ reason: String) -> String {
    tr("The timer cannot be reached over the session bus: {reason}", ["reason": reason])
  }
  package static func trayUnusable(_ reason: String) -> String {
    tr("The timer cannot be put in the tray: {reason}", ["reason": reason])
  }
  package static func dockUnusable(_ reason: String) -> String {
    tr("The timer cannot be shown in the dock: {reason}", ["reason": reason])
  }
  package static func badOrientation(_ given: String) -> String {
    tr("\"{given}\" is not an orientation; expected vertical or horizontal.", ["given": given])
  }
}

/// A refusal as text or JSON: the sentence, and the reason code for programs.
package enum RefusalText {
  package static func line(_ sentence: String, _ reason: RefusalReason, _ format: Query.Format) -> String {
    guard format == .json else { return sentence }
    return JSON.line(
      .vardict([(JSONKey.error.rawValue, .string(sentence)), (JSONKey.reason.rawValue, .string(reason.rawValue))]))
  }
}

extension Refusal {
  /// The reason with the same name as this case; `notWhile` for a correction.
  package var reason: RefusalReason {
    RefusalReason(rawValue: String("\(self)".prefix { $0 != "(" })) ?? .notWhile
  }
}
