// Gives back what a program that rests most of the time does not need while it rests (docs/decisions/0006).
import CNotify
import Glibc

public enum IdlePages {
  /// Unmaps the executable's code from this process's page tables. What is needed again is mapped again from the page
  /// cache at its next use, without reading the disk.
  ///
  /// Free memory of the heap's end goes back, too. Only mappings that are executable and not writable: nothing in them
  /// can have been changed since the file was mapped.
  public static func release() {
    unmapCode()
    malloc_trim(0)
  }

  private static func unmapCode() {
    var name = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &name, name.count)
    guard length > 0, let maps = try? Files.read("/proc/self/maps", limit: 256 * 1024) else { return }
    let program = " " + String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") where line.hasSuffix(program) {
      let words = line.split(separator: " ", maxSplits: 2)
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard words.count == 3, words[1] == "r-xp", ends.count == 2, ends[0] < ends[1],
        let begin = UnsafeMutableRawPointer(bitPattern: ends[0])
      else { continue }
      _ = madvise(begin, Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
  }
}
