import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

const NOTHING = Buffer.alloc(0)

/** A response in pieces ends with this. */
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** @param {string} origin */
export async function openClient(origin) {
  const { protocol, hostname: host, port } = new URL(origin)
  const isSecure = protocol === 'https:'
  const socket = isSecure
    ? connectSecurely({ host, port: Number(port), rejectUnauthorized: false })
    : connect({ host, port: Number(port), noDelay: true })
  await once(socket, isSecure ? 'secureConnect' : 'connect')
  return new Client(socket)
}

/** A connection that sends one request after the other, and reads the response of each. */
export class Client {
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
export function toBytes(origin, { method, path, headers = {}, body }) {
  const all = {
    Host: new URL(origin).host,
    Connection: 'keep-alive',
    ...headers,
    ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}
