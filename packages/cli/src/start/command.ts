import { statSync } from 'node:fs'
import { isatty } from 'node:tty'
import { type Command, UsageError } from '../command.ts'
import { findProgram } from '../dev/find-program.ts'
import { Notices } from './notices.ts'
import { HELP, parseOptions, type StartOptions } from './options.ts'
import { ServiceManager } from './service-manager.ts'
import { type Plan, Supervisor } from './supervisor.ts'
import { countWorkers } from './worker-count.ts'
import { workerFlags } from './worker-flags.ts'

export const command: Command = {
  summary: 'runs a program in production, in several processes',
  help: HELP,
  async run(args) {
    const options = parseOptions(args)
    const plan = createPlan(options)
    const notices = new Notices(options.quiet)
    const supervisor = new Supervisor(plan, notices, new ServiceManager(notices))
    process.on('SIGTERM', () => supervisor.end('SIGTERM'))
    process.on('SIGINT', () => supervisor.end('SIGINT'))
    const isInTerminal = isatty(0)
    process.on('SIGHUP', () => {
      // The window of the terminal was closed. On Windows, nothing else sends SIGHUP.
      const isHangUp = process.platform === 'win32' || (isInTerminal && !isatty(0))
      if (isHangUp) supervisor.end('SIGTERM')
      else supervisor.reload()
    })
    // A terminal that is gone takes no notices.
    process.stderr.on('error', () => undefined)
    await supervisor.start()
    return supervisor.finished
  },
}

function createPlan(options: StartOptions): Plan {
  const folder = logicalFolder()
  const file = findFile(options.file, folder)
  return {
    file,
    args: options.args,
    folder,
    workers: options.workers === 'auto' ? countWorkers() : options.workers,
    timeout: options.timeout,
    maxMemory: options.maxMemory,
    env: {
      NODE_ENV: process.env.NODE_ENV || 'production',
      ...(options.port !== undefined && { PORT: String(options.port) }),
    },
    flags: () => workerFlags(file, options),
  }
}

function findFile(given: string | undefined, folder: string): string {
  try {
    return findProgram(given, folder).file
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(error.message.replace('webapp dev', 'webapp start'))
  }
}

/**
 * The working folder by the name that the shell uses. It may lead through a symbolic link to the
 * current release, which a deployment changes before it sends SIGHUP.
 */
function logicalFolder(): string {
  const { PWD } = process.env
  const folder = process.cwd()
  return PWD !== undefined && isSameFolder(PWD, folder) ? PWD : folder
}

function isSameFolder(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}
