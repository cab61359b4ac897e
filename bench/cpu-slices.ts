import { type ChildProcess, execFile, fork } from 'node:child_process'
import { promisify } from 'node:util'
import { nextMessage } from './child-messages.ts'
import { type Client, openClient, toBytes } from './load/client.js'

const execute = promisify(execFile)
/** Seconds for each server. */
const WARM_UP = 3

/** A server to compare with others: the arguments of its program. */
export interface Compared {
  readonly name: string
  readonly args: readonly string[]
}

export interface SliceSettings {
  /** The program of the servers. It sends its port, and its processor time after each message. */
  readonly program: string
  readonly path: string
  readonly slices: number
  readonly seconds: number
  /** How many processes each server has: two with the same code differ, too. */
  readonly processes: number
  readonly connections: number
  /** The program of Node. */
  readonly node: string
  readonly load: string
}

interface Server extends Compared {
  readonly child: ChildProcess
  readonly port: number
  readonly clients: Client[]
  /** The cost of a request in each slice. */
  readonly costs: number[]
}

/**
 * Measures how much processor time a request needs, in microseconds, for each slice of each server. All
 * servers run at once and take turns, because the speed of a machine changes within seconds.
 */
export async function measureSlices(
  compared: readonly Compared[],
  settings: SliceSettings,
): Promise<Map<string, number[]>> {
  const servers: Server[] = []
  try {
    for (let count = 0; count < settings.processes; count++) {
      for (const one of compared) servers.push(await start(one, settings))
    }
    const warmUp = { ...settings, seconds: 1 }
    for (let turn = 0; turn < WARM_UP; turn++) await takeTurns(servers, warmUp, () => {})
    for (let slice = 0; slice < settings.slices; slice++) {
      // Neighbours change places, because a server is slower beside one that collects garbage.
      const ordered = slice % 2 === 0 ? servers : [...servers].reverse()
      await takeTurns(ordered, settings, ({ costs }, cost) => costs.push(cost))
    }
    return collectCosts(servers)
  } finally {
    for (const { child } of servers) child.kill()
  }
}

async function start(one: Compared, { program, node }: SliceSettings): Promise<Server> {
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' }
  const child = fork(program, one.args, { execArgv: [], execPath: node, env })
  return { ...one, child, port: await nextMessage<number>(child), clients: [], costs: [] }
}

async function takeTurns(
  servers: readonly Server[],
  settings: SliceSettings,
  note: (server: Server, cost: number) => void,
): Promise<void> {
  for (const server of servers) {
    const before = await readCpu(server.child)
    const requests = await (settings.load === 'wrk'
      ? runWrk(server, settings)
      : send(server, settings))
    note(server, ((await readCpu(server.child)) - before) / requests)
  }
}

async function runWrk({ port }: Server, settings: SliceSettings): Promise<number> {
  const { connections, seconds, path } = settings
  const bounds = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`]
  const { stdout } = await execute('wrk', [...bounds, `http://127.0.0.1:${port}${path}`])
  return Number(/(\d+) requests in/.exec(stdout)?.[1])
}

/** A slice can be shorter than those of wrk, which takes whole seconds. */
async function send({ port, clients }: Server, settings: SliceSettings): Promise<number> {
  const { connections, seconds, path } = settings
  const origin = `http://127.0.0.1:${port}`
  const bytes = toBytes(origin, { method: 'GET', path })
  while (clients.length < connections) clients.push(await openClient(origin))
  const end = performance.now() + seconds * 1000
  let requests = 0
  await Promise.all(
    clients.map(
      (client) =>
        new Promise<void>((resolve) => {
          client.onAnswer = (status: number | undefined) => {
            requests++
            if (status === undefined || performance.now() > end) resolve()
            else client.ask(bytes)
          }
          client.ask(bytes)
        }),
    ),
  )
  return requests
}

async function readCpu(child: ChildProcess): Promise<number> {
  const told = nextMessage<number>(child)
  child.send('cpu')
  return told
}

/** The slices of all processes of a server. */
function collectCosts(servers: readonly Server[]): Map<string, number[]> {
  const costs = new Map<string, number[]>()
  for (const server of servers) {
    costs.set(server.name, [...(costs.get(server.name) ?? []), ...server.costs])
  }
  return costs
}
