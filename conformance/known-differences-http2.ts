import type { DialectName } from './harness/dialects.ts'

/** Scenarios whose response over HTTP/2 is not that of the original over HTTP/1. */
export interface Http2Difference {
  readonly reason: string
  readonly dialects: readonly DialectName[]
  readonly scenarios: readonly (string | RegExp)[]
  /** Whether the responses are equal at times: the scenarios are left out then. */
  readonly varies?: boolean
}

const all = ['5.x', '4.x', '3.x'] as const
const newer = ['5.x', '4.x'] as const

/** Docs/guide/http2.md lists them for users. An entry that no longer applies fails the run. */
export const http2Differences: readonly Http2Difference[] = [
  {
    reason: 'Node sends no status above 599 over HTTP/2',
    dialects: newer,
    scenarios: ['res.sendStatus › of 600 sends its text', 'res.sendStatus › of 999 sends its text'],
  },
  {
    reason: 'Node sends no status above 599 over HTTP/2',
    dialects: all,
    scenarios: ['res.status › accepts 600', 'res.status › accepts 999'],
  },
  {
    reason: 'Node sends no status above 599 over HTTP/2',
    dialects: ['4.x'],
    scenarios: [
      /^4\.x status forms .*(?:send\(status\)|\(status, body\)) with every status$/,
      /^4\.x status forms .* sendStatus of an unknown code$/,
    ],
  },
  {
    reason: 'Node sends no status above 599 over HTTP/2',
    dialects: ['3.x'],
    scenarios: ['3.x responses › res.send(status) with every status'],
  },
  {
    reason: 'HTTP/2 responses of Node do not emit `prefinish`',
    dialects: all,
    scenarios: ['res.end › tells events in order'],
  },
  {
    reason:
      'over HTTP/2, the callback of `sendFile` comes after `finish`: the client may still reset',
    dialects: newer,
    scenarios: ['res.sendFile › calls back in the order of events'],
  },
  {
    reason: 'an HTTP/2 client resets a response that is longer than its Content-Length',
    dialects: all,
    scenarios: [
      'express.static › setHeaders sets Content-Length',
      'express.static › when Content-Length is set already',
    ],
  },
  {
    reason: 'an HTTP/2 client resets a response that is longer than its Content-Length',
    dialects: newer,
    scenarios: [
      'res.sendFile › option headers {"Content-Length": "5"}',
      'res.sendFile › after Content-Length was set',
    ],
  },
  {
    reason: 'an HTTP/2 client resets a response that is longer than its Content-Length',
    dialects: ['4.x'],
    scenarios: [
      /^4\.x status forms .*\(status, body\) with the status (?:99|1000|-1|0|"x"|null|undefined|true)$/,
    ],
  },
  {
    reason: 'HTTP/2 has no Transfer-Encoding, so the length stays',
    dialects: ['5.x'],
    scenarios: [
      'res.send › overrides a Transfer-Encoding beside the length',
      'compression › of send with chunks',
    ],
  },
  {
    reason: 'over HTTP/1, Node corrupts Latin-1 characters of Content-Disposition',
    dialects: ['4.x', '3.x'],
    scenarios: ['res.attachment › of "é.txt"'],
  },
  {
    reason: 'chunks that were written before the stream is reset may arrive',
    dialects: all,
    scenarios: ['the final handler › closes the connection when something was sent already'],
    varies: true,
  },
  {
    reason: 'chunks that were written before the stream is reset may arrive',
    dialects: ['3.x'],
    scenarios: ['3.x errorHandler › after the head was sent cuts the connection'],
    varies: true,
  },
  {
    reason: 'over HTTP/1, Node 20 sends only the last of the equal names in a list',
    dialects: newer,
    scenarios: ['res.end › ends after writeHead with a message and a list'],
    varies: true,
  },
  {
    reason:
      'over HTTP/2, 3.x sends only the last of the equal names in a list, as Node 20 over HTTP/1',
    dialects: ['3.x'],
    scenarios: ['res.end › ends after writeHead with a message and a list'],
    varies: true,
  },
]

export function http2DifferenceOf(dialect: DialectName, id: string): Http2Difference | undefined {
  return http2Differences.find(
    ({ dialects, scenarios }) =>
      dialects.includes(dialect) && scenarios.some((scenario) => matches(scenario, id)),
  )
}

export function matches(scenario: string | RegExp, id: string): boolean {
  return typeof scenario === 'string' ? scenario === id : scenario.test(id)
}
