// tomato-notifyd: the daemon that keeps the timer. It also runs the programs that need no running daemon.

internal import Glibc

exit(DaemonProgram.run(Array(CommandLine.arguments.dropFirst())))
