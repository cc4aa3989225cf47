// Stands between a program and the C library for each call that changes what is under TOMATO_FAULT_FOLDER. The calls of
// all programs of a run are numbered together, by a counter in the file TOMATO_FAULT_COUNT. At number TOMATO_FAULT_AT
// happens what TOMATO_FAULT says:
//   kill     the process is killed before the call
//   torn     the process is killed when half of the bytes are written
//   power    all programs of the run are killed, and what was not synced is dropped, or kept in part as
//            TOMATO_FAULT_SEED draws it
//   sync     it fails with EIO; only calls that sync are counted
//   short    half of the bytes are written
//   a number the call fails with this errno; from there on each call does, as long as TOMATO_FAULT_LASTS is a file
// Shared memory of a database (-shm) is no storage: its calls are counted, and lose nothing with the power.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
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
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

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

// MARK: What was not synced

// One change that the disk may not have yet: bytes of a file, a file's length, or a name in a folder.
struct change {
  enum { bytes, length, name } kind;
  int is_synced, file;            // of bytes and length: the file, open
  dev_t device; ino_t inode;      // of the file, or of the folder of a name
  off_t place, old_length, new_length;
  size_t size, old_size;
  char *old, *new;                // of bytes
  char *path, *source, *kept;     // of a name: where it came from (a rename), and what it replaced or took away
};
static struct change *changes;
static int changed;

static int losing(void) { return folder && !strcmp(fault, "power"); }

static struct change *add(int kind) {
  changes = realloc(changes, sizeof *changes * (size_t)(changed + 1));
  struct change *new = changes + changed++;
  *new = (struct change){.kind = kind, .file = -1};
  return new;
}

// A file as it is, for reading and writing whatever it was opened for.
static int same_file(int descriptor) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
}

static void note_bytes(int descriptor, const void *data, size_t size, off_t place, off_t new_length) {
  struct stat status;
  if (!losing() || fstat(descriptor, &status) || !S_ISREG(status.st_mode)) return;
  int file = same_file(descriptor);
  if (file < 0) return;
  struct change *change = add(data ? bytes : length);
  change->file = file;
  change->device = status.st_dev, change->inode = status.st_ino;
  change->old_length = status.st_size;
  change->place = place, change->size = size, change->new_length = new_length;
  if (!data) return;
  change->old = malloc(size + 1), change->new = malloc(size + 1);
  memcpy(change->new, data, size);
  ssize_t had = syscall(SYS_pread64, file, change->old, size, place);
  change->old_size = had < 0 ? 0 : (size_t)had;
}

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

// A second name of what is about to lose its own.
static char *keep(const char *path) {
  static int number;
  char kept[PATH_MAX];
  int size = snprintf(kept, sizeof kept, "%s.kept-%d-%d", getenv("TOMATO_FAULT_COUNT"), getpid(), number++);
  if (size >= PATH_MAX) return 0;
  return syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, kept, 0) ? 0 : strdup(kept);
}

static void note_name(const char *path, const char *source, char *kept) {
  char parent[PATH_MAX];
  struct stat status;
  snprintf(parent, sizeof parent, "%s", path);
  char *slash = strrchr(parent, '/');
  if (!slash) return;
  *slash = 0;
  if (stat(parent, &status)) return;
  struct change *change = add(name);
  change->device = status.st_dev, change->inode = status.st_ino;
  change->path = strdup(path), change->source = source ? strdup(source) : 0, change->kept = kept;
}

static void note_sync(int descriptor) {
  struct stat status;
  if (!losing() || fstat(descriptor, &status)) return;
  for (int number = 0; number < changed; number++) {
    struct change *change = changes + number;
    int is_folder = change->kind == name;
    if (change->device == status.st_dev && change->inode == status.st_ino && is_folder == S_ISDIR(status.st_mode))
      change->is_synced = 1;
  }
}

