// Gives back what a program that rests most of the time does not need while it rests (docs/decisions/0006).
import CNotify
import Glibc

public enum IdlePages {
  /// Unmaps the executable's code from this process's page tables, and gives free memory at the heap's end back.
  ///
  /// What is needed again is mapped again from the page cache at its next use, without reading the disk.
  ///
  /// Only code, which is mapped read-only: nothing in it can have been changed since the file was mapped.
  public static func release() {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let begin = (Int(bitPattern: cn_code_begin()) + page - 1) / page * page
    let end = Int(bitPattern: cn_code_end()) / page * page
    if begin < end, let code = UnsafeMutableRawPointer(bitPattern: begin) {
      _ = madvise(code, end - begin, MADV_DONTNEED)
    }
    releaseHeap()
  }

  /// Gives the free memory of all threads back.
  static func releaseHeap() { malloc_trim(0) }
}
