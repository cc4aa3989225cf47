// A libFuzzer entry for the link grammar, run by hand (it is no part of `swift test`), from the top of the project:
//
//   swiftc -O -parse-as-library -sanitize=fuzzer,address Sources/TomatoLink/*.swift Tests/Fuzz/LinkFuzz.swift \
//     -o .build/link-fuzz
//   mkdir -p .build/link-corpus && grep -o 'tomatoclock:[^`]*' docs/links.md | split -l 1 - .build/link-corpus/
//   SWIFT_BACKTRACE=enable=no .build/link-fuzz -max_len=4200 -max_total_time=60 .build/link-corpus
//
// Without SWIFT_BACKTRACE a crash can hang in Swift's own backtracer. -O keeps overflow and bounds traps.

/// Reads one input at both doors and as a duration; a broken law traps, which libFuzzer reports with the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLink(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for door in [Door.outside, .socket] {
    do {
      let request = try Link.parse(bytes: bytes, door: door)
      let printed = Link.print(request)
      precondition((try? Link.parse(printed, door: .socket)) == request, "not read as printed")
      if case .query = request { precondition(door == .socket, "a question from outside") }
    } catch {
      let isSafe = error.description.unicodeScalars.allSatisfy {
        ![.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
      precondition(isSafe && error.description.unicodeScalars.count < 300, "an unsafe sentence")
    }
  }
  let text = String(decoding: bytes, as: UTF8.self)
  if let duration = try? DurationText.parseSigned(text) {
    precondition((try? DurationText.parseSigned(DurationText.print(duration))) == duration, "not read as printed")
  }
  return 0
}
