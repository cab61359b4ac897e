import type { RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { sleep } from '../../../tools/sleep.ts'
import { seeError, shorten } from '../body-echo.ts'
import { sent } from '../body-request.ts'
import type { Express, Failure, Req } from '../express.ts'
import type { Probe } from '../probe.ts'
import { get } from '../request.ts'
import { probes, type Scenario, scenario } from '../scenario.ts'
import { chosen, make, type Step, type Subject } from './subject.ts'

/** Parsers without an application: on a plain server, in a plain chain, on made-up requests. */
export function strangers(subject: Subject): Scenario[] {
  const { type, bodyOf } = subject
  const body = bodyOf(20)
  return [
    scenario(
      'on a plain server',
      (express, probe): RequestListener => {
        const parse = make(express, subject, chosen) as Step
        return (req, res) => {
          const returned = parse(req as never, res as never, (...args) => {
            probe.seen('next', args.length, shorten((req as unknown as Req).body))
            if (args[0]) seeError(probe, args[0] as Failure)
            res.end('plain')
          })
          probe.seen('returned', returned)
        }
      },
      [
        sent(body, { type }),
        sent(body, { type, chunks: 3 }),
        sent(body, { type: 'x/y' }),
        get('/'),
        sent('', { type }),
      ],
    ),
    scenario(
      'on a plain server with bodies to refuse',
      (express, probe): RequestListener => {
        const parse = make(express, subject, chosen) as Step
        return (req, res) => {
          parse(req as never, res as never, (...args) => {
            probe.seen('next', args.length, shorten((req as unknown as Req).body))
            if (args[0]) seeError(probe, args[0] as Failure)
            res.end('plain')
          })
        }
      },
      [
        sent(bodyOf(40), { type }),
        sent(body, { type, encoding: 'x' }),
        sent('x', { type, encoding: 'gzip' }),
      ],
    ),
    ...probes(
      'on requests made by hand',
      Object.fromEntries(
        Object.entries(handmade(type, body)).map(([label, build]) => [
          label,
          async (express: Express, probe: Probe) => {
            const parse = make(express, subject, chosen) as Step
            const req = build()
            await new Promise<void>((resolve) => {
              void sleep(100).then(resolve)
              probe.attempt('call', () =>
                parse(req as never, {} as never, (...args) => {
                  probe.seen('next', args.length, shorten((req as { body?: unknown }).body))
                  if (args[0]) seeError(probe, args[0] as Failure)
                  resolve()
                }),
              )
            })
          },
        ]),
      ),
    ),
  ]
}

function handmade(type: string, body: string): Record<string, () => object> {
  const stream = (headers: object, pieces: readonly (string | Buffer)[] = [Buffer.from(body)]) =>
    Object.assign(Readable.from(pieces, { objectMode: false }), {
      headers,
      method: 'POST',
      url: '/',
    })
  const length = String(body.length)
  return {
    'of a stream': () => stream({ 'content-type': type, 'content-length': length }),
    'of a stream without length': () =>
      stream({ 'content-type': type, 'transfer-encoding': 'chunked' }),
    'that are too short': () => stream({ 'content-type': type, 'content-length': '25' }),
    'that are too long': () => stream({ 'content-type': type, 'content-length': '15' }),
    'that fail': () => {
      const req = stream({ 'content-type': type, 'content-length': length }, [])
      req._read = () => req.destroy(Object.assign(new Error('stream failed'), { code: 'EFAIL' }))
      return req
    },
    'without headers of a body': () => stream({ 'content-type': type }),
    'that have ended': () => {
      const req = stream({ 'content-type': type, 'content-length': length })
      req.resume()
      return req
    },
  }
}
