// Runs the part of the start that answers do not need after the first answer.

internal import GLibBridge
internal import TomatoDesktop

final class RestOfStart {
  /// Nil once it is done.
  private var rest: (() -> Void)?
  private var soon: Timeout?

  init(_ rest: @escaping () -> Void) { self.rest = rest }

  /// It waits at most this long for the question of the process that started this one.
  private static let questionMs = 100

  func waitForQuestion() {
    soon = Timeout(milliseconds: Self.questionMs) { [weak self] in self?.finish() }
  }

  /// A question is answered first. A change must be visible, so the start is finished before it.
  func heard(_ input: LineInput) {
    guard rest != nil else { return }
    if ControlSocket.isReadOnly(input) { enqueueOnMain { [weak self] in self?.finish() } } else { finish() }
  }

  func finish() {
    guard let rest else { return }
    (self.rest, soon) = (nil, nil)
    rest()
  }
}
