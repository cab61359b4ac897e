import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, askRaw, BROWSER } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { createProject, startDev, undo, urlOf } from './support.ts'

const program = (factory: string) => `const webapp = require('${factory}')
const app = webapp()
app.use(function remembers(req, res, next) { res.setHeader('Content-Security-Policy', "default-src 'self'"); next() })
const parse = (req, res, next) => {
  let text = ''
  req.on('data', (chunk) => { text += chunk }).on('end', () => { req.body = JSON.parse(text || 'null'); next() })
}
app.get('/users/:id', function showUser(req, res) {
  throw new Error('no user <script>alert(1)</script>', { cause: new TypeError('<b>deep</b>') })
})
app.post('/users/:id', parse, function saveUser(req, res, next) {
  next(Object.assign(new Error('refused'), { status: 422, apiKey: ['k', 1].join('-'), field: 'name' }))
})
app.get('/string', () => { throw '<i>text</i>' })
app.get('/bare', () => { throw Object.create(null) })
app.get('/getter', () => { throw { get stack() { throw 1 }, get message() { throw 2 }, get status() { throw 3 }, get cause() { throw 4 } } })
app.get('/circle', () => { const error = new Error('round'); error.cause = error; throw error })
app.get('/async', async function later() { await null; throw new Error('later') })
app.get('/begun', (req, res) => { res.write('begun'); throw new Error('too late') })
app.get('/handled', () => { throw new Error('handled') })
app.get('/fine', (req, res) => res.send('fine'))
app.use('/handled', (error, req, res, next) => { res.statusCode = 500; res.end('own page') })
const server = app.listen(0, () => console.log('PORT ' + server.address().port))
`

describe.each(['webapp', 'webapp/v4', 'webapp/v3'])('the error page of %s', (factory) => {
  const project = new Project({ 'server.js': program(factory) })
  const dev = new RunningCommand(['dev'], { cwd: project.folder })
  let url = ''
  beforeAll(async () => {
    url = await urlOf(dev)
  })
  afterAll(async () => {
    await dev.stop()
    project.remove()
  })

  it('has the error, its place, the request and the handlers, with everything escaped', async () => {
    const { status, headers, text } = await ask(`${url}users/7?token=s3cret&page=2`, {
      headers: {
        ...BROWSER,
        authorization: 'Bearer s3cret',
        cookie: 'sid=s3cret; theme=s3cret',
        'x-a': '<img>',
      },
    })
    expect(status).toBe(500)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect(headers['cache-control']).toBe('no-store')
    expect(text).toContain('no user &lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).toContain('server.js:9:9')
    expect(text).toMatch(/class="failing" aria-current="true"><i>9<\/i> {2}throw new Error/)
    expect(text).toMatch(/Caused by[\s\S]*TypeError[\s\S]*&lt;b&gt;deep&lt;\/b&gt;/)
    expect(text).toContain('<code>/users/:id</code>')
    expect(text).toContain('{ id: &#39;7&#39; }')
    expect(text).toContain('page: &#39;2&#39;')
    expect(text).toContain('sid=••••••; theme=••••••')
    expect(text).toContain('Bearer ••••••')
    expect(text).not.toContain('s3cret')
    expect(text).not.toMatch(/<img>|<b>deep|<script>alert/)
    expect(text).toMatch(/remembers[\s\S]*server\.js:3:5[\s\S]*showUser[\s\S]*server\.js:8:5/)
    // Nothing comes from another host.
    expect(text.replaceAll('http://localhost', '')).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })

  it('is problem details for other clients', async () => {
    const answer = await ask(`${url}users/7`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Ada', password: 's3cret' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(422)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(JSON.parse(answer.text)).toMatchObject({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'refused',
      instance: '/users/7',
      route: '/users/:id',
      error: { name: 'Error', message: 'refused' },
    })
    const page = await ask(`${url}users/7`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Ada', password: 's3cret' }),
      headers: { ...BROWSER, 'content-type': 'application/json' },
    })
    expect(page.text).toContain('name: &#39;Ada&#39;')
    expect(page.text).toContain('field: &#39;name&#39;')
    expect(page.text).not.toMatch(/s3cret|k-1/)
  })

  it('survives every thrown value', async () => {
    for (const path of ['string', 'bare', 'getter', 'circle', 'async']) {
      const page = await ask(url + path, { headers: BROWSER })
      expect([path, page.status]).toEqual([path, 500])
      expect(page.text).not.toContain('<i>text')
      expect(Number(page.headers['content-length'])).toBe(Buffer.byteLength(page.text))
    }
    expect((await ask(`${url}string`)).text).toContain('<i>text</i>')
    const head = await ask(`${url}string`, { method: 'HEAD', headers: BROWSER })
    expect([head.status, head.text]).toEqual([500, ''])
    await expect(ask(`${url}begun`)).rejects.toThrow()
    expect((await ask(`${url}handled`, { headers: BROWSER })).text).toContain('own page')
    const missing = await ask(`${url}missing`, { headers: BROWSER })
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('Cannot GET /missing')
  })
})

