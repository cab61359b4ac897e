import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pairsOf } from '../../src/dev/group-headers.ts'
import { toCurl } from '../../src/dev/inspector/curl.ts'
import type { RequestRecord } from '../../src/dev/inspector/messages.ts'

// Each request is recorded as the inspector does it. The command is run by a shell with the real
// curl, and the server must get the same request again.

const isMissing = ['curl', 'base64', 'sh'].some((name) => spawnSync(name, ['--version']).error)

/** What a server received. */
interface Received {
  readonly method: string
  readonly url: string
  readonly headers: (readonly [string, string])[]
  readonly body: string
}

type Pairs = readonly (readonly [string, string])[]

interface Asked {
  readonly method?: string
  readonly target?: string
  readonly headers?: Pairs
  readonly body?: Uint8Array
}

describe.skipIf(isMissing)('copy as curl, run by a shell', () => {
  it.each([
    '/',
    '/a?b=1&c=2#',
    '/a[1].{b,c}?d[e]=1&f[]={2-3}',
    '/[1-3]/[a-z]',
    '/..//../a/./b/../../c?d=/../e',
    '/%2e%2e/%2E/a',
    '/a/.',
    '//evil.test/x',
    '/a#b?c',
    `/'"\`$(id)$HOME\\n!!;&|<>~^%00%`,
    '/a|b\\c?d\\e',
    '/?',
    '/??a=?',
    '/@a:b@c',
    'http://other.test/a[1]/../b?c',
  ])('sends the target %s', async (target) => {
    await expectSame({ target })
  })

  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND', 'M-SEARCH'])(
    'sends %s, without a body and with one',
    async (method) => {
      await expectSame({ method })
      await expectSame({ method, body: Buffer.from('body') })
    },
  )

  it('sends OPTIONS for the whole server', async () => {
    await expectSame({ method: 'OPTIONS', target: '*' })
  })

  it.each<[string, string | Uint8Array]>([
    ['@', '@'],
    ['a name of a file', '@/etc/hostname'],
    ['two names of files', '@@-'],
    ['a dash', '-'],
    ['an option', '--next'],
    ['newlines', 'a\nb\n\n'],
    ['CR and LF', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'],
    ['only a newline', '\n'],
    ['NUL', 'a\0b'],
    ['quotes', `'it''s' "a" \`b\``],
    ['what a shell expands', '$(touch x) $HOME $1 !! * ~ \\ \\n %s %% ; & | # \t'],
    ['escape sequences', '\x1b[31mred\x07\x7f'],
    ['UTF-8', 'é€😀\ufeff'],
    ['a byte order mark', '\ufeff{}'],
    ['Latin-1', Buffer.from('é', 'latin1')],
    ['all bytes', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
    ['as much as is kept', Buffer.alloc(65_536, "it's")],
    ['as many bytes as are kept', Buffer.alloc(65_536, 0xff)],
  ])('sends a body of %s', async (_name, content) => {
    const body = Buffer.from(content)
    await expectSame({ method: 'POST', body })
    await expectSame({ method: 'POST', body, headers: [['Content-Type', 'text/plain']] })
  })

  it.each<[string, Pairs]>([
    ['no value', [['X-Empty', '']]],
    ['no value of names that curl knows', ['Content-Type', 'User-Agent', 'Accept'].map(empty)],
    ['a semicolon', [['X-Semicolon', ';']]],
    ['several lines', ['1', '', '2'].map((value) => ['X-Many', value] as const)],
    ['a file name', [['X-File', '@/etc/hostname']]],
    ['what a shell expands', [['X-Shell', `'$(touch x)' "$HOME" \`a\` !! \\ % ; #`]]],
    ['UTF-8', [['X-Text', Buffer.from('é€').toString('latin1')]]],
    ['Latin-1', [['X-Text', `a 'é' %s \\ "`]]],
    ['names with all characters', [["!#$%&'*+-.^_`|~x", 'a']]],
    ['names of objects', ['__proto__', 'constructor', 'Host2'].map((name) => [name, 'a'] as const)],
  ])('sends headers with %s', async (_name, headers) => {
    await expectSame({ headers })
    await expectSame({ headers, method: 'POST', body: Buffer.from('body') })
  })

  it('needs no rule for names with @, which are a file for curl: Node refuses them', async () => {
    const { port, received } = await startServer()
    const socket = connect(port, '127.0.0.1')
    socket.end('GET / HTTP/1.1\r\nHost: a\r\n@/etc/hostname: a\r\n\r\n')
    expect(String(await buffer(socket))).toMatch(/^HTTP\/1\.1 400 /)
    expect(received).toEqual([])
  })

  it('speaks HTTP/2 to a server that speaks nothing else', async () => {
    const { port, received } = await startServer((listener) => createHttp2Server(listener as never))
    const record = createRecord({ method: 'POST', url: '/a', headers: [], body: 'b' })
    await runCommand(toCurl({ ...record, httpVersion: '2.0' }, `http://127.0.0.1:${port}/`))
    expect(received).toMatchObject([{ method: 'POST', url: '/a', body: 'b' }])
  })
})

function empty(name: string): readonly [string, string] {
  return [name, '']
}

/** Sends a request, and expects its command to send it again. */
async function expectSame(asked: Asked): Promise<void> {
  const { port, received } = await startServer()
  await sendBytes(port, asked)
  const [first] = received
  if (first === undefined) throw new Error('The server refused the first request.')
  const command = toCurl(createRecord(first), `http://127.0.0.1:${port}/`)
  await runCommand(command)
  expect([command, withoutOwn(received[1], first)]).toEqual([command, first])
  expect(received).toHaveLength(2)
}

/** Without the headers that curl adds to a request that had none of them. */
function withoutOwn(received: Received | undefined, first: Received): unknown {
  if (received === undefined) return undefined
  const names = new Set(first.headers.map(([name]) => name.toLowerCase()))
  const headers = received.headers.filter(
    ([name]) => names.has(name.toLowerCase()) || !OWN.test(name),
  )
  return { ...received, headers }
}

const OWN = /^(?:user-agent|accept)$/i

async function sendBytes(port: number, asked: Asked): Promise<void> {
  const { method = 'GET', target = '/', headers = [], body } = asked
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
  ]
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  if (body !== undefined) socket.write(body)
  await buffer(socket)
}

