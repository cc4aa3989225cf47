// The command: what the person typed -> one link -> the control socket -> body to stdout, exit code.
internal import TomatoSocket

SystemCalls.exit(Program.run())
