// What becomes of changes that were not synced when the power goes; a part of write-faults.c. A journal beside the
// counter has the changes of all programs of the run, in their order. Its lock is held from the number of a call to the
// call's end, so no program changes anything while another does.
#include <dirent.h>
#include <ftw.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/uio.h>

// One change that the disk may not have yet: bytes of a file, a file's length, or a name in a folder; or a sync, which
// ends this for all changes before it.
struct change {
  enum { bytes, length, name, synced_file, synced_folder } kind;
  dev_t device; ino_t inode;         // of the file, or of the folder of a name
  off_t place, old_length;           // of bytes and length
  // Of bytes: the old and the new ones. Of length: what it cut off. Of a name: itself, where it came from (a rename),
  // and a second name of what it replaced or took away. They follow in the journal.
  const char *parts[3]; size_t sizes[3];
  int is_synced, is_lost, file;      // when the power has gone
};

static int journal; // while the lock is held

static int losing(void) { return folder && !strcmp(fault, "power"); }

static void lock(void) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s.changes", getenv("TOMATO_FAULT_COUNT")) >= PATH_MAX) path[0] = 0;
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  while (flock(file, LOCK_EX) && errno == EINTR) {}
  journal = file;
  // The power has gone in another program.
  if (losing() && at && __atomic_load_n(count, __ATOMIC_SEQ_CST) >= at) kill(getpid(), SIGKILL);
}

static void unlock(void) {
  int error = errno, file = journal;
  flock(file, LOCK_UN); // also for a child that has the descriptor until its exec
  close(file);
  errno = error;
}

// MARK: Notes

static void append(struct change change) {
  struct iovec parts[4] = {{&change, sizeof change}};
  for (int part = 0; part < 3; part++) parts[part + 1] = (struct iovec){(void *)change.parts[part], change.sizes[part]};
  ssize_t size = (ssize_t)(sizeof change + change.sizes[0] + change.sizes[1] + change.sizes[2]);
  if (writev(journal, parts, 4) != size) abort();
}

static ssize_t read_from(int descriptor, char *data, size_t size, off_t place) {
  ssize_t had = syscall(SYS_pread64, descriptor, data, size, place);
  if (had >= 0) return had;
  // It was opened for writing alone. A file of a database was not: a close would end its locks.
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  had = syscall(SYS_pread64, file, data, size, place);
  close(file);
  return had < 0 ? 0 : had;
}

// Without data: the file's length becomes `place`.
static void note_bytes(int descriptor, const void *data, size_t size, off_t place) {
  struct stat status;
  if (!losing() || fstat(descriptor, &status) || !S_ISREG(status.st_mode)) return;
  if (!data) size = status.st_size > place ? (size_t)(status.st_size - place) : 0;
  char *old = malloc(size + 1);
  append((struct change){
    .kind = data ? bytes : length, .device = status.st_dev, .inode = status.st_ino, .place = place,
    .old_length = status.st_size, .parts = {old, data},
    .sizes = {(size_t)read_from(descriptor, old, size, place), data ? size : 0}});
  free(old);
}

// A second name of what is about to lose its own.
static char *keep(const char *path) {
  static int number;
  char kept[PATH_MAX];
  int size = snprintf(kept, sizeof kept, "%s.kept-%d-%d", getenv("TOMATO_FAULT_COUNT"), getpid(), number++);
  if (size >= PATH_MAX) return 0;
  return syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, kept, 0) ? 0 : strdup(kept);
}

static size_t with_end(const char *text) { return text ? strlen(text) + 1 : 0; }

static void note_name(const char *path, const char *source, const char *kept) {
  char parent[PATH_MAX];
  struct stat status;
  snprintf(parent, sizeof parent, "%s", path);
  char *slash = strrchr(parent, '/');
  if (!slash) return;
  *slash = 0;
  if (stat(parent, &status)) return;
  append((struct change){
    .kind = name, .device = status.st_dev, .inode = status.st_ino, .parts = {path, source, kept},
    .sizes = {with_end(path), with_end(source), with_end(kept)}});
}

static void note_sync(int descriptor) {
  struct stat status;
  if (!losing() || fstat(descriptor, &status)) return;
  append((struct change){
    .kind = S_ISDIR(status.st_mode) ? synced_folder : synced_file, .device = status.st_dev, .inode = status.st_ino});
}

// MARK: The loss

static struct change *changes;
static int changed;

static int is_same(const struct change *one, const struct change *other) {
  return one->device == other->device && one->inode == other->inode && (one->kind == name) == (other->kind == name);
}

