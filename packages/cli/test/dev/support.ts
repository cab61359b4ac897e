import { afterEach } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'

const ports = await freePorts(60)

/**
 * A port for the program of a test, which the system gives to nobody while the program starts again.
 * It would give away a port that it chose itself.
 */
export function ownPort(): { readonly OWN_PORT: string } {
  const port = ports.pop()
  if (port === undefined) throw new Error('more programs than ports: freePorts gets the count')
  return { OWN_PORT: String(port) }
}

/** Runs after each test, the last one first. */
export const undo: (() => unknown)[] = []

const started: RunningCommand[] = []

afterEach(async ({ task }) => {
  const commands = started.splice(0)
  // A test that waits for a line until its time is over does not tell which lines there were.
  if (task.result?.state === 'fail') for (const { output } of commands) console.error(output)
  for (const each of undo.splice(0).reverse()) await each()
})

export function createProject(...args: ConstructorParameters<typeof Project>): Project {
  const project = new Project(...args)
  undo.push(() => project.remove())
  return project
}

export function startDev(
  project: Project,
  args: readonly string[] = [],
  env?: NodeJS.ProcessEnv,
): RunningCommand {
  const dev = new RunningCommand(['dev', ...args], {
    cwd: project.folder,
    env: { ...ownPort(), ...env },
  })
  started.push(dev)
  undo.push(() => dev.stop())
  return dev
}

/** The address of the program, after the given position in the output. */
export async function urlOf(dev: RunningCommand, from = 0): Promise<string> {
  return (await dev.until(/listening on (\S+)/, from))[1] ?? ''
}

/** A program that sends JSON with a text and its process id, on a port of its own. */
export function greet(text: string, open = "const webapp = require('webapp')"): string {
  return `${open}
const app = webapp()
app.get('/', (req, res) => res.json({ text: '${text}', pid: process.pid }))
app.listen(process.env.OWN_PORT)
`
}
