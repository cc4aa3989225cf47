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

  /// Call it before there are threads. What is longer than 256 KiB is given back as soon as it is free: by itself the C
  /// library raises that length to that of the longest that was ever freed. And all threads have one heap: a trim gives
  /// back the end of the main one only (mallopt(3), M_MMAP_THRESHOLD and M_ARENA_MAX).
  public static func keepHeapShort() {
    mallopt(M_MMAP_THRESHOLD, 256 * 1024)
    mallopt(M_ARENA_MAX, 1)
  }

  /// Gives the free memory of all threads back.
  static func releaseHeap() { malloc_trim(0) }
}
