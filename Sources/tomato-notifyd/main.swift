// tomato-notifyd: the daemon that keeps the timer. Everything is in TomatoShell.

internal import Glibc
internal import TomatoShell

exit(DaemonProgram.run(Array(CommandLine.arguments.dropFirst())))
