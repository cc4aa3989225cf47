/* Keeps the words of the command line: glibc calls constructors with the arguments of main. */
#include "arguments.h"

static char **words;
static int number;

__attribute__((constructor)) static void keep(int count, char **all) {
  number = count;
  words = all;
}

char **process_arguments(int *count) {
  *count = number;
  return words;
}