it('is shown although middleware sends the head first, as compression and sessions do', async () => {
  const code = `const app = require('webapp')()
app.use(function sendsHeadFirst(req, res, next) {
  const { end } = res
  res.end = function (chunk, encoding) { this.writeHead(this.statusCode); return end.call(this, chunk, encoding) }
  next()
})
app.get('/', () => { throw new Error('with middleware') })
app.listen(0)`
  const url = await urlOf(startDev(createProject({ 'server.js': code })))
  const page = await ask(url, { headers: BROWSER })
  expect(page.text).toContain('with middleware')
  expect(page.text.match(/reload\.js/g)).toHaveLength(1)
  expect(JSON.parse((await ask(url)).text)).toMatchObject({
    status: 500,
    detail: 'with middleware',
  })
})

it('does not show details in the environment production', async () => {
  const dev = startDev(createProject({ 'server.js': program('webapp') }), [], {
    NODE_ENV: 'production',
  })
  const page = await ask(`${await urlOf(dev)}users/7`, { headers: BROWSER })
  expect(page.text).toContain('Internal Server Error')
  expect(page.text).not.toContain('server.js')
})

it('shows where a contract is registered that refuses a request, and its issues', async () => {
  const project = createProject({
    'server.js': `const webapp = require('webapp')
const { contract } = require('webapp/contract')
const text = { '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [{ message: 'must be a text', path: ['id'] }] }) } }
const notes = webapp.Router()
notes.get('/:id',
  contract({ params: text }), (req, res) => res.json({}))
const app = webapp()
app.use('/notes', notes)
app.listen(0)`,
  })
  const url = await urlOf(startDev(project))
  const page = await ask(`${url}notes/7`, { headers: BROWSER })
  expect(page.status).toBe(400)
  const [, stack = ''] = /<section aria-label="Stack">([\s\S]*?)<\/section>/.exec(page.text) ?? []
  expect(stack).toMatch(
    /The error comes from <code>contract<\/code>, registered at .*server\.js:5:7/,
  )
  expect(stack).toMatch(/<details><summary>\d+ frames in Node and packages/)
  expect(stack).toMatch(
    /<details open><summary>Further members of the error[\s\S]*path: \[ &#39;id&#39; \][\s\S]*must be a text/,
  )
})

it('follows source maps', async () => {
  const source =
    'interface A {}\n\n\nexport function fails(): never { throw new Error("mapped") }\n'
  const map = {
    version: 3,
    sources: ['../src/fails.ts'],
    names: [],
    mappings: ';;;AAGM,SAAU,KAAK',
    file: 'fails.js',
  }
  const project = createProject({
    'src/fails.ts': source,
    'dist/fails.js':
      '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.fails = fails;\nfunction fails() { throw new Error("mapped") }\n//# sourceMappingURL=fails.js.map',
    'dist/fails.js.map': JSON.stringify(map),
    'dist/server.js': "require('webapp')().get('/', () => require('./fails.js').fails()).listen(0)",
  })
  const dev = startDev(project, ['dist/server.js'])
  const page = await ask(await urlOf(dev), { headers: BROWSER })
  expect(page.text).toContain('src/fails.ts:4:')
  expect(page.text).toMatch(/class="failing" aria-current="true"><i>4<\/i>export function fails/)
})

describe('started by node', () => {
  /** The raw responses of a program, by a browser and by curl. */
  async function rawResponses(code: string, packages: ('webapp' | 'express')[]): Promise<string[]> {
    const project = createProject({ 'server.js': code }, packages)
    const node = new RunningCommand([], { cwd: project.folder }, project.path('server.js'))
    undo.push(() => node.stop())
    const port = Number((await node.until(/PORT (\d+)/))[1])
    const responses: string[] = []
    for (const path of ['users/7', 'string', 'async', 'handled', 'fine', 'missing']) {
      for (const accept of [BROWSER.accept, '*/*']) {
        const head = `GET /${path} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nSec-Fetch-Dest: document\r\nConnection: close\r\n\r\n`
        responses.push(await askRaw(port, head))
      }
    }
    return responses.map((text) =>
      text.replaceAll(project.folder, '').replace('X-Powered-By: webapp', 'X-Powered-By: Express'),
    )
  }

  it('a program sends the bytes of Express', async () => {
    // Frames below the program differ between the engines: the test shows none.
    const code = (name: string) => `Error.stackTraceLimit = 1\n${program(name)}`
    const [ours, theirs] = await Promise.all([
      rawResponses(code('webapp'), ['webapp']),
      rawResponses(code('express'), ['express']),
    ])
    expect(ours).toEqual(theirs)
    expect(ours.join('')).not.toContain('webapp-dev')
  })
})
