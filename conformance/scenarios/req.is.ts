import { get, post, request } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

const contentTypes = [
  'text/html',
  'text/html; charset=utf-8',
  'application/json',
  'application/vnd.api+json',
  'image/png',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'TEXT/HTML',
  ' text/html ',
  'text/html;',
  'nonsense',
  '',
  'text/',
  '/html',
  'text/html, application/json',
  'text/html; charset',
  'application/json\ta',
  'text/plain;application/json',
  'a/b/c',
]

const questions: readonly (readonly unknown[])[] = [
  [],
  ['html'],
  ['text/html'],
  ['text/*'],
  ['*/html'],
  ['*/*'],
  ['json'],
  ['json', 'html'],
  [['json', 'html']],
  ['+json'],
  ['*/*+json'],
  ['application/*+json'],
  ['urlencoded'],
  ['multipart'],
  ['multipart/*'],
  ['.html'],
  ['HTML'],
  ['TEXT/HTML'],
  ['png', 'image/*'],
  ['unknown-ext'],
  [''],
  [undefined],
  [null],
  [5],
  [[]],
  ['text/html; charset=utf-8'],
  ['text'],
  ['application/json'],
]

const body = 'some body'

export default family(
  'req.is',
  contentTypes.map((type) =>
    scenario(
      `asks about ${JSON.stringify(type)}`,
      (express, probe) =>
        express().use((req, res) => {
          for (const question of questions) {
            const ask = req.is as (...args: readonly unknown[]) => unknown
            probe.attempt(JSON.stringify(question), () => ask.apply(req, [...question]))
          }
          res.end()
        }),
      [post('/', { headers: { 'Content-Type': type }, body })],
    ),
  ),
  scenario(
    'depends on there being a body',
    (express, probe) =>
      express().use((req, res) => {
        probe.seen('is', req.is('json'), req.is('html'), req.is())
        res.end()
      }),
    [
      get('/'),
      get('/', { headers: { 'Content-Type': 'application/json' } }),
      get('/', { headers: { 'Content-Type': 'application/json', 'Content-Length': '0' } }),
      post('/', { headers: { 'Content-Type': 'application/json' }, body: '' }),
      post('/', { headers: { 'Content-Type': 'application/json' }, body }),
      post('/', { headers: { 'Content-Type': 'application/json' }, body, chunked: true }),
      post('/', { body }),
      get('/', { headers: { 'Content-Type': 'application/json' }, body }),
      request('DELETE', '/', { headers: { 'Content-Type': 'text/html' }, body }),
    ],
  ),
)
