import { fileTree } from '../harness/file-tree.ts'
import { get, head, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { probes3, scenario3, type V3Express } from '../harness/v3.ts'

const path = '/favicon.ico'
const file = () => `${fileTree()}/site/plain.txt`
const bytes = Buffer.from('bytes of an icon')

const serve =
  (...args: unknown[]) =>
  (express: V3Express) =>
    express()
      .use(express.favicon(...args))
      .use((_req, res) => res.send('next'))

export default family(
  '3.x favicon',
  [undefined, 0, 1500, -5, 1e15, '1d', '90', null].map((maxAge) =>
    scenario3(`with maxAge ${JSON.stringify(maxAge)}`, serve(bytes, { maxAge }), [
      get(path),
      head(path),
    ]),
  ),
  scenario3('of methods, paths and conditions', serve(bytes), [
    ...['POST', 'OPTIONS', 'PUT', 'DELETE'].map((method) => request(method, path)),
    ...[
      `${path}?x`,
      '/Favicon.ico',
      '/a/favicon.ico',
      '/',
      '//favicon.ico',
      `http://h.test${path}`,
    ].map((target) => get(target)),
    ...['*', '"x"', 'W/"10-x"', '"10-kp31p/QoisWD0rGAmQPMfg"'].map((tag) =>
      get(path, { headers: { 'If-None-Match': tag } }),
    ),
    get(path, { headers: { 'If-None-Match': '*', 'Cache-Control': 'no-cache' } }),
    get(path, { headers: { Range: 'bytes=0-1' } }),
    get(path, { http10: true }),
  ]),
  scenario3('of a file', (express) => express().use(express.favicon(file(), { maxAge: '1d' })), [
    get(path),
  ]),
  scenario3('in a mount', (express) => express().use('/in', express.favicon(bytes)), [
    get(`/in${path}`),
    get(path),
  ]),
  probes3('favicon', {
    'has an icon without arguments': (express, probe) => {
      for (const args of [[], [null], [''], [undefined, { maxAge: 5 }]]) {
        probe.seen('made', express.favicon(...args).length)
      }
    },
    'wants a file or bytes': (express, probe) => {
      probe.attempt('number', () => express.favicon(5))
      probe.attempt('options', () => express.favicon({ maxAge: 5 }))
      for (const missing of [`${file()}.none`, fileTree()]) {
        try {
          express.favicon(missing)
        } catch (error) {
          probe.seen('code', (error as NodeJS.ErrnoException).code)
        }
      }
    },
  }),
)
