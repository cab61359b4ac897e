import zlib from 'node:zlib'
import { echoBody } from '../body-echo.ts'
import { sent } from '../body-request.ts'
import { describeValue } from '../describe-value.ts'
import { keepAlive } from '../request.ts'
import { type Scenario, scenario } from '../scenario.ts'
import { make, type Subject } from './subject.ts'

const limitValues: readonly unknown[] = [
  undefined,
  null,
  0,
  2,
  10,
  1024,
  10.5,
  Infinity,
  Number.NaN,
  -1,
  -0.5,
  '0',
  '10',
  '10b',
  '1kb',
  '1KB',
  '1 kb',
  '1.5kb',
  ' 1kb',
  '1kb ',
  '0x10',
  '1e3',
  '1mb',
  '',
  'nonsense',
  'kb',
  '-1kb',
  '-5',
  '1k',
  '1kib',
  true,
  false,
  [],
  ['1kb'],
  {},
  { valueOf: () => 10 },
  () => 10,
  10n,
]

export function limits(subject: Subject): Scenario[] {
  const sizes = [2, 3, 10, 11, 1024, 1025, 1536, 1537, 102_400, 102_401]
  const bodies = sizes.map((size) => subject.bodyOf(size))
  const asked = bodies.flatMap((body) => [
    sent(body, { type: subject.type }),
    sent(body, { type: subject.type, chunks: 1000 }),
    sent(zlib.gzipSync(body), { type: subject.type, encoding: 'gzip' }),
  ])
  const values = subject.thorough
    ? limitValues
    : [undefined, 0, 2, 10, '1kb', Infinity, 'nonsense', -1]
  return values.map((limit) =>
    scenario(
      `with limit ${describeValue(limit)}`,
      (express, probe) => echoBody(express, probe, make(express, subject, { limit })),
      [keepAlive(asked)],
    ),
  )
}