static void take_back(struct change *change) {
  if (change->kind == name) {
    if (change->source) syscall(SYS_renameat, AT_FDCWD, change->path, AT_FDCWD, change->source);
    else if (!change->kept && syscall(SYS_unlinkat, AT_FDCWD, change->path, 0))
      syscall(SYS_unlinkat, AT_FDCWD, change->path, AT_REMOVEDIR);
    if (change->kept) syscall(SYS_renameat, AT_FDCWD, change->kept, AT_FDCWD, change->path);
    return;
  }
  if (change->kind == bytes) syscall(SYS_pwrite64, change->file, change->old, change->old_size, change->place);
  syscall(SYS_ftruncate, change->file, change->old_length);
}

static void do_again(struct change *change) {
  if (change->kind == length) { syscall(SYS_ftruncate, change->file, change->new_length); return; }
  // A disk writes sectors whole, in any order.
  for (size_t begin = 0, end; begin < change->size; begin = end) {
    end = begin + 512 - (size_t)(change->place + (off_t)begin) % 512;
    if (end > change->size) end = change->size;
    if (draw(8)) syscall(SYS_pwrite64, change->file, change->new + begin, end - begin, change->place + (off_t)begin);
  }
}

// Whether a process has our environment's counter.
static int is_of_this_run(const char *process) {
  static char variables[1 << 16];
  char path[64], wanted[PATH_MAX + 32];
  snprintf(path, sizeof path, "/proc/%s/environ", process);
  int size = snprintf(wanted, sizeof wanted, "TOMATO_FAULT_COUNT=%s", getenv("TOMATO_FAULT_COUNT"));
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  ssize_t had = file < 0 ? 0 : read(file, variables, sizeof variables - 1), place = 0;
  if (file >= 0) close(file);
  if (had <= 0) return 0;
  variables[had] = 0;
  for (; place < had; place += (ssize_t)strlen(variables + place) + 1)
    if (size < (int)sizeof wanted && !strcmp(variables + place, wanted)) return 1;
  return 0;
}

// A program that outlived the loss would copy into the database what the log has lost.
static void end_others(void) {
  DIR *all = opendir("/proc");
  struct dirent *entry;
  while (all && (entry = readdir(all))) {
    pid_t process = atoi(entry->d_name);
    if (process <= 0 || process == getpid()) continue;
    int handle = (int)syscall(SYS_pidfd_open, process, 0);
    if (handle < 0) continue;
    struct pollfd end = {.fd = handle, .events = POLLIN};
    if (is_of_this_run(entry->d_name) && !syscall(SYS_pidfd_send_signal, handle, SIGKILL, 0, 0)) poll(&end, 1, -1);
    close(handle);
  }
  if (all) closedir(all);
}

// Bytes may reach the disk in any order; names do in theirs, as file systems with a journal have it.
static void lose_power(void) {
  end_others();
  int names = 0, mode = (int)draw(4); // nothing of it, all of it, or some
  for (int number = 0; number < changed; number++) names += changes[number].kind == name && !changes[number].is_synced;
  int lost = mode == 0 ? names : mode == 1 ? 0 : (int)draw((unsigned)names + 1);
  char *is_lost = calloc((size_t)changed + 1, 1);
  for (int number = changed - 1; number >= 0; number--) {
    struct change *change = changes + number;
    if (change->is_synced) continue;
    if (change->kind == name) {
      if (lost-- > 0) take_back(change);
    } else {
      is_lost[number] = mode == 0 || (mode > 1 && draw(2));
      take_back(change);
    }
  }
  for (int number = 0; number < changed; number++)
    if (changes[number].kind != name && !changes[number].is_synced && !is_lost[number]) do_again(changes + number);
}

// MARK: The calls

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

