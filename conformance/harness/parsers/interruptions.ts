import zlib from 'node:zlib'
import { echoBody, seeError, shorten } from '../body-echo.ts'
import { type Express, type Failure, onError } from '../express.ts'
import { speakInPieces } from '../partial.ts'
import type { Probe } from '../probe.ts'
import { probes, type Scenario } from '../scenario.ts'
import { make, type Subject } from './subject.ts'

export function interruptions(subject: Subject): Scenario[] {
  const { type, bodyOf } = subject
  const top = (length: string) =>
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`
  const half = bodyOf(20).slice(0, 9)
  const talks: Record<string, readonly (string | Buffer)[]> = {
    'a body with a length': [top('Content-Length: 20') + half],
    'a body before its first byte': [top('Content-Length: 20')],
    'a chunked body': [`${top('Transfer-Encoding: chunked')}9\r\n${half}\r\n`],
    'a compressed body': [
      top('Content-Encoding: gzip\r\nContent-Length: 60'),
      zlib.gzipSync(bodyOf(20)).subarray(0, 15),
    ],
    'a body that is too large': [top('Content-Length: 200') + half],
  }
  const leaves = subject.thorough ? (['destroy', 'end', 'reset'] as const) : (['destroy'] as const)
  const interrupted = Object.entries(talks).flatMap(([label, pieces]) =>
    leaves.map((leave) => [
      `${label} by ${leave}`,
      async (express: Express, probe: Probe) => {
        let tell = () => {}
        const until = new Promise<void>((resolve) => {
          tell = resolve
        })
        const app = express()
        app.use(make(express, subject, { limit: 100 }))
        app.use((req, res) => {
          probe.seen('body', shorten(req.body))
          res.end()
        })
        app.use(
          onError((err: Failure, _req, res, _next) => {
            seeError(probe, err)
            res.status(500).end('failed')
            tell()
          }),
        )
        const answer = await speakInPieces(app, { pieces, leave, until })
        if (leave === 'end') probe.seen('answer', answer)
      },
    ]),
  )
  return [
    ...probes('survives the end of', Object.fromEntries(interrupted)),
    ...probes('takes its time with', {
      'a body in pieces': async (express, probe) => {
        const app = echoBody(express, probe, make(express, subject))
        const body = bodyOf(20)
        const pieces = [
          top('Content-Length: 20'),
          body.slice(0, 1),
          body.slice(1, 12),
          body.slice(12),
        ]
        probe.seen('answer', await speakInPieces(app, { pieces, pause: 5, leave: 'wait' }))
      },
      'a compressed body in pieces': async (express, probe) => {
        const app = echoBody(express, probe, make(express, subject))
        const body = zlib.gzipSync(bodyOf(200))
        const head = top(`Content-Encoding: gzip\r\nContent-Length: ${body.length}`)
        const pieces = [head, body.subarray(0, 5), body.subarray(5, 20), body.subarray(20)]
        probe.seen('answer', await speakInPieces(app, { pieces, pause: 5, leave: 'wait' }))
      },
      'a body whose stream gets an encoding while it arrives': async (express, probe) => {
        if (subject.parser === 'raw') return // The original throws.
        const app = echoBody(
          express,
          probe,
          (req, _res, next) => {
            next()
            req.setEncoding('latin1')
          },
          make(express, subject),
        )
        const body = bodyOf(20)
        const pieces = [
          top('Content-Length: 20') + body.slice(0, 5),
          body.slice(5, 12),
          body.slice(12),
        ]
        probe.seen('answer', await speakInPieces(app, { pieces, pause: 5, leave: 'wait' }))
      },
      'a body whose request is destroyed with an error': async (express, probe) => {
        const app = echoBody(
          express,
          probe,
          (req, _res, next) => {
            next()
            req.destroy(new Error('destroyed by the program'))
          },
          make(express, subject),
        )
        const pieces = [top('Content-Length: 20') + half]
        probe.seen('answer', await speakInPieces(app, { pieces, pause: 5, leave: 'wait' }))
      },
      'a large body that is never sent': async (express, probe) => {
        const app = echoBody(express, probe, make(express, subject))
        const pieces = [top('Content-Length: 200000')]
        probe.seen('answer', await speakInPieces(app, { pieces, leave: 'wait' }))
      },
    }),
  ]
}
