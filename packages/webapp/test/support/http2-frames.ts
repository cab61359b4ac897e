import { connect, type Socket } from 'node:net'

/** RFC 9113, 6. */
const DATA = 0
const HEADERS = 1
const RST_STREAM = 3
const SETTINGS = 4
const END_HEADERS = 4

/**
 * A request by HTTP/2 frame by frame: Node's client ends a body before it resets a stream, so that a
 * server cannot tell that it was cut.
 */
export function beginUpload(
  target: number | Socket,
  headers: Record<string, string>,
  data: string,
): Socket {
  const socket = typeof target === 'number' ? connect(target, '127.0.0.1') : target
  socket.on('error', () => {})
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  socket.write(frame(SETTINGS, 0, 0, ''))
  const all = { ':method': 'POST', ':path': '/', ':scheme': 'http', ':authority': 'a', ...headers }
  socket.write(frame(HEADERS, END_HEADERS, 1, encodeHeaders(all)))
  socket.write(frame(DATA, 0, 1, data))
  return socket
}

/** The frame that resets the stream of an upload. */
export function resetFrame(code: number): Buffer {
  return frame(RST_STREAM, 0, 1, Buffer.from([0, 0, 0, code]))
}

function frame(type: number, flags: number, stream: number, payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload)
  const head = Buffer.alloc(9)
  head.writeUIntBE(bytes.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, bytes])
}

/** Literal fields without indexing (RFC 7541, 6.2.2), none longer than 126 bytes. */
function encodeHeaders(headers: Record<string, string>): Buffer {
  const fields = Object.entries(headers).map(([name, value]) => {
    return `\0${String.fromCharCode(name.length)}${name}${String.fromCharCode(value.length)}${value}`
  })
  return Buffer.from(fields.join(''), 'latin1')
}
