import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { groupHeaders } from '../group-headers.ts'
import type { RequestRecord } from './messages.ts'

const LEFT_OUT = /^(?:content-length|connection|transfer-encoding|trailer|keep-alive|expect)$/i

/** Why a request cannot be sent again; `undefined` if it can. */
export function whyNotAgain({
  requestBody,
  httpVersion,
  upgrade,
}: RequestRecord): string | undefined {
  if (requestBody.size > Buffer.from(requestBody.data, 'base64').length) {
    return 'The body is larger than the part that was kept (64 KB).'
  }
  if (upgrade !== undefined) return 'A handshake cannot be sent again.'
  return httpVersion.startsWith('2') ? 'Requests over HTTP/2 cannot be sent again.' : undefined
}

/** Sends a request to the program again. Resolves when the response is complete. */
export function sendAgain(record: RequestRecord, base: string): Promise<void> {
  const { method, url, requestHeaders, requestBody } = record
  const { protocol, hostname, port } = new URL(base)
  const body = Buffer.from(requestBody.data, 'base64')
  const headers = groupHeaders([
    ...requestHeaders.filter(([name]) => !LEFT_OUT.test(name)),
    ...(body.length > 0 ? ([['Content-Length', String(body.length)]] as const) : []),
  ])
  const send = protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path: url, headers, agent: false }
    // A certificate for development is one that nobody signed; the server is on this machine.
    const sent = send({ ...options, rejectUnauthorized: false }, (answer) => {
      answer.resume()
      answer.on('end', resolve)
      answer.on('error', reject)
    })
    sent.setTimeout(30_000, () => sent.destroy(new Error('no response for 30 s')))
    sent.on('error', reject)
    sent.end(body)
  })
}
