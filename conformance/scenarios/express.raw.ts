import { echoBody } from '../harness/body-echo.ts'
import { sent } from '../harness/body-request.ts'
import { builtIn } from '../harness/middleware.ts'
import { parserScenarios } from '../harness/parsers/all.ts'
import { charsetScenarios } from '../harness/parsers/charsets.ts'
import type { Subject } from '../harness/parsers/subject.ts'
import { familySince4, scenario } from '../harness/scenario.ts'

const subject: Subject = {
  parser: 'raw',
  type: 'application/octet-stream',
  bodyOf: (size) => 'raw '.repeat(Math.ceil(size / 4)).slice(0, size),
}

export default familySince4(
  'express.raw',
  parserScenarios(subject),
  charsetScenarios(subject, 'é€'),
  scenario(
    'keeps every byte',
    (express, probe) => echoBody(express, probe, builtIn(express).raw({ type: '*/*' })),
    [
      sent(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), { type: 'a/b' }),
      sent(Buffer.alloc(0), { type: 'a/b' }),
      sent(Buffer.alloc(0), { type: 'a/b', chunks: 1 }),
      sent(Buffer.alloc(70_000, 7), { type: 'a/b', chunks: 999 }),
      sent('\uFEFFtext', { type: 'text/plain; charset=utf-8' }),
    ],
  ),
)
