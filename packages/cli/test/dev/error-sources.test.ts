import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, ask, BROWSER } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { findRequest, listOf } from './inspector-client.ts'
import { createProject, startDev, urlOf } from './support.ts'

/** Stands in every file that must not be shown. */
const SECRET = 'never-to-be-shown'

/** Throws errors whose texts a request chooses, in the ways in which programs do that. */
const program = `const webapp = require('webapp')
require('./config.json')
require('./lib/loaded.js')
const app = webapp()
app.use(webapp.json())
const kinds = {
  message: ({ text }) => { throw new Error(text) },
  async: async ({ text }) => { await null; throw new TypeError(text) },
  syntax: ({ text }) => { throw new SyntaxError(text) },
  json: ({ text }) => { JSON.parse(text) },
  cause: ({ text }) => { throw new Error('outer', { cause: new Error(text) }) },
  deepCause: ({ text }) => { throw new Error('outer', { cause: new Error('inner', { cause: new Error(text) }) }) },
  causeObject: (body) => { throw new Error('outer', { cause: { message: 'x', stack: body.text } }) },
  aggregate: ({ text }) => { throw new AggregateError([new Error(text), { stack: text }], text) },
  changedMessage: ({ text }) => { const error = new Error(text); void error.stack; error.message = 'changed'; throw error },
  emptiedMessage: ({ text }) => { const error = new Error(text); void error.stack; error.message = ''; throw error },
  extended: ({ text }) => { const error = new Error(text); void error.stack; error.message = 'task: ' + text + ' (again)'; throw error },
  captured: ({ text }) => { const error = { name: 'Odd', message: text }; Error.captureStackTrace(error); throw error },
  changedName: ({ text }) => { const error = new Error(text); void error.stack; error.name = 'Changed'; throw error },
  foreignName: ({ text }) => { const error = new Error('x'); error.name = text; throw error },
  noName: ({ text }) => { const error = new Error(text); error.name = ''; throw error },
  longMessage: ({ text }) => { throw new Error('x'.repeat(30000) + text) },
  ownStack: ({ text }) => { const error = new Error('x'); error.stack = text; throw error },
  consistent: ({ text }) => { const error = new Error('x'); error.stack = 'Error: x\\n' + text; throw error },
  assigned: ({ text }) => { throw Object.assign(new Error('x'), { message: 'y', stack: 'Error: y\\n' + text }) },
  likeError: ({ text }) => { throw Object.assign(Object.create(Error.prototype), { message: 'y', stack: 'Error: y\\n' + text }) },
  body: (body) => { throw { name: 'Error', message: 'y', stack: 'Error: y\\n' + body.text } },
  bodyOnly: (body) => { throw { stack: body.text } },
  string: ({ text }) => { throw text },
  script: ({ text }) => {
    const filename = require('node:path').join(__dirname, '.env')
    require('node:vm').runInThisContext('(text) => { throw new Error(text) }', { filename })(text)
  },
}
app.post('/:kind', function fails(req) { return kinds[req.params.kind](req.body) })
const server = app.listen(0)
`

const project = new Project({
  'server.js': program,
  'lib/loaded.js': 'exports.text = "loaded and quotable"\n',
  'config.json': JSON.stringify({ secret: SECRET }, null, 2),
  '.env': `SECRET=${SECRET}\n`,
  'unloaded.js': `exports.secret = '${SECRET}'\n`,
  'data/report.txt': `${SECRET}\n`,
  'binary.js': `\0${SECRET}\n`,
  'large.js': `// ${SECRET}\n`.repeat(200_000),
  'with space.js': `// ${SECRET}\n`,
})
const outside = new Project({ 'secret.js': `// ${SECRET}\n` }, [])
mkdirSync(project.path('node_modules/part'))
project.write('node_modules/part/index.js', `// ${SECRET}\n`)
symlinkSync(outside.path('secret.js'), project.path('link.js'))
symlinkSync(outside.folder, project.path('linked'))
const hasPipes = process.platform !== 'win32'
if (hasPipes) execFileSync('mkfifo', [project.path('pipe.js')])

