import { type ChildProcess, fork } from 'node:child_process'
import { buildProgram } from '../../tools/build-program.ts'
import type { Side } from './dialects.ts'
import { fileTree } from './file-tree.ts'

/** A task with its number: a test that ran out of time does not wait for its lines. */
export interface Order {
  readonly number: number
  readonly task: object
}

/** What a host says about a task: the lines that it saw, or the error that ends it. */
export type Word =
  | { readonly number: number; readonly lines: string[] }
  | { readonly fatal: string }

/**
 * Some sides live in processes of their own: express 3 replaces members of the prototype of all
 * responses when it is loaded, and whoever shares them would borrow its behaviour. Ours does the
 * same, so that stacks and the texts of functions come from one loader. Express 3 also asks
 * NODE_ENV for these values when it is loaded, so each has a process.
 */
const environments = ['production', 'test']

const hosts = new Map<string, ChildProcess>()
let orders = 0

// Its sources find scenarios and fixtures beside their folder, and so does their bundle.
const program = new URL('./host.ts', import.meta.url)
const folder = new URL('../', import.meta.url)

/** What the side does in its own process, or how that process ended; the next one is new then. */
export function askHost(side: Side, wanted: string, task: object): Promise<string[]> {
  const env = environments.includes(wanted) ? wanted : 'development'
  const key = `${side.name} ${env}`
  const host = hosts.get(key) ?? startHost(side, env)
  hosts.set(key, host)
  const number = ++orders
  return new Promise((resolve) => {
    const finish = (lines: string[]) => {
      host.off('message', onMessage).off('exit', onExit)
      resolve(lines)
    }
    const onMessage = (word: Word) => {
      if ('lines' in word) return word.number === number ? finish(word.lines) : undefined
      hosts.delete(key)
      finish([`the process ended by ${word.fatal}`])
    }
    const onExit = () => {
      hosts.delete(key)
      finish(['the process ended'])
    }
    host.on('message', onMessage).on('exit', onExit)
    host.send({ number, task } satisfies Order)
  })
}

/** Ends the processes that were started; to be called when no more tasks come. */
export function endHosts(): void {
  for (const host of hosts.values()) host.disconnect()
  hosts.clear()
}

function startHost(side: Side, env: string): ChildProcess {
  return fork(buildProgram(program, folder), [side.name], {
    // Its age is no news: it uses much of Node that is deprecated.
    execArgv: ['--no-warnings', ...side.nodeFlags],
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: env, NO_DEPRECATION: '*', CONFORMANCE_FILES: fileTree() },
  })
}
