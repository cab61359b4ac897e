import { echoBody } from '../harness/body-echo.ts'
import { sent } from '../harness/body-request.ts'
import { describeValue } from '../harness/describe-value.ts'
import { builtIn } from '../harness/middleware.ts'
import { parserScenarios } from '../harness/parsers/all.ts'
import { charsetScenarios } from '../harness/parsers/charsets.ts'
import type { Subject } from '../harness/parsers/subject.ts'
import { keepAlive } from '../harness/request.ts'
import { family, probes, scenario } from '../harness/scenario.ts'

const type = 'application/json'

const subject: Subject = {
  parser: 'json',
  type,
  bodyOf: (size) =>
    size < 3
      ? '[]'
      : `["${'x'.repeat(Math.max(0, size - 4))}"]`.slice(0, size === 3 ? 0 : size) || '[1]',
  broken: '{"a": tru}',
  thorough: true,
}

const texts: readonly string[] = [
  '',
  ' ',
  '\n',
  '\t\r\n ',
  '{}',
  '[]',
  ' {}',
  '\n[1]',
  '{"a":1}',
  '[1,2]',
  '{"a":{"b":[null,true,false,1.5e3,"x"]}}',
  '""',
  '"text"',
  'true',
  'false',
  'null',
  '0',
  '-1',
  '1e400',
  '-0',
  'undefined',
  'NaN',
  'Infinity',
  "'a'",
  '{',
  '[',
  '}',
  ']',
  '{]',
  '[}',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,}',
  '[1,]',
  '{a:1}',
  "{'a':1}",
  '{"a":1}}',
  '[1]]',
  '[1] [2]',
  '{"a":1}garbage',
  '{} ',
  '[]\n\n',
  '{"a":tru}',
  '{"a":nul}',
  '{"a":01}',
  '{"a":.5}',
  '{"a":1.}',
  '{"a":+1}',
  '{"a":"\\x"}',
  '{"a":"\\u00e9"}',
  '{"a":"\\ud800"}',
  '{"a":"\n"}',
  '{"a":"tab\t"}',
  '{"a":"unterminated}',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":1}}',
  '{"":1}',
  '{"length":3}',
  '[[[[[[]]]]]]',
  '[,]',
  '[1 2]',
  '// comment\n{}',
  '/* c */[]',
  '{}//',
  '#',
  '##',
  '#{}',
  '  #',
  '<html>',
  'a',
  'é',
  '日本',
  '\u{1f600}',
  '\u{1f600}{}',
  ' \u{1f600}',
  '\u00a0{}',
  '\u2028{}',
  '\v{}',
  '\f[]',
  '\0',
  '{"a":\0}',
  '\\',
  '\\u007b',
  '--',
  '=',
  'a=b&c=d',
  'x'.repeat(5),
  'x'.repeat(9),
  'x'.repeat(10),
  'x'.repeat(11),
  'x'.repeat(20),
  'x'.repeat(40),
  'x'.repeat(41),
  'x'.repeat(300),
  `${' '.repeat(5)}x`,
  `${' '.repeat(30)}x`,
  `${' '.repeat(30)}x${' '.repeat(30)}`,
  'e#e#e#e#e',
  '"#"',
  '1#2',
  '##########x##########',
  `"${'long '.repeat(20)}"`,
  `{"a":"${'long '.repeat(20)}"`,
  `{"a":"${'long '.repeat(20)}",}`,
  `[${'1,'.repeat(50)}]`,
  '123456789012345678901234567890',
  '[12345678901234567890,0.1e-400]',
  '{"then":1,"toJSON":2}',
  '{"a":1}\0',
  '\ufffe{}',
  '{"\ud83d":1}',
  'truely',
  'nullx',
  't',
  'n',
  '-',
  '"',
  '"\\',
]

const asked = keepAlive(texts.map((text) => sent(text, { type })))
const stricts: readonly unknown[] = [undefined, true, false, null, 0, '', 'false', {}]

const revivers: Record<string, unknown> = {
  'doubles numbers': (_key: string, value: unknown) =>
    typeof value === 'number' ? value * 2 : value,
  'drops all': () => undefined,
  throws: () => {
    throw new Error('reviver failed')
  },
  'throws an error with status': () => {
    throw Object.assign(new RangeError('reviver failed'), { status: 422, type: 'own', body: 'x' })
  },
  'throws a text': () => {
    throw 'reviver text'
  },
  'is null': null,
  'is undefined': undefined,
  'is a string': 'x',
  'is an array': ['a'],
  'is an object': {},
  'is false': false,
}

export default family(
  'express.json',
  parserScenarios(subject),
  charsetScenarios(subject, '{"a":"é"}'),
  charsetScenarios(subject, '"é"', { strict: false }).map((one) => ({
    ...one,
    name: `without strict ${one.name}`,
  })),
  stricts.map((strict) =>
    scenario(
      `of all texts with strict ${describeValue(strict)}`,
      (express, probe) => echoBody(express, probe, builtIn(express).json({ strict })),
      [asked],
    ),
  ),
  Object.entries(revivers).flatMap(([label, reviver]) =>
    [true, false].map((strict) =>
      scenario(
        `with a reviver that ${label}, strict ${strict}`,
        (express, probe) => echoBody(express, probe, builtIn(express).json({ reviver, strict })),
        [
          keepAlive(
            ['{"a":1,"b":[2,{"c":3}]}', '[]', '', '1', '"x"', 'null', '{', '{"__proto__":1}'].map(
              (text) => sent(text, { type }),
            ),
          ),
        ],
      ),
    ),
  ),
  scenario(
    'hands everything to the reviver',
    (express, probe) => {
      function reviver(this: unknown, ...args: unknown[]) {
        probe.seen('reviver', this, args.slice(0, 2), args.length)
        return args[1]
      }
      return echoBody(express, probe, builtIn(express).json({ reviver }))
    },
    [sent('{"a":[1,{"b":null}]}', { type }), sent('{}', { type })],
  ),
  scenario(
    'of deep and wide bodies',
    (express, probe) => {
      const app = express()
      app.use(builtIn(express).json({ limit: '1mb' }))
      app.use((req, res) => {
        probe.seen(
          'kind',
          typeof req.body,
          Array.isArray(req.body),
          Object.keys(req.body as object).length,
        )
        res.end()
      })
      return app
    },
    [
      sent(`${'['.repeat(5000)}${']'.repeat(5000)}`, { type }),
      sent(`{${Array.from({ length: 5000 }, (_, index) => `"k${index}":${index}`).join()}}`, {
        type,
      }),
      sent(`{"a":${'{"a":'.repeat(3000)}1${'}'.repeat(3001)}`, { type }),
    ],
  ),
  scenario(
    'shows its errors on the page of the final handler',
    (express) => express().use(builtIn(express).json()),
    ['{"a":', '{"a":<b>}', 'x', '"text"', '[1,]'].map((text) => sent(text, { type })),
  ),
  scenario(
    'shows nothing of them in production',
    (express) => express().use(builtIn(express).json()),
    ['{"a":', '{"a":<b>}', 'x'].map((text) => sent(text, { type })),
    { env: 'production' },
  ),
  probes('is made with', {
    'every kind of strict and reviver': (express, probe) => {
      for (const value of [undefined, null, true, false, 0, 1, '', 'x', [], {}, () => {}]) {
        probe.attempt(`strict ${describeValue(value)}`, () =>
          builtIn(express).json({ strict: value }),
        )
        probe.attempt(`reviver ${describeValue(value)}`, () =>
          builtIn(express).json({ reviver: value }),
        )
      }
    },
  }),
)
