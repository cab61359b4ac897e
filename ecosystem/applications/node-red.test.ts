import { expect, it } from 'vitest'
import { type Answer, ask, askAll, type Step, without } from './answer.ts'
import { type Place, type Program, runTwoWays } from './two-ways.ts'
import { until } from './until.ts'
import { writeFiles } from './write-files.ts'

const settings = (port: number) => `module.exports = {
  uiHost: '127.0.0.1',
  uiPort: ${port},
  flowFile: 'flows.json',
  credentialSecret: 'a secret of the test',
  httpStatic: __dirname + '/public',
  httpStaticRoot: '/files/',
  httpNodeCors: { origin: '*', methods: 'GET,POST' },
  telemetry: { enabled: false, updateNotification: false },
  externalModules: { palette: { allowInstall: false } },
  editorTheme: { tours: false },
  logging: { console: { level: 'warn' } },
}`

/** Three ways into a flow: a parameter, a form or JSON, and a failure. */
const flows = [
  { id: 'tab', type: 'tab', label: 'test' },
  ...endpoint(
    'greet',
    'get',
    '/greet/:name',
    'msg.payload = { hello: msg.req.params.name, q: msg.payload }',
  ),
  ...endpoint('echo', 'post', '/echo', 'msg.statusCode = 201; msg.headers = { "x-flow": "yes" }'),
  ...endpoint(
    'cookie',
    'get',
    '/cookie',
    'msg.cookies = { a: "1" }; msg.payload = Object.keys(msg.req.cookies)',
  ),
]

function endpoint(id: string, method: string, url: string, func: string): object[] {
  const at = { z: 'tab', x: 100, y: 100 }
  return [
    { ...at, id, type: 'http in', url, method, upload: false, wires: [[`${id}-work`]] },
    {
      ...at,
      id: `${id}-work`,
      type: 'function',
      func: `${func}; return msg`,
      outputs: 1,
      wires: [[`${id}-out`]],
    },
    { ...at, id: `${id}-out`, type: 'http response', statusCode: '', headers: {}, wires: [] },
  ]
}

function prepare({ folder, port }: Place): Program {
  writeFiles(folder, {
    'settings.js': settings(port),
    'public/page.html': '<!doctype html><title>Page</title>',
  })
  return {
    script: 'node-red/red.js',
    args: ['--userDir', folder, '--settings', 'settings.js'],
    ready: `http://127.0.0.1:${port}/settings`,
  }
}

const deploy = {
  method: 'POST',
  headers: { 'node-red-deployment-type': 'full', 'node-red-api-version': 'v2' },
  json: { flows },
}

const steps: readonly Step[] = [
  ['/'],
  ['/red/red.min.js', { method: 'HEAD' }],
  ['/red/style.min.css', { headers: { range: 'bytes=0-99' } }],
  ['/vendor/vendor.js', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } }],
  ['/favicon.ico', { method: 'HEAD' }],
  ['/icons/node-red/inject.svg'],
  ['/theme'],
  ['/settings', { headers: { origin: 'http://other.test' } }],
  ['/auth/login'],
  ['/locales/editor?lng=en-US'],
  ['/nodes', { headers: { accept: 'application/json' } }],
  ['/nodes/node-red/http', { headers: { accept: 'application/json' } }],
  ['/nodes/not-there', { headers: { accept: 'application/json' } }],
  ['/flows', { headers: { 'node-red-api-version': 'v7' } }],
  ['/flow/not-there'],
  ['/files/page.html'],
  ['/files/../settings.js'],
  ['/not-there'],
  ['/greet/ada'],
]

const flowSteps: readonly Step[] = [
  ['/greet/ada%20l?a[b]=1&c=2'],
  ['/greet/%E0%A4%A'],
  ['/greet/ada', { method: 'OPTIONS', headers: { origin: 'http://other.test' } }],
  ['/echo', { method: 'POST', json: { deep: [1, { b: null }] } }],
  ['/echo', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'plain text' }],
  [
    '/echo',
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a[b]=1&c=2',
    },
  ],
  ['/echo', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
  ['/cookie', { headers: { cookie: 'session=1; other=2' } }],
  ['/flow/tab'],
  ['/context/global'],
  ['/flow/tab', { method: 'DELETE' }],
  ['/greet/ada'],
]

async function scenario({ origin }: Place): Promise<Answer[]> {
  const before = await askAll(origin, [...steps, ['/flows', deploy]])
  // It answers before the flows have started.
  await until(async () => (await ask(origin, '/cookie')).status === 200)
  const after = await askAll(origin, flowSteps)
  // The editor's own way around caches is made at its start.
  return [...before, ...after].map((answer) => without(/\?v=[0-9a-f]{12}/g, answer))
}

it('node-red gives the same answers, in its editor, its interface and its flows', async () => {
  const { original, ours, redirected } = await runTwoWays(prepare, scenario)
  expect(ours).toEqual(original)
  expect(original.map(({ status }) => status)).toEqual(
    expect.arrayContaining([200, 201, 204, 206, 400, 404]),
  )
  expect(redirected).toEqual([
    '@node-red/editor-api: webapp/v4',
    '@node-red/runtime: webapp/v4',
    'node-red: webapp/v4',
  ])
})
