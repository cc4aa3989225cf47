// Doctor's findings on quiet.

internal import TomatoDesktop
internal import TomatoWords

extension Diagnosis {
  static func quiet(_ found: Findings) -> Diagnosis? {
    switch found.quietOffer {
    case nil: return nil
    case .yes? where found.isQuiet: return Diagnosis(.ok, .quiet, tr("on: messages are held back while a focus runs"))
    case .yes?: return Diagnosis(.ok, .quiet, tr("off; possible with this server (tomato-notify quiet on)"))
    case .no(let refusal)?:
      let finding = tr("not possible here: {clause}", ["clause": QuietWords.why(refusal)])
      return Diagnosis(found.isQuiet ? .limited : .ok, .quiet, finding, remedy: QuietWords.remedy(refusal))
    }
  }
}
