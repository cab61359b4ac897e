const net = require('node:net')

/**
 * A client that speaks HTTP/1 over a plain socket: what the server wrote is seen as it is, whatever
 * the runtime's own clients would make of it.
 */
class Connection {
  static open(target) {
    return new Promise((resolve, reject) => {
      const socket = net.connect(target, () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  constructor(socket) {
    this.socket = socket
    this.bytes = Buffer.alloc(0)
    this.isClosed = false
    this.wake = () => {}
    socket.on('data', (chunk) => {
      this.bytes = Buffer.concat([this.bytes, chunk])
      this.wake()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.isClosed = true
      this.wake()
    })
  }

  write(data) {
    this.socket.write(data)
  }

  /** The next answer on this connection; `method` is that of its request. */
  async answer(method = 'GET') {
    for (;;) {
      const found = parseAnswer(this.bytes, method, this.isClosed)
      if (found !== undefined) {
        this.bytes = this.bytes.subarray(found.end)
        return found.answer
      }
      if (this.isClosed) throw new Error(`closed after ${JSON.stringify(this.bytes.toString())}`)
      await this.change()
    }
  }

  async closed() {
    while (!this.isClosed) await this.change()
  }

  change() {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }

  destroy() {
    this.socket.destroy()
  }
}

/** The text of a request. */
function formatRequest(path, { method = 'GET', headers = {}, body } = {}) {
  const lines = { Host: 'smoke.test', ...headers }
  if (body !== undefined && lines['Transfer-Encoding'] === undefined) {
    lines['Content-Length'] = Buffer.byteLength(body)
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
  return body === undefined ? start : Buffer.concat([start, Buffer.from(body)])
}

/** Reads one answer from the beginning of `bytes`; undefined while it is not whole. */
function parseAnswer(bytes, method, isClosed) {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const [start, ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(start.split(' ')[1])
  const headers = parseHeaders(lines)
  const body = findBody(bytes, headEnd + 4, { status, headers, method, isClosed })
  if (body === undefined) return undefined
  const text = body.content.toString()
  const json = () => JSON.parse(text)
  return { end: body.end, answer: { start, status, headers, body: body.content, text, json } }
}

function parseHeaders(lines) {
  const headers = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}\n${value}` : value
  }
  return headers
}

function findBody(bytes, from, { status, headers, method, isClosed }) {
  const isEmpty = method === 'HEAD' || status === 204 || status === 304 || status < 200
  if (isEmpty) return { content: Buffer.alloc(0), end: from }
  if (headers['transfer-encoding'] === 'chunked') return findChunks(bytes, from)
  if (headers['content-length'] === undefined) {
    return isClosed ? { content: bytes.subarray(from), end: bytes.length } : undefined
  }
  const end = from + Number(headers['content-length'])
  return bytes.length < end ? undefined : { content: bytes.subarray(from, end), end }
}

function findChunks(bytes, from) {
  const chunks = []
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return { content: Buffer.concat(chunks), end: next }
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
  }
}

module.exports = { Connection, formatRequest }
