import { echoBody } from '../body-echo.ts'
import { sent } from '../body-request.ts'
import { describeValue } from '../describe-value.ts'
import type { Req } from '../express.ts'
import { get, keepAlive } from '../request.ts'
import { type Scenario, scenario } from '../scenario.ts'
import { make, type Subject } from './subject.ts'

const typeOptions: readonly unknown[] = [
  undefined,
  null,
  false,
  0,
  '',
  'json',
  'text',
  'html',
  'bin',
  'urlencoded',
  'multipart',
  'text/plain',
  'TEXT/PLAIN',
  'text/*',
  '*/*',
  '*/json',
  '*',
  '+json',
  'application/*+json',
  '*/*+json',
  'application/json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'text/plain; charset=utf-8',
  'unknown-extension',
  '.json',
  'a/b/c',
  [],
  ['json', 'text/plain'],
  ['text/*', '*/xml'],
  [false, 'json'],
  [undefined],
  [5],
  5,
  true,
  {},
  ['*/*'],
]

const contentTypes: readonly (string | null)[] = [
  null,
  '',
  'application/json',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json ; charset = utf-8',
  'application/json; charset="utf-8"',
  'application/json; charset="utf-8',
  'application/json;',
  'application/json; charset',
  'application/json; charset=',
  'application/json;;charset=utf-8',
  'application/json\ta',
  'application/json, text/plain',
  'text/plain;application/json',
  'application/jsonx',
  'application/vnd.api+json',
  'application/+json',
  'application/json+json',
  'text/plain',
  'text/html',
  'text/x; y=z',
  'application/octet-stream',
  'application/xml',
  'a/b',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/mixed',
  'json',
  'text',
  '*/*',
  'application/*',
  'application/json; a=b; charset=utf-8; c=d',
  '  application/json',
  'application / json',
  'application/json\xe9',
  'a/b/c',
  '/',
  'text/',
  'text/plain; charset=utf-8; charset=utf-16',
  '__proto__',
  'constructor/prototype',
]

export function types(subject: Subject): Scenario[] {
  const body = subject.bodyOf(16)
  const asked = keepAlive(contentTypes.map((type) => sent(body, { type })))
  const options = subject.thorough
    ? typeOptions
    : [
        undefined,
        null,
        '',
        'json',
        'urlencoded',
        'text/*',
        '*/*',
        '+json',
        [],
        ['json', 'text/plain'],
      ]
  const answers: Record<string, unknown> = {
    true: true,
    false: false,
    text: 'x',
    nothing: undefined,
    zero: 0,
    object: {},
  }
  return [
    ...options.map((type) =>
      scenario(
        `with type ${describeValue(type)}`,
        (express, probe) => echoBody(express, probe, make(express, subject, { type })),
        [asked],
      ),
    ),
    ...Object.entries(answers).map(([label, answer]) =>
      scenario(
        `with a type function that gives ${label}`,
        (express, probe) => {
          const type = (...args: unknown[]) => {
            probe.seen('asked', args.length, (args[0] as Req).headers['content-type'])
            return answer
          }
          return echoBody(express, probe, make(express, subject, { type }))
        },
        [
          sent(body, { type: subject.type }),
          sent(body, { type: null }),
          sent('', { type: 'a/b' }),
          get('/'),
        ],
      ),
    ),
    scenario(
      'with a type function that throws',
      (express, probe) => {
        const type = () => {
          throw new Error('no type')
        }
        return echoBody(express, probe, make(express, subject, { type }))
      },
      [
        sent(body, { type: subject.type }),
        keepAlive([sent(body, { type: subject.type }), get('/')]),
      ],
    ),
  ]
}