const up = '../'.repeat(20)
const outsidePath = outside.path('secret.js')
const places = [
  outsidePath,
  `${project.folder}/${up}${outsidePath}`,
  `${project.folder}/lib/${up}${outsidePath}`,
  `${project.folder}/lib/../.env`,
  `${project.folder}//.env`,
  project.path('.env'),
  project.path('config.json'),
  project.path('unloaded.js'),
  project.path('data/report.txt'),
  project.path('binary.js'),
  project.path('large.js'),
  project.path('link.js'),
  project.path('linked/secret.js'),
  project.path('pipe.js'),
  project.path('node_modules/part/index.js'),
  project.path('node_modules/../.env'),
  '/etc/passwd',
  '/dev/zero',
  `${project.folder}/${up}dev/zero`,
  `${project.folder}${up}proc/self/environ`,
  pathToFileURL(outsidePath).href,
  pathToFileURL(project.path('.env')).href,
  pathToFileURL(project.path('with space.js')).href,
  `${pathToFileURL(project.folder).href}/lib/%2e%2e/.env`,
  `${pathToFileURL(project.folder).href}/%2eenv`,
  `${pathToFileURL(project.folder).href}/lib/..%2f.env`,
  `${pathToFileURL(project.folder).href}/.env%00.js`,
  `${pathToFileURL(project.folder).href}/.env?x=.js`,
  `file://localhost${project.path('.env')}`,
  `C:\\Windows\\win.ini`,
  `\\\\evil.test\\share\\x.js`,
  `${project.folder}\\.env`,
]

const frames = (place: string) => [
  `    at f (${place}:1:1)`,
  `    at ${place}:1:1`,
  `    at async f (${place}:2:1)`,
  `    at async ${place}:1:1`,
  `    at f (${place}:99999999999999999999:1)`,
  `    at f (${place}:0:0)`,
]

/** Texts that would name the places, as frames and as syntax errors. */
const text = [
  'first line',
  ...places.flatMap(frames),
  ...places.map((place) => `${place}:1:1: ERROR: x`),
].join('\n')
const syntaxErrors = places
  .slice(0, 8)
  .map((place) => `${place}:1\ncode\n^\n\nSyntaxError: x\n    at f (a:1:1)`)

const kinds = [...program.matchAll(/^ {2}(\w+): /gm)].map(([, kind]) => String(kind))

