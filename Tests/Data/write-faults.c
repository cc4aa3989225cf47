// Stands between a program and the C library for each call that changes what is under TOMATO_FAULT_FOLDER. The calls of
// all programs of a run are numbered together, by a counter in the file TOMATO_FAULT_COUNT. At number TOMATO_FAULT_AT
// happens what TOMATO_FAULT says:
//   kill     the process is killed before the call
//   torn     the process is killed when half of the bytes are written
//   power    all programs of the run are killed, and what none of them has synced is dropped, or kept in part as
//            TOMATO_FAULT_SEED draws it
//   sync     it fails with EIO; only calls that sync are counted
//   short    half of the bytes are written
//   a number the call fails with this errno; from there on each call does, as long as TOMATO_FAULT_LASTS is a file
// Shared memory of a database (-shm) is no storage: its calls are counted, and lose nothing with the power.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *folder, *fault, *lasts;
static long at, *count;
static unsigned long long random_state;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("TOMATO_FAULT_FOLDER");
  fault = getenv("TOMATO_FAULT");
  lasts = getenv("TOMATO_FAULT_LASTS");
  const char *number = getenv("TOMATO_FAULT_AT"), *seed = getenv("TOMATO_FAULT_SEED");
  const char *file = getenv("TOMATO_FAULT_COUNT");
  at = number ? atol(number) : 0;
  random_state = seed ? strtoull(seed, 0, 10) : 1;
  int descriptor = file ? open(file, O_RDWR | O_CLOEXEC) : -1;
  void *shared = descriptor < 0 ? MAP_FAILED : mmap(0, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (descriptor >= 0) close(descriptor);
  if (shared == MAP_FAILED || !folder || !fault) folder = 0; else count = shared;
}

static unsigned draw(unsigned below) { // splitmix64
  unsigned long long z = random_state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return (unsigned)((z ^ z >> 31) % below);
}

#include "power-loss.h"

// MARK: The calls

static void absolute(int directory, const char *path, char *result) {
  if (path[0] == '/') { snprintf(result, PATH_MAX, "%s", path); return; }
  char link[64], base[PATH_MAX] = "";
  if (directory == AT_FDCWD) { if (!getcwd(base, sizeof base)) base[0] = 0; }
  else {
    snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
    ssize_t size = readlink(link, base, sizeof base - 1);
    base[size < 0 ? 0 : size] = 0;
  }
  int size = snprintf(result, PATH_MAX, "%s/%s", base, path);
  if (size >= PATH_MAX) result[0] = 0;
}

// The desktop's own settings are not ours.
static int is_ours(const char *path) {
  return folder && !strncmp(path, folder, strlen(folder)) && !strstr(path, "/glib-2.0/");
}

enum verdict { go, fail, half };

// What this call does; does not return from a kill. `data` of a call that writes bytes: what is torn.
static enum verdict verdict(int descriptor, const void *data, size_t size, off_t place) {
  if (!strcmp(fault, "sync")) return go;
  long number = __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
  char *end;
  long error = strtol(fault, &end, 10);
  int is_error = *fault && !*end;
  int is_lasting = is_error && at && number > at && lasts && syscall(SYS_faccessat, AT_FDCWD, lasts, F_OK) == 0;
  if (is_lasting || (is_error && number == at)) {
    errno = (int)error;
    return fail;
  }
  if (number != at) return go;
  if (!strcmp(fault, "short")) return data && size > 1 ? half : go;
  if (!strcmp(fault, "torn") && data) {
    if (place < 0) syscall(SYS_write, descriptor, data, size / 2);
    else syscall(SYS_pwrite64, descriptor, data, size / 2, place);
  }
  if (!strcmp(fault, "power")) lose_power();
  kill(getpid(), SIGKILL);
  pause();
  return fail;
}

static int is_ours_open(int descriptor, int *is_memory) {
  char link[64], path[PATH_MAX];
  if (!folder) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = 0;
  *is_memory = size > 4 && !strcmp(path + size - 4, "-shm");
  return is_ours(path);
}

static ssize_t write_now(int descriptor, const void *data, size_t size, off_t place) {
  return place < 0 ? syscall(SYS_write, descriptor, data, size) : syscall(SYS_pwrite64, descriptor, data, size, place);
}