static ssize_t write_at(int descriptor, const void *data, size_t size, off_t place) {
  int is_memory;
  if (is_ours_open(descriptor, &is_memory)) {
    pthread_mutex_lock(&mutex);
    enum verdict what = verdict(descriptor, data, size, place);
    if (what == half) size /= 2;
    off_t where = place < 0 ? lseek(descriptor, 0, fcntl(descriptor, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR) : place;
    if (what != fail && !is_memory) note_bytes(descriptor, data, size, where, 0);
    pthread_mutex_unlock(&mutex);
    if (what == fail) return -1;
  }
  return place < 0 ? syscall(SYS_write, descriptor, data, size) : syscall(SYS_pwrite64, descriptor, data, size, place);
}
ssize_t write(int descriptor, const void *data, size_t size) { return write_at(descriptor, data, size, -1); }
ssize_t pwrite(int descriptor, const void *data, size_t size, off_t place) {
  return write_at(descriptor, data, size, place);
}
ssize_t pwrite64(int descriptor, const void *data, size_t size, off64_t place) {
  return write_at(descriptor, data, size, place);
}

static int passes(int descriptor, int *is_memory) {
  *is_memory = 0;
  if (!is_ours_open(descriptor, is_memory)) return 1;
  pthread_mutex_lock(&mutex);
  enum verdict what = verdict(descriptor, 0, 0, 0);
  pthread_mutex_unlock(&mutex);
  return what != fail;
}

static int truncate_open(int descriptor, off_t size) {
  int is_memory;
  if (!passes(descriptor, &is_memory)) return -1;
  pthread_mutex_lock(&mutex);
  if (!is_memory && folder) note_bytes(descriptor, 0, 0, 0, size);
  pthread_mutex_unlock(&mutex);
  return (int)syscall(SYS_ftruncate, descriptor, size);
}
int ftruncate(int descriptor, off_t size) { return truncate_open(descriptor, size); }
int ftruncate64(int descriptor, off64_t size) { return truncate_open(descriptor, size); }

static int sync_open(int descriptor, long call) {
  int is_memory;
  if (!passes(descriptor, &is_memory)) return -1;
  if (folder && !strcmp(fault, "sync") && is_ours_open(descriptor, &is_memory)
      && __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST) == at) {
    errno = EIO;
    return -1;
  }
  pthread_mutex_lock(&mutex);
  note_sync(descriptor);
  pthread_mutex_unlock(&mutex);
  return (int)syscall(call, descriptor);
}
int fsync(int descriptor) { return sync_open(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return sync_open(descriptor, SYS_fdatasync); }
int fchmod(int descriptor, mode_t mode) {
  int is_memory;
  return passes(descriptor, &is_memory) ? (int)syscall(SYS_fchmod, descriptor, mode) : -1;
}

// A call that changes the names under the folder: `path` is made, replaced or taken away.
#define NAMES(CALL, DIRECTORY, PATH, FROM_DIRECTORY, FROM, IS_MADE)                        \
  char path[PATH_MAX], from[PATH_MAX] = "";                                                \
  absolute(DIRECTORY, PATH, path);                                                         \
  if (!is_ours(path)) return (int)(CALL);                                                  \
  if (FROM) absolute(FROM_DIRECTORY, FROM, from);                                          \
  pthread_mutex_lock(&mutex);                                                              \
  int result = -1;                                                                         \
  if (verdict(-1, 0, 0, 0) != fail) {                                                      \
    int is_noted = losing() && (!IS_MADE || faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW)); \
    char *kept = is_noted && !IS_MADE ? keep(path) : 0;                                    \
    result = (int)(CALL);                                                                  \
    int error = errno;                                                                     \
    if (result >= 0 && is_noted) note_name(path, *from ? from : 0, kept);                  \
    errno = error;                                                                         \
  }                                                                                        \
  pthread_mutex_unlock(&mutex);                                                            \
  return result;

// A file without a name in this folder: until it has one, there is nothing to lose.
static int open_nameless(int directory, const char *file, int flags, mode_t mode) {
  char path[PATH_MAX];
  absolute(directory, file, path);
  if (is_ours(path)) {
    pthread_mutex_lock(&mutex);
    enum verdict what = verdict(-1, 0, 0, 0);
    pthread_mutex_unlock(&mutex);
    if (what == fail) return -1;
  }
  return (int)syscall(SYS_openat, directory, file, flags, mode);
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