/** The record that the inspector has of a request. */
function createRecord({ method, url, headers, body }: Received): RequestRecord {
  const bytes = Buffer.from(body, 'latin1')
  const requestBody = { size: bytes.length, data: bytes.toString('base64') }
  // The other members are not for commands.
  return { method, url, requestHeaders: headers, requestBody } as unknown as RequestRecord
}

/** Runs a command in a folder without files; no expansion of the shell may find or create any. */
async function runCommand(command: string): Promise<void> {
  const env = { ...process.env, no_proxy: '*', HOME: '/nowhere' }
  await promisify(execFile)('sh', ['-c', command], { cwd: '/', env, encoding: 'buffer' })
}

/** A server that records each request and sends a response with a length. */
async function startServer(
  create: (listener: RequestListener) => unknown = createServer,
): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const server = create(async (req: IncomingMessage, res) => {
    const { method = '', url = '', rawHeaders } = req
    const headers = pairsOf(rawHeaders).filter(([name]) => !OF_CONNECTION.test(name))
    const body = (await buffer(req)).toString('latin1')
    received.push({ method, url, headers: headers.sort(byName), body })
    // A client that expects a body for HEAD would wait for it.
    res.setHeader('Content-Length', 2)
    res.end('ok')
  }) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections?.()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, received }
}

const OF_CONNECTION = /^(?::.*|host|connection|content-length)$/i

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : Number(one > other)
}
