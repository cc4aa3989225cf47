// Results that a door reports about an intent.

package import TomatoEngine
package import TomatoLink
internal import TomatoRecord
internal import TomatoWords

package struct IntentResult {
  /// Nil: not taken, because the daemon ends.
  package var answer: Answer?
  /// The intent's activities with their contents, nil when over; none if the activity was ambiguous or unknown.
  var results: [(label: ActivityLabel, content: Content?)]
  /// Why the intent was refused or not taken, for the user; nil if it was performed.
  package var refusal: String?
  /// The current content; the Pomodoro's if the activity is over.
  package var content: Content
  /// Why the change is not saved; nil when it is.
  var unsaved: Unsaved?

  var isAlive: Bool { results.allSatisfy { $0.content != nil } }
}

extension Shell {
  /// The one way from a door to the engine. A refusal is in the journal before `then` is called.
  /// - Parameter activationToken: the click's token (xdg-activation), passed on with a link that the intent opens.
  /// - Parameter then: called with the result once the change is stored.
  /// - Returns: the engine's answer, at once; nil if the intent was not taken.
  @discardableResult
  package func perform(
    _ intent: Intent, _ origin: Origin, activationToken: String? = nil,
    then: @escaping (IntentResult) -> Void = { _ in }
  ) -> Answer? {
    let labels = engine.targetLabels(of: intent, origin, at: now())
    return take(.intent(intent, origin), activationToken) { [weak self] answer in
      if let self { then(result(of: intent, answer, labels)) }
    }
  }

  private func result(of intent: Intent, _ answer: Answer?, _ labels: [ActivityLabel]) -> IntentResult {
    let moment = now()
    let results = labels.map { (label: $0, content: livingContent($0.id, moment)) }
    let content = results.first?.content ?? content(.pomodoro, moment)
    var outcome = IntentResult(answer: answer, results: results, content: content, unsaved: unsaved)
    outcome.refusal = refusal(answer, content)
    // Made anew: the journal is in the session's language, the answer in that of who asks.
    if outcome.refusal != nil { journal(.refused(intent.verb, refusal(answer, content) ?? "", content)) }
    return outcome
  }

  private func refusal(_ answer: Answer?, _ content: Content) -> String? {
    switch answer {
    case nil: Answers.daemonEnds
    case .refused(let reason): Answers.sentence(reason, content)
    case .changed, .alreadySo: nil
    }
  }

  /// Corrects the history. A refusal is in the journal before `then` is called.
  /// - Parameter then: gets the sentences for the user, and the code of the answer.
  func correct(_ correction: Correction, then: @escaping (_ sentences: [String], AnswerCode) -> Void) {
    var correction = correction
    // An interval given only by its length ends now. The clock is read once, so that all steps use the same end.
    if correction.change == .add, correction.from == nil, correction.to == nil {
      correction.to = WallTime(seconds: now().wall.seconds)
    }
    let language = SentenceLanguage.now
    correctionContext(of: correction) { [weak self, correction] found in
      guard let self else { return }
      switch found {
      case nil: then([], .ending)
      case .failure(let error):
        language.whileAnswering { self.refuse(StoreWords.historyUnreadable(Unreadable.reason(error)), then) }
      case .success(let context): language.whileAnswering { self.correct(correction, context, then) }
      }
    }
  }

  private func correct(
    _ correction: Correction, _ context: CorrectionContext,
    _ then: @escaping (_ sentences: [String], AnswerCode) -> Void
  ) {
    let now = now().wall
    take(.corrected(correction, context)) { [weak self] answer in
      guard let self else { return }
      switch answer {
      case nil: then([], .ending)
      case .refused(let reason): refuse(Answers.sentence(reason, content(.pomodoro)), then)
      case .alreadySo: then([CorrectionText.nothingToChange(context.rows, beside: now)], .done)
      case .changed:
        let text = CorrectionText.done(correction, corrected(by: correction, context), beside: now)
        then([text] + (unsaved.map { [$0.sentence] } ?? []), .done)
      }
    }
  }

  /// The deleted rows, or the row as the engine has made it, rebuilt from the same input.
  private func corrected(by correction: Correction, _ context: CorrectionContext) -> [IntervalRecord] {
    guard correction.change != .delete else { return context.rows }
    // The engine has found that it is over, so no look at another clock may find that it is not.
    let row = try? correction.interval(of: context.rows.first, at: IntervalRecord.times.upperBound)
    guard var row else { return [] }
    if correction.change == .add { row.token = shown.snapshot.correctionUndo?.added ?? row.token }
    return [row]
  }

  private func refuse(
    _ sentence: @autoclosure () -> String, _ then: (_ sentences: [String], AnswerCode) -> Void
  ) {
    journal(.failed(sentence(), content(.pomodoro)))
    then([sentence()], .refused)
  }

  /// Parses a link from outside. A failure is in the journal when this throws.
  func intent(of link: String, _ door: Door = .outside) throws(LinkError) -> Intent {
    do throws(LinkError) {
      switch try Link.parse(link, door: door) {
      case .intent(let intent, _, _, _): return intent
      // Outside links are only intents.
      case .query(let query): throw LinkError(query.verb.rawValue)
      case .correction(let correction): throw LinkError(correction.change.rawValue)
      }
    } catch {
      journal(.failed(Answers.sentence(error), content(.pomodoro)))
      throw error
    }
  }

  /// Checks a program's content, for example ActivityKit's limit of 4 KB.
  func checkContent(_ intent: Intent) throws(LinkError) {
    guard let update = intent.content else { return }
    try update.checkSent()
    let old = intent.activity.flatMap { engine.content(of: $0, at: now()) }?.contentState.job?.content
    let new = update.applied(to: old ?? JobContent(), at: now().wall)
    let size = JSONText.text(.object(new.members)).utf8.count
    guard size <= JobContent.byteLimit else { throw .contentTooBig(size) }
  }
}
