// The connection of `activity pipe`, over daemons that are killed.
import Synchronization
import TestKit
import Testing
import TomatoLink
import TomatoSocket

@testable import tomato_notify

extension ProcessTests {
  struct PipeConnectionTests {
    private func connection(_ daemon: FakeDaemon) throws -> PipeConnection {
      let client = Client(
        daemon: SocketClient(
          places: SocketSearch([daemon.path]), launcher: Launcher(folders: [daemon.folder]),
          patience: Int64(Patience.milliseconds))
      ) { _, _ throws(Failure) in }
      var connection = PipeConnection(client: client)
      try connection.connect()
      return connection
    }

    /// Says a line, and takes what comes of it.
    private func ask(_ connection: inout PipeConnection) throws -> PipeConnection.Step {
      try connection.connection.send("tomatoclock://list")
      return try next(&connection)
    }

    /// Waits for something, and takes it.
    private func next(_ connection: inout PipeConnection) throws -> PipeConnection.Step {
      #expect(
        SystemCalls.wait(
          forReading: connection.connection.descriptor, milliseconds: Int32(clamping: Patience.milliseconds)))
      return try connection.advance()
    }

    @Test func `a daemon that is dying can still be connected to, and is given the time to go`() throws {
      let first = Mutex<Int64?>(nil)
      let daemon = FakeDaemon { _ in
        let began = first.withLock { first in
          first = first ?? Patience.now()
          return first ?? 0
        }
        return Patience.now() - began < 150 ? [.hangUp] : [.bytes("0\n")]
      }.start()
      var connection = try connection(daemon)
      while try ask(&connection) == .lost { try connection.reconnect() }
      #expect(connection.isConnected)
    }

    @Test func `one that goes away for ever is 69`() throws {
      let daemon = FakeDaemon { _ in [.hangUp] }.start()
      var connection = try connection(daemon)
      #expect(throws: Failure(.unavailable, "The daemon keeps ending.")) {
        while try ask(&connection) == .lost { try connection.reconnect() }
      }
    }

    @Test func `one that is killed while it starts is started again`() throws {
      let daemon = FakeDaemon { _ in [.bytes("0\n")] }.start()
      daemon.install("mkdir \(daemon.folder)/once && kill -9 $$\nread x <\(daemon.folder)/go\necho ready >&3")
      var connection = try connection(daemon)
      // A connection that is not taken yet outlives the stop.
      #expect(try ask(&connection) != .lost)
      daemon.stop(lastWords: "")
      #expect(try next(&connection) == .lost)
      daemon.startWhenRead()
      try connection.reconnect()
      #expect(connection.isConnected)
    }

    @Test func `one that cannot start says why`() throws {
      let daemon = FakeDaemon { _ in [.bytes("0\n")] }.start()
      daemon.install("echo 'The folder is read-only.' >&2; exit 1")
      var connection = try connection(daemon)
      // A connection that is not taken yet outlives the stop.
      #expect(try ask(&connection) != .lost)
      daemon.stop(lastWords: "")
      #expect(try next(&connection) == .lost)
      let sentence = "The daemon tomato-notifyd could not start: The folder is read-only."
      #expect(throws: Failure(.unavailable, sentence)) { try connection.reconnect() }
    }
  }
}
