import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  createServer,
  type Http2Session,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { settle } from '../../tools/sleep.ts'
import { toHttp2Headers, toSharedRequest } from './http2-requests.ts'
import type { Conversation, RawRequest } from './request.ts'
import type { HeaderLine, RawResponse } from './response.ts'
import type { Answer, Door, Exchange } from './wire.ts'

export type Http2Listener = Parameters<typeof createServer>[1]

/** Serves a program over HTTP/2 without TLS, on a free port of the loopback interface. */
export async function openHttp2(listener: Http2Listener): Promise<Door> {
  const server = createServer(listener)
  const sessions = new Set<Http2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    converse: (talk) => converse(port, talk),
    async close() {
      for (const session of sessions) session.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Sends one request after the other in one session; silence ends it instead of failing it. */
async function converse(port: number, talk: Conversation): Promise<Exchange> {
  const session = connect(`http://127.0.0.1:${port}`)
  session.on('error', () => {}) // The streams report it.
  try {
    await once(session, 'connect')
    const answers: Answer[] = []
    for (const request of talk.requests) {
      answers.push({ request, responses: await ask(session, request, talk.patience) })
    }
    for (let turn = 0; turn < 6; turn++) await new Promise(setImmediate)
    return { answers, ending: 'kept', leftover: Buffer.alloc(0) }
  } finally {
    session.destroy()
  }
}

async function ask(
  session: ClientHttp2Session,
  request: RawRequest,
  patience: number,
): Promise<RawResponse[]> {
  const shared = toSharedRequest(request)
  const endStream = shared.body.length === 0
  const stream = session.request(toHttp2Headers(shared), { endStream })
  const answer = read(stream, patience)
  if (!endStream) stream.end(shared.body)
  return answer
}

/** Everything that comes on a stream, until it is closed or patience runs out. */
async function read(stream: ClientHttp2Stream, patience: number): Promise<RawResponse[]> {
  const interim: RawResponse[] = []
  const chunks: Buffer[] = []
  let head: readonly HeaderLine[] | undefined
  let trailers: readonly HeaderLine[] = []
  // The types of Node leave out the third argument.
  const on = (event: string, take: (lines: HeaderLine[]) => void) =>
    stream.on(event, (_headers, _flags, raw: string[]) => take(toLines(raw)))
  on('headers', (lines) => interim.push(toResponse(lines, {})))
  on('response', (lines) => {
    head = lines
  })
  on('trailers', (lines) => {
    trailers = lines
  })
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('error', () => {}) // The reset code says it.
  const ended = await waitForClose(stream, patience)
  if (head === undefined) return interim
  const complete = ended && stream.rstCode === 0
  return [...interim, toResponse(head, { body: Buffer.concat(chunks), trailers, complete })]
}

async function waitForClose(stream: ClientHttp2Stream, patience: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    // On a busy machine the time may be over before the response was read, or made.
    timer = setTimeout(() => settle(30).then(() => resolve(false)), patience)
  })
  const closed = new Promise<boolean>((resolve) => stream.once('close', () => resolve(true)))
  const isClosed = await Promise.race([closed, late])
  clearTimeout(timer)
  return isClosed
}

/** Node's raw list of names and values, in the order of the wire. */
function toLines(raw: readonly string[]): HeaderLine[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, String(raw[index + 1])] as const] : [],
  )
}

function toResponse(
  lines: readonly HeaderLine[],
  { body = Buffer.alloc(0), trailers = [], complete = true }: Partial<RawResponse>,
): RawResponse {
  const status = Number(lines.find(([name]) => name === ':status')?.[1])
  const headers = lines.filter(([name]) => !name.startsWith(':'))
  return { statusLine: '', status, headers, framing: 'none', body, trailers, complete }
}
