// A refusal as text or JSON: the sentence, and the reason code for programs.

internal import GLibBridge
package import TomatoEngine
package import TomatoLink

package enum RefusalText {
  package static func line(_ sentence: String, _ reason: RefusalReason, _ format: Query.Format) -> String {
    guard format == .json else { return sentence }
    return JSON.line(
      .vardict([(JSONKey.error.rawValue, .string(sentence)), (JSONKey.reason.rawValue, .string(reason.rawValue))]))
  }
}

extension Refusal {
  package var reason: RefusalReason {
    switch self {
    case .phaseIsOver: .phaseIsOver
    case .unknownActivity: .unknownActivity
    case .notFor: .notFor
    case .notWhile: .notWhile
    case .needsReplace: .needsReplace
    case .wrongMode: .wrongMode
    case .cannotShorten: .cannotShorten
    case .nothingToUndo: .nothingToUndo
    case .undoIsOver: .undoIsOver
    case .inTheFuture: .inTheFuture
    case .tooLongAgo: .tooLongAgo
    case .tooManyActivities: .tooManyActivities
    case .tooManyFromOutside: .tooManyFromOutside
    case .unknownName: .unknownName
    case .ambiguous: .ambiguous
    case .isAnother: .isAnother
    case .needsDuration: .needsDuration
    case .isPast: .isPast
    case .tooFarAhead: .tooFarAhead
    case .tooManyLaps: .tooManyLaps
    case .tooManyOfProgram: .tooManyOfProgram
    case .notOwner: .notOwner
    case .notFromOutside: .notFromOutside
    case .programsOff: .programsOff
    case .programDenied: .programDenied
    case .nothingWithAttributes: .nothingWithAttributes
    case .noButton: .noButton
    case .cannotStop: .cannotStop
    case .notAJob: .notAJob
    default: laterReason
    }
  }

  private var laterReason: RefusalReason {
    switch self {
    case .isNoActivity: .isNoActivity
    case .needsKind: .needsKind
    case .isAnotherTask: .isAnotherTask
    case .isLongest: .isLongest
    case .isShortest: .isShortest
    case .nothingToRewind: .nothingToRewind
    case .nothingAsked: .nothingAsked
    case .undoWasEmptied: .undoWasEmptied
    default: .notWhile
    }
  }
}
