// What a door has to tell about an intent that went through the shell.

internal import TomatoEngine
internal import TomatoLink

/// The result of one intent, for whatever door it came through.
struct Outcome {
  var answer: Answer
  /// The activity that the intent was for.
  var activity: ActivityID
  /// Why nothing was changed, for a person; nil unless the intent was refused.
  var refusal: String?
  /// What holds now; of an activity that is over, the Pomodoro instead.
  var content: Content
  /// The intent's activity lives on.
  var isAlive: Bool
  /// The sentence that says why the change is not saved; nil when it is.
  var unsaved: String?
}

extension Shell {
  /// The one way from a door to the engine. A refusal is in the journal when this returns.
  func perform(_ intent: Intent, _ origin: Origin) -> Outcome {
    let answer = take(.intent(intent, origin)) ?? .alreadySo
    let id = engine.target(intent.activity)
    let content = content(id)
    var outcome = Outcome(answer: answer, activity: id, content: content, isAlive: exists(id), unsaved: unsaved)
    if case .refused(let reason) = answer {
      let sentence = Answers.sentence(reason, content)
      journal(.refused(intent.verb, sentence, content))
      outcome.refusal = sentence
    }
    return outcome
  }

  /// Reads a link that came from outside. One that cannot be read is in the journal when this throws.
  func intent(of link: String) throws(LinkError) -> Intent {
    do throws(LinkError) {
      switch try Link.parse(link, door: .outside) {
      case .intent(let intent, _): return intent
      case .query(let query): throw LinkError(query.verb.rawValue)  // the outside has no queries
      }
    } catch {
      journal(.failed(Answers.sentence(error), content(.pomodoro)))
      throw error
    }
  }
}
