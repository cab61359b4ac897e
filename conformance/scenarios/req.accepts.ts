import { get } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

type Question = readonly unknown[]

interface Member {
  readonly name: 'accepts' | 'acceptsCharsets' | 'acceptsEncodings' | 'acceptsLanguages'
  readonly header: string
  readonly questions: readonly Question[]
  readonly values: readonly string[]
}

const members: readonly Member[] = [
  {
    name: 'accepts',
    header: 'Accept',
    questions: [
      [],
      ['json'],
      ['html', 'json'],
      [['json', 'html']],
      ['application/json'],
      ['text/*'],
      ['*/*'],
      ['json, html'],
      ['png'],
      ['unknown-ext'],
      ['text/html;level=1'],
      ['text'],
      [''],
      [[]],
      ['json', ['html']],
      [undefined],
      [null],
      [5],
      ['HTML'],
      ['.html'],
      ['text/html', 'text/plain'],
      ['urlencoded'],
      ['multipart'],
      ['image/*'],
      ['a/b; q=1'],
    ],
    values: [
      '*/*',
      'text/html',
      'text/*',
      'application/json',
      'text/html;q=0.5, application/json;q=0.9',
      'text/html;level=1',
      'text/html;level=1;q=0.3, text/html;q=0.7',
      'json',
      '',
      ' ',
      'text/html;q=0',
      '*/*;q=0',
      'text/*;q=.5, */*;q=.1',
      'TEXT/HTML',
      'text/html,,application/json',
      'text/html;q=2',
      'text/html;q=x',
      'text/html; q="0.4"',
      ';;q=;',
      'a/b;c="d,e", text/html',
      'image/png, image/*;q=0.8',
    ],
  },
  {
    name: 'acceptsCharsets',
    header: 'Accept-Charset',
    questions: [
      [],
      ['utf-8'],
      ['utf-8', 'iso-8859-1'],
      [['iso-8859-1', 'utf-8']],
      ['UTF-8'],
      ['*'],
      [[]],
      [''],
      [undefined],
      [5],
      ['utf-8, iso-8859-1'],
    ],
    values: ['utf-8', '*', 'utf-8;q=0.3, iso-8859-1', 'UTF-8', '', 'utf-8;q=0', '*;q=0', 'foo'],
  },
  {
    name: 'acceptsEncodings',
    header: 'Accept-Encoding',
    questions: [
      [],
      ['gzip'],
      ['gzip', 'deflate'],
      [['deflate', 'gzip', 'br']],
      ['identity'],
      ['GZIP'],
      [[]],
      ['br', 'identity'],
      [undefined],
      ['*'],
    ],
    values: [
      'gzip',
      'gzip, deflate, br',
      '*',
      'identity;q=0',
      '*;q=0',
      'gzip;q=0.1, br;q=0.1',
      '',
      'GZip',
      'gzip;q=0, *',
      'deflate;q=0.9, gzip',
    ],
  },
  {
    name: 'acceptsLanguages',
    header: 'Accept-Language',
    questions: [
      [],
      ['en'],
      ['de', 'en'],
      [['en-US', 'de']],
      ['en-gb'],
      ['EN'],
      ['*'],
      [[]],
      [undefined],
      ['fr', 'es'],
      ['zh-Hans-CN'],
    ],
    values: [
      'en',
      'en-US',
      'de;q=0.5, en',
      '*',
      'en-us, en;q=0.8, de;q=0.1',
      '',
      'EN-us',
      'en;q=0',
      'x',
      'zh-Hans;q=0.5, zh-Hans-CN',
    ],
  },
]

export default family(
  'req.accepts',
  members.flatMap(({ name, header, questions, values }) =>
    [undefined, ...values].map((value) =>
      scenario(
        `${name} reads ${header}: ${JSON.stringify(value) ?? 'missing'}`,
        (express, probe) =>
          express().use((req, res) => {
            for (const question of questions) {
              const ask = req[name] as (...args: readonly unknown[]) => unknown
              probe.attempt(JSON.stringify(question), () => ask.apply(req, [...question]))
            }
            res.end()
          }),
        [get('/', value === undefined ? {} : { headers: { [header]: value } })],
      ),
    ),
  ),
  members.map(({ name, header, values }) =>
    scenario(
      `${name} reads two ${header} lines`,
      (express, probe) =>
        express().use((req, res) => {
          probe.seen('all', req[name]())
          res.end()
        }),
      [get('/', { headers: { [header]: values.slice(0, 2) } })],
    ),
  ),
)
