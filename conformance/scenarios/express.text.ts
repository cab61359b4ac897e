import { echoBody } from '../harness/body-echo.ts'
import { sent } from '../harness/body-request.ts'
import { describeValue } from '../harness/describe-value.ts'
import { builtIn } from '../harness/middleware.ts'
import { parserScenarios } from '../harness/parsers/all.ts'
import { charsetScenarios } from '../harness/parsers/charsets.ts'
import type { Subject } from '../harness/parsers/subject.ts'
import { keepAlive } from '../harness/request.ts'
import { familySince4, probes, scenario } from '../harness/scenario.ts'

const type = 'text/plain'

const subject: Subject = {
  parser: 'text',
  type,
  bodyOf: (size) => 'text '.repeat(Math.ceil(size / 5)).slice(0, size),
}

const defaults: readonly unknown[] = [
  undefined,
  null,
  '',
  'utf-8',
  'UTF-8',
  'utf8',
  'utf-16le',
  'utf-16',
  'iso-8859-1',
  'latin1',
  'koi8-r',
  'nonsense',
  false,
  0,
  'UTF-16BE',
]

const bodies: readonly (string | Buffer)[] = [
  '',
  'plain',
  'é€日本\u{1f600}',
  '\uFEFFmark',
  Buffer.from('é', 'latin1'),
  Buffer.from('é€', 'utf16le'),
  Buffer.from([0xff, 0xfe, 0x41, 0]),
  Buffer.from([0xfe, 0xff, 0, 0x41]),
  Buffer.from([0xc3]),
  Buffer.from([0, 1, 2]),
  '\r\n',
  ' '.repeat(20),
]

export default familySince4(
  'express.text',
  parserScenarios(subject),
  charsetScenarios(subject, 'aé€'),
  defaults.map((defaultCharset) =>
    scenario(
      `with defaultCharset ${describeValue(defaultCharset)}`,
      (express, probe) => echoBody(express, probe, builtIn(express).text({ defaultCharset })),
      [
        keepAlive(
          bodies.flatMap((body) => [
            sent(body, { type }),
            sent(body, { type: 'text/plain; charset=utf-8' }),
            sent(body, { type: 'text/plain; charset=' }),
            sent(body, { type: 'text/plain; charset=utf-16be' }),
          ]),
        ),
      ],
    ),
  ),
  probes('is made with', {
    'every kind of defaultCharset': (express, probe) => {
      for (const value of [undefined, null, true, 0, 1, '', 'x', [], {}, () => {}, Symbol('s')]) {
        probe.attempt(describeValue(value), () => builtIn(express).text({ defaultCharset: value }))
      }
    },
  }),
)
