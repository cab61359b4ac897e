import { createHash } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import type { CopyServer } from './copy-process.ts'
import type { Frame } from './protocol.ts'

/** A response, from the program or from a copy. */
export interface Reply {
  readonly status: number
  readonly reason: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The first bytes of the body. */
  readonly body: Buffer
  /** Of the whole body. */
  readonly size: number
  /** Of a body that is longer than the limit; absent for the program. */
  readonly hash?: string | undefined
}

/** No response: the connection failed, or the time is over. */
export interface Failure {
  readonly failure: string
}

export const isFailure = (outcome: Reply | Failure): outcome is Failure => 'failure' in outcome

const agents = {
  plain: new Agent({ keepAlive: true }),
  secure: new SecureAgent({ keepAlive: true, rejectUnauthorized: false }),
}

/** Closes the connections to the copies. */
export function closeAgents(): void {
  agents.plain.destroy()
  agents.secure.destroy()
}

/** Headers of one connection, and those that Node writes itself. */
const OWN_HEADERS =
  /^(?:connection|keep-alive|proxy-connection|transfer-encoding|content-length|expect|upgrade)$/i

/** Sends a recorded request to a copy. */
export function repeat(
  { recording, requestBody }: Frame,
  { port, isSecure }: CopyServer,
  { timeout, limit }: { readonly timeout: number; readonly limit: number },
): Promise<Reply | Failure> {
  const headers = copiedHeaders(recording.headers)
  if (requestBody.length > 0) headers.push('Content-Length', String(requestBody.length))
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, method: recording.method, path: recording.url }
    const send = isSecure ? requestSecurely : request
    const agent = isSecure ? agents.secure : agents.plain
    const fail = (failure: string) => {
      clearTimeout(timer)
      resolve({ failure })
    }
    const sent = send({ ...options, headers, agent }, (answer) => {
      collect(answer, limit).then(
        (reply) => {
          clearTimeout(timer)
          resolve(reply)
        },
        () => fail('the connection ended before the response was complete'),
      )
    })
    const timer = setTimeout(() => {
      fail(`no complete response after ${timeout} ms`)
      sent.destroy()
    }, timeout)
    sent.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    sent.end(requestBody)
  })
}

function copiedHeaders(raw: readonly string[]): string[] {
  const copied: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2)
    if (!OWN_HEADERS.test(name)) copied.push(name, value)
  }
  return copied
}

function collect(answer: IncomingMessage, limit: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const hash = createHash('sha256')
    let size = 0
    answer.on('data', (chunk: Buffer) => {
      if (size < limit) parts.push(chunk.subarray(0, limit - size))
      size += chunk.length
      hash.update(chunk)
    })
    answer.on('error', reject)
    answer.on('end', () => {
      const { statusCode: status = 0, statusMessage: reason = '', rawHeaders } = answer
      const headers = pairs(rawHeaders)
      resolve({
        status,
        reason,
        headers,
        body: Buffer.concat(parts),
        size,
        hash: hash.digest('hex'),
      })
    })
  })
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
}

/** The response that the program sent, from the head as Node wrote it. */
export function originalReply({ recording, responseBody }: Frame): Reply {
  const [statusLine = '', ...lines] = recording.head.trimEnd().split('\r\n')
  const [, status = '0', reason = ''] = /^\S+ (\d+) ?(.*)$/.exec(statusLine) ?? []
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at), line.slice(at + 1).trim()]
  })
  return { status: Number(status), reason, headers, body: responseBody, size: recording.size }
}
