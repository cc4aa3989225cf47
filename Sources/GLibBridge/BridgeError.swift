// C errors as Swift values, and small helpers for all files of this module.
import CNotify
import Glibc
import Synchronization

/// A `GError`, an `errno` (domain "errno"), or an error of this module (domain "bridge").
public struct BridgeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A GLib error domain such as "g-io-error-quark", "errno", or "bridge".
  public let domain: String
  public let code: Int32
  /// One sentence for a person.
  public let message: String
  /// The D-Bus error name, if the failure came over the bus (`org.freedesktop.DBus.Error.UnknownMethod`).
  public let busName: String?

  public init(domain: String = "bridge", code: Int32 = 0, message: String, busName: String? = nil) {
    (self.domain, self.code, self.message, self.busName) = (domain, code, message, busName)
  }

  public var description: String { message }

  /// Takes over and frees a `GError`. Nil gives a message without a reason.
  init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self.init(message: "The C library failed without saying why.")
      return
    }
    defer { g_error_free(error) }
    let remote = g_dbus_error_get_remote_error(error)
    defer { g_free(remote) }
    g_dbus_error_strip_remote_error(error)
    self.init(
      domain: String(orEmpty: g_quark_to_string(error.pointee.domain)), code: error.pointee.code,
      message: String(orEmpty: error.pointee.message),
      busName: remote.map { String(cString: $0) })
  }

  /// The system's text for an error number.
  public static func describe(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// "WHAT: No such file or directory.", from the current `errno`.
  static func errno(_ what: String) -> BridgeError {
    let code = Glibc.errno
    return BridgeError(domain: "errno", code: code, message: "\(what): \(describe(code)).")
  }
}

/// Calls a C function that reports its failure by a `GError`, and throws that if there is no result.
func throwing<Value>(_ call: (inout UnsafeMutablePointer<GError>?) -> Value?) throws(BridgeError) -> Value {
  var error: UnsafeMutablePointer<GError>?
  guard let value = call(&error) else { throw BridgeError(taking: error) }
  return value
}

/// The same for a function that returns whether it succeeded.
func succeeding(_ call: (inout UnsafeMutablePointer<GError>?) -> gboolean) throws(BridgeError) {
  try throwing { call(&$0).isTrue ? () : nil }
}

/// Passes a callback, or an object with several, through C as a pointer: retained when registered, released by the
/// destroy function that C calls.
final class Box<Call> {
  let call: Call
  init(_ call: Call) { self.call = call }

  /// A reference for C, to be released once: by `releaseBox` or `taking`.
  func retained() -> gpointer { Unmanaged.passRetained(self).toOpaque() }

  static func at(_ data: gpointer?) -> Call? {
    data.map { Unmanaged<Box<Call>>.fromOpaque($0).takeUnretainedValue().call }
  }

  /// For callbacks that C calls exactly once and without a destroy function.
  static func taking(_ data: gpointer?) -> Call? {
    data.map { Unmanaged<Box<Call>>.fromOpaque($0).takeRetainedValue().call }
  }
}

extension Box: Sendable where Call: Sendable {}

/// The destroy function for every `Box`. A Swift object's release needs no static type.
func releaseBox(_ data: gpointer?) {
  if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// `releaseBox` with the signature that `g_signal_connect_data` needs.
func releaseBoxOfClosure(_ data: gpointer?, _ closure: UnsafeMutablePointer<GClosure>?) { releaseBox(data) }

/// Passes a value into main-actor code on the same thread. The compiler cannot check that it is the same.
struct SameThread<Value>: @unchecked Sendable {
  let value: Value
}

/// Starts as false; any thread may raise it, once and for all.
final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isRaised: Bool { value.load(ordering: .acquiring) }
  /// - Returns: whether this was the first call.
  @discardableResult func raise() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}

extension String {
  /// The text without NUL characters, because C ends a text at the first one.
  var forC: String {
    utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.filter { $0.value != 0 })) : self
  }

  /// The C text; empty for a null pointer.
  init(orEmpty text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }
}

extension gboolean {
  var isTrue: Bool { self != 0 }
}

let gtrue: gboolean = 1
let gfalse: gboolean = 0
