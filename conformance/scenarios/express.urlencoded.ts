import { echoBody } from '../harness/body-echo.ts'
import { sent } from '../harness/body-request.ts'
import { describeValue } from '../harness/describe-value.ts'
import { builtIn } from '../harness/middleware.ts'
import { parserScenarios } from '../harness/parsers/all.ts'
import { charsetScenarios } from '../harness/parsers/charsets.ts'
import type { Subject } from '../harness/parsers/subject.ts'
import { keepAlive } from '../harness/request.ts'
import { family, probes, scenario } from '../harness/scenario.ts'

const type = 'application/x-www-form-urlencoded'

const subject: Subject = {
  parser: 'urlencoded',
  type,
  bodyOf: (size) => `a=${'x'.repeat(Math.max(0, size - 2))}`,
}

const forms: readonly string[] = [
  '',
  '&',
  '=',
  '&&&',
  'a',
  'a=',
  '=a',
  'a=b',
  'a=b&c=d',
  'a=b&a=c',
  'a=b&a=c&a=d',
  'a&a',
  'a=b=c',
  'a==',
  'a=b&',
  '&a=b',
  'a=1&&b=2',
  'a=b;c=d',
  'a=+b+',
  'a+b=c',
  'a=%20',
  'a=%',
  'a=%zz',
  'a=%c3%a9',
  'a=%e9',
  'a=%C3',
  '%61=b',
  'a=é',
  'é=1',
  'a=\0',
  'a=%00',
  'a%00=1',
  'a[]=1',
  'a[]=1&a[]=2',
  'a[0]=1&a[1]=2',
  'a[1]=1&a[0]=2',
  'a[2]=x',
  'a[20]=x',
  'a[21]=x',
  'a[99]=x',
  'a[100]=x',
  'a[101]=x',
  'a[1000]=x',
  'a[999999999]=x',
  'a[-1]=x',
  'a[b]=1',
  'a[b]=1&a[c]=2',
  'a[b][c]=1',
  'a[b]=1&a=2',
  'a=2&a[b]=1',
  'a[]=1&a[b]=2',
  'a[0]=1&a[b]=2',
  'a[b',
  'a]b=1',
  '[a]=1',
  '[]=1',
  '[0]=1',
  'a[b]c=1',
  'a[b]c[d]=1',
  'a[[b]]=1',
  'a[]b=1',
  'a.b=1',
  'a%5Bb%5D=1',
  'a%5B%5D=1&a%5B%5D=2',
  'a[b=1',
  'a[]=',
  'a[]',
  'a[]&a[]',
  '__proto__=1',
  '__proto__[x]=1',
  'a[__proto__]=1',
  'a[__proto__][x]=1',
  'constructor=1',
  'constructor[prototype][x]=1',
  'toString=1',
  'hasOwnProperty=1',
  'a[hasOwnProperty]=1',
  'length=5',
  'a[length]=5',
  'a[][]=1',
  'a[][b]=1&a[][b]=2',
  'a[0][b]=1&a[0][c]=2',
  'a[b][]=1&a[b][]=2',
  'a[b]=1&a[b]=2',
  'a[b][c][d][e][f][g]=1',
  'a,b=c',
  'a=b,c',
  'a=&#9786;',
  'a=%26%2310003%3B',
  'utf8=%E2%9C%93&a=%c3%a9',
  'utf8=%26%2310003%3B&a=%e9',
  'utf8=x&a=%e9',
  'utf8=%E2%9C%93',
  'a=%F0%9F%98%80',
  'a=null&b=undefined&c=true&d=1',
  'a[ ]=1',
  'a [b]=1',
  ' a = b ',
  'a\n=b\n',
  'a=b#c',
  '?a=b',
  '{"a":1}',
  'a:b',
  `${'a[0]'.repeat(3)}=1`,
  'a[0][0][0]=1',
  'a[1][1]=x',
  `a=${'x'.repeat(500)}`,
  `${'k'.repeat(500)}=1`,
  Array.from({ length: 30 }, (_, index) => `a=${index}`).join('&'),
  Array.from({ length: 120 }, (_, index) => `a=${index}`).join('&'),
  Array.from({ length: 30 }, (_, index) => `a[]=${index}`).join('&'),
  Array.from({ length: 120 }, (_, index) => `a[]=${index}`).join('&'),
  Array.from({ length: 30 }, (_, index) => `a[${index}]=${index}`).join('&'),
  Array.from({ length: 120 }, (_, index) => `a[${index}]=${index}`).join('&'),
]

