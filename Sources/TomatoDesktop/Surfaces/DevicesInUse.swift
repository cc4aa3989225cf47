// Tells the engine whether a camera or a microphone is in use, while it wants to know (some alerts wait for that).

internal import GLibBridge
internal import TomatoEngine

package final class DevicesInUse: Observer {
  private unowned let shell: Shell
  private let folder: String
  private var watch: DeviceWatch?
  /// The watch was started for the present request, even if nothing can be watched.
  private var isAsked = false
  /// The last use reported to the engine.
  private var told: DeviceUse??

  /// - Parameter folder: the folder of the device nodes.
  package init(_ shell: Shell, in folder: String) { (self.shell, self.folder) = (shell, folder) }

  package func observe(_ scene: Scene) {
    guard scene.engine.watchesDevices else { return close() }
    guard !isAsked else { return }
    isAsked = true
    watch = DeviceWatch(folder) { [weak self] in self?.tell(DeviceUse($0)) }
    // Without a watch, reports "not in use". Later, because the engine takes events only between scenes.
    if watch == nil { enqueueOnMain { [weak self] in self?.tell(nil) } }
  }

  package func close() {
    watch?.cancel()
    (watch, isAsked, told) = (nil, false, nil)
  }

  private func tell(_ use: DeviceUse?) {
    guard isAsked, told != .some(use) else { return }
    told = .some(use)
    shell.take(.devices(use))
  }
}

extension DeviceUse {
  init?(_ devices: RecordingDevices) {
    switch (devices.contains(.camera), devices.contains(.microphone)) {
    case (true, true): self = .both
    case (true, false): self = .camera
    case (false, true): self = .microphone
    case (false, false): return nil
    }
  }
}
