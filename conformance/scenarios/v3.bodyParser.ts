import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { fileTree } from '../harness/file-tree.ts'
import type { Probe } from '../harness/probe.ts'
import { get, post, type RawRequest, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import {
  onError3,
  scenario3,
  type V3App,
  type V3Express,
  type V3Handler,
  type V3Req,
  withoutNotice,
} from '../harness/v3.ts'

const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const multi = { 'Content-Type': 'multipart/form-data; boundary=b' }

type Part = readonly [disposition: string, content: string, ...headers: string[]]

function parts(...list: Part[]): string {
  const shown = list.map(([disposition, content, ...headers]) =>
    ['--b', `Content-Disposition: form-data; ${disposition}`, ...headers, '', content].join('\r\n'),
  )
  return [...shown, '--b--', ''].join('\r\n')
}

function upload(...list: Part[]): RawRequest {
  return post('/', { headers: multi, body: parts(...list) })
}

interface Upload {
  fieldName: string
  originalFilename: string
  path: string
  headers: object
  size: number
  name: string
  type: string
}

/** What programs of 3.x read of an uploaded file; where it was stored is a matter of chance. */
function describeFile(file: Upload): object {
  const { fieldName, originalFilename, path, headers, size, name, type } = file
  const content = readFileSync(path, 'latin1')
  return {
    fieldName,
    originalFilename,
    headers,
    size,
    name,
    type,
    content,
    ext: extname(originalFilename) && extname(path),
  }
}

/** Where uploads go: the original has forgotten how to find a folder of its own. */
function uploadDir(): string {
  const folder = `${fileTree()}/uploads`
  mkdirSync(folder, { recursive: true })
  return folder
}

function bodyParser(express: V3Express, options: object = {}): V3Handler {
  return withoutNotice(() => express.bodyParser({ uploadDir: uploadDir(), ...options }))
}

function multipart(express: V3Express, options: object = {}): V3Handler {
  return withoutNotice(() => express.multipart({ uploadDir: uploadDir(), ...options }))
}

function byName(one: Upload, other: Upload): number {
  return one.originalFilename.localeCompare(other.originalFilename)
}

function describeFiles(files: unknown): unknown {
  if (typeof files !== 'object' || files === null) return files
  if ('path' in files) return describeFile(files as Upload)
  // Files are written side by side: whichever is done first comes first in the original.
  if (Array.isArray(files)) return files.sort(byName).map(describeFiles)
  const entries = Object.entries(files).sort()
  return Object.fromEntries(entries.map(([name, one]) => [name, describeFiles(one)]))
}

function see(probe: Probe) {
  return (req: V3Req, res: { end(text: string): void }) => {
    probe.seen('body', req.body, Boolean(req._body))
    probe.seen('files', describeFiles(req.files))
    res.end('seen')
  }
}

function parsing(create: (express: V3Express) => V3Handler) {
  return (express: V3Express, probe: Probe): V3App => {
    const app = express()
    app.use(create(express))
    app.use(see(probe))
    return app.use(
      onError3((err, req, res, _next) => {
        probe.seen('error', err.message, err.status, req.body)
        res.send(Number(err.status) || 500, 'failed')
      }),
    )
  }
}

const jsonBodies = [
  '{}',
  '[]',
  '{"a":1}',
  ' \r\n{"a":1}',
  '[1,2]',
  '"text"',
  '5',
  'true',
  'null',
  '',
  ' ',
  'x',
]
const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/vnd.x+json',
  'APPLICATION/JSON',
  'text/json',
  'text/plain',
  'application/x-json',
  '',
]

const requests: RawRequest[] = [
  get('/'),
  post('/'),
  post('/', { headers: json, body: '{"a":1}' }),
  post('/', { headers: form, body: 'a=1&b[c]=2' }),
  upload(['name="a"', '1'], ['name="f"; filename="x.txt"', 'content', 'Content-Type: text/plain']),
  post('/', { headers: { 'Content-Type': 'text/plain' }, body: 'text' }),
  post('/', { body: 'no type' }),
  request('GET', '/', { headers: json, body: '{"a":1}' }),
  request('GET', '/', { headers: form, body: 'a=1' }),
  request('DELETE', '/', { headers: json, body: '{"a":1}' }),
  request('PUT', '/', { headers: form, body: 'a=1', chunked: true }),
  post('/', { headers: { ...json, 'Content-Encoding': 'gzip' }, body: gzipSync('{"a":"zipped"}') }),
  post('/', { headers: { ...form, 'Content-Encoding': 'deflate' }, body: deflateSync('a=1') }),
  post('/', { headers: { ...json, 'Content-Encoding': 'unknown' }, body: '{}' }),
  post('/', { headers: { 'Content-Type': 'application/json; charset=x' }, body: '{}' }),
]

