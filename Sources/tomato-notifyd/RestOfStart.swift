// Defers the part of the start that answers do not need until the first answer is sent.

internal import GLibBridge
internal import TomatoDesktop

final class RestOfStart {
  /// Nil once it is done.
  private var rest: (() -> Void)?
  private var timeout: Timeout?

  init(_ rest: @escaping () -> Void) { self.rest = rest }

  /// Maximum wait for the question of the starting process.
  private static let questionMs = 100

  func waitForQuestion() {
    timeout = Timeout(milliseconds: Self.questionMs) { [weak self] in self?.finish() }
  }

  /// A question is answered first. A change must be visible, so the start is finished before it.
  func received(_ input: LineInput) {
    guard rest != nil else { return }
    if ControlSocket.isReadOnly(input) { enqueueOnMain { [weak self] in self?.finish() } } else { finish() }
  }

  func finish() {
    guard let rest else { return }
    (self.rest, timeout) = (nil, nil)
    rest()
  }
}