const nested = (depth: number) => `a${'[b]'.repeat(depth)}=1`
const pairs = (count: number, key = (index: number) => `k${index}`) =>
  Array.from({ length: count }, (_, index) => `${key(index)}=1`).join('&')

const asked = keepAlive(forms.map((form) => sent(form, { type })))
const extendedValues: readonly unknown[] = [undefined, true, false, null, 0, 1, '', 'false', {}]
const depths: readonly unknown[] = [
  undefined,
  0,
  1,
  2,
  5,
  32,
  33,
  100,
  1.5,
  '3',
  '0',
  Infinity,
  true,
  false,
  [],
  [4],
  -1,
  'x',
  Number.NaN,
  {},
]
const parameterLimits: readonly unknown[] = [
  undefined,
  1,
  2,
  3,
  10,
  1000,
  1001,
  2.9,
  '5',
  '0x3',
  Infinity,
  true,
  [7],
  0,
  -1,
  'x',
  Number.NaN,
  {},
  false,
  '',
  [],
  0.5,
]
const counts = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 999, 1000, 1001, 1002]

export default family(
  'express.urlencoded',
  parserScenarios(subject),
  charsetScenarios(subject, 'é=€', { extended: true }),
  charsetScenarios(subject, 'é=€&b=%e9', { extended: false }).map((one) => ({
    ...one,
    name: `simple ${one.name}`,
  })),
  extendedValues.map((extended) =>
    scenario(
      `of all forms with extended ${describeValue(extended)}`,
      (express, probe) => echoBody(express, probe, builtIn(express).urlencoded({ extended })),
      [asked],
    ),
  ),
  scenario(
    'of all forms without options',
    (express, probe) => echoBody(express, probe, builtIn(express).urlencoded()),
    [asked],
  ),
  [true, false]
    .flatMap((extended) => [
      depths.map((depth) =>
        scenario(
          `with depth ${describeValue(depth)}, extended ${extended}`,
          (express, probe) =>
            echoBody(express, probe, builtIn(express).urlencoded({ extended, depth })),
          [
            keepAlive(
              [0, 1, 2, 3, 4, 5, 6, 31, 32, 33, 34, 40, 99, 100, 101].map((count) =>
                sent(nested(count), { type }),
              ),
            ),
          ],
        ),
      ),
      parameterLimits.map((parameterLimit) =>
        scenario(
          `with parameterLimit ${describeValue(parameterLimit)}, extended ${extended}`,
          (express, probe) =>
            echoBody(express, probe, builtIn(express).urlencoded({ extended, parameterLimit })),
          [
            keepAlive([
              ...counts.map((count) => sent(pairs(count), { type })),
              ...['', '&', '&&', '&&&&&', 'a', 'a&b'].map((form) => sent(form, { type })),
            ]),
          ],
        ),
      ),
      scenario(
        `with parameterLimit null, extended ${extended}`,
        (express, probe) =>
          echoBody(express, probe, builtIn(express).urlencoded({ extended, parameterLimit: null })),
        [keepAlive([999, 1000, 1001].map((count) => sent(pairs(count), { type })))],
      ),
      scenario(
        `with depth null, extended ${extended}`,
        (express, probe) =>
          echoBody(express, probe, builtIn(express).urlencoded({ extended, depth: null })),
        [keepAlive([0, 1, 32, 33].map((count) => sent(nested(count), { type })))],
      ),
      scenario(
        `of floods, extended ${extended}`,
        (express, probe) => {
          const app = echoBody(
            express,
            probe,
            builtIn(express).urlencoded({ extended, limit: '1mb' }),
          )
          return app
        },
        [
          keepAlive([
            sent('&'.repeat(50_000), { type }),
            sent(pairs(5000), { type }),
            sent(
              pairs(1000, () => 'a'),
              { type },
            ),
            sent(
              pairs(1000, () => 'a[]'),
              { type },
            ),
            sent(
              pairs(1000, (index) => `a[${index}]`),
              { type },
            ),
            sent(
              pairs(1000, (index) => `a[${index * 7}]`),
              { type },
            ),
            sent(`a${'[]'.repeat(20_000)}=1`, { type }),
            sent(nested(3000), { type }),
            sent(`a=${'%'.repeat(10_000)}`, { type }),
            sent(`a=${'+'.repeat(10_000)}`, { type }),
          ]),
        ],
      ),
      ([undefined, true, false, null, 0, 1, 'x'] as const).flatMap((charsetSentinel) =>
        ([undefined, true, false] as const).map((interpretNumericEntities) =>
          scenario(
            `with charsetSentinel ${describeValue(charsetSentinel)}, interpretNumericEntities ${describeValue(interpretNumericEntities)}, extended ${extended}`,
            (express, probe) =>
              echoBody(
                express,
                probe,
                builtIn(express).urlencoded({
                  extended,
                  charsetSentinel,
                  interpretNumericEntities,
                }),
              ),
            [
              keepAlive(
                forms
                  .filter((form) => /utf8|&#|%26|%e9|%c3/i.test(form))
                  .concat(
                    'a[]=%26%2310003%3B&a[]=%e9',
                    'a=1&utf8=%E2%9C%93',
                    'utf8=%26%2310003%3B&b[c]=%26%239786%3B',
                  )
                  .flatMap((form) =>
                    ['', '; charset=utf-8', '; charset=iso-8859-1'].map((charset) =>
                      sent(form, { type: type + charset }),
                    ),
                  ),
              ),
            ],
          ),
        ),
      ),
      (['utf-8', 'iso-8859-1', 'UTF-8', 'latin1', 'utf-16', '', null, undefined, 0] as const).map(
        (defaultCharset) =>
          scenario(
            `with defaultCharset ${describeValue(defaultCharset)}, extended ${extended}`,
            (express, probe) =>
              echoBody(express, probe, builtIn(express).urlencoded({ extended, defaultCharset })),
            [
              keepAlive(
                ['a=%e9', 'a=%c3%a9', 'a=é', 'é=%zz', 'a=%26%2310003%3B', ''].flatMap((form) =>
                  ['', '; charset=utf-8', '; charset=iso-8859-1'].map((charset) =>
                    sent(form, { type: type + charset }),
                  ),
                ),
              ),
            ],
          ),
      ),
      scenario(
        `of broken bytes, extended ${extended}`,
        (express, probe) => echoBody(express, probe, builtIn(express).urlencoded({ extended })),
        [
          keepAlive(
            [
              [0xff],
              [0x61, 0x3d, 0xc3],
              [0x61, 0x3d, 0xe9],
              [0xef, 0xbb, 0xbf, 0x61, 0x3d, 0x31],
              [0, 0x3d, 0],
            ].flatMap((bytes) =>
              ['', '; charset=utf-8', '; charset=iso-8859-1'].map((charset) =>
                sent(Buffer.from(bytes), { type: type + charset }),
              ),
            ),
          ),
        ],
      ),
    ])
    .flat(2),
  probes('is made with', {
    'odd options of its own': (express, probe) => {
      const odd = [undefined, true, false, 0, 1, -1, '', 'x', [], {}, () => {}]
      for (const name of [
        'extended',
        'depth',
        'parameterLimit',
        'charsetSentinel',
        'interpretNumericEntities',
        'defaultCharset',
      ]) {
        for (const value of odd) {
          probe.attempt(`${name} ${describeValue(value)}`, () =>
            builtIn(express).urlencoded({ extended: true, [name]: value }),
          )
          probe.attempt(`simple ${name} ${describeValue(value)}`, () =>
            builtIn(express).urlencoded({ extended: false, [name]: value }),
          )
        }
      }
    },
  }),
)
