import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import { ask } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'

const ports = await freePorts(60)

/** A port that the system gives to nobody else while workers come and go. */
export function ownPort(): string {
  const port = ports.pop()
  if (port === undefined) throw new Error('more programs than ports: freePorts gets the count')
  return String(port)
}

/** Runs after each test, the last one first. */
export const undo: (() => unknown)[] = []

const started: RunningCommand[] = []

afterEach(async ({ task }) => {
  const commands = started.splice(0)
  if (task.result?.state === 'fail') for (const { output } of commands) console.error(output)
  for (const each of undo.splice(0).reverse()) await each()
})

export function createProject(...args: ConstructorParameters<typeof Project>): Project {
  const project = new Project(...args)
  undo.push(() => project.remove())
  return project
}

export function start(
  project: Project,
  args: readonly string[] = ['--workers', '2'],
  env?: NodeJS.ProcessEnv,
  cwd = project.folder,
): RunningCommand {
  const command = new RunningCommand(['start', ...args], {
    cwd,
    env: { OWN_PORT: ownPort(), PWD: project.folder, ...env },
  })
  started.push(command)
  undo.push(async () => {
    const { child } = command
    if (child.exitCode === null && child.signalCode === null) {
      // The first signal would wait for connections that the test keeps open.
      child.kill('SIGTERM')
      child.kill('SIGINT')
    }
    await command.ended
  })
  return command
}

/** The addresses in the line that tells that all workers listen. */
export async function urlsOf(command: RunningCommand): Promise<string[]> {
  const [, quoted, plain = ''] = await command.until(/: ready workers=\d+ url=(?:"([^"]*)"|(\S+))/)
  return (quoted ?? plain).split(' ')
}

export async function urlOf(command: RunningCommand): Promise<string> {
  return (await urlsOf(command))[0] ?? ''
}

/** The process ids of workers, from a line of the output. */
export async function pidIn(command: RunningCommand, pattern: RegExp, from = 0): Promise<number> {
  return Number((await command.until(pattern, from))[1])
}

/** The workers that respond to requests on new connections: Node gives these to each in turn. */
export async function pidsOf(url: string): Promise<number[]> {
  const pids = new Set<number>()
  for (let turn = 0; turn < 8; turn++) {
    const { pid } = JSON.parse((await ask(url)).text) as { pid: number }
    pids.add(pid)
  }
  return [...pids]
}

/** The start of programs for the tests: how they create an application and a server. */
export const PROGRAMS = {
  webapp: `const webapp = require('webapp')
const app = webapp()`,
  'webapp/v4': `const webapp = require('webapp/v4')
const app = webapp()`,
  'webapp/v3': `const webapp = require('webapp/v3')
const app = webapp()`,
}

/** A program that sends a text and its process id, on a port of its own. */
export function greet(text: string, open = PROGRAMS.webapp, close = ''): string {
  return `${open}
app.get('/', (req, res) => res.json({ text: '${text}', pid: process.pid, env: process.env.NODE_ENV, port: process.env.PORT, args: process.argv.slice(2) }))
app.post('/', (req, res) => { let size = 0; req.on('data', (chunk) => { size += chunk.length }).on('end', () => res.json({ text: '${text}', pid: process.pid, size })) })
app.get('/block', () => { console.log('blocks ' + process.pid); for (;;); })
app.get('/hang', (req, res) => { res.write('begins') })
app.get('/exit', () => process.exit(7))
app.listen(process.env.OWN_PORT)
${close}
`
}

/** The same without a framework. */
export function plain(text: string, close = ''): string {
  return `const server = require('node:http').createServer((req, res) => {
  if (req.url === '/hang') return res.write('begins')
  let size = 0
  req.on('data', (chunk) => { size += chunk.length }).on('end', () => {
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ text: '${text}', pid: process.pid, size }))
  })
}).listen(process.env.OWN_PORT)
${close}
`
}

/** A request of which the server has the head and a part of the body. */
export class OpenRequest {
  readonly socket: Socket
  readonly #response: Promise<string>

  constructor(url: string) {
    const { port } = new URL(url)
    this.socket = connect(Number(port), '127.0.0.1')
    let text = ''
    this.socket.on('data', (chunk) => {
      text += chunk
    })
    this.socket.on('error', () => undefined)
    this.#response = once(this.socket, 'close').then(() => text)
    // Node's handlers run when the head has arrived, and tell so with the interim response.
    this.socket.write(
      'POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n',
    )
  }

  /** Resolves when the handler of the worker runs. */
  async begun(): Promise<void> {
    await once(this.socket, 'data')
    this.socket.write('ab')
  }

  /** Sends the rest; resolves to the response, when the server has closed the connection. */
  async finish(): Promise<string> {
    this.socket.write('cd')
    return this.#response
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
