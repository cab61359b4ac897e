import { fileTree } from '../harness/file-tree.ts'
import { get, head, post } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { scenario3, withoutNotice } from '../harness/v3.ts'

export default family(
  '3.x staticCache',
  scenario3(
    'before static',
    (express) =>
      express()
        .use(withoutNotice(() => express.staticCache({ maxObjects: 2, maxLength: 5 })))
        .use(express.static(`${fileTree()}/site`))
        .use((_req, res) => res.send('next')),
    ['/plain.txt', '/plain.txt', '/missing', '/plain.txt?a=1'].flatMap((path) => [
      get(path),
      head(path),
      post(path),
      get(path, { headers: { Range: 'bytes=0-1' } }),
      get(path, { headers: { 'Cache-Control': 'no-cache' } }),
      get(path, { headers: { 'If-None-Match': '*' } }),
      get(path, { headers: { Cookie: 'a=b' } }),
    ]),
  ),
)