describe('the error page quotes only files that the program runs', () => {
  const dev = new RunningCommand(['dev'], { cwd: project.folder })
  let url = ''
  let inspector = ''
  beforeAll(async () => {
    inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
    url = await urlOf(dev)
  })
  afterAll(async () => {
    await dev.stop()
    project.remove()
    outside.remove()
  })

  const post = (kind: string, body: object, headers: Record<string, string> = BROWSER) =>
    ask(url + kind, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, 'content-type': 'application/json' },
    })

  /** The files of which a page shows lines. */
  const quoted = (page: Answer) =>
    [...page.text.matchAll(/<summary><code class="place" title="([^"]*)"/g)].map(([, file]) => file)

  it.each(kinds)('whatever a request puts into an error: %s', async (kind) => {
    for (const each of [text, ...syntaxErrors]) {
      const page = await post(kind, { text: each })
      expect(page.status).toBe(500)
      expect(page.text).not.toContain(SECRET)
      expect(page.text).not.toContain('root:')
      const own = quoted(page).filter((file) => file !== project.path('server.js'))
      expect(own).toEqual([])
    }
    const problem = await post(kind, { text }, {})
    expect(problem.status).toBe(500)
    expect(problem.text).not.toContain(SECRET)
  })

  it('also in the inspector', async () => {
    const [first] = kinds
    await findRequest(inspector, `/${first}`)
    const list = await listOf(inspector)
    for (const { id } of list) {
      const details = await ask(`${inspector}requests/${id}`)
      expect(details.text).toContain('"stack"')
      expect(details.text).not.toContain(SECRET)
    }
  })

  it('not even those, if a request names them', async () => {
    const named = ['', ...frames(project.path('lib/loaded.js'))].join('\n')
    // A stack that the program copies from a request cannot be told from one of V8.
    const copied = ['consistent', 'assigned']
    for (const kind of kinds.filter((each) => !copied.includes(each))) {
      const page = await post(kind, { text: named })
      expect([kind, page.text.includes('quotable')]).toEqual([kind, false])
    }
  })

  it('and finds the frames behind every message', async () => {
    const shown = ['message', 'async', 'syntax', 'json', 'cause', 'changedName', 'noName']
    for (const kind of [...shown, 'deepCause', 'aggregate', 'longMessage']) {
      const page = await post(kind, { text })
      expect([kind, quoted(page)[0]]).toEqual([kind, project.path('server.js')])
      expect(page.text).toContain('class="failing"')
    }
  })

  it('also if the message was extended, or the value is not an error', async () => {
    for (const kind of ['extended', 'captured']) {
      const page = await post(kind, { text: 'one\ntwo' })
      expect([kind, quoted(page)[0]]).toEqual([kind, project.path('server.js')])
      expect(page.text).toContain('class="failing"')
    }
  })

  it('also if a name looks like the place of a syntax error', async () => {
    const file = project.path('lib/loaded.js')
    const name = `a:1\ncode\n^\n\nSyntaxError: x\n    at f (${file}:1:1)\nend`
    const page = await post('foreignName', { text: name })
    expect(page.text).not.toContain('quotable')
  })

  it('and still names the place if the message was replaced', async () => {
    const page = await post('changedMessage', { text: 'x' })
    expect(page.text).toMatch(/<p class="frame"><code class="place"[^>]*>server\.js:\d+:\d+</)
    expect(quoted(page)).toEqual([])
  })
})

it.each([
  ['an ES module', 'server.mjs', "import webapp from 'webapp'", []],
  ['TypeScript', 'server.ts', "import webapp from 'webapp'\ninterface A {}", ['tsx']],
  ['a program without an extension', 'server', "const webapp = require('webapp')", []],
] as const)('the error page quotes %s', async (_title, file, open, packages) => {
  const code = `${open}
const app = webapp()
class Odd extends Error { constructor(message) { super(message); this.name = 'Odd One'; this.code = 'E_ODD' } }
app.get('/odd', () => { throw new Odd('several\\nlines') })
app.get('/node', () => { Buffer.alloc('x') })
app.get('/empty', () => { throw new Error() })
app.get('/lazy', async () => (await import('./lazy.mjs')).fails())
app.listen(0)`
  const lazy = `${'\n'.repeat(9)}export function fails() { throw new Error('lazy') }`
  const sample = createProject({ [file]: code, 'lazy.mjs': lazy }, ['webapp', ...packages])
  const url = await urlOf(startDev(sample, [file]))
  for (const path of ['odd', 'node', 'empty', 'lazy']) {
    const page = await ask(url + path, { headers: BROWSER })
    expect([path, /class="failing".*<\/i>.*(?:throw|alloc)/.test(page.text)]).toEqual([path, true])
  }
})

