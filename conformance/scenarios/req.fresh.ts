import { get, head, post, request } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

const responses: readonly (readonly [number, Record<string, string>])[] = [
  [200, { ETag: '"x"' }],
  [200, { ETag: 'W/"x"' }],
  [200, { 'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }],
  [200, { ETag: '"x"', 'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }],
  [200, {}],
  [200, { 'Last-Modified': 'nonsense' }],
  [204, { ETag: '"x"' }],
  [299, { ETag: '"x"' }],
  [300, { ETag: '"x"' }],
  [304, { ETag: '"x"' }],
  [404, { ETag: '"x"' }],
  [500, { ETag: '"x"' }],
]

const headers: readonly Record<string, string>[] = [
  {},
  { 'If-None-Match': '"x"' },
  { 'If-None-Match': 'W/"x"' },
  { 'If-None-Match': '*' },
  { 'If-None-Match': '"y" , "x"' },
  { 'If-None-Match': 'x' },
  { 'If-None-Match': '' },
  { 'If-Modified-Since': 'Mon, 01 Jan 2024 00:00:00 GMT' },
  { 'If-Modified-Since': 'Mon, 01 Jan 2023 00:00:00 GMT' },
  { 'If-Modified-Since': 'x' },
  { 'If-None-Match': '"x"', 'If-Modified-Since': 'Mon, 01 Jan 2023 00:00:00 GMT' },
  { 'If-None-Match': '"x"', 'Cache-Control': 'no-cache' },
  { 'If-None-Match': '"x"', 'Cache-Control': 'max-age=0, no-cache, x' },
  { 'If-None-Match': '"x"', 'Cache-Control': 'max-age=0' },
  { 'If-None-Match': '"x"', 'Cache-Control': 'no-cached' },
]

export default family(
  'req.fresh',
  responses.map(([status, fields]) =>
    scenario(
      `and stale for ${status} with ${JSON.stringify(fields)}`,
      (express, probe) =>
        express().use((req, res) => {
          probe.seen('nothing set', req.fresh, req.stale)
          res.status(status).set(fields)
          probe.seen('set', req.fresh, req.stale)
          res.end()
        }),
      [
        ...headers.map((one) => get('/', { headers: one })),
        head('/', { headers: { 'If-None-Match': '"x"' } }),
        post('/', { headers: { 'If-None-Match': '"x"' } }),
        request('OPTIONS', '/', { headers: { 'If-None-Match': '"x"' } }),
      ],
    ),
  ),
  scenario(
    'and a 304 for a method that is safe',
    (express, probe) =>
      express().use((req, res) => {
        // Node 20 does not parse QUERY.
        req.method = String(req.headers['x-method'])
        res.set('ETag', '"x"')
        probe.seen(req.method, req.fresh, req.stale)
        res.send('text')
      }),
    ['GET', 'HEAD', 'QUERY', 'OPTIONS', 'PUT'].map((method) =>
      get('/', { headers: { 'If-None-Match': '"x"', 'X-Method': method } }),
    ),
  ),
  scenario(
    'at the bounds of successful statuses',
    (express, probe) =>
      express().use((req, res) => {
        res.set('ETag', '"x"')
        for (const status of [199, 200, 299, 300, 303, 304, 305]) {
          res.statusCode = status
          probe.seen(`${status}`, req.fresh)
        }
        res.statusCode = 200
        res.end()
      }),
    [get('/', { headers: { 'If-None-Match': '"x"' } })],
  ),
)
