// Releases memory that is not needed while the daemon is idle (docs/decisions/0006).
import CNotify
import Glibc

public enum IdlePages {
  /// Unmaps the executable's code from this process's page tables, and returns free heap memory to the system.
  ///
  /// Code that is needed later is mapped again from the page cache, without reading the disk. The pages are read-only,
  /// so nothing is lost.
  public static func release() {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let begin = (Int(bitPattern: cn_code_begin()) + page - 1) / page * page
    let end = Int(bitPattern: cn_code_end()) / page * page
    if begin < end, let code = UnsafeMutableRawPointer(bitPattern: begin) {
      _ = madvise(code, end - begin, MADV_DONTNEED)
    }
    malloc_trim(0)
  }

  /// Returns blocks above 256 KiB to the system when freed; by default the C library raises this limit to the largest
  /// block ever freed. Lets all threads share one heap, so that little free memory is kept (mallopt(3)). Call it before
  /// starting threads.
  public static func keepHeapShort() {
    mallopt(M_MMAP_THRESHOLD, 256 * 1024)
    mallopt(M_ARENA_MAX, 1)
  }
}
