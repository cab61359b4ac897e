import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { nextMessage } from './child-messages.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/live.ts [--slices 10] [--processes 2] [--task upload] [--only ws,webapp]: the processor
// time of a server for WebSocket messages and for uploads, next to its peers. All servers run at once and
// take turns, because the speed of a machine changes within seconds. A peer that is not installed in
// bench/ is left out.

const SOCKETS = 20
const MESSAGES = 20_000
const SERVERS = fileURLToPath(new URL('live-servers.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    slices: { type: 'string', default: '10' },
    processes: { type: 'string', default: '2' },
    task: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
})
const slices = Number(options.slices)
const only = options.only.split(',').filter((name) => name !== '')

interface Task {
  readonly title: string
  readonly candidates: readonly string[]
  /** Sends the load, and returns how many units of work it had. */
  run(port: number): Promise<number>
}

const uploads = [
  { title: 'upload 1 KB', size: 1024, count: 500 },
  { title: 'upload 1 MB', size: 1024 * 1024, count: 60 },
  { title: 'upload 100 MB', size: 100 * 1024 * 1024, count: 2 },
]

const tasks: readonly Task[] = [
  { title: 'WebSocket echo', candidates: ['ws', 'webapp', 'fastify'], run: sendMessages },
  ...uploads.map(({ title, size, count }) => ({
    title,
    candidates: ['busboy', 'webapp', 'multer', 'fastify', 'formidable', 'hono'],
    run: (port: number) => sendForms(port, size, count),
  })),
]

for (const task of tasks.filter(({ title }) => title.includes(options.task))) {
  const names = task.candidates.filter((name) => only.length === 0 || only.includes(name))
  const servers = await startServers(task, names)
  try {
    for (let slice = 0; slice < slices; slice++) {
      for (const server of servers) server.costs.push(await measure(task, server))
    }
    report(task, servers)
  } finally {
    for (const { child } of servers) child.kill()
  }
}

interface Server {
  readonly name: string
  readonly child: ChildProcess
  readonly port: number
  /** Processor time of a unit of work in each slice, in microseconds. */
  readonly costs: number[]
}

/** Starts each server as often as `--processes` says: two of the same program differ by some per cent. */
async function startServers(task: Task, names: readonly string[]): Promise<Server[]> {
  const servers: Server[] = []
  for (let count = 0; count < Number(options.processes); count++) {
    for (const name of names) {
      const kind = task.title.startsWith('upload') ? 'upload' : 'socket'
      // Without the loader of this program, which would compile some candidates again.
      const child = fork(SERVERS, [kind, name], { execArgv: [] })
      const port = await nextMessage<number>(child).catch(() => undefined)
      if (port === undefined) continue // Not installed.
      servers.push({ name, child, port, costs: [] })
      await task.run(port) // The first time compiles the program.
    }
  }
  return servers
}

async function measure({ run }: Task, { child, port }: Server): Promise<number> {
  const before = await readCpu(child)
  const units = await run(port)
  return ((await readCpu(child)) - before) / units
}

/** A busy machine makes single slices slower, never faster: the lower quartile counts. */
function report({ title }: Task, servers: readonly Server[]): void {
  const names = [...new Set(servers.map(({ name }) => name))]
  const figures = names.map((name) => {
    const costs = servers.flatMap((server) => (server.name === name ? server.costs : []))
    return { name, quarter: quantile(costs, 0.25), half: quantile(costs, 0.5) }
  })
  console.log(`\n${title} (µs: lower quartile and median of ${slices} slices)`)
  for (const { name, quarter, half } of figures) {
    const base = figures[0] ?? { quarter, half }
    const ratios = [ratio(quarter, base.quarter), ratio(half, base.half)]
    const cells = [quarter.toFixed(1), half.toFixed(1), ...ratios]
    console.log(`  ${name.padEnd(12)}${cells.map((cell) => cell.padStart(11)).join('')}`)
  }
}

function ratio(cost: number, base: number): string {
  return (cost / base).toFixed(3)
}

async function readCpu(child: ChildProcess): Promise<number> {
  const told = nextMessage<number>(child)
  child.send('cpu')
  return told
}

async function sendMessages(port: number): Promise<number> {
  await Promise.all(Array.from({ length: SOCKETS }, () => talk(port, MESSAGES / SOCKETS)))
  return MESSAGES
}

/** Sends a message when the last one came back, with a few under way. */
async function talk(port: number, count: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket/1`, { perMessageDeflate: false })
  await once(socket, 'open')
  const text = 'x'.repeat(100)
  let left = count
  let sent = 0
  const send = () => {
    if (sent++ < count) socket.send(text)
  }
  const done = new Promise<void>((resolve) => {
    socket.on('message', () => {
      if (--left === 0) resolve()
      else send()
    })
  })
  for (let at = 0; at < 10; at++) send()
  await done
  socket.close()
  await once(socket, 'close')
}

async function sendForms(port: number, size: number, count: number): Promise<number> {
  const boundary = 'X-boundary-0123456789'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="f.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nvalue\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const block = Buffer.alloc(Math.min(size, 1024 * 1024), 'some text\r\n')
  const length = Buffer.byteLength(field + head + tail) + size
  for (let at = 0; at < count; at++) {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: '/upload',
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': length,
      },
    })
    const answered = once(outgoing, 'response')
    outgoing.write(field + head)
    for (let sent = 0; sent < size; sent += block.length) {
      if (!outgoing.write(block)) await once(outgoing, 'drain')
    }
    outgoing.end(tail)
    const [incoming] = await answered
    let text = ''
    for await (const chunk of incoming) text += chunk
    if (text !== String(size)) throw new Error(`The server counted ${text} of ${size} bytes`)
  }
  return count
}
