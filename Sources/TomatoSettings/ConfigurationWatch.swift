// The daemon's configuration, which it reads at the start and again whenever the file changes.

internal import GLibBridge

/// The person's configuration file, followed for as long as the daemon runs.
@MainActor package final class ConfigurationWatch {
  /// The configuration in force. An unusable file leaves it unchanged.
  package private(set) var current = Configuration()
  /// The mistakes that the file had when it was last read.
  package private(set) var complaints: [Complaint] = []
  /// Nil without a home directory; the defaults are used then.
  private let path: String?
  private var watch: FileWatch?

  package init(path: String? = Paths.configFile) {
    self.path = path
    read()
  }

  private func read() {
    guard let path else { return }
    let (configuration, complaints) = Configuration.load(path: path)
    self.complaints = complaints
    if let configuration { current = configuration }
  }

  /// Calls back on the main loop when the file's values or its mistakes have changed.
  package func follow(_ onChange: @escaping (Configuration, [Complaint]) -> Void) {
    guard let path else { return }
    watch = FileWatch(path) { [weak self] in
      guard let self else { return }
      let (before, mistakes) = (current, complaints)
      read()
      if current != before || complaints != mistakes { onChange(current, complaints) }
    }
  }
}
