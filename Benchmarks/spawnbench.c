// Times short-lived programs with little noise: all commands take turns, round after round, so that a slow moment of
// the machine meets all of them alike. Prints for each: name, min, p50, p99 (microseconds), bad runs; tab-separated.
//   spawnbench ROUNDS NAME PROGRAM ARGUMENT… [-- NAME PROGRAM ARGUMENT…]…
//     from posix_spawn to the end of the program; output is thrown away.
//   spawnbench --daemon ROUNDS NAME SOCKET PROGRAM ARGUMENT… [-- …]
//     from posix_spawn to the last byte of its first answer to `status` over SOCKET. It gets `--ready-fd N` and is
//     asked on that descriptor, never by polling, whether the socket answers; then it is ended with SIGTERM.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
enum { most = 16, ready_fd = 9 };

struct command {
  const char *name, *socket;
  char **arguments;
  double *times;
  int count, bad;
};

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static pid_t spawn(char **arguments, int ready) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  if (ready >= 0) posix_spawn_file_actions_adddup2(&actions, ready, ready_fd);
  pid_t pid;
  int failed = posix_spawnp(&pid, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed ? -1 : pid;
}

// Asks for the status and reads to the code line. Returns whether the answer was whole and the code 0.
static int ask(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct timeval patience = {.tv_sec = 5};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  static const char link[] = "tomatoclock://status?format=text\n";
  char text[4096] = "";
  size_t length = 0;
  int good = 0;
  if (!connect(fd, (struct sockaddr *)&address, sizeof address) &&
      write(fd, link, sizeof link - 1) == (ssize_t)sizeof link - 1)
    while (!good && length < sizeof text - 1) {
      ssize_t got = read(fd, text + length, sizeof text - 1 - length);
      if (got <= 0) break;
      length += (size_t)got;
      text[length] = 0;
      good = length >= 3 && !strcmp(text + length - 3, "\n0\n");
    }
  close(fd);
  return good;
}

static void time_program(struct command *each) {
  double began = now_us();
  pid_t pid = spawn(each->arguments, -1);
  int status = -1;
  if (pid > 0) waitpid(pid, &status, 0);
  double took = now_us() - began;
  if (status == 0) each->times[each->count++] = took;
  else each->bad++;
}

static void time_daemon(struct command *each) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) exit(71);
  double began = now_us();
  pid_t pid = spawn(each->arguments, ends[1]);
  close(ends[1]);
  char word[16] = "";
  int good = pid > 0 && read(ends[0], word, sizeof word - 1) >= 5 && !strncmp(word, "ready", 5) && ask(each->socket);
  double took = now_us() - began;
  close(ends[0]);
  if (pid > 0) kill(pid, SIGTERM), waitpid(pid, NULL, 0);
  if (good) each->times[each->count++] = took;
  else each->bad++;
}

// Reads one command up to `--`; returns how many words it took.
static int parse(char **words, int is_daemon, struct command *into, int rounds) {
  int length = 0, used = is_daemon ? 2 : 1;
  while (words[length] && strcmp(words[length], "--")) length++;
  if (length <= used) {
    fprintf(stderr, "spawnbench: expected NAME %sPROGRAM\n", is_daemon ? "SOCKET " : "");
    exit(64);
  }
  into->name = words[0];
  into->socket = is_daemon ? words[1] : NULL;
  into->arguments = calloc((size_t)length + 3, sizeof *into->arguments);
  memcpy(into->arguments, words + used, (size_t)(length - used) * sizeof *words);
  if (is_daemon) {
    into->arguments[length - used] = "--ready-fd";
    into->arguments[length - used + 1] = "9";
  }
  into->times = calloc((size_t)rounds, sizeof *into->times);
  return length;
}

int main(int count, char **words) {
  int is_daemon = count > 1 && !strcmp(words[1], "--daemon");
  words += 1 + is_daemon;
  int rounds = words[0] ? atoi(words[0]) : 0;
  if (rounds < 1) return fprintf(stderr, "spawnbench [--daemon] ROUNDS NAME PROGRAM…\n"), 64;
  words++;
  struct command commands[most] = {0};
  int number = 0;
  while (*words && number < most) {
    words += parse(words, is_daemon, &commands[number++], rounds);
    if (*words) words++;
  }
  int order[most];
  for (int i = 0; i < number; i++) order[i] = i;
  for (int round = 0; round < rounds; round++) {
    // A new order each round: who runs after whom matters (caches), so nobody keeps the same neighbour.
    for (int i = number - 1; i > 0; i--) {
      int j = rand() % (i + 1), swapped = order[i];
      order[i] = order[j], order[j] = swapped;
    }
    for (int i = 0; i < number; i++) (is_daemon ? time_daemon : time_program)(&commands[order[i]]);
  }
  for (int i = 0; i < number; i++) {
    struct command *c = &commands[i];
    qsort(c->times, (size_t)c->count, sizeof *c->times, ascending);
    double min = c->count ? c->times[0] : -1, p50 = c->count ? c->times[c->count / 2] : -1;
    double p99 = c->count ? c->times[(c->count * 99) / 100] : -1;
    printf("%s\t%.1f\t%.1f\t%.1f\t%d\n", c->name, min, p50, p99, c->bad);
  }
  return 0;
}
