import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { freePorts } from '../../../../tools/free-ports.ts'
import type { Case } from './cases.ts'
import { type Response, sendAll } from './responses.ts'

/** How long a package may take to listen. */
const START_LIMIT = 60_000

interface Settings {
  /** The specifier of the framework, for programs that load it themselves. */
  readonly framework: string
  /** Flags of Node. */
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the program of a case, sends its requests one after the other, and ends it. */
export async function responsesOf(
  each: Case,
  folder: string,
  { framework, flags = [], env = {} }: Settings,
): Promise<Response[]> {
  const [port = 0, other = 0] = await freePorts(2)
  const child = spawn(process.execPath, [...flags, 'program.cjs'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      OTHER_PORT: String(other),
      PROOF_FRAMEWORK: framework,
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  }
  try {
    await listening(child, port)
    return await sendAll(each, [port, other])
  } catch (error) {
    throw new Error(`${each.name} on ${framework}: ${(error as Error).message}\n${output}`)
  } finally {
    child.kill('SIGKILL')
  }
}

/** Tries to connect until the program listens. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  const limit = Date.now() + START_LIMIT
  while (!(await canConnect(port))) {
    if (child.exitCode !== null) throw new Error(`ended with status ${child.exitCode}`)
    if (Date.now() > limit) throw new Error(`does not listen after ${START_LIMIT / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
