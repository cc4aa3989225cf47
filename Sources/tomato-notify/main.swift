// tomato-notify: typed words -> one link -> the control socket -> body to stdout, exit code.
internal import TomatoSocket

SystemCalls.exit(Program.run())
