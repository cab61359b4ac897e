import { get } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

const types = [
  'html',
  '.html',
  'htm',
  'json',
  '.json',
  'txt',
  'text',
  'xml',
  'js',
  '.js',
  'mjs',
  'css',
  'svg',
  'png',
  'jpg',
  'bin',
  'md',
  'csv',
  'ics',
  'wasm',
  'webmanifest',
  'jsonld',
  'form',
  'urlencoded',
  'multipart',
  'text/html',
  'text/plain',
  'application/json',
  'application/x-odd',
  'a/b',
  'a/',
  '/b',
  'text/html; charset=latin1',
  'text/*',
  '*/*',
  'image/*',
  'HTML',
  'Text/Plain',
  'file.js',
  'dir/file.js',
  './file.css',
  'unknown-ext',
  '',
  ' ',
  '.',
  'x.',
  'toString',
  '__proto__',
  'constructor',
  'application/vnd.api+json',
  'html ',
  'text/html;',
  'text/html;charset',
]

export default family(
  'res.type',
  types.flatMap((type) =>
    cases('of', {
      [JSON.stringify(type)]: (_req, res, _next, probe) => {
        probe.attempt('chains', () => res.type(type) === res)
        probe.seen('type', res.get('Content-Type'))
        res.end('x')
      },
    }),
  ),
  cases('of the odd value', {
    undefined: (_req, res) => res.type().end(),
    null: (_req, res) => res.type(null).end(),
    'a number': (_req, res) => res.type(5).end(),
    'an array': (_req, res) => res.type(['html']).end(),
    'an object': (_req, res) => res.type({}).end(),
    'a line break': (_req, res) => res.type('text/html\r\nX: y').end(),
    'text beyond Latin-1': (_req, res) => res.type('日本/x').end(),
  }),
  cases('before', {
    'send of a string': (_req, res) => res.type('txt').send('x'),
    'send of a Buffer': (_req, res) => res.type('txt').send(Buffer.from('x')),
    'send of an object': (_req, res) => res.type('txt').send({}),
    'another type': (_req, res) => res.type('txt').type('html').send('x'),
    contentType: (_req, res) => res.type('txt').contentType('html').send('x'),
  }),
  scenario(
    'and contentType are one function',
    (express, probe) => {
      probe.seen('same', express.response.type === express.response.contentType)
      probe.seen('type', express.response.type)
      return express().get('/', (_req, res) => res.contentType('json').end())
    },
    [get('/')],
  ),
)