static ssize_t write_at(int descriptor, const void *data, size_t size, off_t place) {
  int is_memory;
  if (!is_ours_open(descriptor, &is_memory)) return write_now(descriptor, data, size, place);
  lock();
  enum verdict what = verdict(descriptor, data, size, place);
  if (what == half) size /= 2;
  off_t where = place < 0 ? lseek(descriptor, 0, fcntl(descriptor, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR) : place;
  if (what != fail && !is_memory) note_bytes(descriptor, data, size, where);
  ssize_t written = what == fail ? -1 : write_now(descriptor, data, size, place);
  unlock();
  return written;
}
ssize_t write(int descriptor, const void *data, size_t size) { return write_at(descriptor, data, size, -1); }
ssize_t pwrite(int descriptor, const void *data, size_t size, off_t place) {
  return write_at(descriptor, data, size, place);
}
ssize_t pwrite64(int descriptor, const void *data, size_t size, off64_t place) {
  return write_at(descriptor, data, size, place);
}

static int truncate_open(int descriptor, off_t size) {
  int is_memory, result = -1;
  if (!is_ours_open(descriptor, &is_memory)) return (int)syscall(SYS_ftruncate, descriptor, size);
  lock();
  if (verdict(descriptor, 0, 0, 0) != fail) {
    if (!is_memory) note_bytes(descriptor, 0, 0, size);
    result = (int)syscall(SYS_ftruncate, descriptor, size);
  }
  unlock();
  return result;
}
int ftruncate(int descriptor, off_t size) { return truncate_open(descriptor, size); }
int ftruncate64(int descriptor, off64_t size) { return truncate_open(descriptor, size); }

static int sync_open(int descriptor, long call) {
  int is_memory, result = -1;
  if (!is_ours_open(descriptor, &is_memory)) return (int)syscall(call, descriptor);
  lock();
  if (!strcmp(fault, "sync") && __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST) == at) errno = EIO;
  else if (verdict(descriptor, 0, 0, 0) != fail) {
    result = (int)syscall(call, descriptor);
    if (!result) note_sync(descriptor);
  }
  unlock();
  return result;
}
int fsync(int descriptor) { return sync_open(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return sync_open(descriptor, SYS_fdatasync); }
int fchmod(int descriptor, mode_t mode) {
  int is_memory, result = -1;
  if (!is_ours_open(descriptor, &is_memory)) return (int)syscall(SYS_fchmod, descriptor, mode);
  lock();
  if (verdict(descriptor, 0, 0, 0) != fail) result = (int)syscall(SYS_fchmod, descriptor, mode);
  unlock();
  return result;
}

// A call that changes the names under the folder: `path` is made, replaced or taken away.
#define NAMES(CALL, DIRECTORY, PATH, FROM_DIRECTORY, FROM, IS_MADE)                        \
  char path[PATH_MAX], from[PATH_MAX] = "";                                                \
  absolute(DIRECTORY, PATH, path);                                                         \
  if (!is_ours(path)) return (int)(CALL);                                                  \
  if (FROM) absolute(FROM_DIRECTORY, FROM, from);                                          \
  lock();                                                                                  \
  int result = -1;                                                                         \
  if (verdict(-1, 0, 0, 0) != fail) {                                                      \
    int is_noted = losing() && (!IS_MADE || faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW)); \
    char *kept = is_noted && !IS_MADE ? keep(path) : 0;                                    \
    result = (int)(CALL);                                                                  \
    int error = errno;                                                                     \
    if (result >= 0 && is_noted) note_name(path, *from ? from : 0, kept);                  \
    free(kept);                                                                            \
    errno = error;                                                                         \
  }                                                                                        \
  unlock();                                                                                \
  return result;

// A file without a name in this folder: until it has one, there is nothing to lose. Its number may have been another's.
static int open_nameless(int directory, const char *file, int flags, mode_t mode) {
  char path[PATH_MAX];
  int result = -1;
  absolute(directory, file, path);
  if (!is_ours(path)) return (int)syscall(SYS_openat, directory, file, flags, mode);
  lock();
  if (verdict(-1, 0, 0, 0) != fail) {
    result = (int)syscall(SYS_openat, directory, file, flags, mode);
    if (result >= 0) note_sync(result);
  }
  unlock();
  return result;
}

static int open_at(int directory, const char *file, int flags, mode_t mode) {
  if ((flags & O_TMPFILE) == O_TMPFILE) return open_nameless(directory, file, flags, mode);
  if (!(flags & O_CREAT) || !faccessat(directory, file, F_OK, AT_SYMLINK_NOFOLLOW))
    return (int)syscall(SYS_openat, directory, file, flags, mode);
  NAMES(syscall(SYS_openat, directory, file, flags, mode), directory, file, 0, (char *)0, 1)
}
#define MODE                                                             \
  va_list list;                                                          \
  va_start(list, flags);                                                 \
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
  va_end(list);
int open(const char *file, int flags, ...) { MODE return open_at(AT_FDCWD, file, flags, mode); }
int open64(const char *file, int flags, ...) { MODE return open_at(AT_FDCWD, file, flags, mode); }
int openat(int directory, const char *file, int flags, ...) { MODE return open_at(directory, file, flags, mode); }
int openat64(int directory, const char *file, int flags, ...) { MODE return open_at(directory, file, flags, mode); }

static int rename_at(int from_directory, const char *from_file, int directory, const char *file) {
  NAMES(syscall(SYS_renameat, from_directory, from_file, directory, file), directory, file, from_directory, from_file, 0)
}
int rename(const char *from, const char *file) { return rename_at(AT_FDCWD, from, AT_FDCWD, file); }
int renameat(int from_directory, const char *from, int directory, const char *file) {
  return rename_at(from_directory, from, directory, file);
}
int linkat(int from_directory, const char *from_file, int directory, const char *file, int flags) {
  NAMES(syscall(SYS_linkat, from_directory, from_file, directory, file, flags), directory, file, 0, (char *)0, 1)
}
int link(const char *from, const char *file) { return linkat(AT_FDCWD, from, AT_FDCWD, file, 0); }
int unlinkat(int directory, const char *file, int flags) {
  NAMES(syscall(SYS_unlinkat, directory, file, flags), directory, file, 0, (char *)0, 0)
}
int unlink(const char *file) { return unlinkat(AT_FDCWD, file, 0); }
int mkdirat(int directory, const char *file, mode_t mode) {
  NAMES(syscall(SYS_mkdirat, directory, file, mode), directory, file, 0, (char *)0, 1)
}
int mkdir(const char *file, mode_t mode) { return mkdirat(AT_FDCWD, file, mode); }
