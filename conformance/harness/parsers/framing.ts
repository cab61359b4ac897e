import zlib from 'node:zlib'
import { echoBody } from '../body-echo.ts'
import { sent } from '../body-request.ts'
import type { Express } from '../express.ts'
import type { Probe } from '../probe.ts'
import { get, keepAlive, pipelined, raw } from '../request.ts'
import { type Scenario, scenario } from '../scenario.ts'
import { make, type Subject } from './subject.ts'

export function framing(subject: Subject): Scenario[] {
  const { type, bodyOf } = subject
  const body = bodyOf(20)
  const echo = (express: Express, probe: Probe) =>
    echoBody(express, probe, make(express, subject, { limit: 30 }))
  const large = bodyOf(2000)
  const top = (lines: readonly string[]) =>
    `${lines.join('\r\n')}\r\nHost: conformance.test\r\nContent-Type: ${type}\r\n`
  return [
    scenario('of bodies in every framing', echo, [
      sent(body, { type }),
      ...[1, 3, 7, 100].map((chunks) => sent(body, { type, chunks })),
      sent('', { type }),
      sent('', { type, chunks: 1 }),
      sent('', { type, length: null }),
      get('/', { headers: { 'Content-Type': type } }),
      ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].map((method) =>
        sent(body, { type, method }),
      ),
      sent(body, { type, http10: true }),
      sent('', { type, http10: true }),
      sent(body, { type, http10: true, headers: { Connection: 'keep-alive' } }),
      sent(body, { type, headers: { Connection: 'close' } }),
      sent(body, { type, chunks: 4, headers: { Connection: 'close' } }),
      raw(
        `${top(['POST / HTTP/1.1'])}Transfer-Encoding: chunked\r\n\r\n5;ext=1\r\n${body.slice(0, 5)}\r\nf\r\n${body.slice(5)}\r\n0\r\nX-Trailer: t\r\n\r\n`,
      ),
      raw(
        `${top(['POST / HTTP/1.1'])}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
      ),
      raw(
        `${top(['POST / HTTP/1.1'])}Transfer-Encoding: identity\r\nContent-Length: 20\r\n\r\n${body}`,
      ),
      raw(
        `${top(['POST / HTTP/1.1'])}Content-Length: 20\r\nTransfer-Encoding: chunked\r\n\r\n14\r\n${body}\r\n0\r\n\r\n`,
      ),
      raw(`${top(['POST / HTTP/1.1'])}Content-Length: x\r\n\r\n${body}`),
      raw(`${top(['POST / HTTP/1.1'])}Content-Length: -5\r\n\r\n${body}`),
    ]),
    scenario('when the client waits to be told to continue', echo, [
      sent(body, { type, headers: { Expect: '100-continue' } }),
      sent(large, { type, headers: { Expect: '100-continue' } }),
      sent(body, { type: 'x/y', headers: { Expect: '100-continue' } }),
      sent(body, { type, headers: { Expect: 'nonsense' } }),
      keepAlive([sent(large, { type, headers: { Expect: '100-continue' } }), get('/')]),
    ]),
    scenario('on connections that go on', echo, [
      keepAlive([
        sent(body, { type }),
        sent(body, { type, chunks: 3 }),
        get('/'),
        sent(body, { type }),
      ]),
      keepAlive([
        sent(large, { type }),
        sent(body, { type }),
        sent(large, { type, chunks: 100 }),
        sent(body, { type }),
      ]),
      keepAlive([sent(body, { type, encoding: 'nonsense' }), sent(body, { type }), get('/')]),
      keepAlive([sent(bodyOf(70_000), { type, encoding: 'nonsense' }), sent(body, { type })]),
      keepAlive([sent(bodyOf(300_000), { type }), sent(body, { type })]),
      keepAlive([
        sent(body, { type: 'x/y' }),
        sent(bodyOf(70_000), { type: 'x/y' }),
        sent(body, { type }),
      ]),
      ...(subject.broken
        ? [keepAlive([sent(subject.broken, { type }), sent(body, { type })])]
        : []),
    ]),
    scenario('of pipelined requests', echo, [
      pipelined([
        sent(body, { type }),
        sent(body, { type, chunks: 3 }),
        get('/'),
        sent(body, { type }),
      ]),
      pipelined([sent(body, { type, encoding: 'nonsense' }), get('/')]),
      // One by one: bodies are inflated by threads, and either of two may come first.
      pipelined([sent(zlib.gzipSync(body), { type, encoding: 'gzip' }), get('/')]),
      pipelined([sent(body, { type, encoding: 'gzip' }), get('/')]),
      pipelined([sent(body, { type, http10: true }), get('/')]),
    ]),
    scenario('of pipelined requests after a large one', echo, [
      pipelined([sent(large, { type }), sent(body, { type })]),
      pipelined([sent(large, { type, chunks: 100 }), get('/'), sent(body, { type })]),
      pipelined([sent(bodyOf(150_000), { type, chunks: 5000 }), get('/')]),
    ]),
  ]
}
