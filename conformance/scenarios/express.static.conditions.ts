import { conditionalRequests, rangeRequests } from '../harness/file-requests.ts'
import { serve, serveRoot } from '../harness/file-serve.ts'
import { fileTree } from '../harness/file-tree.ts'
import { builtIn } from '../harness/middleware.ts'
import { get, head, keepAlive } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

const options: Record<string, object> = {
  'without options': {},
  'without fallthrough': { fallthrough: false },
  'without ETag': { etag: false },
  'without Last-Modified': { lastModified: false },
  'without either': { etag: false, lastModified: false },
  'without ranges': { acceptRanges: false },
  'of a part': { start: 3, end: 9 },
}

export default family(
  'express.static conditions',
  Object.entries(options).flatMap(([label, given]) => [
    scenario(`in all headers ${label}`, (express, probe) => serveRoot(express, probe, given), [
      keepAlive(conditionalRequests('/plain.txt')),
    ]),
    scenario(`as ranges ${label}`, (express, probe) => serveRoot(express, probe, given), [
      keepAlive(rangeRequests('/plain.txt')),
    ]),
  ]),
  ['/empty.txt', '/one.txt', '/big.bin', '/dir', '/', '/missing'].map((path) =>
    scenario(`as ranges of ${path}`, (express, probe) => serveRoot(express, probe), [
      keepAlive(
        rangeRequests(path).filter(({ label }) => path !== '/big.bin' || label.length < 52),
      ),
    ]),
  ),
  ['"own"', 'W/"own"', 'own', '"a,b"', 'x"y'].map((etag) =>
    scenario(
      `with the ETag ${etag} set before`,
      (express, probe) =>
        serve(
          express,
          probe,
          (_req, res, next) => {
            res.setHeader('ETag', etag)
            next()
          },
          builtIn(express).static(`${fileTree()}/site`),
        ),
      [
        keepAlive(
          [
            etag,
            `"own"`,
            'W/"own"',
            'own',
            '*',
            '"x"',
            '"a,b"',
            '"a',
            'b"',
            `"x", ${etag}`,
          ].flatMap((value) => [
            get('/plain.txt', { headers: { 'If-None-Match': value } }),
            get('/plain.txt', { headers: { 'If-Match': value } }),
            get('/plain.txt', { headers: { 'If-Range': value, Range: 'bytes=0-4' } }),
            head('/plain.txt', { headers: { 'If-None-Match': value } }),
          ]),
        ),
      ],
    ),
  ),
  ['Mon, 04 Mar 2024 05:06:07 GMT', 'nonsense', '2024', 'Mon, 04 Mar 2050 05:06:07 GMT'].map(
    (date) =>
      scenario(
        `with the Last-Modified ${date} set before`,
        (express, probe) =>
          serve(
            express,
            probe,
            (_req, res, next) => {
              res.setHeader('Last-Modified', date)
              next()
            },
            builtIn(express).static(`${fileTree()}/site`, { etag: false }),
          ),
        [keepAlive(conditionalRequests('/plain.txt'))],
      ),
  ),
)
