import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import { ask, askRaw, BROWSER } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { createProject, startDev, urlOf } from './support.ts'

const program = `const webapp = require('webapp')
const app = webapp()
app.set('trust proxy', true)
app.use((req, res, next) => { res.setHeader('Access-Control-Allow-Origin', '*'); next() })
app.get('/fails', () => { throw new Error('the details') })
app.get('/page', (req, res) => res.type('html').end('<p>' + req.headers['accept-encoding'] + '</p>'))
app.listen(process.env.PORT || 0)
`

const page = { ...BROWSER, 'accept-encoding': 'gzip' }

type Headers = Record<string, string>

/** Requests that may see what `webapp dev` adds, by the port of the program. */
const local: [string, (port: string) => Headers][] = [
  ['localhost', (port) => ({ host: `localhost:${port}` })],
  ['localhost without a port', () => ({ host: 'localhost' })],
  ['localhost on the port of a tunnel', () => ({ host: 'localhost:8080' })],
  ['localhost in capitals', (port) => ({ host: `LOCALHOST:${port}` })],
  ['localhost with a dot', (port) => ({ host: `localhost.:${port}` })],
  ['a name below localhost', (port) => ({ host: `api.shop.localhost:${port}` })],
  ['127.0.0.1', (port) => ({ host: `127.0.0.1:${port}` })],
  ['[::1]', (port) => ({ host: `[::1]:${port}` })],
  ['all addresses of this machine', (port) => ({ host: `0.0.0.0:${port}` })],
  ['an address that a container forwards', () => ({ host: '192.0.2.7:8080' })],
  ['an IPv6 address that a container forwards', () => ({ host: '[2001:db8::7]:8080' })],
  [
    'a page on another port of a forwarded address',
    () => ({ host: '192.0.2.7:8080', origin: 'http://192.0.2.7:5173' }),
  ],
  ['its own origin', (port) => ({ origin: `http://localhost:${port}` })],
  ['a page on another port', () => ({ origin: 'http://localhost:5173' })],
  [
    'a form of another site, which cannot read the page',
    () => ({ origin: 'https://login.test', 'sec-fetch-mode': 'navigate' }),
  ],
]

/** Requests that may not. */
const foreign: [string, (port: string) => Headers][] = [
  ['another name', (port) => ({ host: `evil.test:${port}` })],
  ['a name that begins like this machine', (port) => ({ host: `localhost.evil.test:${port}` })],
  ['a name that ends like this machine', (port) => ({ host: `evillocalhost:${port}` })],
  ['an address in a name', (port) => ({ host: `127.0.0.1.evil.test:${port}` })],
  ['an address with a dot behind it', (port) => ({ host: `198.51.100.7.:${port}` })],
  ['a name of digits', (port) => ({ host: `198.51.100.7.8:${port}` })],
  ['a user in the name', (port) => ({ host: `localhost@evil.test:${port}` })],
  ['a list', () => ({ host: 'localhost, evil.test' })],
  [
    'another name behind a proxy header',
    (port) => ({
      host: `evil.test:${port}`,
      'x-forwarded-host': 'localhost',
      forwarded: 'host=localhost',
    }),
  ],
  ['a script of another site', () => ({ origin: 'https://evil.test' })],
  ['a script of a site that has an address as its name', () => ({ origin: 'http://198.51.100.7' })],
  ['a script of another address', () => ({ host: '192.0.2.7', origin: 'http://198.51.100.7' })],
  ['a sandboxed frame', () => ({ origin: 'null' })],
]

describe('webapp dev and the host of a request', () => {
  const project = new Project({ 'server.js': program })
  const dev = new RunningCommand(['dev'], { cwd: project.folder })
  let url = ''
  let port = ''
  beforeAll(async () => {
    url = await urlOf(dev)
    port = new URL(url).port
  })
  afterAll(async () => {
    await dev.stop()
    project.remove()
  })

  const get = (path: string, headers: Headers) =>
    ask(url + path, { headers: { ...page, ...headers } })

  it.each(local)('shows details to %s', async (_title, headersFor) => {
    const headers = headersFor(port)
    const failed = await get('fails', headers)
    expect([failed.status, failed.text.includes('webapp dev')]).toEqual([500, true])
    expect((await get('fails', { ...headers, accept: '*/*' })).text).toContain('"the details"')
    const { text } = await get('page', headers)
    expect(text).toContain('undefined')
    expect(text).toContain('.webapp-dev/reload.js')
    expect((await get('.webapp-dev/reload.js', headers)).status).toBe(200)
  })

  it.each(foreign)('sends the response of the program to %s', async (_title, headersFor) => {
    const headers = headersFor(port)
    for (const accept of [BROWSER.accept, '*/*']) {
      const failed = await get('fails', { ...headers, accept })
      expect([failed.status, failed.headers['content-type']]).toEqual([
        500,
        'text/html; charset=utf-8',
      ])
      expect(failed.headers['content-security-policy']).toBe("default-src 'none'")
      expect(failed.text).toMatch(
        /^<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error<\/title>/,
      )
      expect(failed.text).not.toMatch(/webapp dev|excerpt|problem/)
    }
    expect((await get('page', headers)).text).toBe('<p>gzip</p>')
    for (const path of ['reload.js', 'events', 'other']) {
      expect([path, (await get(`.webapp-dev/${path}`, headers)).status]).toEqual([path, 403])
    }
  })

  it('shows no details without a Host, and takes the first of two', async () => {
    const send = (lines: string) =>
      askRaw(Number(port), `GET /fails ${lines}Accept: text/html\r\nConnection: close\r\n\r\n`)
    expect(await send('HTTP/1.0\r\n')).not.toContain('webapp dev')
    expect(await send('HTTP/1.1\r\nHost:\r\n')).not.toContain('webapp dev')
    expect(await send('HTTP/1.1\r\nHost: evil.test\r\nHost: localhost\r\n')).not.toContain(
      'webapp dev',
    )
    expect(await send('HTTP/1.1\r\nHost: localhost\r\n')).toContain('webapp dev')
  })

  // Other systems have one loopback address.
  it.skipIf(process.platform !== 'linux')(
    'shows details to pages of the address that the client connected to',
    async () => {
      const origin = `http://127.0.0.2:5173`
      const own = await ask(`http://127.0.0.2:${port}/fails`, { headers: { ...page, origin } })
      expect(own.text).toContain('webapp dev')
      const other = await get('fails', { origin })
      expect(other.text).not.toContain('webapp dev')
    },
  )
})

it('the page of a program that does not run has the same check', async () => {
  const project = createProject({ 'server.js': program })
  const port = String(await freePorts(1))
  const dev = startDev(project, ['--port', port])
  const url = await urlOf(dev)
  const before = dev.output.length
  project.write('server.js', 'throw new Error("the details")')
  await dev.until(/waiting for a change/, before)
  for (const [title, headersFor] of foreign) {
    const headers = headersFor(port)
    for (const accept of [BROWSER.accept, '*/*']) {
      const failed = await ask(url, { headers: { ...page, ...headers, accept } })
      expect([title, failed.status]).toEqual([title, 500])
      expect(failed.text).toContain('<pre>Internal Server Error</pre>')
      expect(failed.text).not.toMatch(/details|server\.js/)
    }
    for (const path of ['reload.js', 'events']) {
      expect((await ask(`${url}.webapp-dev/${path}`, { headers })).status).toBe(403)
    }
  }
  for (const [title, headersFor] of local) {
    const failed = await ask(url, { headers: { ...page, ...headersFor(port) } })
    expect([title, failed.text.includes('the details')]).toEqual([title, true])
  }
})
