import { expect, it } from 'vitest'
import { askAll, type Question, type Step } from './answer.ts'
import { type Place, type Program, runTwoWays } from './two-ways.ts'
import { writeFiles } from './write-files.ts'

/** A function as people deploy it; it tells what it was given. */
const source = `
exports.tell = async (req, res) => {
  if (req.path === '/throw') throw new Error('meant to fail')
  if (req.path === '/redirect') return res.redirect(302, '/elsewhere')
  if (req.path === '/cookie') return res.cookie('a', 'b', { path: '/x', httpOnly: true }).sendStatus(202)
  if (req.path === '/accept') {
    return res.format({ json: () => res.json({ type: 'json' }), text: () => res.send('text') })
  }
  res.set('X-Function', 'tell').json({
    method: req.method,
    url: [req.url, req.originalUrl, req.baseUrl, req.path],
    query: req.query,
    body: req.body === undefined ? 'none' : req.body,
    raw: req.rawBody?.toString(),
    network: [req.protocol, req.ip, req.hostname, req.xhr],
  })
}
`

function prepare({ folder, port }: Place): Program {
  writeFiles(folder, { 'index.js': source })
  return {
    script: '@google-cloud/functions-framework/build/src/main.js',
    args: ['--target=tell', `--source=${folder}`, `--port=${port}`],
    ready: `http://127.0.0.1:${port}/`,
  }
}

const typed = (type: string, body: string): Question => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
})

const steps: readonly Step[] = [
  ['/?a=1&a=2&b[c]=3'],
  [
    '/some/path',
    { headers: { host: 'name.test', 'x-forwarded-for': '10.0.0.1', 'x-forwarded-proto': 'https' } },
  ],
  ['/', { method: 'HEAD' }],
  ['/', { method: 'OPTIONS' }],
  ['/', { method: 'DELETE' }],
  ['/', { method: 'PUT', json: { deep: [1, null] } }],
  ['/', typed('application/json', '{')],
  ['/', typed('application/x-www-form-urlencoded', 'a[b]=1&c=2')],
  ['/', typed('text/plain; charset=latin1', 'plain')],
  ['/', typed('application/octet-stream', 'bytes')],
  ['/', typed('application/json; charset=nonsense', '{}')],
  ['/accept', { headers: { accept: 'text/plain' } }],
  ['/accept', { headers: { accept: 'image/png' } }],
  ['/throw'],
  ['/redirect'],
  ['/cookie'],
  ['/robots.txt'],
  ['/favicon.ico'],
  ['/%E0%A4%A'],
]

it('functions-framework, on Express 5, gives the same answers', async () => {
  const { original, ours, redirected } = await runTwoWays(prepare, ({ origin }) =>
    askAll(origin, steps),
  )
  expect(ours).toEqual(original)
  expect(original.map(({ status }) => status)).toEqual(
    expect.arrayContaining([200, 202, 302, 400, 404, 500]),
  )
  expect(redirected).toEqual(['@google-cloud/functions-framework: webapp/v5'])
})
