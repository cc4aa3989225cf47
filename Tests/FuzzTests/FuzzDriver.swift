// The entry of libFuzzer, in the program that `scripts/fuzz.sh` builds. The environment says which target is meant.

import Glibc

@MainActor private let target = FuzzTarget.all.first { getenv("FUZZ_TARGET").map { String(cString: $0) } == $0.name }

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  MainActor.assumeIsolated {
    guard let target else { fatalError("FUZZ_TARGET names no target") }
    do { try target.check(bytes) } catch { fatalError("\(target.name): \(error)") }
  }
  return 0
}
