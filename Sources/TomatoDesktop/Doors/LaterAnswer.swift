// Answers that may have to wait for the disk.

internal import GLibBridge
internal import TomatoWords

/// Begins what may be told later: the client's next requests wait for that. It is told in the client's language.
func whenKnown(_ client: LineConnection, _ begin: (_ tell: @escaping (() -> Void) -> Void) -> Void) {
  let (state, language) = (LaterAnswer(), SentenceLanguage.now)
  begin { answer in
    state.isTold = true
    if state.isHeld { client.release() }
    if client.hasReader { language.whileAnswering(answer) }
  }
  guard !state.isTold else { return }
  state.isHeld = true
  client.hold(endsWithClient: false)
}

/// The same for a call on the bus.
func whenKnown(_ call: BusMethodCall, _ begin: (_ tell: @escaping (@escaping @MainActor () -> Void) -> Void) -> Void) {
  let state = LaterAnswer()
  begin { answer in
    state.isTold = true
    if state.isHeld { call.resume(answer) } else { answer() }
  }
  guard !state.isTold else { return }
  state.isHeld = true
  call.pause()
}

private final class LaterAnswer {
  var (isTold, isHeld) = (false, false)
}
