import type { ServerResponse } from 'node:http'
import { describeError } from '../errors/describe-error.ts'
import type { Project } from '../errors/project.ts'
import { pairsOf } from '../group-headers.ts'
import type { BodyPreview, RequestRecord } from '../inspector/messages.ts'
import { readValues } from './error-response.ts'
import type { Exchange, Sent } from './exchange.ts'

/** The record of a finished exchange, for the inspector. */
export function createRecord(exchange: Exchange, project: Project): RequestRecord {
  const { req, sent, layers, output, readUpgrade } = exchange
  const values = readValues(exchange)
  return {
    id: exchange.id,
    time: exchange.time,
    method: exchange.method,
    url: exchange.url,
    httpVersion: req.httpVersion,
    secure: exchange.isSecure,
    port: exchange.port,
    remoteAddress: exchange.remoteAddress,
    route: exchange.route,
    status: sent.status,
    duration: exchange.elapsed,
    isAborted: exchange.isAborted,
    stream: exchange.stream,
    requestHeaders: pairsOf(req.rawHeaders),
    requestBody: previewOf(exchange.requestBody),
    params: values.params,
    query: values.query,
    parsedBody: values.body,
    responseHeaders: sent.headers,
    responseBody: previewOf(exchange.responseBody),
    layers,
    error: exchange.hasFailed ? describeError(exchange.error, project) : undefined,
    output,
    upgrade: readUpgrade?.(),
  }
}

function previewOf({ size, bytes }: { size: number; bytes: Buffer }): BodyPreview {
  return { size, data: bytes.toString('base64') }
}

/** What an ordinary response sent. */
export function readResponse(res: ServerResponse): Sent {
  return {
    status: res.statusCode,
    // The stream of HTTP/2 is also finished if the client left before the end.
    isComplete: res.writableEnded && res.writableFinished,
    headers: sentHeaders(res),
  }
}

/** Node keeps the head that it sent as text; on HTTP/2 the headers are those of the response. */
function sentHeaders(res: ServerResponse): [string, string][] {
  const { _header } = res as unknown as { _header?: unknown }
  if (typeof _header !== 'string') {
    const headers = Object.entries(res.getHeaders())
    return headers.flatMap(([name, value]) =>
      [value].flat().map((each) => [name, String(each)] as [string, string]),
    )
  }
  return readHeaderLines(_header)
}

/** The header lines of a message: the first line is the status line. */
export function readHeaderLines(head: string): [string, string][] {
  return head
    .split('\r\n')
    .slice(1)
    .flatMap((line) => {
      const at = line.indexOf(':')
      return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1).trim()] as [string, string]]
    })
}
