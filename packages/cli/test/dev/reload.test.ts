import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, BROWSER, readEvents } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { findRequest } from './inspector-client.ts'
import { createProject, ownPort, startDev, urlOf } from './support.ts'

const TAG = '<script src="/.webapp-dev/reload.js" async></script>'

const program = `const webapp = require('webapp')
const app = webapp()
app.get('/page', (req, res) => res.send('<p>page</p>'))
app.get('/latin1', (req, res) => { res.setHeader('Content-Type', 'text/html; charset=latin1'); res.end('<p>\u00e9</p>', 'latin1') })
app.get('/stream', (req, res) => { res.type('html'); res.write('<p>one</p>'); res.end('<p>two</p>') })
app.get('/head', (req, res) => { res.writeHead(200, { 'content-type': 'text/html', 'Content-Length': 3 }); res.end('<p>') })
app.get('/list', (req, res) => { res.writeHead(200, ['Content-Type', 'text/html', 'Content-Length', '3']); res.end('<p>') })
app.get('/packed', (req, res) => { res.type('html').set('Content-Encoding', 'gzip').end(require('node:zlib').gzipSync('<p>')) })
app.get('/json', (req, res) => res.json({ a: 1 }))
app.get('/accepts', (req, res) => res.type('html').end(String(req.headers['accept-encoding'])))
app.use('/static', webapp.static('public'))
app.listen(process.env.OWN_PORT)
`

const project = () =>
  createProject({ 'server.js': program, 'public/a.html': '<p>file</p>', 'public/a.css': 'a {}' })

describe('pages of webapp dev', () => {
  it('get a script that reloads them, and stay valid', async () => {
    const url = await urlOf(startDev(project()))
    const open = (path: string, headers: Record<string, string> = BROWSER) =>
      ask(url + path, { headers })
    for (const path of ['page', 'stream', 'head', 'latin1', 'static/a.html']) {
      const { headers, text } = await open(path)
      expect([path, text.includes(TAG)]).toEqual([path, true])
      const length = headers['content-length']
      const isRight =
        length === undefined || path === 'latin1' || Number(length) === Buffer.byteLength(text)
      expect([path, isRight]).toEqual([path, true])
    }
    for (const path of ['json', 'packed', 'list', 'static/a.css']) {
      expect([path, (await open(path)).text.includes(TAG)]).toEqual([path, false])
    }
    expect((await open('accepts', { ...BROWSER, 'accept-encoding': 'gzip' })).text).toContain(
      'undefined',
    )
    // Data, parts of pages, and conditional requests stay as they are.
    expect((await ask(`${url}page`)).text).toBe('<p>page</p>')
    expect((await open('page', { ...BROWSER, 'sec-fetch-dest': 'empty' })).text).toBe('<p>page</p>')
    expect((await open('static/a.html', { ...BROWSER, range: 'bytes=0-2' })).text).toBe('<p>')
    const { etag = '' } = (await open('page')).headers
    expect((await open('page', { ...BROWSER, 'if-none-match': etag })).status).toBe(304)
  })

  it('are told of a new start, and of changed assets', async () => {
    const files = project()
    const dev = startDev(files)
    const url = await urlOf(dev)
    const script = await ask(`${url}.webapp-dev/reload.js`)
    expect(script.headers['content-type']).toContain('text/javascript')
    expect((await ask(`${url}.webapp-dev/other`)).status).toBe(404)
    const stream = `${url}.webapp-dev/events`
    const first = await readEvents(stream, ({ boot }) => Boolean(boot)).last
    const reload = readEvents(stream, (event) => event.reload === true)
    await reload.opened
    files.write('public/a.css', 'a { color: red }')
    expect(await reload.last).toEqual({ reload: true })
    expect(dev.output).not.toContain('restarting')
    const before = dev.output.length
    files.write('server.js', `${program}// changed`)
    await urlOf(dev, before)
    const second = await readEvents(stream, ({ boot }) => Boolean(boot)).last
    expect(second.boot).not.toBe(first.boot)
  })

  it('are left alone with --no-reload', async () => {
    const url = await urlOf(startDev(project(), ['--no-reload']))
    expect((await ask(`${url}page`, { headers: BROWSER })).text).toBe('<p>page</p>')
    expect((await ask(`${url}.webapp-dev/reload.js`)).status).toBe(404)
    expect((await ask(`${url}.webapp-dev/events`)).status).toBe(404)
  })
})

