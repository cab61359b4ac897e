import type { Command } from '../command.ts'
import { DevServer } from './dev-server.ts'
import { findProgram } from './find-program.ts'
import { HELP, parseOptions } from './options.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const command: Command = {
  summary: 'starts a program again on change, with error page and inspector',
  help: HELP,
  async run(args) {
    const options = parseOptions(args)
    const server = new DevServer(findProgram(options.file, process.cwd()), options)
    for (const signal of SIGNALS) {
      // A terminal sends Ctrl-C to all processes in the foreground.
      const isFromTerminal = signal === 'SIGINT' && process.stdin.isTTY === true
      process.on(signal, () => void server.end(signal, isFromTerminal))
    }
    await server.start()
    return server.finished
  },
}
