import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { RequestRecord } from './messages.ts'

const LEFT_OUT = /^(?:content-length|connection|transfer-encoding|keep-alive|expect)$/i

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
  const headers: Record<string, string[]> = {}
  for (const [name, value] of requestHeaders) {
    if (!LEFT_OUT.test(name)) headers[name] = [...(headers[name] ?? []), value]
  }
  if (body.length > 0) headers['Content-Length'] = [String(body.length)]
  const send = protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path: url, headers: single(headers), agent: false }
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

function single(headers: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [
      name,
      values.length === 1 ? String(values[0]) : values,
    ]),
  )
}
