// Answers that may wait for the disk.

internal import GLibBridge
internal import TomatoWords

/// Begins a request that may be answered later, by `tell`, in the client's language. The client's next requests wait.
func answerLater<Fault: Error>(
  _ client: LineConnection, _ begin: (_ tell: @escaping (() -> Void) -> Void) throws(Fault) -> Void
) throws(Fault) {
  let (state, language) = (LaterAnswer(), SentenceLanguage.now)
  try begin { answer in
    state.isTold = true
    if state.isHeld { client.release() }
    if client.hasReader { language.whileAnswering(answer) }
  }
  guard !state.isTold else { return }
  state.isHeld = true
  client.hold(endsWithClient: false)
}

/// The same for a call on the bus.
func answerLater<Fault: Error>(
  _ call: BusMethodCall, _ begin: (_ tell: @escaping (@escaping @MainActor () -> Void) -> Void) throws(Fault) -> Void
) throws(Fault) {
  let state = LaterAnswer()
  try begin { answer in
    state.isTold = true
    if state.isHeld { call.resume(answer) } else { answer() }
  }
  guard !state.isTold else { return }
  state.isHeld = true
  call.pause()
}

private final class LaterAnswer { var (isTold, isHeld) = (false, false) }
