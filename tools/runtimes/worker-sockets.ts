import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientOptions, WebSocket } from 'ws'
import type { Result } from './smoke-run.ts'
import { bundleWorker, Worker } from './worker-run.ts'

type Check = (origin: string) => Promise<void>

/** The Durable Object of the worker, which has the rooms. */
const CONFIG = {
  settings:
    'durableObjectNamespaces = [(className = "Rooms", uniqueKey = "rooms")],\n  durableObjectStorage = (inMemory = void),\n  ',
  bindings: ', (name = "ROOMS", durableObjectNamespace = "Rooms")',
}

const TOKEN = 'token=secret'

/** Checks of WebSocket routes and event streams, over connections of this process. */
const checks: Readonly<Record<string, Check>> = {
  async 'upgrade() in a worker: text and bytes both ways, guards, parameters, subprotocols'(
    origin,
  ) {
    const socket = await open(origin, `/echo/Ada?${TOKEN}`, ['v1', 'v2'])
    assert.equal(socket.protocol, 'v2')
    assert.equal(await nextText(socket), 'hello Ada v2 hello')
    socket.send('é')
    assert.deepEqual(await once(socket, 'message'), [Buffer.from('é'), false])
    socket.send(Buffer.from([0, 255]))
    assert.deepEqual(await once(socket, 'message'), [Buffer.from([0, 255]), true])
    socket.close(4000, 'done')
    assert.deepEqual(await closeOf(socket), [4000, 'done'])
    await expectLog(origin, ['4000 done true'])
  },

  async 'upgrade() in a worker: the server closes, and limits messages'(origin) {
    const socket = await open(origin, `/echo/Ada?${TOKEN}`)
    socket.send('bye')
    assert.deepEqual(await closeOf(socket), [4001, 'as you wish'])
    const large = await open(origin, `/echo/Ada?${TOKEN}`)
    large.send('x'.repeat(1001))
    assert.deepEqual(await closeOf(large), [1009, ''])
  },

  async 'upgrade() in a worker: a client that disconnects closes the socket'(origin) {
    const socket = await open(origin, `/echo/Ada?${TOKEN}`)
    assert.match(await nextText(socket), /^hello /)
    socket.terminate()
    await expectLog(origin, ['1006  true'])
  },

  async 'upgrade() in a worker: refusals are responses'(origin) {
    assert.equal(await refusalOf(origin, '/echo/Ada'), '401 no token')
    const protocol = await refusalOf(origin, `/echo/Ada?${TOKEN}`, ['v9'])
    assert.equal(protocol, '400 No subprotocol of the client is supported\n')
    const foreign = await refusalOf(origin, '/same', [], { origin: 'https://evil.test' })
    assert.equal(foreign, '403 The origin is not allowed\n')
    assert.match(await refusalOf(origin, '/none'), /^404 /)
    const ordinary = await fetch(`${origin}/same`)
    assert.equal(ordinary.status, 426)
    assert.equal(await ordinary.text(), 'This address speaks WebSocket\n')
  },

  async 'upgrade() in a worker: places of closed sockets are free again'(origin) {
    const sockets = [await open(origin, `/echo/a?${TOKEN}`), await open(origin, `/echo/b?${TOKEN}`)]
    const refusal = '503 The route has too many connections\n'
    assert.equal(await refusalOf(origin, `/echo/c?${TOKEN}`), refusal)
    for (const socket of sockets) {
      socket.close()
      await once(socket, 'close')
    }
    const another = await open(origin, `/echo/d?${TOKEN}`)
    another.close()
    await once(another, 'close')
  },

  async 'upgrade() in a worker: a failing handler closes with 1011'(origin) {
    const socket = await open(origin, '/failing')
    assert.deepEqual(await closeOf(socket), [1011, ''])
    await expectLog(origin, (lines) => lines.includes('of the handler'))
  },

  async 'upgrade() in a worker: a paused socket keeps its messages'(origin) {
    const socket = await open(origin, '/paused')
    socket.send('kept')
    assert.equal(await nextText(socket), 'kept false')
    socket.terminate()
  },

  async 'rooms() in a Durable Object: a message reaches all members'(origin) {
    const sockets = [await open(origin, '/room'), await open(origin, '/room')]
    const received = sockets.map(nextText)
    sockets[0]?.send('to all')
    assert.deepEqual(await Promise.all(received), ['to all', 'to all'])
    for (const socket of sockets) socket.terminate()
  },

  async 'without withUpgrades, a WebSocket request gets 501'(origin) {
    const refusal = await refusalOf(origin, '/same?plain')
    assert.match(refusal, /^501 This worker does not give upgrades .*withUpgrades\(handler\)/)
  },

  async 'an event stream in a worker ends when its reader leaves'(origin) {
    const reading = new AbortController()
    const response = await fetch(`${origin}/ticks`, { signal: reading.signal })
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.includes('data: 5')) break
    }
    assert.ok(text.startsWith('data: 1\n\ndata: 2\n\n'), text)
    reading.abort()
    await expectLog(origin, (lines) => lines.some((line) => /^reader left after \d+$/.test(line)))
  },
}

/** Runs the checks in workerd, in a worker that has the packed package of the folder. */
export async function runSocketChecks(program: string, folder: string): Promise<Result[]> {
  const own = join(folder, 'sockets')
  mkdirSync(own)
  await bundleWorker(join(folder, 'sockets-worker.mjs'), join(own, 'worker.js'))
  const worker = await Worker.start(program, own, CONFIG)
  const results: Result[] = []
  try {
    for (const [name, check] of Object.entries(checks)) {
      const result = { group: 'live', name, dialect: '5.x' }
      try {
        await check(worker.origin)
        results.push({ ...result, outcome: 'passed' })
      } catch (error) {
        results.push({ ...result, outcome: 'failed', reason: String(error).slice(0, 300) })
      }
    }
    return results
  } finally {
    await worker.end()
  }
}

async function open(origin: string, path: string, protocols: string[] = []): Promise<WebSocket> {
  const socket = new WebSocket(origin.replace('http:', 'ws:') + path, protocols)
  await once(socket, 'open')
  return socket
}

async function nextText(socket: WebSocket): Promise<string> {
  const [data] = await once(socket, 'message')
  return String(data)
}

async function closeOf(socket: WebSocket): Promise<[code: number, reason: string]> {
  const [code, reason] = await once(socket, 'close')
  return [code, String(reason)]
}

/** Status and text of the response to a WebSocket request. */
async function refusalOf(
  origin: string,
  path: string,
  protocols: string[] = [],
  options: ClientOptions = {},
): Promise<string> {
  const socket = new WebSocket(origin.replace('http:', 'ws:') + path, protocols, options)
  const [, response] = await once(socket, 'unexpected-response')
  let text = ''
  for await (const chunk of response) text += chunk
  return `${response.statusCode} ${text}`
}

/** Asks until the worker has recorded what is expected; a check that waits in vain ends with the run. */
async function expectLog(
  origin: string,
  expected: readonly string[] | ((lines: string[]) => boolean),
): Promise<void> {
  const isExpected = typeof expected === 'function' ? expected : undefined
  let lines: string[] = []
  for (let attempt = 0; attempt < 500; attempt++) {
    lines = (await (await fetch(`${origin}/log`)).json()) as string[]
    if (isExpected === undefined ? lines.length > 0 : isExpected(lines)) break
  }
  if (isExpected === undefined) assert.deepEqual(lines, expected)
  else assert.ok(isExpected(lines), lines.join())
}
