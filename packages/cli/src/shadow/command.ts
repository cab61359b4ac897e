import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Command, UsageError } from '../command.ts'
import { findProgram } from '../dev/find-program.ts'
import { HELP, parseOptions, type ShadowOptions } from './options.ts'
import { createPlan, originalFlags, type Plan, recorderSettings } from './plan.ts'
import { ORIGINAL_VARIABLE } from './protocol.ts'
import { needsLook } from './report/report.ts'
import { printTable } from './report/table.ts'
import { Shadow } from './shadow.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The exit status after a signal, as in a shell. */
const STATUSES: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

export const command: Command = {
  summary: 'runs a program on Express, and compares its responses with those of webapp',
  help: HELP,
  async run(args) {
    const options = parseOptions(args)
    const plan = createPlan(findFile(options), options, {
      args: options.args,
      flags: process.execArgv,
    })
    const shadow = new Shadow(plan)
    await shadow.open()
    const program = startProgram(plan)
    for (const signal of SIGNALS) {
      // A terminal sends Ctrl-C to all processes in the foreground.
      const isFromTerminal = signal === 'SIGINT' && process.stdin.isTTY === true
      process.on(signal, () => {
        if (!isFromTerminal) program.kill(signal)
      })
    }
    const [code, signal] = await once(program, 'exit')
    const report = await shadow.finish()
    console.error(printTable(report))
    if (options.checks) return needsLook(report) ? 1 : 0
    return code ?? STATUSES[signal] ?? 1
  },
}

function findFile({ file }: ShadowOptions): string {
  try {
    return findProgram(file, process.cwd()).file
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(error.message.replace('webapp dev', 'webapp shadow'))
  }
}

function startProgram(plan: Plan): ChildProcess {
  const { file, args, options } = plan
  return spawn(process.execPath, [...originalFlags(plan), file, ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(options.port !== undefined && { PORT: String(options.port) }),
      [ORIGINAL_VARIABLE]: JSON.stringify(recorderSettings(plan)),
    },
  })
}
