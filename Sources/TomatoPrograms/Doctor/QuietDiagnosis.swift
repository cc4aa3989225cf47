// What doctor says about quiet.

internal import TomatoDesktop
internal import TomatoWords

extension Diagnosis {
  static func quiet(_ found: Findings) -> [Diagnosis] {
    guard let offer = found.quietOffer else { return [] }
    switch offer {
    case .yes: return [Diagnosis(.ok, .quiet, found.isQuiet ? DoctorWords.quietOn : DoctorWords.quietOff)]
    case .no(let refusal):
      let finding = DoctorWords.quietNotHere(QuietWords.why(refusal))
      return [
        Diagnosis(found.isQuiet ? .limited : .ok, .quiet, finding, remedy: QuietWords.remedy(refusal))
      ]
    }
  }
}

extension DoctorWords {
  static let quietOn = tr("on: messages are held back while a focus runs")
  static let quietOff = tr("off; possible with this server (tomato-notify quiet on)")
  static func quietNotHere(_ why: String) -> String { tr("not possible here: {clause}", ["clause": why]) }
}