export default family(
  '3.x bodyParser',
  scenario3(
    'bodyParser of every kind',
    parsing((express) => bodyParser(express)),
    requests,
  ),
  scenario3(
    'bodyParser with a limit',
    parsing((express) => bodyParser(express, { limit: 10 })),
    [
      post('/', { headers: json, body: '{"a":1}' }),
      post('/', { headers: json, body: '{"a":"long enough"}' }),
      post('/', { headers: form, body: 'a=long enough' }),
      post('/', { headers: form, body: 'a=1' }),
    ],
  ),
  scenario3(
    'json alone',
    parsing((express) => express.json()),
    requests,
  ),
  scenario3(
    'urlencoded alone',
    parsing((express) => express.urlencoded()),
    requests,
  ),
  scenario3(
    'multipart alone',
    parsing((express) => multipart(express)),
    requests,
  ),
  scenario3(
    'json, strict',
    parsing((express) => express.json()),
    [...jsonBodies.map((body) => post('/', { headers: json, body }))],
  ),
  scenario3(
    'json, not strict',
    parsing((express) => express.json({ strict: false })),
    [...jsonBodies.slice(0, -3).map((body) => post('/', { headers: json, body }))],
  ),
  scenario3(
    'json by type',
    parsing((express) => express.json()),
    types.map((type) => post('/', { headers: { 'Content-Type': type }, body: '{"a":1}' })),
  ),
  scenario3(
    'json with a reviver and a limit',
    parsing((express) =>
      express.json({
        limit: '20b',
        reviver: (key: string, value: unknown) => (key === 'a' ? `revived ${value}` : value),
      }),
    ),
    ['{"a":1}', '{"a":"far too long for it"}'].map((body) => post('/', { headers: json, body })),
  ),
  scenario3(
    'json with verify',
    parsing((express) =>
      express.json({
        verify: (_req: unknown, _res: unknown, body: string) => {
          if (body.startsWith('[')) throw new Error('no lists')
        },
      }),
    ),
    ['{"a":1}', '[1]'].map((body) => post('/', { headers: json, body })),
  ),
  scenario3(
    'urlencoded with verify',
    parsing((express) =>
      express.urlencoded({
        verify: (_req: unknown, _res: unknown, body: string) => {
          if (body.startsWith('b')) throw new Error('no b')
        },
      }),
    ),
    ['a=1', 'b=2'].map((body) => post('/', { headers: form, body })),
  ),
  [undefined, { extended: false }, { extended: true }].map((options) =>
    scenario3(
      `urlencoded with ${JSON.stringify(options)}`,
      parsing((express) => express.urlencoded(options)),
      [
        '',
        'a=1&b=2',
        'a=1&a=2',
        'a[b]=1&a[c][d]=2',
        'a[]=1&a[]=2',
        'a[0]=x&a[1]=y',
        'a=%20+b&%C3%A4=%zz',
        '__proto__[x]=1&constructor=2',
        'a&b=&=c',
        'a.b=1;c=2',
        'hasOwnProperty=x',
      ].map((body) => post('/', { headers: form, body })),
    ),
  ),
  scenario3(
    'a body that was read is left alone',
    (express, probe) =>
      express()
        .use((req, _res, next) => {
          if (req.url === '/marked') Object.assign(req, { _body: true, body: 'mine' })
          if (req.url === '/set') req.body = { mine: true }
          next()
        })
        .use(bodyParser(express))
        .use(bodyParser(express))
        .use(see(probe)),
    ['/', '/marked', '/set'].map((path) => post(path, { headers: json, body: '{"a":1}' })),
  ),
  scenario3(
    'multipart fields',
    parsing((express) => multipart(express)),
    [
      upload(['name="a"', '1']),
      upload(['name="a"', '1'], ['name="a"', '2'], ['name="b"', 'ü']),
      upload(['name="a[b]"', '1'], ['name="a[c][]"', '2'], ['name="a[c][]"', '3']),
      upload(['name="empty"', '']),
      upload(['name="__proto__[x]"', '1'], ['name="x"', '2']),
      upload(['name="typed"', '{}', 'Content-Type: application/json']),
      post('/', { headers: multi, body: '--b--\r\n' }),
      post('/', { headers: multi, body: parts(['name="a"', '1']), chunked: true }),
      post('/', {
        headers: { 'Content-Type': 'multipart/form-data; boundary="b"' },
        body: parts(['name="a"', '1']),
      }),
      post('/', {
        headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
        body: parts(['name="a"', '1']),
      }),
      request('PUT', '/', { headers: multi, body: parts(['name="a"', 'put']) }),
      request('GET', '/', { headers: multi, body: parts(['name="a"', 'get']) }),
    ],
  ),
  scenario3(
    'multipart files',
    parsing((express) => multipart(express)),
    [
      upload(['name="f"; filename="x.txt"', 'content', 'Content-Type: text/plain']),
      upload(
        ['name="f"; filename="1.txt"', 'one', 'Content-Type: text/plain'],
        ['name="f"; filename="2.txt"', 'two', 'Content-Type: text/x'],
        ['name="g"; filename="3.bin"', '\x00\x01', 'Content-Type: application/octet-stream'],
      ),
      upload(['name="user[image]"; filename="a.png"', 'png', 'Content-Type: image/png']),
      upload(
        ['name="f"; filename="a b.txt"', 'x', 'Content-Type: text/plain'],
        ['name="t"', 'title'],
      ),
      upload(['name="f"; filename="noext"', '', 'Content-Type: text/plain']),
      ...[
        'application/octet-stream',
        'text/plain',
        'Text/CSV; charset=UTF-8',
        'nonsense',
        '',
      ].flatMap((type) =>
        ['; filename="x.csv"', '; filename=""', ''].map((filename) =>
          upload([`name="f"${filename}`, 'content', `Content-Type: ${type}`]),
        ),
      ),
      upload(['name="f"; filename="x.txt"', 'no type']),
      upload(['name="f"; filename=""', '']),
      upload(['name="a; filename=b"', 'a field'], ['filename="b"; name="f"', 'a file']),
      upload(['name="f"; filename="a%22b.txt"', 'a quote'], ['name="a%22b"', 'a quote']),
      upload(['name="f"; filename="ü.txt"', 'x', 'X-Own: ü\r\nX-Own: last\r\nContent-Type: a/b']),
      ...['iso-8859-1', 'utf-16le', 'x-unknown'].map((charset) =>
        upload(['name="a"', 'ü', `Content-Type: text/plain; charset=${charset}`]),
      ),
      ...['7bit', '8BIT', 'Binary', 'base64', 'quoted-printable', ''].map((encoding) =>
        upload(
          ['name="f"; filename="x.txt"', 'aGk=', `Content-Transfer-Encoding: ${encoding}`],
          ['name="a"', 'aGk=', `Content-Transfer-Encoding: ${encoding}`],
        ),
      ),
    ],
  ),
  scenario3(
    'multipart stores files where it is told',
    (express, probe) =>
      express()
        .use(multipart(express))
        .use((req, res) => {
          const { f } = req.files as Record<string, Upload>
          probe.seen('stored', f && dirname(f.path) === uploadDir())
          res.end()
        }),
    [upload(['name="f"; filename="x.txt"', 'content', 'Content-Type: text/plain'])],
  ),
  Object.entries({
    'keepExtensions on': { keepExtensions: true },
    'keepExtensions off': { keepExtensions: false },
    'a limit': { limit: 300 },
    'a limit that is too small': { limit: 100 },
    maxFields: { maxFields: 1 },
    maxFieldsSize: { maxFieldsSize: 5 },
    'a hash': { hash: 'sha1' },
  }).map(([label, options]) =>
    scenario3(
      `multipart with ${label}`,
      parsing((express) => multipart(express, options)),
      [
        upload(['name="a"', '1']),
        upload(['name="a"', '1'], ['name="b"', '2']),
        upload(['name="a"', 'a long text']),
        upload(['name="f"; filename="x.txt"', 'content', 'Content-Type: text/plain']),
        upload(
          ['name="f"; filename="x.txt"', 'one', 'Content-Type: text/plain'],
          ['name="a"', '1'],
        ),
      ],
    ),
  ),
  scenario3(
    'multipart with defer tells events',
    (express, probe) =>
      express()
        .use(multipart(express, { defer: true }))
        .use((req, res) => {
          const { form } = req as unknown as { form: NodeJS.EventEmitter }
          form.on('field', (name: string, value: string) => probe.seen('field', name, value))
          form.on('file', (name: string, file: Upload) => probe.seen('file', name, file.size))
          form.on('close', () => {
            probe.seen('close', req.body)
            res.end('closed')
          })
        }),
    [
      upload(['name="a"', '1'], ['name="b"', '2']),
      upload(['name="a"', '1'], ['name="f"; filename="x.txt"', 'c', 'Content-Type: text/plain']),
    ],
  ),
  scenario3(
    'a field with the name of a member of all objects',
    parsing((express) => multipart(express)),
    [upload(['name="toString"', '2'])],
  ),
  scenario3(
    'a file name with a quote',
    parsing((express) => multipart(express)),
    [upload(['name="f"; filename="a\\"b.txt"', 'x', 'Content-Type: text/plain'])],
  ),
  scenario3(
    'broken forms are errors',
    parsing((express) => multipart(express)),
    [
      post('/', { headers: multi, body: 'no boundary at all' }),
      post('/', {
        headers: multi,
        body: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut',
      }),
    ],
  ),
  scenario3(
    'an empty form is an error',
    parsing((express) => multipart(express)),
    [post('/', { headers: { ...multi, 'Content-Length': '0' } })],
  ),
  scenario3(
    'a form that is too large and does not tell its length',
    parsing((express) => multipart(express, { limit: 100 })),
    [
      post('/', { headers: multi, body: parts(['name="a"', '1']), chunked: true }),
      post('/', { headers: multi, body: parts(['name="a"', 'x'.repeat(500)]), chunked: true }),
    ],
  ),
  scenario3(
    'a part without a name',
    parsing((express) => multipart(express)),
    [upload(['filename*=x', '1'])],
  ),
  scenario3(
    'a form that is too large and tells its length',
    parsing((express) => multipart(express, { limit: 100 })),
    [post('/', { headers: multi, body: parts(['name="a"', 'x'.repeat(500)]) })],
  ),
  scenario3(
    'multipart with defer tells of broken forms',
    (express) =>
      express()
        .use(multipart(express, { defer: true }))
        .use((req, _res, next) => {
          const { form } = req as unknown as { form: NodeJS.EventEmitter }
          form.on('error', next)
        })
        .use(onError3((err, _req, res, _next) => res.send(String(err.status)))),
    [
      post('/', { headers: multi, body: 'no boundary at all' }),
      post('/', { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' }),
    ],
  ),
  scenario3(
    'a folder for uploads that is missing is an error',
    (express) =>
      express()
        .use(multipart(express, { uploadDir: `${fileTree()}/none` }))
        .use(onError3((err, _req, res, _next) => res.send(String(err.status)))),
    [upload(['name="f"; filename="x.txt"', 'c', 'Content-Type: text/plain'])],
  ),
  scenario3(
    'a form that is compressed',
    (express) =>
      express()
        .use(multipart(express))
        .use((req, res) => res.send(JSON.stringify(req.body)))
        .use(onError3((err, _req, res, _next) => res.send(String(err.status)))),
    [
      post('/', {
        headers: { ...multi, 'Content-Encoding': 'gzip' },
        body: gzipSync(parts(['name="a"', '1'])),
      }),
      post('/', {
        headers: { ...multi, 'Content-Encoding': 'gzip' },
        body: parts(['name="a"', '1']),
      }),
    ],
  ),
  scenario3(
    'multipart with defer goes on at once',
    (express, probe) =>
      express()
        .use(multipart(express, { defer: true }))
        .use((req, res) => {
          probe.seen('deferred', req.body, req.files, typeof Reflect.get(req, 'form')?.on)
          res.end()
        }),
    [get('/'), post('/', { headers: json, body: '{}' })],
  ),
  scenario3(
    'a form without a boundary is an error',
    (express, probe) =>
      express()
        .use(multipart(express))
        .use(
          onError3((err, _req, res, _next) => {
            probe.seen('error', err.message.split(':', 1), err.status)
            res.send(400, 'failed')
          }),
        ),
    [post('/', { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' })],
  ),
)
