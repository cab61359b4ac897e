import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'

// npx tsx bench/live.ts [--rounds 5] [--task upload] [--only ws,webapp]: the processor time of a server
// for WebSocket messages and for uploads, next to its peers. The rounds of all candidates alternate, and
// the lower quartile counts. A peer that is not installed in bench/ is left out.

const SOCKETS = 20
const MESSAGES = 20_000
const SERVERS = fileURLToPath(new URL('live-servers.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    task: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
})
const rounds = Number(options.rounds)
const only = options.only.split(',').filter((name) => name !== '')

interface Task {
  readonly title: string
  readonly candidates: readonly string[]
  /** Sends the load, and returns how many units of work it had. */
  run(port: number): Promise<number>
}

const uploads = [
  { title: 'upload 1 KB', size: 1024, count: 2000 },
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
  const costs = new Map<string, number[]>()
  const candidates = task.candidates.filter((name) => only.length === 0 || only.includes(name))
  for (let round = 0; round < rounds; round++) {
    for (const name of candidates) {
      const cost = await measure(task, name)
      if (cost !== undefined) costs.set(name, [...(costs.get(name) ?? []), cost])
    }
  }
  const shown = [...costs].map(([name, each]) => [name, lowerQuartile(each)] as const)
  const base = shown[0]?.[1] ?? 1
  console.log(`\n${task.title} (lower quartile of ${rounds} rounds)`)
  for (const [name, cost] of shown) {
    const relative = `${((cost / base) * 100).toFixed(0)} %`
    console.log(`  ${name.padEnd(12)} ${cost.toFixed(1).padStart(10)} µs  ${relative.padStart(6)}`)
  }
}

function lowerQuartile(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 4)] ?? Number.NaN
}

/** The processor time of a unit of work, in microseconds; undefined if the peer is not installed. */
async function measure({ title, run }: Task, name: string): Promise<number | undefined> {
  const child = fork(SERVERS, [title.startsWith('upload') ? 'upload' : 'socket', name])
  try {
    const port = await ask(child)
    if (port === undefined) return undefined
    await run(port) // The first time compiles the program.
    const before = await ask(child, 'cpu')
    const units = await run(port)
    const after = await ask(child, 'cpu')
    return ((after ?? 0) - (before ?? 0)) / units
  } finally {
    child.kill()
  }
}

async function ask(child: ChildProcess, question?: string): Promise<number | undefined> {
  const told = Promise.race([once(child, 'message'), once(child, 'exit').then(() => [undefined])])
  if (question !== undefined) child.send(question)
  return (await told)[0] as number | undefined
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
