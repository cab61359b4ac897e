import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { takeOrders } from './take-orders.js'

/** In milliseconds: servers close connections that were idle for five seconds. */
const MAX_IDLE = 3000

const NOTHING = Buffer.alloc(0)

/** A response in pieces ends with this. */
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/**
 * The open connections of each server. A server that is measured by turns keeps its connections, so
 * a short turn does not consist of new ones.
 *
 * @type {Map<string, Set<Client>>}
 */
const open = new Map()

/**
 * @param {import('./order.ts').LoadOrder} order
 * @returns {Promise<import('./order.ts').LoadReport>}
 */
async function run({ origin, request, amount, connections, seconds }) {
  const clients = await openClients(origin, connections).catch(() => [])
  const bytes = toBytes(origin, request)
  /** @type {Record<string, number>} */
  const statuses = {}
  let errors = clients.length === 0 ? 1 : 0
  let left = Math.max(amount, connections)
  const begin = performance.now()

  /** @param {Client} client */
  function goOn(client) {
    return new Promise((resolve) => {
      client.onAnswer = (status) => {
        if (status === undefined) errors++
        else statuses[status] = (statuses[status] ?? 0) + 1
        if (status === undefined || left <= 0) resolve(undefined)
        else if (performance.now() - begin > seconds * 1000) resolve(undefined)
        else askNext()
      }
      const askNext = () => {
        left--
        client.ask(bytes)
      }
      askNext()
    })
  }

  await Promise.all(clients.map(goOn))
  return { seconds: (performance.now() - begin) / 1000, errors, statuses }
}

/**
 * @param {string} origin
 * @param {number} count
 */
async function openClients(origin, count) {
  const clients = open.get(origin) ?? new Set()
  open.set(origin, clients)
  for (const client of clients) {
    if (performance.now() - client.lastAnswer > MAX_IDLE) client.close()
  }
  const missing = Array.from({ length: count - clients.size }, () => openClient(origin))
  for (const client of await Promise.all(missing)) {
    clients.add(client)
    client.onClose = () => {
      clients.delete(client)
      if (clients.size === 0) open.delete(origin)
    }
  }
  return [...clients].slice(0, count)
}

/** @param {string} origin */
async function openClient(origin) {
  const { protocol, hostname: host, port } = new URL(origin)
  const isSecure = protocol === 'https:'
  const socket = isSecure
    ? connectSecurely({ host, port: Number(port), rejectUnauthorized: false })
    : connect({ host, port: Number(port), noDelay: true })
  await once(socket, isSecure ? 'secureConnect' : 'connect')
  return new Client(socket)
}

/** A connection that asks and reads one answer after the other. */
class Client {
  /** @type {(status: number | undefined) => void} */
  onAnswer = () => {}
  onClose = () => {}
  lastAnswer = performance.now()
  #socket
  #isBusy = false
  /** @type {Buffer} what has arrived of a head, or the last bytes of a body in pieces */
  #seen = NOTHING
  /** The status of the answer, once its head is read. */
  #status = 0
  /** How many bytes of its body are missing; infinite if it comes in pieces. */
  #missing = 0

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.#socket = socket
    socket.on('data', (/** @type {Buffer} */ chunk) => this.#take(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      this.onClose()
      if (this.#isBusy) this.#finish(undefined)
    })
  }

  /** @param {Buffer} bytes */
  ask(bytes) {
    this.#isBusy = true
    this.#socket.write(bytes)
  }

  close() {
    this.onClose()
    this.#socket.destroy()
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    if (this.#status === 0) this.#takeHead(chunk)
    else this.#takeBody(chunk)
  }

  /** @param {Buffer} chunk */
  #takeHead(chunk) {
    this.#seen = this.#seen.length === 0 ? chunk : Buffer.concat([this.#seen, chunk])
    const end = this.#seen.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#seen.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    const [, length] = /\ncontent-length: *(\d+)/i.exec(head) ?? []
    const isChunked = length === undefined && /\ntransfer-encoding: *chunked/i.test(head)
    this.#missing = isChunked ? Number.POSITIVE_INFINITY : Number(length ?? 0)
    const body = this.#seen.subarray(end + 4)
    // An empty body in pieces is the last piece alone.
    this.#seen = isChunked ? Buffer.from('\r\n') : NOTHING
    this.#takeBody(body)
  }

  /** @param {Buffer} chunk */
  #takeBody(chunk) {
    this.#missing -= chunk.length
    if (this.#missing === Number.POSITIVE_INFINITY) {
      this.#seen = Buffer.concat([this.#seen, chunk]).subarray(-LAST_CHUNK.length)
      if (this.#seen.equals(LAST_CHUNK)) this.#finish(this.#status)
    } else if (this.#missing <= 0) this.#finish(this.#status)
  }

  /** @param {number | undefined} status */
  #finish(status) {
    this.#isBusy = false
    this.#seen = NOTHING
    this.#status = 0
    this.lastAnswer = performance.now()
    this.onAnswer(status)
  }
}

/**
 * @param {string} origin
 * @param {import('../scenario.ts').LoadRequest} request
 */
function toBytes(origin, { method, path, headers = {}, body }) {
  const all = {
    Host: new URL(origin).host,
    Connection: 'keep-alive',
    ...headers,
    ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

takeOrders(run)
