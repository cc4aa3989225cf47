// Releases memory that is not needed while the daemon is idle (docs/decisions/0006).
import CNotify
import Glibc

public enum IdlePages {
  /// Unmaps the executable's code from this process's page tables, and gives free memory at the heap's end back.
  ///
  /// Pages needed later are mapped again from the page cache, without reading the disk.
  ///
  /// Only read-only code pages: they cannot have been changed since the file was mapped.
  public static func release() {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let begin = (Int(bitPattern: cn_code_begin()) + page - 1) / page * page
    let end = Int(bitPattern: cn_code_end()) / page * page
    if begin < end, let code = UnsafeMutableRawPointer(bitPattern: begin) {
      _ = madvise(code, end - begin, MADV_DONTNEED)
    }
    releaseHeap()
  }

  /// Call it before starting threads. Blocks above 256 KiB are returned to the system when freed; by default the C
  /// library raises this limit to the largest block ever freed. All threads share one heap, because a trim releases
  /// only the end of the main one (mallopt(3), M_MMAP_THRESHOLD and M_ARENA_MAX).
  public static func keepHeapShort() {
    mallopt(M_MMAP_THRESHOLD, 256 * 1024)
    mallopt(M_ARENA_MAX, 1)
  }

  /// Gives the free memory of all threads back.
  static func releaseHeap() { malloc_trim(0) }
}
