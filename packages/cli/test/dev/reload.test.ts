import { describe, expect, it } from 'vitest'
import { ask, BROWSER, readEvents } from '../support/client.ts'
import { createProject, startDev, urlOf } from './support.ts'

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
