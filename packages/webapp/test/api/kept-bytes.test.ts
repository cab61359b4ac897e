import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const directory = mkdtempSync(join(tmpdir(), 'webapp-kept-'))
const numbers = Array.from({ length: 400_000 }, (_, at) => String(at).padStart(8)).join('')
writeFileSync(join(directory, 'numbers.txt'), numbers)
afterAll(() => rmSync(directory, { recursive: true }))

/** Pieces of answers, as they were given to somebody. */
type Kept = [chunk: Buffer | string, encoding: BufferEncoding][]

const HEAD = /HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*\r\n/

function bodiesIn(kept: Kept): string[] {
  const bytes = kept.map(([chunk, encoding]) => {
    return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
  })
  return Buffer.concat(bytes).toString().split(HEAD).slice(1)
}

/** A connection in memory, which hands on what it is given as it is. */
function createConnection(kept: Kept): Duplex {
  return new Duplex({
    decodeStrings: false,
    read() {},
    write(chunk, encoding, callback) {
      kept.push([chunk, encoding])
      callback()
    },
  })
}

/** Keeps what is written to a connection. */
function listen(socket: Socket, kept: Kept): void {
  const write = socket.write as (...args: unknown[]) => boolean
  socket.write = function (this: Socket, chunk: Buffer | string, ...rest: unknown[]) {
    kept.push([chunk, rest[0] as BufferEncoding])
    return write.call(this, chunk, ...rest)
  }
}

describeDialects('bytes that somebody keeps', ['5.x', '4.x', '3.x'], (t) => {
  function textOf(path: string): string {
    return path === '/numbers.txt' ? numbers : `${path} ä `.repeat(5000)
  }

  function createListener(): RequestListener {
    t.app.use(t.webapp.static(directory) as never)
    t.app.use((req, res) => void res.send(textOf(req.path)))
    return t.app as unknown as RequestListener
  }

  /** Asks one by one, for what waits for its turn takes another way. */
  async function expectWhole(connection: Duplex, kept: Kept, push: (text: string) => void) {
    // From the second request on a server is adopted, and the second shows what the head is like.
    const paths = ['/a', '/b', '/c', '/numbers.txt', '/d', '/e']
    for (const [at, path] of paths.entries()) {
      push(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      await expect.poll(() => bodiesIn(kept)[at]?.length).toBe(textOf(path).length)
    }
    const changed = bodiesIn(kept).filter((body, at) => body !== textOf(paths[at] as string))
    expect(changed.map((body) => body.slice(0, 20))).toEqual([])
    connection.destroy()
  }

  it('stay as they are in a connection that is not of Node', async () => {
    const kept: Kept = []
    const connection = createConnection(kept)
    createServer(createListener()).emit('connection', connection)
    await expectWhole(connection, kept, (text) => connection.push(text))
  })

  it('stay as they are where socket.write is replaced', async () => {
    const kept: Kept = []
    const server = createServer(createListener()).listen(0, '127.0.0.1')
    server.on('connection', (socket) => listen(socket, kept))
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const client = connect(port, '127.0.0.1').resume()
    await expectWhole(client, kept, (text) => client.write(text))
    server.close()
  })
})