/** Sends the page of a query: with a policy as header or as meta tag, in one piece or in two. */
const policies = `const app = require('webapp')()
app.get('/', ({ query: { header, meta, how } }, res) => {
  if (header) res.setHeader('Content-Security-Policy', header)
  const page = '<!doctype html><head>' + (meta ?? '') + '<title>page</title></head><body><p>text</p>'
  res.type('html')
  if (how === 'announced') res.setHeader('Content-Length', page.length).write(page.slice(0, 15))
  else if (how === 'chunks') res.write(page.slice(0, 15))
  else if (how === 'head') res.writeHead(200, { 'Content-Security-Policy': [header, "img-src 'self'"] }).write(page.slice(0, 15))
  else return res.send(page)
  res.end(page.slice(15))
})
app.listen(process.env.OWN_PORT)
`

describe('a page with a Content-Security-Policy', () => {
  const files = new Project({ 'server.js': policies })
  const dev = new RunningCommand(['dev'], { cwd: files.folder, env: ownPort() })
  let url = ''
  beforeAll(async () => {
    url = await urlOf(dev)
  })
  afterAll(async () => {
    await dev.stop()
    files.remove()
  })
  const open = (query: Record<string, string>) =>
    ask(`${url}?${new URLSearchParams(query)}`, { headers: BROWSER })

  const metaOf = (policy: string) =>
    `<meta name=x><META content="${policy}" http-equiv=content-security-policy>`

  it('gets the script if the policy allows it', async () => {
    for (const policy of ["default-src 'self'", `script-src http://localhost:*; connect-src *`]) {
      expect([policy, (await open({ header: policy })).text.includes(TAG)]).toEqual([policy, true])
      const { text } = await open({ meta: metaOf(policy) })
      expect([policy, text.includes(TAG)]).toEqual([policy, true])
    }
    const disabled = `<!-- ${metaOf("script-src 'none'")} --><script>'${metaOf("script-src 'none'")}'</script>`
    expect((await open({ meta: disabled })).text).toContain(TAG)
  })

  it('does not get the script if the policy forbids it, and says once why', async () => {
    const before = dev.output.length
    const nonce = "script-src 'nonce-abc'"
    expect((await open({ header: nonce })).text).not.toContain('webapp-dev')
    const [, said] = await dev.until(/webapp dev: (the page .*)/, before)
    expect(said).toMatch(/^the page \/\?header=.* is not reloaded: .*"script-src 'nonce-abc'"/)
    for (const how of ['send', 'chunks', 'announced', 'head']) {
      const { text } = await open({ header: nonce, how })
      expect([how, text.endsWith('<p>text</p>')]).toEqual([how, true])
    }
    for (const how of ['send', 'chunks', 'announced']) {
      const { text, headers } = await open({ meta: metaOf(nonce.replaceAll("'", '&#39;')), how })
      expect([how, text.trimEnd().endsWith('<p>text</p>')]).toEqual([how, true])
      const length = headers['content-length']
      const isRight = length === undefined || Number(length) === text.length
      expect([how, isRight]).toEqual([how, true])
    }
    // A restart does not repeat it. The notice would come before the record of a later request.
    const restarted = dev.output.length
    files.write('server.js', `${policies}// changed`)
    await urlOf(dev, restarted)
    await open({ header: nonce })
    await ask(`${url}last`)
    await findRequest((await dev.until(/inspector at (\S+)/))[1] ?? '', '/last')
    expect(dev.output.match(/is not reloaded/g)).toHaveLength(1)
  })
})

it('says nothing about the policy of a reference page', async () => {
  const files = createProject({
    'server.js': `const { openapi, reference } = require('webapp/openapi')
const app = require('webapp')()
app.get('/openapi.json', openapi(app, { info: { title: 'Notes', version: '1.0.0' } }))
app.use('/docs', reference('/openapi.json'))
app.get('/own', (req, res) => res.set('Content-Security-Policy', "script-src 'none'").send('<p>own</p>'))
app.listen(process.env.OWN_PORT)`,
  })
  const dev = startDev(files)
  const url = await urlOf(dev)
  const docs = await ask(`${url}docs`, { headers: BROWSER })
  expect(docs.text).not.toContain(TAG)
  await ask(`${url}own`, { headers: BROWSER })
  // Notices arrive in the order of the requests, and only the first one is printed.
  const [, path] = await dev.until(/the page (\S+) is not reloaded/)
  expect(path).toBe('/own')
})

describe('webapp dev --no-inspector', () => {
  it('prints one line for each request', async () => {
    const dev = startDev(project(), ['--no-inspector'])
    const url = await urlOf(dev)
    await ask(`${url}json?token=abc&a=%1b[2J`)
    const [line] = await dev.until(/^\d\d:\d\d:\d\d GET .*$/m)
    expect(line).toMatch(/GET \/json\?token=••••••&a=%1b\[2J 200 \S+ ms 7 B \(\/json\)$/)
    expect(dev.output).not.toContain('inspector')
  })
})