it('the error page shows the line of a syntax error in a module that is loaded later', async () => {
  const sample = createProject({
    'server.js': "require('webapp')().get('/', () => require('./lazy.js')).listen(0)",
    'lazy.js': "// before\nconst 'wrong'\n// behind\n",
  })
  const { text } = await ask(await urlOf(startDev(sample)), { headers: BROWSER })
  expect(text).toMatch(/title="[^"]*lazy\.js"[^>]*>lazy\.js:2:1</)
  expect(text).toMatch(/class="failing"[^>]*><i>2<\/i>const &#39;wrong&#39;/)
  // The file was not loaded, so it is not read: the line is the one in the stack.
  expect(text).not.toContain('behind')
})

it.each(['js', 'mjs'])(
  'so does the page of a program that such a module ended: .%s',
  async (type) => {
    const sample = createProject({
      'server.js': `require('webapp')().get('/', () => { setImmediate(() => import('./lazy.${type}')) }).listen(0)`,
      [`lazy.${type}`]: "// before\nconst 'wrong'\n// behind\n",
    })
    const dev = startDev(sample)
    const url = await urlOf(dev)
    await ask(url).catch(() => undefined)
    await dev.until(/waiting for a change; the error is shown/)
    const { text } = await ask(url, { headers: BROWSER })
    expect(text).toMatch(/class="failing"[^>]*><i>2<\/i>const &#39;wrong&#39;/)
    expect(text).not.toContain('behind')
  },
)

it('the error page quotes a program that a symbolic link names', async () => {
  const sample = createProject({
    'server.js': "require('webapp')().get('/', () => { throw new Error('x') }).listen(0)",
  })
  const other = createProject({}, [])
  symlinkSync(sample.folder, other.path('link'))
  const url = await urlOf(startDev(other, ['link/server.js']))
  expect((await ask(url, { headers: BROWSER })).text).toContain('class="failing"')
})

it('the error page quotes no file outside of the project that a source map names', async () => {
  const hidden = createProject({ 'secret.ts': `\n\n\n// ${SECRET}\n` }, [])
  const code = (name: string) => `"use strict"


exports.fails = function fails() { throw new Error("mapped") }
//# sourceMappingURL=${name}.js.map`
  const map = (source: string) =>
    JSON.stringify({ version: 3, sources: [source], names: [], mappings: ';;;AAGM,SAAU,KAAK' })
  const sample = createProject({
    '.env': `\n\n\n# ${SECRET}\n`,
    'data.json': `\n\n\n{ "a": "${SECRET}" }\n`,
    'dist/one.js': code('one'),
    'dist/one.js.map': map(hidden.path('secret.ts')),
    'dist/two.js': code('two'),
    'dist/two.js.map': map('../.env'),
    'dist/three.js': code('three'),
    'dist/three.js.map': map('../data.json'),
    'server.js':
      "require('webapp')().get('/:name', (req) => require('./dist/' + req.params.name).fails()).listen(0)",
  })
  const url = await urlOf(startDev(sample))
  for (const name of ['one', 'two', 'three']) {
    const page = await ask(url + name, { headers: BROWSER })
    expect(page.text).toMatch(/(?:secret\.ts|\.env|data\.json):4:/)
    expect(page.text).not.toContain(SECRET)
  }
})

it('the page of a program that ended quotes nothing that a request named', async () => {
  const sample = createProject({
    '.env': SECRET,
    'unloaded.js': `// ${SECRET}`,
    'server.js': `const app = require('webapp')()
app.use(require('webapp').json())
app.post('/exit', (req) => { console.error(req.body.text); process.exit(3) })
app.post('/throw', (req) => { setImmediate(() => { throw new Error(req.body.text) }) })
app.post('/value', (req) => { setImmediate(() => { throw { stack: req.body.text } }) })
app.listen(0)`,
  })
  const dev = startDev(sample)
  let url = await urlOf(dev)
  const files = ['.env', 'unloaded.js', '../../../../../../etc/passwd']
  const lines = files.flatMap((name) => [
    ...frames(`${sample.folder}/${name}`),
    `${sample.folder}/${name}:1\ncode\n^`,
    `${sample.folder}/${name}:1:1: ERROR: x`,
  ])
  const headers = { 'content-type': 'application/json' }
  for (const path of ['exit', 'throw', 'value']) {
    const before = dev.output.length
    const body = JSON.stringify({ text: ['x', ...lines].join('\n') })
    await ask(url + path, { method: 'POST', body, headers }).catch(() => undefined)
    await dev.until(/waiting for a change; the error is shown/, before)
    const page = await ask(url, { headers: BROWSER })
    expect(page.text).toContain('The program has ended')
    expect(page.text).not.toContain(SECRET)
    expect(page.text).not.toContain('root:')
    const next = dev.output.length
    sample.write('touched.js', `// ${path}`)
    url = await urlOf(dev, next)
  }
})
