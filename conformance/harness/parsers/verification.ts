import zlib from 'node:zlib'
import { echoBody, shorten } from '../body-echo.ts'
import { sent } from '../body-request.ts'
import type { Req, Res } from '../express.ts'
import { get, keepAlive } from '../request.ts'
import { type Scenario, scenario } from '../scenario.ts'
import { make, type Subject } from './subject.ts'

/** Throws what `create` gives: a new one each time, because errors are changed on their way. */
export function thrown(create: () => unknown): () => never {
  return () => {
    throw create()
  }
}

function withMembers(members: object): () => never {
  return thrown(() => Object.assign(new Error('refused'), members))
}

// The original lets the process crash when something else than an error, a text or an object is thrown.
const checks: Record<string, () => unknown> = {
  passes: () => undefined,
  'returns false': () => false,
  'returns an error': () => new Error('returned'),
  'throws an error': thrown(() => new Error('refused')),
  'throws a type error': thrown(() => new TypeError('refused type')),
  'throws an error with status': withMembers({ status: 401 }),
  'throws an error with status 500': withMembers({ status: 500 }),
  'throws an error with statusCode': withMembers({ statusCode: 418 }),
  'throws an error with an odd status': withMembers({ status: 200 }),
  'throws an error with a text status': withMembers({ status: '402' }),
  'throws an error with type': withMembers({ type: 'own.type' }),
  'throws an error with an empty type': withMembers({ type: '' }),
  'throws an error with expose': withMembers({ expose: false, status: 400 }),
  'throws an error with body': withMembers({ body: 'own body', headers: { 'X-A': 'b' } }),
  'throws a string': thrown(() => 'refused text'),
  'throws an empty string': thrown(() => ''),
  'throws an object': thrown(() => ({ message: 'plain', status: 409, extra: 1 })),
  'throws an array': thrown(() => ['a']),
}

export function verification(subject: Subject): Scenario[] {
  const { type } = subject
  const good = sent(subject.bodyOf(12), { type })
  const bad = sent(subject.broken ?? subject.bodyOf(2), { type })
  return [
    ...Object.entries(checks).map(([label, verify]) =>
      scenario(
        `with a verify that ${label}`,
        (express, probe) => echoBody(express, probe, make(express, subject, { verify })),
        [good, bad, sent('', { type }), keepAlive([good, get('/'), good])],
      ),
    ),
    scenario(
      'hands the raw body to verify',
      (express, probe) => {
        function verify(this: unknown, ...args: unknown[]) {
          const [req, res, body, encoding] = args as [Req, Res, Buffer, unknown]
          probe.seen('verify', this, args.length, req.url, res.headersSent, shorten(body), encoding)
          probe.seen('body before', 'body' in req, req.body)
          if (body[0] === 0x7b) body[0] = 0x5b
        }
        return echoBody(express, probe, make(express, subject, { verify }))
      },
      [
        good,
        bad,
        sent('', { type }),
        sent(subject.bodyOf(12), { type, chunks: 5 }),
        sent(zlib.gzipSync(subject.bodyOf(12)), { type, encoding: 'gzip' }),
        sent(subject.bodyOf(12), { type: `${type}; charset=UTF-8` }),
        sent(Buffer.from(subject.bodyOf(12), 'utf16le'), { type: `${type}; charset=utf-16le` }),
        sent(subject.bodyOf(12), { type: `${type}; charset=iso-8859-1` }),
        sent(subject.bodyOf(12), { type: 'x/y' }),
      ],
    ),
  ]
}