static void read_journal(void) {
  struct stat status;
  if (fstat(journal, &status) || !status.st_size) return;
  const char *next = mmap(0, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, journal, 0), *end = next + status.st_size;
  while (next < end) {
    changes = realloc(changes, sizeof *changes * (size_t)(changed + 1));
    if (next + sizeof *changes > end) return; // of a program that was killed in the middle
    struct change *change = memcpy(changes + changed, next, sizeof *change);
    next += sizeof *change;
    if (next + change->sizes[0] + change->sizes[1] + change->sizes[2] > end) return;
    for (int part = 0; part < 3; next += change->sizes[part++]) change->parts[part] = change->sizes[part] ? next : 0;
    int is_sync = change->kind == synced_file || change->kind == synced_folder;
    if (change->kind == synced_folder) change->kind = name;
    for (int number = 0; is_sync && number < changed; number++)
      if (is_same(changes + number, change)) changes[number].is_synced = 1;
    changed += !is_sync;
  }
}

static struct change *wanted;
static int open_wanted(const char *path, const struct stat *status, int kind) {
  if (kind != FTW_F || status->st_dev != wanted->device || status->st_ino != wanted->inode) return 0;
  wanted->file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  return 1;
}

// A file without a name in the folder has nothing to lose.
static void open_files(void) {
  for (int number = 0; number < changed; number++) {
    wanted = changes + number;
    wanted->file = -1;
    if (wanted->kind == name || wanted->is_synced) continue;
    for (int earlier = 0; earlier < number && wanted->file < 0; earlier++)
      if (is_same(changes + earlier, wanted)) wanted->file = changes[earlier].file;
    if (wanted->file < 0) ftw(folder, open_wanted, 16);
  }
}

static void take_back(struct change *change) {
  const char *path = change->parts[0], *source = change->parts[1], *kept = change->parts[2];
  if (change->kind == name) {
    if (source) syscall(SYS_renameat, AT_FDCWD, path, AT_FDCWD, source);
    else if (!kept && syscall(SYS_unlinkat, AT_FDCWD, path, 0))
      syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
    if (kept) syscall(SYS_renameat, AT_FDCWD, kept, AT_FDCWD, path);
    return;
  }
  syscall(SYS_pwrite64, change->file, change->parts[0], change->sizes[0], change->place);
  syscall(SYS_ftruncate, change->file, change->old_length);
}

static void do_again(struct change *change, int is_whole) {
  if (change->kind == length) { syscall(SYS_ftruncate, change->file, change->place); return; }
  // A disk writes sectors whole, in any order.
  for (size_t begin = 0, end; begin < change->sizes[1]; begin = end) {
    end = begin + 512 - (size_t)(change->place + (off_t)begin) % 512;
    if (end > change->sizes[1]) end = change->sizes[1];
    off_t place = change->place + (off_t)begin;
    if (is_whole || draw(8)) syscall(SYS_pwrite64, change->file, change->parts[1] + begin, end - begin, place);
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

// A program that outlived the loss would copy into the database what the log has lost. One may start another meanwhile.
static void end_others(void) {
  int ended;
  do {
    ended = 0;
    DIR *all = opendir("/proc");
    struct dirent *entry;
    while (all && (entry = readdir(all))) {
      pid_t process = atoi(entry->d_name);
      if (process <= 0 || process == getpid()) continue;
      int handle = (int)syscall(SYS_pidfd_open, process, 0);
      if (handle < 0) continue;
      struct pollfd end = {.fd = handle, .events = POLLIN};
      if (is_of_this_run(entry->d_name) && !syscall(SYS_pidfd_send_signal, handle, SIGKILL, 0, 0))
        ended += poll(&end, 1, -1);
      close(handle);
    }
    if (all) closedir(all);
  } while (ended);
}

// Bytes may reach the disk in any order. Names are lost from the last one on: file systems with a journal (ext4, XFS,
// Btrfs) put changes of names into transactions, which they write in their order. A name whose folder was synced stays,
// even if an older one in another folder is lost: the sync of a folder may write its names alone.
static void lose(void) {
  end_others();
  read_journal();
  open_files();
  int names = 0, mode = (int)draw(4); // nothing of it, all of it, or some
  for (int number = 0; number < changed; number++) names += changes[number].kind == name && !changes[number].is_synced;
  int lost = mode == 0 ? names : mode == 1 ? 0 : (int)draw((unsigned)names + 1);
  for (int number = changed - 1; number >= 0; number--) {
    struct change *change = changes + number;
    if (change->is_synced) continue;
    if (change->kind == name) {
      if (lost-- > 0) take_back(change);
    } else {
      change->is_lost = mode == 0 || (mode > 1 && draw(2));
      take_back(change);
    }
  }
  for (struct change *change = changes; change < changes + changed; change++)
    if (change->kind != name && !change->is_synced && !change->is_lost) do_again(change, mode == 1);
}

// In a process of its own, which keeps the lock until the end: tests kill the program when they see that others died.
static void lose_power(void) {
  pid_t child = fork();
  if (child > 0) return;
  lose();
  if (child == 0) _exit(0);
}
