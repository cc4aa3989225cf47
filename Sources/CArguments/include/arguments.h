/* The words of the command line, as the C library passes them to constructors. The Swift runtime would find them by
   reading /proc/self/maps before main: a twentieth of what `status` takes. Release programs are linked with this
   function in the place of the runtime's own (scripts/smaller.ld). */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

/* count: gets the number of words, the program's name counted. */
char **process_arguments(int *count);

#endif
